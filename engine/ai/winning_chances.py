"""The chance to win a game of two hands of six cards before a deal, by the holes that both players still need.

The table comes from games between robots. It holds for every target, because only the holes to go matter.
"""

from __future__ import annotations

import zlib
from base64 import b85decode, b85encode
from typing import Final

_BY_DEALER: Final = """
c-q~Z37n2)_s7q5KQoMB4933i*`l(gvPM~oq=i(JNGXZ7H%U@jRFX=zlnUW(Ar*>jSwpC1h_ckHc-z;v?f<>bb=}W0GYX;l_k2dlnCJf8zjJ=)ch
0%)r)1UO>*OCIyG#R_Dkn;cM8wGd>wi9P7L<!D3?|43Ss_DYo-B}`WxXttTV$eKA{THMYD)<zECsk5dAT2fe%XKip?79i_n>O>?#MoKqv;kjFq6z
Q^O<RHYRE?UP9Bt7<$O6;>PRUmB84QsBuTR3Hve4AAFMF9L~e_8H66_4U|~=*7#93Hs9=_x+s%#gt8A5-GE6#31F0?*q$o`1lT^tAR-<_TftcT4B
U^$UK{@lN*&M72W=5(+&I^_V9nH69scC0Q$R?R4eWg8^Yf4F&PM0*|JK$xac>htjx4b1o%vWZknQ!(6nZbLJ+apsW6@wAMY34UG#+(k%D`b@Pk<+
BHRFTr~Ttrz8JkS3)rn9z4Q`5~{Z#I}8gZ07Jk(rVABIg8e21A1C=2g?%l$D(_MXr-B(oAYeMO3UP`J6}f>z|4EY$;~)n_6a(`J6odHnKAEL*#~F
Z}42u!ep7Drk;EwFUoMaP}<1x%5n+S?MO7T|6!Q3%1c36CA-ZGvn6;b_%5;~@^fTVBq>-ObTMC&-OT{=y4+7(x08nGS6OsB9mGj-EdQgFJ1alx`<
N^@6U>@mR<Jd)0glH+(t`Jco<WM4YR)u;WVMWyYowE$Or5GAWys|GRH@|s^8B~Po+a=#RK^m&^MZ-N+Q^c~XCN*Y><b14CCKFNrUKtIMQ)@npDM>
mRVha%r%{z{E+;AGAOZ8=9C_wXAih#YnXAn+!R^89$TKL{$Vipo$KY19YnAC|j+6h$b8?$pOk6jX8mL!E+(;^a&+?q)na-}=e_Py{Kf+cIxfL!)1
$~3@k$WQZBf}zfB0+FZ&=~Ey$uyU*@tz~e<j&Gm>cVna$$;fl^_>>8MV%dY_U!)K;LiMk=sZWRGi}UuLEGTwNYBW)$e>8wNNO-9Xm9qId(BxUiA)
|R*W$9<NF$s`MbxV>ikDwer|=U(ww>=b3CRCus58Ikde4x)=2(1ng`h{IN#v$TuSjjQYhuvNe21d-G)2kesq`6_;WwK~Jvj#bDgn=hQ0)S7xbtLV
+$3c9-voE&cU<ME(!&%q&CNGK{YXlrb);>iCWxOU%JZ6kn*rt+*(a~aeKHW1PnRZ&xgwffLW-f=g%x)JaOcxFx5#ti{@b9={1(I~$$9dnsbp3L8P
uoZk>exfB6+A){eukiIx5~s{)g8bk9yf$K9%o34*yjZ)a7s_C8aog7l!eI%6N#|)vt)J+u2e7WtcO+;kxP**PBdW#+y%rDZ%bY5wiFfdZ>XxS+m-
VGObNMc~_p52V@W`cNRQ1C7+L@I@geDQkfXHzQp>^jBL1bqW;U7&itDAt0S#so_t~kn&rVY!CY$bm%$#eUmH|3>&+v$kP@<+xSlAt%hg~$PdZ3zX
-<4M!g<z}+ITU?cp1fQd+9XoEFIfnjGG*O#r!3RBk<Hj9+&mzbTcVv5)2QP2Ak<BMhAW1_#K!(*Ho4-<V{$95dG>;Y+r~U=|m6NMq1KgG@+L~p8H
nQ<1VFf?$}QCnwF$)CGyuZo%t14QJ(9)TjrU{=ElGTX9wfyBc2Ne2VKbHjb^Ml&(tE5H_FT0m-}&OH-h?dxfI-8sca5;3p}W0yf&&<g`ZeDirPhZ
p1AsD{z|4n91w{$(cvjvL>IF*C=a)H1$PG*2PX#+v(k(<T}^FcWScCOe-qgc$~`hnZUOhT#P}7`i#YE}H+cp<bPH6iz8p(_hp62Q!RmO7>EN%7?#
wTF_YBnM64={e>Y8z=SA(Fd;;m>tGxN*{b2f;R$mBI-`wW>Z6XX#YO|`mP?tt-|<$C&z%lQdi<!qd2E7)!T>SLr55nhtKF6^^9meaX)Am%6{PUFf
t!P+u9<;%@{^Gi@Ys23FDqBff;_{{dE8i@DECRs*gKQFUnx=fR&z&;T#Himn3myh+{M0yuR-9%2Hf>lGuOKa6G=#?x_oEQH~FlT<jJEx*GE$Jtw%
U*MextmD-()?=nnXTp}Gt%@nO-(tXdXHqvS|a;(Uh{F<^HA@(GKWZ?E>D1bl-wzUWdOR?T`O2K`srh%UZsfol+-BZzf8pxaSD;wfa@G3YfOgeMm<
_Y9bRnaki*xQjyTW^`GF293-wyfYYngUyw>rxR#wRpc@5+<(6xtT1X13f2)7liCB4>h<a8zK^?_nO;;2DvxPrn&;2B)&^YR%vd#QQAJZ2s?_s~Oj
HjPYaV)_f&0piW_HnIJlY~^>m<Rkf*`>;#4!~QxVexA&fNhsSeoJt=Y>6!SmCSb0a4RhWcn2(|dRm4eTS!Hy#w>%2VfoVYR*vIrWJxp6u-;^=Q^o
t*X_gxUbBU?cG33uQ-D%P*^8(%;2=X>P?pXXEgDI>`0D~Os-9<$@Qcw9b*ZY<c(RMZ?%#1U#{S>pN}^k=4QGx^}T3EA5K#mXRqKL_KxvVqsz@cRK
7{k8mR@|ZOKw1g>ciqeN9%TMxO*j`73&%%S>E&l@Zg>+l3<V5W~Dn&Iczv^~Q%tvLGpojympg7*44eIp}s<cynGX+4CW&-&}*<D8`v0PS?weQM@@
|paPyHeDYH^-PdWO*G^!&Kz=dF6ZJe6zeE&r!kdk(;EibR)J~kk7}eZkGbHbtS1DbN2ddj{M{Z#G=|&7|+mzih3gzXCX{}M2EOXxm|-YS!I5e|Nk
c1^`U%jj45m?fV43^=Bd1zn-f7^(WDdOpAz{?Q1EfY_6=mpd3dsBL{M$s!PV#VY!j3q+qCS6qV|ZBx$k9(y|#GA;i%6`RH2pNTMW`UT7ReW>ugyh
Z{fYZFcD(826)?;PPp##`RYW6)fmn*xV%r{c@ZxBQ96%n(e1NwV<+Q4YoHc6D^+r?6NDp%S`i!GHI*x=jz{cFWZy0i%ae-oX)5gmu6(RKM(vqS{e
2T%{>&tqQgGVBoMkRDmzgV2xn5MYGpOb@Oi_6Ln4F)--yTKh(a&ddW4f&BIUGrBQWoU!pGO3>N1VhvXW)eEQA5v1ac;&<jKoKd#7&KW^*iNWs?J1
oZ6R^}DSBSo9A{3$abIq(#g*M;t}|Dm?VZ3}-4vpFe@KkX=5O5XBfA}uU7yIV%Da?O=jrBTc@z4{;K+0B5l48}g5+3r^6fM<yB9seAYRuKl>>QQ&
pj9p<|ko!Ee`uvQ_`G3?Yh|XH-pV^b0=T7m;t6Iz4VFXa|-(Y9+5qrXt@nXV&@2L&<PjWWi^`%MQ4NACniUfYeg(NYcD{omB%fdNDb`_(-(1_m+;
k--0mY+p=oy#-?L;Xnf#+E2FL9{ILO?N6MfK(!kylVL%WbJyPhddWbfwQyoC3@7tOvLP3(YXH`2(i<R=GV2c0i&E|?qY!#e%<hy&g$1wAQ&3$BA7
Zh<fEK=yUw)fwgK3if_f*!yG()$3jP%A}LWr-S%<_#KTy8*9ek(FT*#=MdRdO{#oJ##{Y*1eOPI-?|Vzrx4k7s8ba^W*ggSQKs|yDR5Hs^o2S6lY
fuc#&uraxd`!A1;<$*rcaUPAa4odr%_YS0rNHZ$H(MF^!iik@iA1Ti$FXAKRUrY&ev$r4^pRA&lHoN@t><v`p1>!zPL`SUnddSuBR&NXQ6IFWL-(
V=p-~T!i}ChIZRXkC}LZo^6}mo-2IBgb{)Lo31oFcu%8U>4yaFWuKWS|#AS5ShI-r#eZJP*0pdyKNi!LyN5XPnym%A-G!GtZGkw-H`pIFie5ss^e
zoA|9jBNp>O9cRLDQr0y?@k)iRma}r`M^xb1|-?0!&xO8P-Bw>w^45*g1nL(_ij@v-!m95BST5ri<xkhQaMb5I+gaqxfBa?n4WzR65Rk8`bOu>YH
WxN|d3qc9FKDs;&84UZcCXpL)l#I&setbD}{mN@fljaYS=DKT(!JY?t9`Dxj;Cxw4u>ViRdiCiX$I9|psE`7a*ySks<re6zU^b|;%BK>QGl4<y!|
di_FOUWZqE2Jboy#qW*h>_m=O%*Si*9L~ILe7hY-!Gu|V{C4LsG3^n%xK83dQh3LLyn8XO!s0HYeAj~KrbPCIT=z&2ER$XMuF7zE0SK*jjVH3l@$
Wmx?4G6rT}WBFi+!lv8#vDKusoQGcPTZXqt3&cpcVD_xz+jU6|$jD%c0=8JCsAhoPgM2&Zn5ui8PD5IM-4RE^1R*T9b)az}5u(RHl4STsOdVT~6-
a3%g^<=Le|E*U?{h#Bo+K`RK8>;Y41Nr(pRGyhuMZ`+RtAi!z+TPdtH~sToCGDvCO$;3+wnj&;<BggFke(TZTR*`C?5s0)%^MW`XAi16y<UQ_t#N
k%?IZ?snSnpCp&RC?(FW+;{E0bcj;Ujxl0_>hxK6;lxJwM+ZQncSuOs8ZLF&29qdCcY=>#P?X`+U+*%{IgiXPA6}4f{@$J_MkI54zcLZis-34i#k
8AG(}yE>!`$4HAZ*3QKRmHvp49If5B@u0$nd^(h%bLPIT*E=4$HG8K|{&n?KWky@O|&jmLh3{_$2Y_ruZI34ceF+io^usNF`VjP{g8qZ_=Kl4aMi
L+UQ0h(neG&6+%5PEoG&E9T<FTy?Ii1?=?Ux*sD_H_|ocrz$tcbM%Jio6xYEs8)T*?RI$0YNm+%Mka5SRjB(cG=2;&`&MGxZZ&#RpU?5An|aiBt5
Hp7zNOWNhP67?GabLHHHVtf35Z31N<?{1R@F%HS)IXsugn#lL^NIuPY>Xjsmici0=L<kZt+rcCG1{BR`)Px(?vGGcNNk3$p`dNZ*YgE(S<&w)BT&
#zkZ<Z0qQPfbvs;+-C{M=s%3W?71etePuSeWJlP+q*zcmwhB(aT80x&5(}j5V@?1*;7&(ut9ZpyD3M_wS^5Qk>gYaya?ZN9p7;ld^IS%D24C1e3C
vm+(7Esfsg85;&AAdd+HMkb9-aE>5TTnNp?$=i>3z;q+=S1_xZLo4zu>)c{4snRt@$918)vHuxxipGhkE`lLjk$?FY6dKCm+wqLs#JaIRC{{G&Zu
-d(~|72MRiK&2fCTyTe1Xwe;%GE%QzWLg>$F}fjZ>+OsZB({9QxcURfn8A9dg9QOtRBD7QH{rgK4T;+RfS?Y1?#Fz;P~E3xWz0hxFwEWeBne=I+P
tP+mnM3`*}@>9TDhr3Y1<R_26lK)VlHj>M4;6-M0pPnY8A0xi+qw~Iv?qra1-Gi#tnVe~@{^SJpCskC(+#aV;^!!E0bJC%8SP6);V|LXlS$hoYKF
g|lwdBe!BNrcpv4uqJr*z8&VYE6pk0+YznwsD(WeVY}f2M=lLngn+y;&)XiS4;W_YC5DGOpxd-QQT$1F2e8!Ou~qoj<8dFI_c?xybMGy#EP84%E3
I&WSmX_83J_uS(o|t6tq<c{uU;ye!9y?1kqPlVQq`(-rwDV~T?}1%`i+FW`8GY@w%E2hYo3dI1VBTX#28bZ7SfT-&Xc-PZMp`jeB;44ctaw6hE`7
x<mI$?xrG&3+N*hB;)}saFlIq!l&lGOqDHc>)by0p?HSTfRL7ubs{-4R4YJUOTzpr-<LzeZ~gzc{Sg^guZz`Iq?GB^HXHU!~CQ>aG`_LpL8RJ+G$
2R%vIxJJ3WVnCFSU(<@a+s2jZNVLmyU9JIN}j*U4N_cNBXl8uT<*zJl1^MQ`|x{N%S3KZEvLBKp6?^lsF8J5@Q0JM)fglDA=d4KcoyPV!Z{?HO=A
o*c2Y`g(G@7djE!%DUK2)UZ^~b8>Y08_DJL+<utO1#x!F5uJjC>ScRp%W`Mf7)WG4LSHeLtKUH6?u6@o@)<SwGqCOj?Z@1So$?`w?Q0uczpvQeQ^
wcOOD+Pn)$qq*dL%i0BmKr@V74meV%zQCD`>Bg;hk9i{Y;8-_azCab48qpIdq;*y~<E4>vH$oQkVPSpGL@|@cbegwgL?Af@d2D-D^9VwN0^pz-tH
Cck$Zo?}Cl=P5ARS;rb<<_meV~=pIJRx>|YetohtT&m0`1waV4!Lb+g0$_4X&lq~bh-$5MTU$~yiPK6xHEl}0&bW%5=wqv;3Sunj2Wm-+HZlD@%(
yiRPu$jeO*bc&7Fun)o_rm`^jew8%zZUgsRQy%6>?x|&eR4ZI+t}`^TWC8oIYFIRC7t`anMwAOV@bKp4zl-G=64ate^;npc3P0GHL5BspGf6A3&+
_H%y*E_6JUCl%)w{8&h;;axm6%p2l~yRejjYRHRiuS&A!#wH~jZr?t-gb%h0mt!0dQ-ePvg?SR4GOo0&Kt7CT3j7Kb@hvDmrL+@=TScM-=&cBo#d
TB9t>HK@y{z(5zpd;`}wl02Ni6;J27UqsF3(IYMf$12clg30YL`Y9N{MbmzkUr@JS(7EqXx4p2xMb=a2EaoX>$w=+7uAo+(D`#+Lo2uiksk5<i(K
CV}=5R8W{S@$il<ap9$L>oIr(TZb%G~pYxTAK8`3maFU|iUJ#JAnnJf&MIi+h3YuhtRY+u(RF4(tc~iZRJ14`0dr@So*7bnYV}e}nGaXOSVc$GQd
IeYu`0X|Jl?&{rxq4=m<2%*_pAJ@g+<yp5i2l0U?3yvufzzanU+oe&&Lhu1<eUx-WW57R@4Z@aB|glh8y8g5a~Q_OFxlJ6yw{|DYY)ax{T<-?a*p
Yl1;ZFyeGU7Dfi4DQ5<^+&b4MHS4ccGYNK71pYpGtl2<`T!A|sCro^QdHg7F;wQpU~bDbb)!~Yfor+}Zf=L62jFSEZtE=OCAxRECkwvDokhT#PG4
0NmsSMSDRfvr!t-uoe=VMD4jyzI{&N`BxgS6Ge4Pe1*S@Mw6muz$IqW76jA^5%6y*Rg$EG7Lmy1)SDidY(xQ^yrPe(HDB6=!^dN5aew~QhqCxdx5
8EyB@+i+iBfjG$&0BLbk67OBY6a#%eFn^DN?;!eD^4&I@?ZjjV6~8Z8W3#!9?=WJROZzjRE~68fj?d|Ajx6(=1410DQBJWlc(-!+f|@8wBb24Jbn
v^XULLiL@cR|>4C>Zm*vo>&FXSghTok-zO*vkr!Cc7XCAPmM2DWK7$4B-xM7GOjt6*;GYcYqDl4Aa(bDH;JVU>=lcQ)sp`RyN$!c5$xGg<v+nnrd
>vbl=#+(5S$r^AHZQ1##%`@xRgM&3`gnF43?@h6+9Q2&)5h-!<tlqpZwQITKEfH_Uik$i!Iy@wN9NG?31wfQ#g-BrX+H}znxqL|&xpnNo=6PeEaM
88L!`P~5`j%PX5&-+R#<{Dgq-BUG{Q_1O$bbJ?RRu2I49c1))Jmef$UPo1S9Y=nmx-?iTnJRphhwlt>TTt!2RI!cJsaNq}lc{%i5i5g;?4IgJ>~!
c9FxQWpe%cCMGOFEwl+&Qd{QiIuhZC^8eu{7BeWf(EtLv7kAxt+X-`c~6Wx6kz2jfD=aP6~Tc@^qq<N6o0st_n0;>z$`maMj?h5pB%?xx>ZgWH~s
evL;9hI8KrP^T_d1#1_b4b@X0W;43Hc2>pxB+yl?L~oL?!OHyc07ksAxDNcBGoM!GBFb|);;S0>-0i1MA@<sFZRaWGL3oLKiO*+Xc?mhX9oJ>!It
`3vz*-s1HnK~g-L{|phA4QSTDDwW=acA{>n`l{^CFMAwVvp1sAu?VM$hnvJB=9A`QoO5$^L0HP-p&hz=&gt9nSkg%w>7cs@(CAX}f*y#P#)5KXyA
B^tiIT8vZ`gvtao^SW+{&5?|$fTpKF$KI-<neCI+~w$snizKgUS)y3S$&N|y~uBW-}Mx&Nahbrm${TR~)quwOU=xCMB{PloV7l|w<d(F0(Z9bRe4
p-n^tMmT#h`5uuqPAe}hI02OvhPN-9m{XyqW8tAS2<Gw++{&rgzQeDE?f0-UL@=-><QOfaGh7<b1ouZI_pX9Rz%Z@XlBl*HNxj}(sJL~WtoFOoH+
YR(b`;4_fsXnTo%k#iL+xBvvp&gsVkQg*~8GUNodgma@n2~`;uJFL*`n{Wq6e$#vS6HbP~87C%%%7WR5&bbUf-OBo1>=J-2_RW^^-kpN{G3o@rOH
ipFhcQxm(5tfYfL9Gl>WTMLKT?q7@h=(gHjS24GuMxV<SUPV<MK}J4JoGvDpw^_xO-_Wmu#Bwoz&M}>+j^MJtqTl$C`?8jZu(N_^WFp!(5(Tq7_t
%r_-TAp^@zdMrzRv2{ao(9ER;)q^8SU#;R>}b`Ax*-BASn)W0mWQIquXwst19LOTuU2jRX2DUNG9ITmCpc!oe=GyE`QID%1dk)BBKlQYXNneKk1p
)ow$_^eo`<?=YJ0=<{_xUHTs;wMY^p!Q|J24qMNIl(S2R^XOU84n6uIj3bDjRb_{cVzkMyr`;<`?tEryb_Eu-3H&^O8p)p+h3n<bWbzh(1D}SSVN
+FsHz;6oG={M@rS0LU^CuL7^+o}GGMD~-^sfRSSZ>1X#H#pt>^EjvJQz?!8K04gtl#XU}!GsPgIV<CUm+SE?Ct}X0TgZ6K)u@*CT*0ZR%=vIK0De
Z&A57Jm*g6n>1m^E>*#_5{%vVG^N7pa!rb4|VZ^80HeM(`vVzy5wjL@x>jqWROVvgxEs0^*RyH3Yyd*5BoKV_H^t<fHHR;hzREYXQdxSI<1arwQ9
71h|Tq}^l#+`{Q(+=X1<_0cNzD%JLF#k`Lg{vmEY@B_d9oIKt|uD^#~yVLn|aj6#bM6_TO{e_Kg`y5WcxUE%t-PN6>8=P21$9#9_K=Gehl@8+2Nb
Vbp<S6C>o@eVy!p^ECS92a}b2Z%Djc=R+XA5A@cFeobu+NF(@AUO8c)!s3wnMy8r+#lx$6w;_*va-JYSn1Jy>U$U)u*mpl|IdH;7^EdWy|}gDvQK
V53*_<B;r_Po46fhxMMHiHLSFc?D}L_8?x;J)vuvk?PEImwEg1-{Ky9|9Zq~d_Y>cbbfTY0g<3~0FVkth-QCPYx1S)o<Cz`+)7F`|=ysbrx3vl}m
+?GD&zEF1IH;pRCR=R|^Erk&O>0#Nt<J}w*^P)cJ16OZep&xD3gw-un3sWQGfaP|Ph9**Uv9o_=lPjB(OyekwwPm^8^`n*W!gS#<+hVOsR?#FdAd
52@O()kW*^&GEe;xS{MI#I!@}6MJw{RASJfh~P9n$7M87U23jc*>k0v86=J{mlDp0+Hc5l;}ww-Z*pmTgT!+)DxUZa@pGe`4??ibL3spRwo&-Cp$
lj}9QFVT!XQzt}C_k&q^&gyuON8S?m71{UeDN(;&T+jYF{c1+Mokcb2LloXZ2k0<A2XBi|vDM((1nx{;S#WOu{hmIBvXT2?H#V!tfu(%!YpC8F{$
99|9jz5>h;Hd@Mt4^gb37-;c1*+4vo1PB#PO9Xh|A}E>ciZ`psb&gG*<nxQ_sF+^AHqlv`%_w!P<O9y^8o<52tRjZ(o~uZRG!K;Q!nG+$z3nsmAx
q8sAg3Vm+)CYp7=Q71=O1Qp`27W6rwfppSCy53|#47uo6lgiuVsY-FFO*?b+C@1jzT)5+iSsFFo(XZkDQ^DUj~Z&36b_16%!<9Z1-dcMZD+e<!*X
TM9&8^kc%e0Jx>j*nt4=g&iCWDP%r<Ey!2PKtI_?&L_Kel;bsJ83pM%y)97j}n_t6QdS&Y?oniuT|V{>+@tAm2Zc8t#Z9Y<NHNbZ`)~%(!IOG?DF
{x-QS!XJwfCq2g-BSghM){Y_fG!CR=1%&5q55Y7yBdY6p21nrbl*BA<tog%82Boovqp^-G|54Yrr)b4HeJ7w2w&^^R_0H+s}ozvt;Qlh4Rx#eBDq
?Y_E!jy)S3^CTW~*4#gVIJU`3bYUreMv|fWRY9jhC*V0-X$RR&r@RBvZ8zh6gq(gd4)p?D$5J|uaA#-nI#tV5<QrAN?Q=S|PTP!rT*mTqY(C$hCk
=XPeeU2-1vZH5tcdNbjfZ&nJ`r;eclyos&iUi?t1^*&tWG>z=@iV)^X(MuMmmE#@Y|!g;)%Gisc6{?n%4_qdWCN4EXSF;pWLdu=Pl^?J8=J&o;6q
y#r&vh*buE%ebke<b2QC8=Gr0VtZzjA6lRmKTaTUiOZECy+()+coDFpf<|cnVxvs0pXgkfni>q}TtEbVU=lq7!^1RmXCM{Z9vEAN%3tVpk^D4#sl
E(HVf40JQ(O2oT<b0iew)UTM5XHQul*nPjoO42w?&l*Fd9PYJ%|8XzZpXFQX?|}q`dSpn?W^n#!^ZbC5LnC$qnpY1z-agIJ9O)AH}RnhU8$JokP%
PwcgOHkhWitNz0_}q)6XV8wvUl&TUz~T#MymkQgq&#UuOj_vMcHo?0Cg&^SL9})18d&OBC8?i$bRDj&7=Ao=-l%NyfenqYkk>Ul2QCV14LYV79%6
JxyZkvz-GD)AN9?Qk@$;4H#msv1P!YdR!_#n`1NWNP_<=9G&r2*RHvd=JV<Lv`IHAw0*M3GCfqEDs$>>d7cY<OO)l!>O(*DPdtCjue<o2?XTRa3U
`)dI;tHim~&yV6OgWd)`{<yr~c$4VkVcFP;3qsc2n+LdgZuTehaFH-P*Wa)s<Y~jpU%yG0U^{Ca)0L%avt!%D{CTd-!sg--rE;+F!k{3TCtU5wh9
NKCjoASa|-?Vb;$r*|POdKL}`YopvV0brywuHkVh-wH0#{Ft<j<&LZ++(QT`=<#{~HJp(s6kC<IaHL^X{_9)^#+EeaC$+n=|>ouF_>j}uGbUrjvJ
B;i6na^(ASL-}aRm_dHmOM;|v(F0RI}6)QW#~L8#B8^7O>|S$&Tp!E!pPMgvps7tQO}jk)vj_iOj?$Aki`!1CmP#3i0n*1Iao+Uyg)WQf#yG`*=$
dI+BwO^zLRY0<|JFYABM+0b7MI%veUJLjA5>&6JEEou^HXPXSC&ci0<bep;k@P$X-O1ddsuCQ$M-DB6gAOSl;00Lw54%B0Kcj_Pl2dv!2=C`t)IW
s5kfXoXJtm4(CB7HMT416Ge7UWtF?7&uEMJay?yfE9x@}uAZbi&(=PAwLdH7&Pcgj{@CYo$nqlf+Ry5=cZ_E9t?ISyl%$8w_3erMHe0_wtcbHuN8
;yxZcA0dW3HxKSf|`p#X2Zv8{5{4-A1=>v)M)V>qPciaAo>aQckfgVjI_4{*-Gt1$2@95ViRZKLfl{F<;<5gXsOXhw0I6v!65Rd3-j<&$LTxt+JE
+I$(Cn-9~wKo9AoE!Qpyd>TzoG^Kj=Pdy}tHI~DbA<#@Y(hJ`)xxLmu7+3H5D(|%C>$Sr;v=H{N~%31F}C32WCXP=GaHph2csw#@vD)&jsv(0C#+
x@h+vi;;(_<B|~dx@Tsa+TSgc-+aaA9~NZQ72-HVfkg9drr~L+0BK*S+AXjb(izEB^`Fe+4U<qZeJ6d<6BRXa|e5-o}jr5)wbDeXC>pPI5W|t1^D
b$TBkDg)Z+*GvVPMcUgvwrSG9+nrn9hzqnO=O8TtuZ+pao{AH$HFenp~lf<(;4J!Z>uZH;ZKVQqD4a52|*4OeMT0@^zDj5@H_J?2gRtmpeW1KgrL
r0pPAYX`YNtJF-g!G6||Rc$-zb=w>3NqTMDas&`(-(0wC&KrGx%GD~jjjZTn`*@v`oa#I1p4veV*0VE@;2v!@zw9x;r5&V2ofX$J+X>(b{(Pa%Jf
GL;pT+EWwx6o?FSotf-cjU;v7B?#8RNNd9M4r%w@=XBTx%4p3mVglD74cdTc^gV(|$oQFVW9oSsynW*&KID-943HpFnwzY<}85jbSzHPX9?_1GcX
`B8YRJ`sIeXwDMfdZ=IWX1v^)J$^K~0P@VQZrc*$R*`9A*uJe)gIw9Gp(=a#rTd6a!*Y$}6JMXl!Kexqr(C=<;ksCf}D{=%ehjnWIm`lW+ovEj)-
BRaa=ljz_Hk<F!jw&|!45vbCVAj1X-qre<Elc>**NE)7xDmU<ct$@nZmj>zI8^L|w~h$n#K?|4JC!FF4J#4#VYPk#d@3Er**Y7t6N8(%PS;&Lp=X
)rL{Bo?Gu*56)52CO-jzDjUQ90A$aa{Y1+(2tjzt3>u%DCnVb{a`NkO?pcIZdK?Q8hFZ<=<JMg7T{Dq5-R38`l4N9>v2URs+6`;N+W&h8wuorT$H
?{aXj0P6}~Z}L04v3Y~YUZ9^4_o8kvrc$3Lg(~*pCr1cz?t6=*xJ_iLf3iD6&r_83XAA23b2H)T*50aMVHf!rG5U;7xaYv4Mg4~2UItc+*1l|9FH
+2wXRBc|{igzIM(?;)<OpI8=bXl$flW%-%Eda#V%~*S(`i^kJ?GiZ*Jd{XyhUeWcIr7PdSd-0Mg2PXEbb*BU&^mb6!SvGJdbFYqx-q&XB6!$DRRU
xXWy_V@*LZ;7fzTM)X_~<Q_beis$j9s`JU+f&oXVFPnb*e&eu;ne8b~jtcYzkFH{YCg*#(2dWOsBoi86j#JOWmO2Aw|=R$?Gt19C?*s;-U?x3f6!
)d|bxYO#7lbh3Zsz2MKehq|+6t_jaSpRFG)~Z*vT0N&uY|5^#B1Z{x5a&p;yKOfME9q-<O+6jeM9-?bj>_?Toz6T*==R3W^zHs;I_$jwo|ko-VYf
Jo6z^h>+h(+5dX9e5=d@kFiX2hQIZqYDc#c)7bbku2w4Zs}Y;NE?XEz~n6a7JW#i2U?v)h|-`V`7kxO+~sI>z*3pU+FYj=iSZtsD2<(~mG>iF?v2
h^x+t=SRYGLN1%b^UIC=N%h!N=qf+aAMT^uGX11(GAz?`Ks8S>hf220YuTb$jsEByk)wt=XHS(J?VV$_IXvrFCps01VYa992k7%BcA{@5y^oU9lf
i83^z%{7i!_^;MPEx)$<&K|91%Inn1lWF&hh6vEBZ67$E#{P%+`h3-q}8fVYe8!=_kXD!dJNHo~AlB$H#V9r{B~{?Yx+c?s*^2J!**er`oZTQ3a#
jg>%~O9B*Sk@r=#$`>KlFq?^fmG`b&C?VhSUyL?`#EH772_NI4ZHo9N?&lMs^k>%_g_Haj)*GG1`uT$|8&-$KctJ}6dUx?qnoQxi*8Exy8+e}UZ^
EBPZx-Ik~_1?~fu29t0fiBupLFA}o4)!w@${#(&>uPgl-%*{QJUh&8hj9ri)(;iCQ8U_Nen>Gt<$bq1WwFS|^$PF2)phTASL7&T&OR+j%I36PHkb
66t0!P?<M%eULibKkvHRnmnf$lbXBXMF*Kl|p=B1xJAo3Ss4tKAyI+f~As27eqq3*UebrrLl^0vospW~JLO2urwn8Q3yb=z&-Ux|zC71~Q`clCcw
P-m9
"""
"""The dealer's chances, packed: a row for each number of holes that the dealer needs, 1 to 121."""

MOST: Final = 121
"""The most holes that a player can need."""

UNIT: Final = 10_000
"""The table counts in these parts."""


def winning_chance(mine: int, theirs: int, *, dealer: bool) -> float:
    """Return the chance to win before a deal. ``mine`` and ``theirs`` are holes to go; 0 or fewer have won."""
    if mine <= 0:
        return 1.0
    if theirs <= 0:
        return 0.0
    return _CHANCES[mine - 1][theirs - 1] if dealer else 1.0 - _CHANCES[theirs - 1][mine - 1]


def _unpack(text: str) -> tuple[tuple[float, ...], ...]:
    """Return the rows of a table; each number in it is written as the difference to the one before."""
    packed = zlib.decompress(b85decode("".join(text.split())))
    rows, number = [], 0
    for start in range(0, len(packed), 2 * MOST):
        row = []
        for place in range(start, start + 2 * MOST, 2):
            number = (number + int.from_bytes(packed[place : place + 2], "big")) % 65536
            row.append(number / UNIT)
        rows.append(tuple(row))
    return tuple(rows)


def pack(rows: list[list[float]]) -> str:
    """Return rows as the text that ``_unpack`` reads."""
    packed, before = bytearray(), 0
    for row in rows:
        for value in row:
            number = round(UNIT * value)
            packed += ((number - before) % 65536).to_bytes(2, "big")
            before = number
    return b85encode(zlib.compress(bytes(packed), 9)).decode("ascii")


_CHANCES: Final = _unpack(_BY_DEALER) if _BY_DEALER.strip() else ()
