"""The chances to win or lose a game of two hands of six cards while the loser needs many holes, as skunks count.

The tables come from games between robots.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.ai.packed_tables import Rows, unpack

LINES: Final = (30, 60, 90)
"""The loser needs more holes than one of these: a skunk and a double skunk in a game to 121, a lurch in one to 61."""

_THIRTY_BY_DEALER: Final = """
c-qyR37k*$_y5oP-dW6yWfr@bu}iW>LZKpi%JQWMQIaiMND`%xk`fU@C4~|#D$7@8OV%PYB(kO~S&CBnJ>Tcv&ob!$?cWTB`<Rva%zeFI=e*AAoc
H?@`S*Vc#5y~pu5;cn_sdYJDX|hEm%yLYpa1>O<~`|@cTbo;GE3f+2W5eLBtJ`<td{5HCFvm@<XR~$$&y>*B%8#D%Zj*S_(5~2B942&X&t%CDPa1
Uf=(N=%q%f`Ob>IFoRD8-raTGeCQ?BPNs`1%PVh!c6qqkz#L=tF5VyCPXKpa}I0u~a&Wp|>r>@yz=9+;fzwDH`@|d)eYov@6m;6M14%m(q=i>655
yTNq<&d+^R5zo{bP!K-%etMM6;5-fv{`Msn#*L1ye9WaGr3x>kjo^2D+fHgKIV&rIwOdkD)N}wX5!5(v&wax)$UYxfm_)b?>yl|n77RJCR!HCFzF
;WNL48b%ejf}7^2(Zl8c2pBZy5=x!$ysJvM)xW6m-68}~=Ihx4T~&naQPFl|jCRBXKTl*Uqn$i7VSN+O6ORlfp}eMuokn+lqES!zBq+nrs`Z|;$Z
Xm^6M&-vD=ZuXj9rlO?E4CyB=q_&io6j)9olcSX50Om^zaXq4Rlgu=8%ob;xYuw)>V%=HJN#|$u>!f+i)Kc{tByFXxRFYy+Q1VE2)oYLCaE{F-fw
(kE^oC3`lgwAnM(4QuYea<mCU6|oE5?j8jpU##B9lAFO=NN@;yNEyDjS&`5#-sNmCq&%BhEvNj*^k)8S}Zb%sJrhb5FQ$xjEdNPJ1VxdD*m(lkx?
A<ZkM6O(}~T$uGI6Qc;@A&KamL5b_KmjtB7o8EX2QdCn|nqr2AK?Y`pXatk@#oKmRu-Kh09GMNf>D{)<ss$2-|$^pyKupFt;ZR0zH`)oZkSqgD1S
8wSLvPsVK&I0#cca1y2&FdC(?sux0kInriuk6BsJ|eeC1LC@j6hW`!_2;6wBDo?Ib%1Z@oVZPvK^()?S$dnB%}}R@Gv0mDo$WsD7I8~Dk2wv@Dl^
QKkz=^+;nGE#%XK);60n?y$j(W0#PZW2+~LU2EA9*-&c@YN?lx7;z0UQ{0Joz%+#TSixTT#DPAlBzcyo<$Wtog6652|AsfPC|2Ijo#MRKa^jPr4a
Gw!C#@JvRXA;k7RZ<cl@ziH|uI!$nyZQQ%u;%+Httkc;XFf&X;;@Z~afzp*+t|M20xdgFoRXZ=$IYE(U_ZiQIrbPuAKew`F7<Gma+xx38E#(hW(d
=@{IH%omZezC~dHk}|)%<4O!*>;zz4C!PEq$du-m5m*TwX2*by3A#0OWa4vjieNha!(TM~45so?mFh_P(wI$99tobbmQZoL}85+?;6jWYjvs{Fi>
BqWmID>6agq?nHJIxgN(^4L@=v)v7e=?IF((@+6SQEACiT^8njUP|w3Xnz<;5ZH2iC44=y{=4q4aJnO7*qd*-+-`LfOHJ_T^WU|P5nJ&*tf9mpWa
*H&S8;S2)Qk|czsK`r!JVhC|8J?gS9?-RjpkHw^hv^I<c0pVY&Spre=}1k!)fwlcaUF1mIk!8}W~q75TxVistGp)@<SBVj?xmBuO<IGyDah-A{92
G#Ma9c0<H?%gdHg8%P)GTd+ezog|25MYLhP{mC8e^AmQPJJGt$ZL+~v%5<~z%&$4$(iX0ds|)TY<iC5z>Cc~OQ^nfua9-6MBNM`<T*=rL}VMj)@v
x>?+1dA$^k@;u6QAi_ggZPIzue}OrJh+Qd+`u3N%OaeY+k5kDR;5_F{a@sgonS<nZZxAQSepxQ>$}}*Kq~97$Z!tg~0(&p%2KGBZek*EF4^6n547
X99LJiC3Pm2OfpBdf%5_5(S8xZG5ckc$vAybDQ>a^3)>Fo4!uEtlVnQ5krsSd|K(I<Z_?|^xdjH5cgfY*K&{eDV@P`4hWT6d+}_>VNB<FKeJg1R`
0RzP*!b1UhiI|CV=LBtMsluUgZB5O>t8Dze6;+=|4EhpZbFpJCx^B+^*#L17cL6+dX-jUhz7T23xZxH8GWg;u^9NpC*aQBcqVY?YzUyG()=`(Go2
)T%EuUcmU<_saW+LeR5ss~GRsmjgGM40`<i8A}l1~bL<F*lkN<H#NmF9-7{F#U-vB&+|++hSQD^ZB`%a6g_N>~ZNw1?$NAHAc~@lhtLYU0!tmZ_N
J~bp{bT#9KbOhM0UwwwPk3r<rb+oAqWPe(O=w(o`@x<%DdfKCJ}v=e&I(>*Omss?B(@Z{%xP%l8(c<ul;>S#tb-a-=Ox-@vO@#H$q3X;A=kbjC4f
7;!XrQ-MBVFr1w-wM<_##!ND!%s~8BHIq+H5!2t0$17zO*E*1X2j@S@Avr2X<S>7`OSXXfGkKq?J&xS&PYr8_hTn*OTg)EMiK^TI4f{LH{{VFc5g
UGgJQd|e;_+44jAGX@op4$m&8_qo`Q<bob1Qh4!K8<GryP)9<+O=3u_lhUC~omrR^VGuFOs)mdL&BT9Zza8U!$>|q8(R)YFNw}waWSb?Wr@2ID-2
qLe{mF5%QtzH@S)A>Yy!6Rr(D!zXGYv+9kyEdf5i2Crt#dv;Y}i+>{^_3YkO`MeP3|n~3|l@`{i7c4E6O%3U4}OGdYI`?V@mpZ~tI{C}X%Fk+W=&
(B>oCIiRA<xj?exmbSTVP$s_YBi6D{e-_;FFWM0F(%#=F=fqFrUqG1lhwJ>6eT*093;M%fq62Os~<k4jrJa1zg1W#p}Bld67@Hp<ji@nIS+^(;w%
Xku0_2DQFE3`8j-u3dtV2)?`tKRPDPr>S8G9h%tXU)S^RcA)6CpL^f%+P8hodKiO`+8rBpHNN$;1===M!g6IbG8vsbC&f~tLXPx%i}XArTcUAc(5
%EaJ3MD{dddl51GF<ecDtruZ_9Fh7a-}wU7J`VrM@LLZhzr)-`&UZ2GKwg(@C<x|*=-gsfXbjy}FU{ub$(izKMY0t1`;0i9MR=+m-dp{nDPe{YTk
XnDmX)D~wv_wu&f~y24FwuYwHZ#89mYC5FH=~7rNsGBlb!sn0ka)V4?2y9O+RxV$XippE1>Ov$v&dvLtbGds@)YQ)({_7MO~N|+3`9%2~?^;t@_8
PGXZfV>zxNZt%A1Rj^Yf!feqzt5V`n(^x^#@#OPR9UIc%KQRotMRISWCroVaI3^T)d-_LXdb6s;ep7aFzwhYyNiPgG~T)8Ev*<NHPX<v2j*@5%F=
c1W_I6^B_L2|7ce6%9_y5Sh_CC0n(`JH^#i&Yp2%O9X!KbmZCT*tIAz06?q4ApzA84d1-=|pZJyHiXgwdyN!U>Y&<u<BPMot>2PBRj7@Iq>p1!1O
;xonge*Y1+89EMEZ^H<EcRxy#mEEx202`<-w#m}q|+AF{`|psI~O>0_Q$w=#vdG3F^c%MRuybUR5-D$BF^3CnUvSgxn~<@FbKFDFUoq1l6TgFt*o
oD+4r_)a~N35Z>Oa{{?s6dtO<#|<cKJ*ls64OoHy;2itOGxQEia9n?y%cx0hKs?O6M1S=L&U7+74>tFj7O-3d{rW+3c`8+^zp~s!D{}?idoQd!+k
Ez-J3Z?3)6jEN>r6mwRU;egoy46KgNMpQV0G^A8s68WYSlx<+euG(0yUdYCjV;k;y+u`J3nQ{o7c@uuGjf&I4rj_H;~IYaG+^aGppEx=~6lpD>v~
<b}Cqg-%&(;XKsz|Tw#;Y&}{5nT>Gdq0kP4zjv>l&b0;ZM8r0>u%G2>x!avl6=@#Vl0Q%xNc#=aVC#rlij6Pw;fpwOdZQg|CQRWdURbx}h<iU-9P
c56v8jT=2y2@>=+Kp06yT~&5k>uc1EHOCwj{To`t(a4fW&&bIPqoCc-nqGtBA_nLRg$X=$ghH(#<1LnyPr;l+KrbkZR&$=ka@vOHE)6VEwcG}^BA
jei@DkqHm>YP<vu14MpKu2qXeyp>>G48R9<I89@FVjpDVA=%IZu(Y;?vKqnMM3w*uTtA?~O!_f-;Bs=-f7@^Oev0>xH3>B7{f+s#8}q<NVvev966
3h0MWp<9`2@!B!Cug&tQ%)-A6BbU3$9lSy#FxS-CZ#mYoq)vVVsFTj%Ix5VGrki@F9?KNOj@Brf%{f`|B<>(D$nz6>$wYZYSZ*Snxbqj}UAQ}9l1
vrY>_H_SV_q?@nOD*4(ID=LqSYn>a>_4g+zR^Usq!2w+pf7CxzU)lyAFl8N~fPTzKi*j{=7ON3ZRY&y0VBf_VP^X@l4pfGOAt?n$2<i#+>}-1b)B
8T}ajJYI3<P(K!O=y_^aat#REE=P{gmJQ2L(sLg{|gEs0z66AOK=C$-6GjJlq@i6zvU0`k{P0_IHb>>@zmGrm{q0Swg^2Y_^J0dveSM^T)B~uW4m
?QOf#PZv+^ILQIF<zK^s)Pr<6$KhhTz^8BaS9JzomzCS8EBq{-7)4ll>1?PSZmzL71ZR@xXq1JvpIP3=kah4vtD=W{LjukZ=zaxlWvRpa*gn0RyV
)Dn-y?nF@AK1O}tZ2WD;U8vLn@V+B1o<%62ZTSw(e@-<bRDr+U3s4&tuM(oM9(c@4yg3^PMvxG!pU3sHSJYW<fSkW}K~L!#nk+}9Ie?n6G`Nq1o<
{7sZ=8{t)TXQPb2msQZ;$?|q=<5az)!*}mef6J6jSr4(JuN%p#M*FC95Mz0{kJ4mbJ)A@@BJ_0>X}g>@h3Jf%;In$7U<2Uyei(1ZcWM&xx#^Y<$+
z+)Ui=+-75DWlJP*XD_eKFNYRh#~{LKx1URMm;)hM8@EFtL1vW4;Nrk=_q#Num%tEi)V)Rt#ku}YvcwWT?6ISBQAAK&bC6t(D~+T*CZlfhl-9$Ub
BRlc9Z3;wJV!OviMCi?Y~PI-q=)gNTt?!~d+fikq9PFvJoUVC+`sPD?ccd$I|R-RK&XBy%F&#t15)U1wSmE(!C6z=63s!MxVdX_F~DQHfCt1OtCP
?2tj-L~dd(~z&r(?91Ts(+T9Wbz7Fo`?IIMr^;x&kob6em^3-J6hI3Q8(4Ru0`FlOqcTAx97@2+U;Xb%d9gN#@B4)WA?P$>X`K<mvJ9g!9^?X^Kq
Qihp@NbI3_=stK%#i;k6pUZ!J^Vl;XQ_@~0d|tvAaWSpI}6H4FDLMNvP8+a5~A>QBw;p{VUHP9xpLsgB3JQr)+wW4Xgr%<nDJA~WqsNvKl^F>NC|
2P<8G3Q_?UnrT%Y1<Olt&Oe(-lh2ei74ca$xT^A5Df)~AI>z7SpzP+~tjBGBDhuc|-v#vyxSmX2jG-?XhVl=PzN}#vVyBhv;nYDPtN45J$?Cqt_b
HX<wAf5UoF26o+tz(r^-3nLt8q_lw5NC(&%6?kag^RM5eHV>l;J96ikbp^osHV`3tGJsf3^{pSIXz~6?O;XJ(PZyJvFB@mgf|8e`@tTbQ^6@@CN9
2O`<7;Ily!FKy0VQXX3#jb5?XmhV>YB-_@#DXYCwcm5=Bub`ZO#O^k^*dFZI}fHu2{0`CdF{{!8`xAa;YsAgY+dKvM(L>A&x--qv+X#QkSkCG?lQ
PjciTHU76Z83XiFN*s-2QVwoY56i4akz@P+ErQa8R(v`frYlj;b7wOO;}q4rXS(+4{|z!%b-}l$#E*vezJHw9H+`A`5J9sPshB5HTnWA`%D(=On5
e^C-O>9^LqVI@Gf#YI@T!2vzN~Wb>}L<KVg$CEhSSA#F=y|=J>g6JB+;4jMC&-9a!#!<~&6<&P0<|!Q%Jev%50(I!ylVmpy#X;@tvb@7nCYw|i9^
K)!<P{sh!s<+2W?Kef6GPV`o3sHaVAXIVNpLCEc&DvC`jo5_a&(_;>}?Hua8igOQ^<<|Jkhw<1Gs5<khRBOPo6@=gGwOzKsd>WTUX+Lh|JKM>C@5
$_)eB8!LY|`DkCH(w5Fg<~senOpS7me)(RI6*qBI`<u`a98Hca=S@TBaZMG-o+a>qHWWts=x(6>_;LO!S~Tcp9FkqhSkBrj_7c4|^Mk;K2Kh;M%N
s?acoN;{PWi;3q!rBj&fUPHV~T1!VPfqI(oIt3SHfnY?L^M%JcQRgx>zlLUMi-ZQP<c{tu`()AY+epOCFMJ&tJ>G*D?iuMBY2<q!pGI}l*dI5U;D
cG0lzT6k6)f(M*-2$t-L3v1yknz8wYQM-a{E5x<t^A9Xc$B%m`}X#rJL!1?yYpU6&l{8oo-LuXN^320o-hZTrx(}R`E4G{m8i=N=<hp$`C*jyIr4
A{EX^W5=c2>&QKf~Tx4f?<Yc1k^aC=Nn;!FP0@y%&D1$L|F-w_EO=IOl7GicZY)T$1=eiNM^c(buUr2=zWcaigmIS|)@nUKxpE6|kMC~9jkcbA87
Ps2bxmRy`d&3c2}ew+KB59gnOWdpgq17ttL?P;oa6tyhYWW&1{P#=Z+?TUG!b{u1gnt?dbyHRbcU^bhp_%5u7SDn*_o@d0yk87)5UM`np)vxAW8s
U>Vz{h<s{TN)21h?I#nxwej#%(Mh!dDa5+d+I(ey4(EGdZZ;iMX<ybRv;(ejLo-5edtPj9J=CKgsL$q&l~io29;HbLF7h26Ng}k@Je#2~#hxTTWr
cE3oz!a|^iWOebXbY6j9HJO%F2x^wj!_y0b1cO{v+4aCQ&*%A1YM4U=~oLN5lkQ^pjG5>(JuhUZoGl&#>w&FoL=?+9u6F-}+f|d5BfoY$eXT%}z6
{}7pFB(z|KU5LSb;#%Ds7!lmN;fLY1F$nl*?s{XdJUfElg;bM<h^kGClQ?sUsli*p}Q)~$Gk8dC4Zo3d(iY%Wb+*2<3)P#fkcis84FAUD}uQczd1
Q=zsPxK*$uLs)1L#C0COec?K(JUf*)=J>N|<>o_Ldo;d(gHIZ-RuV)ZDy$>TpvG!dO2tVQ)~K?*%b9(ayG(GHO7UlG~1m!71xxt|}|%{7~A>ZHVC
F1{u2c}Hx5eU#TNdo%44%5ydD<$7vo6LjW3KI-18X2WrhuW<kK!SOYC4w1)EdYU2`yrsBGg1jKH9gA`wL(T0|v5TqAuc6r^bpF}RKNr`4XbNC1v!
&q$Kpd!1(K-`Jphg5Rmq$r0({`t-DX81X9dx`s74t~)`E^+SFLl|TA2~rD=Y->Au$D2Go6;apCZBUD%Lman%kq3yX|n3q0G$PTePn%j_D(sM+cH$
-0>pKwkBZZYb{-V02w7EzRj<VA*8ug6#9uS+uN_(4lc;=x=$yp;+p`6m$<*U4UUqV~2uRDAvb>e{S<Z%j9VPNp$pDY#@vPSnUZaOP?Ut-&eSb<)d
CT$(fH>4gd6At<F<YLCQme{RFDp~8Y7%?(iSL%^_gyH@Bh=}!usjbH-hih*OeSXoUm<e1G#p#R#mVK|tb@Ua?I#k}p>#HvUqSnZX&2d@Ou1b#H}E
FDTjNE}GiH-cv7=S9E#|zsXJPlKO2c#oe91M+w8h+>e7>J5Gl~eEg}e9?z1~k;yToulKa=eQp%^-rhgf$tu6OueWRCV0)@R!p$-UY++t_YM_SD{b
=XpmQ&T^#o%W*#D++Z%`?@nE=JCW6O_qB=ou^y<lJxwv4I=d7sJE=l{;<%ECWP28@ByUCGI4^o_r$mP}u2<7feE`c-^lbAGopM{u?Rd@R)T;Vh7h
NF4;d7vDI?2w3hI#vPg>k*b{hYoUp6hdOZHer@=$B>rZFpNl*I-$8z?YlIE&|#V-WTL6i})1lVb2GySNAnXyQ$~V?7==}I}5WDz^3086}ez62PXK
@KF@Z4DoLZekm^_|+@R&T4)NCl)xK9*9;YnZ8nqK1PvNL7<^rI;OkGGKeltQn_77z8*XZ10{=GfXYrE#*in%WlWA|`~?r%q3FvKP};f(TmwwS%>&
gW~l#aspDzJbVY1227imS_99yqC)Rr(#Y7wKo~dNu)bO^$}uVJ010El<s2`dj^p`4$o>Q+>fAPz0iiv(tevOazR=4vN;gjaej2$UC4r((PhZzs$}
y`L|}VZ?&mA^d*E14&#)gK{U?<<7Sy@8a)38d{zAEq!0`_1*gE3Dvivr&@rv$cjG)pz$}8Px=iA#JzkrAX{wstz##ga;A9E4%*?O_+R1&LSond(p
y}?8j`(s&-e(k`E94EF7sI%caqxmSr^e@^i??AgYpx53EY?hDt1^@Ys0e0W&yKEN-v80>c2ll4C{WuSElE!ulx_t$aT?_rX1%>SfH$!op(@>*D>a
lmg^AR{b1+#zg(tql7;3(dDFMpSY^ZF8PUo0Qt*FrlPqsZtdSiSz=y(DtMSPuBF0A{aNg;XrJR_LPC=L%?c9cfGzy%Vqas6P>V56AhX_RD*zzDME
pgkHy4fkQC7o4-lbbNP0{yHKA=m`y&vig&Y2+kK27+sj`t#B#<iO*m$cXU}ol&gu$WSWPPP&G@Bzh{Yjf<3xFjO1lJ}H_{L91fiYt9R}+mKKnr@z
S|V>I{wWvB733kV!Wf%{HeN&F<M4$UoCRMF+0J04(v9^_!T-)&r#SDQswn5TqFEfNA)64!jbKzEasJHSSqN$ht)msy_ffPs{0*kz8S>p^(lp=U|v
K%e*n{Ovs$ka-xK7;9eqSDAm(t@cFw>Yr~B(RvJ0bMWvR?H@SM%?B3)3~f#l(f-1AISco7V));VVyxVM3H8`oByaBot?Yy5p1yI*DZZR|eX+r;;4
GWq+<E-2!_)1}TCd(F{)j}hprQmD+fN?qqyDeJNak<DYl{3a^=F-)%jm3^+}Ymjf^?Hi(fBVXGco3)DB?$~&!7wK-5Rk9i1uNJuon9W)BIm-8*@&
1$~Fd3?geznFeb(aUJFHghsWO;+!{6Od1%M|x&5U%4|AADP@mqon_+{=mZB|hqRcMiD-h|i^Ap~y~9mXoPc<+MuKbDeF_>>lzEm`9M$6H(u{h|>?
iut=x+%R&AH=vH&B@$q};*YVYA{${1GWgqRTDRPl9yJ1~bjDJ4JoBx&3Iq!8k|GN!0(!-wz*_r+;=<iHw^gQ(V6MahVGk-5*m5+IYM)=qIeuLt+s
F&<IDRNOUhw5{b&PZa(<%HlY%<7ko?1p6X?I>6eVtXLE{S2POPV`?VtL;4h1N_DUaDPVpu29TghHuiR=QeAO+p4u%R_y**Bnw~;WOKIQj3l2{sZx
59)pizv*>-m{Y=BNX?L2>iay<i|@h&;~5mCEDF?*V}5v*xcEW0bah0ng>d+YW*a*+^+SE@jDj`HUPp(^D?c2%<ZMii_CvE7O8;y#?`qj=A!74^%C
+T+^p*ICS8=q}wRs`gf`UfX&5PV3jEy>&z`BIa=C8Pcy%l}gsiY^S`}!gFI{yDg67ZaP29^ka0-PwO7WL_C$<tF!UF5QSO}%j-dG>-Bbj-+3n=@h
JPEMJ_Vt^gUH*LXzZ1c1fL$Sj;yP+s$>F-$j{zh`!f8U1YO*ysu?*^?9q$^%>ZWaJ&sKwhK>Yz1ePi(qi8_k&B4=+|vSY#+wlAEWFu>$8$rxwtd>
9qjZ&?(pUQHzKv!2B`Wpn@H~%vUINRj(W=cLwqA5EzS~}){^2E&EP**xnWMwzo!*SMSP*k9-N9(8(S3*RR^6xS{Wx{{ImJAke12a~9jqd*zagr3!
0$dfOnbIqzwF!J@ggHW(~U$1=U`U95_R%t=L8nBw`)@ePtus)+0ODi!L-fkM^wE>>)!hes`Py7^KxqNM*oDtK0Q%!z@q-~a*-^>vK#Cy0+YXd{@l
+_wJU0^3hZCBgy|0GSPy@H&OR+T0Y5gA$o@oGw)^ehk-d9Cd_b?Cemo|UMKFiFNMzXLFG1&ifmx@W<X6$Dc3^+b+o|%Z^y4xT4V$Qu{ULtDvb>3!
^gVICUpYP~KmD{&Buij6XH}`dB;We%0A{;qQ$B3Z#zwc@le|lL9!QOThFWDKdoC=0b_UB9^MM0Hvj}2I=S2c8J5KjsJ<J9DeJXGFqAHkclhKWI&)
wURd=Ot^&y?86o~?cKa-2x|T>j}`W05SxvPsu7XA8~=0+<Vfxr9DN70T$wirMCKZ@iez<}osfj&hDxsW0?@FW9Oz$}0B$Ly1`iarg<=(5y37Yja?
ZZ>L}>U=Hog)mC3}i+Ztc(uZt*LY^hEr|NU<wn}}ek!@#0Hn#U2+ANagSayQbps3(8Ch@+874Y{XONH%6)>93;&F?d8WRKQ!B(w3Hc0y!5cB=Z#o
wEDz#4LnZ&d{&GlQjXJy}gS9`rKHtAm$qITpw4`QWebZwcA<A7@d`Pm3f8lzid~r<LCAwS(4@O=W0UF5+(XObK#h)s&0Ev{dT~Sgd%&2PD;F)*lO
*i(q!wA!dVKjoMXBh9jwkd{Q8_npNvcnx)SR?t>eB$yGbvypCYm+$TW2$fjQuMI|V$lMI?){96sp`JxLU!F3iIm;@O@rD5v$=+i7os^Yl*63|0p=
QBT5on3w8oWc|^xSq$;n)1c7PQ=z@cB<0y+E}`|gimLWaI8R%fyXwiu$93{KG1yNnMz>eUs$)$=vLt3FtTu<owud=Bs9{BQ8dgD{?7m(jyN&*D4S
ne@tOI+I+U)hs^S$}Vamiwc&o$2uO|%1;y=Q*&`R9d7h0P3_1m|H7kj-`mI2O#Wp<#1${<rA(yCPYX<@8TZg~xXG;6A(Ow~MO_vmJ)5Q}#?)dq0~
k=4Zh?5e<8j`aDlQ{N;9$ER5MnhdF#F(whtA_D@K8=l^VE*A1&vy}&$3F^|EK*i-8>WzMfo7DOCA^E(&MF@7f*?<-hgjqK0_u%UL59sM(&gEXI?m
+^XrdB(4=i)3k*1KowA&ksiicje-O-E-hHg;%Gl``twgoOUN4vp4A-t<gQ@MBOZj`0Q*>|IBOPN%qh=xD-7>QeNv+;I!jyK4xzcHe927{E1YNOAd
2*b&e0#X77w=1wGeVSLc5L%)QX<0f7_xC%cJcVa#V%=QG`Q_MitV7@P}L3ZB|-=3~BFPpbEq$MD-DP9D$Fi2vS^M1`G=O7!bgvR|j{Sw}nPZQxJ;
>@G%k|5=R3f9o%j<uQkQ?QjJPMRuYe*(o|9xl$FZmY!2@rW$6aLicJ$5BTkb$R&Z<ob}ZHnRUuL^_QZPFsoo!>%_Bxe>T58KFntH{lE7Xxr8u>D_
B(6xq^V}EEqQNtfD*zro64`s_w*<^!R;8mPdSU-+A`w&cv`OZz)x6kLS8ttD1w^s@Pqp8jD;aEQe1E9RL5W2}O3GPFdIK?b=w(mG%D!vzQy{4&80
i;nW<FOA51djx&GW`L{qe2j*a<gVX$4coIADw94J)kDMZx5au(d1(E6I+BwtB{yd&N%r(G#gYH$e_~R~-OAfP>Zjv8zU^&CiYKJh}T2;-T=A+#I2
PbAZ82
"""
"""The dealer wins while the pone needs more than 30 holes."""

_THIRTY_BY_PONE: Final = """
c-rlo37k&l`^Np0iY(DWNF+0fvQ|RnXQ{MM2}z}e5-n0fo8>2w7He9FiYO_`7Aj=lDU5xFY-7e)$1LYO_y7Cc=bU#LqiFa4%y~cW7{k2pxt{B~uX
}l(H&?ElE9c6&a;}^!=gPTquAD39%DHl`oGa(bxpJ<YE9c6&a;}^!=gPTquAD39%DHl`-@Xc-;g(9D<KAoDl$T_lq>A(Z9q~EE+|^EA^R_gVd!(N
<kelTkiIwW|v^*|@<s<n~)=PpU$q`ADqvDFgQ*!09&r|a%G0gou<05yL>1%enV@)kn$CNOG%~HuL`J|b=2<Az$N_I%H?3aV!O_vODPi4dx-)Ooy1
56|Hoq5+i&t2_4;ns71FfpdF>1B3HDQPS{WSlIJIN2<_QT-v<&J=U%@_fmUQpBxd7MhNxC5T%&Yn>79weAFWy{T^AGrvfT+%NrQqAZd%@{6SKI0V
nGhxt@Qed%WDVal5Qrm4BwF>ZC|L8pPU+->W=>^i2o`QD^Ued#JA<U3g+8(}#Kbst6DMofVB)Iwb@MZPzqq=b!Mw}4x~x!k$H8SGx=HgY$aYs?t4
0~c#6gJiPIN7=tfqU-~4ruDBt*{2rbn0~U;?3dc+W>dz!$UW03l$q{4=3eMt>Mk_J%|NqKE|V70SH{b1SuOFfoJ=HVSdIhCrx@ZTsI-DKGk2O8x2
z-18JVe0Q}-<Q9Q^An)5FYF_v$HQ<Of+HTV$u~mBZGrJ(eRmJ~fcX?7@ldl~$&;xzerZ=6CXCI?g?AE@FCud(?C?Q{-H!M<jnF-xA3i(Dfd&R2q@
&1Uv^UhY|mqvBzYh(T>u|JZG+RYq{q+7dm;J=FTDKp!<ot$2@Ar%UN;_^~n3=<$1D}YGk(@AWLOvESqT5rvmcWTp;c(FPT23k=xX*=u~w|IuAPso
E`2^cLQ$yK5l)vJVJ*05?!w(EAPO&4#9FdEN7~^t-eFJkM*;E7w*_I;A?>N0a<JJX}5uMhf~dY%t>^%xNo|P%}wS_lPDKafxarA$~1HxC)@Dr{rp
xcnA5?Wsg-A#Z<8JFe-G-|Gs!i>Wq|qGyyOmc+d3~gcRSBJ+nkMV4|kfm+H^H>Qh;i^iwu(qGKY$D6D;pV*#}WaD!(1Z9f|y3i#zr#^f^Y}H%rVr
?)PqQXQb1`>FvZj>)p=oII7LIW`S{~mb6C+V`RE4ruNzb=0vSU4r<kT#K#@UxEmSa|0dM2dAZN8Wt7=%zH#@tlc+MsIv+Tjoege#cepvvv@lcAwa
v-B<UL|}mMjJHCbVr`JCW?1qR0>XjHlsg86n2Ab+&&Nb!<NFZ@PRTr<;}LA~(*>?fmRac6JiSkGk)fGtKSPU7Mx2+$zt@Tk;9D*KDGBwX6g6R>i#
w<a=?m6qJ5Qksr+_!jJ3ce>>u{xvx3kC}R$Q?muoFH=nb{Ifz$3f?GT0zw{F;<!q@<zuZHHpzKNVJr(C->XDzwR_k$Z5BYA8Cxd*y;!agJ57;(=p
GVec{|xHb{M^%0FkB~Ro9E4C?z8T-P6ntm=o{a2Q_T%#fLS29q_VV>XQdB$`BV8yrpiq8Jy#a;yDJs>29U=q<2J%mG{OU4b3*ls`RAFAEdb)5;jD
#RW=4{ezjWKVu{_RmySk&@bW_{(GjmL;l#|=#F?m7y$vbpXpUUUp{s!bTK>j1hm*C<*E8__o;d_0Rd#E$~%xxm;@qdQt*n+J7Mp-T$<OZ|YbaHpQ
AGnR(hHg#r@g#GascYUav*|T1lDcxAJRvWUnct$9dRIP>kuplg(qnurQ$RkOb+fqF@_O;A^1aG+pzv^1OJr^OcVh;zE8B73KGNKzP=}OoSGc|1XW
Z8ASa+#8m)ITv;(bz7YRVnb3e274Md?m&(OX^z`#>2A_K!jSC2lYSPgq2RTb0L?!}j>oqJZfv>i#D%#})$dZhZHBuoN+~=%I4EQ{Cb2Kz9*!b*yP
+hM9$Md_H~hO>!5QTT45#^HbE?&*I-NNH_9UKeF|EbQ_<^L^=+OdL^hg<7m6o$GvJLTHXIpM1$CHM+xMoZc@!8n4ab;cfY&Ro$Ky5c}+dj*?eYJn
<H|8RFXQ>UU$je(wxUVJnlv34@w(W;2FBBp5PuVAHw!Txc(7O`^jh8P7w~EZZBK^!<b{w;oT2$S2JL#F<E(nX#=yTyBX#}Q^`DJ-ZnE$yfIP&#5K
WuBTU~Y^@-~L@~kTjq#?i84DQ>~gS{es$zUT{zsWe-LZUj3+~ukJH!=S`s6lMd+a6hfCLfm=v&9TDElo{R+0>`r`k(p2tTG2BuaqG_)d2H#Jg<=|
awQ#Ad1|rC<qE0F&+6gjE#UiEV*E{FWDHDy$E&WSR@tJ{q5yOHKZ{urr*k)}=o7lbSspXjyk(v=txZSMi+XFZ*&}(-^yS2H4Y`^}6_8#6=jTfiDJ
X@cF#mdy#DM#Hxs9ydj@a%)4jYAs&&0niW{>B6>fC{c9S8GYjT*$l`|l^C%tVh5NO>H4mKi~%HPU=Zf3aI~Q)89`Z!MVg@RpMEB%kCqnI_d7;h8~
&l8+U*6x8*k2~2mw$%jyrTFeVn+wt0QrKpD;&62Ck-`P_uVu$<KM%0aw&T@+sHAyIWA!yf=mCl6CD?w_bwhnr(EM?*JEaOm>?jpiBn@vQ*4zmy3d
8L?CK=+O1VIT8owEY9ly&4Zoz_*k9ToumG$L%ctD%6VDW!-mkSCfgrws3jAF))`3bA^@Ndbm|16ni88R#{3*VQzB2*=E+7rDi@+Fpt&w$!tX(BIl
y-T3~*J%+;4VWvuodUca?nC!q)Ynj|Cpnk4Hy_|L|zhz&YRhJ_z-ub$+b+7gR$OLFg3;Py7nL@mikjrdzt5En4%@Vl1Id4`#2zC!&I`EEWx*<~Ev
sjE#Evo-0PG92IjR_0Nac+u=-sv{xSKBlMqt5L_E!|Pe^I)LhyqrrDkb}O`94-MZ0S1n=d37Bt(Qt#m>*WlXuQ9uIx&cMk(HXji4!^|j<|3EbC1o
OH0TwPY^NxH3p8qMDmGpq561lj5L8FsHS$W#%%)n7j)RK(W14ijZ@<j^mqKecl^aJIsM+LLX%kY&5F4o}NNtUzsaUeFvSe&@sNNHdsD<2BRQ^auI
p<nC2?`+wv@)Nu>1&<WRmk4kJRb=Wek!aQZ~*V##sse)Yfx1jbBXR_XV@zZ5^>u4OOHx<}RJbMz0Z^+wxeHD$ihvj<kR~U!hL`OBwyleWHS4>yag
|B_hP%!^s)=`t@#oub-+K;nZ{fU*YLZ0m@J6Zdx>}Ln&ubqqfh#k#PJBhW$@G*|)8%o9a4jLcE_aE}NfviF&SiTkSy1=Bt@hmge3^d)%b7b%KrUS
TNqZ9dx=#Dp;<f<!)fmUebHTAD4Iy?E<S9YR5Iq>2+VES)CZ4vVtuIk#dyaq025_w;6m!I<(&tn|Ce+XCIQF{~WkP^lP)okjMx6O-Mtvtl@N%I1o
<wxdQd^=grQkL)LH!RB|VR?r7m)Bp|y_{s7haL{i4FY{T*`faP^c_O%^3Ey5@>Y0Q3?JX&urp-3KBut)pHVsXmFMUk>QHf=W_}?jjRkR6^Emz0y;
P=;z;k!=ju{Wj+wiYq8p{uorTQq#lQc80(!KZX%Cn7UPu<a|qo<*Na<=vnTh~Zqy_30<E%2}$1uo?N7Vvc*S!)I^K1v43%eYxXA~~N)r2hPZ-uVU
7*4$^B@wkugy1?=%^Bu8#hzc~8Y-Sz1J6+01wDK*lWT%30yvH`JJCju12O=h+;n`R=T>lx<Zy&L!u8*R!B<>_$)`R+I9;@m2R!~38gX!_abZ`3NJ
E=*En1i_T*D(6BX$RJ(=5BKjEO#`olBp(}6=pBh_{HS1#;j3i)bXBt%Bszjx!Og>QI8~qrega-lke2uit9hlbO^E0Q!PhW?<DSH8>lz)*vKOe<V#
^^GAzH%-M1t|l{6XDpwmIu(>!G!G|fTWoM?X9^k5afGK<W1<4RFn?k3`(19^D>PB0E-f2Xsd)jAvUn2tuBU0i45Wxt>45Ms-6Chui2C!@Dr+{+H`
Xgl|{5mpw%&lkjFH)#!ua&*$$$xoxr>!y==lqhaaZ}|}DyOE*CnIEaOk5YY=mm8!h^-EV`d8mBMD@+0NJe~di%vx^L$!~x<ISbbr5tXR>XQ?{^vC
$l5qxm2!p3EI2f_yjHOF-o-VR@2_;Le|tJK(O6NjA%1b1<3sN%OF|-#ma{cL4Dq9BnoVI4Ec1ao5r}KPb<@vhA8j5gU_PyE!<-Qk{NUeQ)t6{fRm
u3Q!*nRb@_=y}Uo9ZV$1qYgaK_o)7V^`|<95ihGB;*&<?j4C?Gm<z15um9DxTN#)UneB1`S?a0kNS%a}!hos0E^vzZ2KUz?UbfJdnFCTz;oP2|ae
Xld$Wvryfbr^M0Xv%*iq;DrQ=MTB}@5LN}*u$Ku?~%&89p+sR_!{5NJ*}Vy{SpW2j;?Q{%g93wy^vh=j_GBdhutU5GdTBa)M1}fova}z=cd}MNH)
8Zn*3>MxYt;(_jUef=bqn^t-MLMMZHcHp1|tv_II;_s_dw*?&yiP33fM57IPG0PuZDTbJ{bBsmk^N%~@M@jz5|E?W=xWRnDclUQ0JIipr}Ol}K0f
5)8kEn|+0<*WuRxk@Ms-^l%HRc$DhvWiY=@Jby@cVJG~PlxwT-CAzZ_=kI0h^mnqn9or-7-s#!z-kp495+Dw-Z1i<AS=DqO^&vEt$bGCQ@@7y;3`
C*#;Yej9x7k5wJc&AM5DwNGe&2-gQT${cicjLUipZsM6}9+X@&MJ>v+&%DI(+~RXi;0PzoEYQ&X4Pr5xW|@v?@ypRb^=rJpYP|{Wj)E#9E0MKb{@
cl0|KKwi#;^PBU93pv#`P?`_o0UPm#P9_kY+>LEn%dvuTE;e81|PnKM`wVeoF56jK)ug7)D+l{Q=k9B*8iv44pVLW--qW0q2%UfIhsw{E`%kyq0d
Rlby{d5+@0ne_Y&eW(r$|~<iXYt(20<y~|u=FflRBh1Y!LiqZc@i0EH0+KsUz(}>eKq~_0aSgClp>O^h2=(6U#-yg6Z~#ho$B{R;Y0AUj}-Mc8rO
5lTbAh!e)a8DWnu3QV~*-APo}R7BMxCUzK6NKcUvE`b;&Q>$5OZ$$9=v+C3Oqz6*b1}2J=EH%PG`aQ{Z>5S#CD)(<5@46vnN~OEp-&ku24e>g6Ft
{S4LiOJuA*<gCGp+V0{^(OsN{)VM!s_3imsQiO{Iy`>wmn-k?>zs+<c;*ftuGi{Z9h?U+&23Z9Q6E!P$gylL^&gYm+v&U>SE2*>Q^H{=n8|X7q=o
rtCbEPEzr!v*%4bp&4^A1qAfa^zyizn$zy5ju3<t^557}^=9dpNUj$YuVXe1cZrk^7Wcwf(CTgzQjfMVtk-r)^t(TK7so*NeHQvD#BSO3hq@8lxb
+<31{|%_fe=2D8=d;_qqXrnB+tQq*S^VY!A}M_*xgFmA``o7z)zI%9c8QTHKNze~3<76+e(f6qfrVax%~ha=`=naB25VU~Xlb2Q?}-wCNZGor_^`
>xi#hHK~efZR-1Q5x;$Hb>2VvzLx)FK7>&4DjaV=f&tIE~VG1L^it$)V0ue9jQ;9dK-K<!}A{jbw_zo{)ao*U8_%3-4?TV_F}WobAUP8x1Hn74~~
yIJH$~g=4w}EYtNv2UH}VY&|!CUc@L~r1JecYc{(xe@DLp9Ovz7XDoPZWf#b`hf?R>OSEggG#u{CNmt8M)btZf_sN3*L&+~eHaqwX>8Xuby;@OMm
ow{?C;-9cd%YxYr@gvc7Np`5SBF=(2$W>lfl}OH5PmIli<q>$!3q)fxJn3p!ycm3TSH?aH6Td~J1V6KQV?gXZ%KKmKUR5QKUrTh~2x>2L*$Sl(xq
29t=$A58Pn+1za(!rmkmR2#3U;G2vOhx>t?jJ-eJtW*FbCE4A+5bOa}So~&#5<GqsD%WtkaN8RSg{FKzOk}%1Bw5kL6)e+CR(jlQKlW#YA=~{w&K
%RM6eKI{f}!F#Q-Y{jye~!&KYT$W{x8B3qSg^>?C^LzvSdJnXo0qU@N?4srN@MpT}*5=lW@+tArEV)+}G7)*EYJUq9=!y4dBHNagN_9~&^;A=&2l
~=rW=3fl`pN|60=g$k#d|B41D$(75sBVe6JCd{d;EThFn+bU2Y;x5KS)(;cP=`fN$1=0&t)fnTXGI-bDEmAefjQ81s#e%Ll;wqVd|#492ZFgX`Sn
2}x-l8L0e*Y~*lX*)+%>pWHQjfOfz^_rEFy)7_<Xq9*;0V|#725K{znaJl*WGb?d?I2(DMd%=Y6rBH`o+9TM|A$6+I=&W;Painkp2>g^pL7grdRt
owKdI_W3NYATLj&zaIhS*Kpcrh{K0qsVVwwj1M=&mFk1u@?MpwwTLf-+X8YHb;*CIKXc*cdBAS{{1TMlVQ$ImJcoz9L9Y6U*Po>G18+7KWU2u3p$
N>8lY?*tnyr%^A90jp2U*$HUN)B3;3>0l)X%{@L|&(Q>I&-i#NtEbtb2*=Cft8RIKLh&m5AliAUg+cbCbO@$YrS}joL*(T@dceDCYXwakNJ@y{JI
n$F;44*=SzoS7F=y?3^5NGBPddWMpJaXUp^nAr@cP*1fz~-pHyi;$EguCw&AT{b9NXTz3Mu-KA=+xSLRIG(h3i(RCRR7nC!|U}@$MxqBZ~*+DvyO
gPUE=1WjQEtJtzd+8T>y+LH>G4i!c*JxfIs<s23Q?ks(j&}k$3)8U$f335M$WeiNdEIh6E53@gx0uJn#c(<yyI0eT9^nOWchH@y`?>$y$h$R&)Uq
HhK+blkPxeu%?4~l?LmzU;q$}oPczYE+WzYhp*s~S==%hbFMU(t!whp%5p9V%w4YD%r={w8BB+T^*Ar9AGsalC7;vrk8hgO1l7V$g*m-&R8GL+2n
2JG}ywx7a>?uX}wL~|7)xi}o3hN2Hpm+ds$=&rW&XCh2z$muv*2|WF3qWMnr@dQ11FO=g=#)4_!N-%HWofD!?fga4_W542Linze9_s>yT*<<;jKL
^?b<`w8|4jfFP9v%zo4^j9aYLnOCx(n)TqnWF&)+i;3<I_z#irx*@t$MZ~o}ObbJUckrdBpmaDBJeZtu;6I^_4wAqj{cAO4fu<fbNVq^Lx;*xg*^
>vht2lcWnL>LM)*^%IlWBnf4~-c`^6$J-KrdKJ%H6dVsoF7pljHx&MaXxB@&yh~o@BO_2cJ4Lml2d?(sY#kmXM=Jr#ub;-^5<Jp~c{yEe?7dH(x1
(@SBSK0n~cQ&)`qsK5E)l0{oeS(OC9F?v!krY-pz`PnKwM^Tcs&7C&Rz9ZV9i*5$5zqI*@_)(8_WVd*;`ksOCxA81tTXFDo<KYwP?pcd-z>`wS*1
tRzk2H|(CZ_o!}EN9(!DM;{q&elj$r!udsvD&Hs5be!lEkdOn<s-C)#^?w{5&{9IL*9)t?XQndomK_cw~D9)v1iMxCv>e|xr|Jdv7Ta^YNwMDZpN
ujRSkXE_c3Dv0tgBLX~@+p=EWc#XkYX@9|LPWPuI%XK!iUe#@x4$piKM8$NZdxv~1Htz`{4);->vJWU`%kx&&doB5LIr(ZH+MABPzrepgz<FLJPq
&BVM!0Y#YU;v7avJz{5X0-?*dpFcEGMxJLLF8VB~-!bY%D*F_jT1SatM(!S}{-aC%)cvf1OVE6Y!K>nz5ppPRsHM2A}8HGk<%+8#N)w^yfex=0x4
IuzOVNVR{vJvOt-(m_H$&-z3X)M4?ToF0R6_i=t~64e#+I*-j9);A4Byx~sY_?bjlAYHwldY&#=)M>}V$?WshMcdj|iw4DR)h+_J1mi?=U34d&!6
G0rsa;EmnM|{jlVBX>HPOa0O$c4K5I!WuX!ML_PP0^A(TN^B;$U>)4aV4W<dlqaX&#iErh+o?&QDN0}b^57WVfi6F+uTj3+!pgFUULGuYPz0cU*y
kwy_oix4##xX$~&}E8Jqhg5J%2|(sYu2fLHhS<+k&loBfzx1kcmCw=pRDE&R)}+yvgL(KT3>4fv8!_BPPQ^K~bGvxxJs9`<}-Wv#yM)Nbl&JiEJ(
+0MeohGyKe)yD#+quo0)W2Hs((x8q#p}m?cjvZh=qPueY!JMc}TOZrNs#~6Cp}+CC_B+aQJ7wACs8aBlhl<)_-UaGkv<lfrz3FI;U5rS+0-vkP|F
<W4ZP(mIF~5ak>>iF)x5so4(~-M4UTu;T^_iqd7jt8rlR_+^31^1Sv&HPGdyntk7V|RJ|2vdD7GB==S-#tk<>F-C(-iYQP<xZHgDBmg>OyFs3>|f
KobDzZy9LT_N6l&{+^^zc1M!C8x|=axKc!)ro~KL)pH2zXoweHtVU9`5b@D8G(Hv;|h_7zD3%OGxI*#{W!uo%U0zZM}zP@AM4vxz73`NOOr;(XcL
4AP7A@F9>L!JfVVt7}1{JNI1+yrerta}-q$#nnYmHO*^dnDd%V|sFk>1Ful8eiSpL-knr#6@Uk5_9Mz5eM~G81qrz#rFG{x3SW;7F)=@SpOOh%RT
80+ThqXNlpB#G_^>6v@M`cqwY*c(Yes{+1f3a#=9!v*WL`QsgL<7|MMBW{e7!p`q_+N2WO7X#DbmK_|R@$<Q}|_IcDF9BaTpZ<ldCGALn6CR&B@g
u4`EJxiIh*4m%WXUZUb`g&Wn=8oM++7lP9~Fl*-nr|EQ{AhmUI{w<cu>ngmxuG~z$7T(F|NJPKP>h<wsdW16lwSFRHw$`A_{VcuJcd>9+8NwX1>q
Pg~qbAv5%wDbvyI7KD=&k5$6`nndyBSAb8Gs_aiP-H_oL6bTT%7D%5MJ}@BR?xp1cpoUFPG`Ld^_Q-ub)Y{n|OYJ+RZZkoFCKu(D%@gdr#KAjJbY
9uk-inc4UV+CjMj)M^z(PF?&3F6}RoI*6{B0SpBbI;$5`Zjc9Bm&B?TN;JG6Ga48VlIbUJ07U8>MI`J*5h^z2_YN71<x{Gm_PV*nsU5pOs+wNIKx
_7Ws_oJV$ylQN_zlRfbz9eSdiJuwCqHGE6#%21or<bAk={X8}LTa_1g_}bCHBxJl7vaeEQWkR!JnS-1Uks}y;JY|q?Ns*?+`K%9E9<8eYJ<5R@q8
;xH(|BzN8gY6`hG>3w(dP5RD*sG&x=Bs18pbyXXVtxVwRrFIhhD$hqWDv`H1eXTV-#@zt)nO=Tmb|q!t;53VU&%PjJu8aN&9|SY79wvEVKX(y~0t
>4dw2BCh7|+t~doyKiIn>6)PL`*ol0X=S>ny7y46yT_@E1(<*GPZDj9z^pvS%sN@bp_!4%ve%sM_ZUH66;FP&S!#}-rEHbmlW1-a=6i7An_&7{P}
$GbTmkY5JTFJ>75Tf}v8k$<?T(Fyx}NS<HP+opt8Z^7x`%(#Vz~BK0p`U%=1o54h+Gvj@#M~bWr^nK{G8#}p8NeNNiZ4u0cZJ~cpHKWyMy@&Sh|<
kyjADhwG?-C5LV$)IrOZm4~zP0aMwiPb$rx!pl`cJ*G}uPpza>-^Zc#OOBRJrmIV3P=Q-x%--kF`4+|?hMOjWjS3hf(vgbO-qP@ZLI+!~X&uwtu=
G^<OV5p~4{hA=Z26WYVRP*tB=&SIz>ikO$-^*@BAx$)AS#^7u-%_4OhdgY)f7&2UyXXkaG5t^WTw}JF-H5L0sDD1loBze>oOh1S|32lO2K)0MJJW
v{rkatX8{x+{>Zjzc_xCcc_Aysdg<qjxD=BV^x{i9;UBt$Nin%kG`}n7btZz@!&j`==XGH6DwjaVA^Ww>$UOfhLI6r6Tj3kv<P6^GztbbW$PbHd1
<6wi)b}xMUIcgF+(Z7#7xAXj4;jRI=uSdVvDrPUjE9j@^%4>|<tY!BkuhXn`C%<WXjSkvt1iS8I^xV`;?X8yjwP(aEFy@ipb7D7J%t17#g=QpsG)
ryJldQJ02xi+u@UY%G?X>g!$CT?9)ERdWqc?-4j$-yats+=s$yjz*Hiqvm=Vw(=fvw0I@*5t{9n`~KCs%o&ko}7HnyF_>mg*;>*N3$obMx;<9F?h
p?404x3&L5-Q}z;~c_t1v9^H+=XZn*@{zra!UQs`)s6DRjex1d9jqcJ_AZwS?>{W*6C7QqNF6>p>Yc%xxtH=Fw2K}_p_*iStsi6~7QJ7=O|GtyxV
a!pLXV|~OSt>y@vz_w($URI(+hfq)`|x3z?m_qbyzXJNfi1gNXZ2klhpGvx%Am9Px{SZ?T#7$!jdHnG-WKyM#Phv+w&FQz?pJxuA)2Xz>}+QxVa(
*Jm@{+b`s0|h^i<&qNwTl(jXE2#m}jE52|CRmrcA%iUD{6<*{E*ods$=syw!F38Q6+&T$WnwB5E>Qo0Zg)7MG&+O4@DIXMMbr6;H8p-Tdr4!guXy
I{oxc#`(Qux%gbU{ut)tObfgjZ%U}M@Ma?(&r{Ky{j|wQqHYj*rH}60Sf(F`t^44)5%F9HmaF4c<w0y~(c;wI_F++%*7G!#@we;!a}~j~#76S~-H
Wy73?}*K;==v&#&T2s$R}xzIVTfj=Jbepr#Iu>62d%JcQC$Db$_h8RsGeyUm?ppqnKL~&$sERgR4PxIp|8m?}c=j_H02>zALFGOe$!HWk30TC(-<
{p8WJq4Gq!`W30ONbieZS&vTdS{l^g>Q;lSX=3v&p_UYu$&Iv4LZ`WoP8FMoCV`upzVA{s?tLokzbnm?d7#fnFYl5kwf5PBGJyCI<qArfMFCoIOK
n1mlfZIZ6hB~owz4auZof&-QV~&`J{U7BH%@P
"""
"""The pone wins while the dealer needs more than 30 holes."""

_SIXTY_BY_DEALER: Final = """
c-rNh2XvI>wublq{uGiBNC<%dLPC##p-D$NDpk55pola9DRPt|7vTuf4q~GyAfkd48^}4Rh@yguh=Pp-<bV_brAkL&?(=^$lMLmqyY4z`-I<C0E0
lN==lS2g-~I0IpB$0k{8J>>?2T$*mgoqXDD@;(BL2Vr%b6#FLtN;*$#Bl;a9JTs<q=sc@5u?tlCR|%nInVcKDkZGOR5x<ILRY1;&4YCQNB>al{oH
irc2~LQ$$B<QPWj7>Uuq(gY{N9Cue23OoF+!RF-0rBngra-e`$}IgE*;ztRcLP+g@>b$~fyGR*U4ooTE)bfu2f6xk~)<#FjObtGL%OA1vVkJ^!9{
&Ss!MI6yaj+t+@wmzkcAztKEaPBu>n0BVTey#oWCfOmc$}njwwWOllB#B({=<N8I{{!k^5u57rxbD&fU7=q&#(eF(?5uUFnYrc(6QRqriAKwZGFk
4Ircy)7qH;m1JBI2uT=Jh#2a8xsN)zoN2i*QOr_3qmC+9b3u-R-@nKHUbyJ<08Y_2>ct)woMeUlWD0uV=9|MFLMSP|n*MKwV-=zF@`>@ydflM&I*
3+ABt+0@owb%<7xOnF^KN=IoZ8Ip#|Npy0Q)!5G*Uc}9*(jR5HzO6gVE=Qe<5wXq+bKac5zs~F9THm_YIO!&hrK*&YqLM6mtzUap4%Aq~g19_Rv_
ux^eErV+U`{({BO;uo;27L1MyG2_IV$Vu<oo0fI=LKmU6?7Ahfa>j)>*IXXANQEWNP#&nXdoP&&)=1#5w4kbCx;rPCnDq6xJ8Dqnwvb<dJ^N<$6+
qG?F6unNm@<m(4ZQ{|EA*5hp-AMkeYgU1e67ADnNT{mx5Hey5mu(3Hci`{C9<$pR)+2kN>CQ@I%46_3i%s2pjl+pX^$?(6+bLy9<-Yp9HZY`%HMt
aaXTwm2_1g`84mgsG|T>j*6*`$(XV$vtu>b)7CH@aqKob<tdrToIPqueZ4&w}uRH4A%oPRPWM>X0Vy-Omg0Era2{?vgUDfr+%fAHC;}Twx>uRX(t
UxoMlisnaa*bb;R=3IoyHd|0{RUi1ToDlYUx52bv~kjMK}R;*4?9obqO>=}g+3t98_ojWUZ$=q9&IO|n-hm<!n~lFz2jI3IVQ;?7kaego>D5xcMR
F6p5u+Qt+xtx1_(oxV<Kr<|E(9?&EDy0)OM-I+XA`qRse<W`u=P}{C+7h*amTJpR;#q;24QQ3;$*xBswK_hlw-|f;#E@>6rXVT3Tr;^jkDM}x|X!
`2~eV5!-T7H#($~1XcdXl{w(#;uiGt?z5cM-^wakE4!J>HVX+@Qm+^Yfq)yRWMO9J@6?bRM(boOLQX`S9umxOIen%sx>?&d3J#<;P_ZmEBsJkT`3
SM{Z$SmB+ok<SCFRL7rf_W38L})i&9Fo}JM$PX>wDoiMk;@R^*^X_{$fm@k|tsH4~$`<qz(M2FJJB3os#%#cyc<$I*Pw2)@hcYUeN*H*FQ<seV9i
n|@2Xgl2RYZ2LbCBV;uM(jXb3C&)YOzp)??qFt{EUqJFvgvN3b%Q>l4K!AE%DeJ{JSmUJKsKp+qzl|_Aa4%&ZIIW%#Vc9GQ*DPQ`>Nba9p#(cIn<
K*N05jOcfYJulc(hqt*O&Zis@@snl<Kg=5cGitRLy$v?063KKV#qljmh3llftGsR7bgdPxuI%8qfDw1m7N_s!+5!1qhDRi13M_E&gLS6iJkPX&$G
k>a@TC|Rb7<d6fVsu^Qun)#-yxmAzS+e0BPAcy61c}Et(Je_@OJiEmhc@*{`@*wQ@Lf!#4XpSe;qQl)PPh*A^_MH~_l@6%x%+o<4R)|yZ-F~nf(?
;x2S4<1@fEi+Hk*l+Gk@nHrX#6{S^84}@%=2Y7)A?Dl_6+>{NtwXhdW31+pKarAY0JjpQdfbxG>%rp`nWf(TvgqfXM#p-ctxqqrwOt}Q+1qfHVLM
Rsc#bWoUYTUdbeh1oct!+WIfsIEqOzhaV_OqLY==X^SA>u*{;UHJy?39c3ZT*4Ntqpr?h*Dke}-IPHP`?<~fm|c~?BIsyQmHWGc7Qc_@3yMCn1@r
VDkrHq$gUascAbVg3N6KadaU>W}&ONY=_4zHT|%&t(VuyNqOl_2T}u!qIBe)#=PGZ*^b8oOvN=#D;n+EOn^KIkH1b=|j3$Ki94LA$jY+w3AlWd~!
~9GoQYM`7=H?$+z+y8`XBQ*iZ7ke8cC~;pMNR_Y8V`1U=FXrJM3ytB_Sn+0!CFv#+)@F9ne}npabqJz+eW{i*f!VSP^L>r*<Gyj4>R%b(QrPxSGZ
@)g&&kp3IZf0twOhn$q-{M&u91MW{{HB);wy*-K<)&mc3hJU-vUY!eA=k|G6rYC5`%6~tBiPDUEd_}h7*p2jll2$M6z<!Y;SIC$<;oXRmUf#WOM9
#_;jnr6;<0FdkdX_uzGt}$kO_ZLFlMf=3y3BQKZKv6dE75wG%N&{I1d%v`*HMD5>n2m>UvgLrQpvTUEzeZCfSTVy>UQmV>Upc|LeujaK`JdmhnLn
ebV4yLpi$KRA^DNIUnwv7n7dQkjdAV_JS-L8F6f(8%;&5;K_qs#?<u^hR&?N8wESHS%EhAGajWh++-emS`vL!MtL%~Es+yoBw1VEMb?Jh7+?`vrB
-NpEl=|KX^8zN<NODS7yL))|t>X41G`}~KWaSScv7yeAP~kS*YaBCYgJe;;`+4o(qU~xsi54@FR`IuQAU>th=v#rj-CWyhd#b-Jf2zx8ifDv=Qn!
IA=4R3n@&LYlhtwmLc)Qs<si^F%6p^5MSAMFl8Z|h8%3efmucL<FN2|rC^*qYYrc#&knN7I%Y4lG;-{v^^z1o+a@1s2+Z%j87h50Bx_YrsKIkv4K
wws&KGZ}bAsucC@8F5*qf=KLoS6;d-of+CmhLN3T!?_3tn#Hu4!jzrNeRxI|atAh0=YMEk`nN91_R_&@8l!cj4uiZ4v%50h?vaC3$G`Xv({b(oB(
WCcu<AC2c`KWZGOKD(i6ilnWc;)`-r60<8AAe_$j3N(@ozGmUmv4JXQA>s^gE72mtmvotOInE{#_^Q6n-7455nA7ZzhwT!{0XI+H<&D!|0Xv*`Dp
KY`QtCX;6tH?1U;xuhm44&UD{{B*uZ%cpv`Uo4*a=E=)(|f8t%gX&y9gq+NB0j@N%My=UpuaF1paX-{{jX(Y4iJ9=OdH8R@zS4(?#Qps1@baU1{6
3l-bTi342715#@o!5z1*@dekS7&tZjaK8S_BY8P2h@S8A^BvuPO@obAs^4_lWdmv=^glXlAO0Hzrk0yD)&O==GMQw`$bVn&KenHVuy*5NH3Q}hnn
co6o+jtx7&|9xdV5T97oDO*d5lBxGw8W%%rXmPu4l?S4&8y3($GI4%CjQTmt_(WPAB#rqn2_a%(%8E8A!9#ieN0yr2@hTXG&$PU7yDLWgQpU~OJs
9e%CH)M}24_mGF=3EXTAoqSdckv}`JJ3py&^)+42^%{Sgg33L#DZLy|0?lHYxsE-aEu|N=atGhZJrzvnzfmG<Q&5T3)^!Y1qae<bCgq{7#FfFuSC
#xw52ZWO(_`3+-zJkB(|ow{T`2m5&W3e`zM)G|`6+#jN!3cLYBFj37iQT??$K1Lqrcq4U27)w?G~9XWp+rAiH&_%OB{2#Ahlfr>e5_gxzZuO6?Iy
n@^D`LVkXpnvUGX99lCM)tiG(vAYMi{KckOx7ustrEv}9n#^v6p51wW&55);OQ`t@J*-(a5*wHk|#A?s@Vk~nKdrlFwE(UpVDzGf7)I^_7^y37X5
5-P4>Eg_%?)s=s*B9yHW$cy<p`XBn?yR?wwPQ$M+vO8kL4KJ`FFz>v@*P^jT+coG-SJ$|iH)66Za3#62_~U+A;?qMZBwc8DyZCA?&p<1EAOD)Nln
t~s5zKP{G7g|uj(uK_0tePgrha20`kcjJnjqj=9gtAD!W^A4|<~&_pX7|*>O^WU)PRhc6E-2Isxx4V7ZG~H>*W2ccVI|lDt1>LPguU?nUyL!aSY_
?`&rCIPO7Ln?n-iB75^U>>sa_M5d5ohDl$TJ4+iptjW%MgHG&aj<jd$u~6rQJHM~Si&NQE$)Fu@pz+l82W%OClA&ueiw5dgorb#4=}eq^G&!sb>7
*hv`3h<C2d3HEWb$XoaHF|j{p|T)2Who)X9y5`D?8F=PWL^Du~zN;c4n2d=lHF7y(6t(e<Mdp*A>_%dXT)vl0+u!L==7)H)~H--;7&(<cMTa5C5V
nUL<`z0rPPBxi{NIm!AiSgoMh*o+(FC-O)bkc<Q?l9#$U5ZcdUILWRDDBkh(eT8z!OH96}c9Bd5wjzIAqe5M{1UyyD2nEWi8$>MLxE2OU(=scF3J
`@M+y(=;Vh{bn$?pW$5AGNEqJF&`;ml{et>T(?JyPDkW-6-m_L-iz452Aznvpsf1_ZoaYiEntqo(O)5%FFSuIrfxy0#p4F8M5o$kRbN!>{#kZ+to
32bOODchI`dvy7WY)8EjD-p!pN73NW{3B6UaIZrVXx@b?V%=loRl3E4|0e}T%YNMDPn?dSPgmwN2Khlzv;v+;SD<MVFU$J|_Ula!;bo8q;D*be5Q
+g3TOMpIy}O|ooB)@q5q^|hLo<Fj#cS&rk@+hq$Xf54PlL3&wesb|Wx-StF5f?2aY%&)Xt+40P&BFw1Dq{Oy%DnEtF>q*WhG*Sy|S*=3Os>@Y_Kb
2$8NMvKYC`V;K|C_C(%}-=4o8~)EzmC=mWbU4VAwqmLwYRq2^y#`+Ds^3xS=!a^6fcsQza(S)!R}aq1XfzpxyortEyCaPFq_Wc)qBZjKcMoL@)>)
D`vl`%oPLEY*>hebgqQ=XJ2GI$aG$%n?)8A(9AA<5*edo=yH_+u6EvBPDjC|m8U^n;K7WX9;%9cPZA`PxP;aEZ*UN|G)YZQn3?bq`7jx`Z<z`R+_
FRX3xf{Jao;`3Ws%?SkH}t$jPe*Vmj&(s!Gno$4#k<isQ+|~1@%F83%v-oeoA9zv_wEu2L1zD~@@`dy$X?~8I@zloy*xsmWJ)c^lfFX5U*L0}%DC
5Y`uDIL;BzkT4v4+icHgh=v#M?TvP43Z*`K!KZT2e79_6asg}gbMjQs*rXAP5T3miKk{Ka0oWf#h4ak-T4?>qU-ZaUx>I(sj_@7ljZBm|jrlBb(Q
5}C>+*q5u*%Wc>R2D2SZL+8bK*jk+FOSrevv)ia(|F1t#(c3Mrd**+L`v08@_+5TGuuCLFnf-MgYZG=ct8#5Nz7AyUAuvy6zP?OHuVg~6#g9LMeS
>{2w+Xk}VxPP2K-K-w9+Q)F{8?P>%&&VyLXg>?JiT?Dm#OSkxhiw{PWJozVID1$NECC(7K@oWZ$ZAAI)5KW{@CjN4PEOJA4J<za-Lk`ac|_oy&@s
X?5}J8nULGd6-i$WNt|6^9wd*l?@xw$7G1rNnYD!8eiQOFX#Oe8+vw#zRP+h7y~6a4VwS}o`Xz*k)mPW9dwF}gtYk<nX$*5`YI^{?{%EKt$#l5gr
&RMT_nV}RwN&`m)b(zN|B#DJusj;i>@IM4mq^Gmn*jInZp&#@c4a)<W$q~5NhAa9vzoE&2v5TOw0&~*DpkH(K0@X1aIQnt^d;tXUNTA{P5JG|5GK
yaUa>Zb6k@9=B{xeIm>bd0?c{DYsy^)cL)oiFvrW2cKT8gM6`j}6&EL|=zoPMFDmp*8tf-dw{R@$hR@uo`IiK$ws0_?iaqR}uTv|(e(sobjO@%*1
HW`i9Q{)*oEO&B!WHZWs`uLJYQ_(4;@RCPXhcvNf?@``u*?Xp4#_C*C>PZv!i`LAmyM5F{t(#3DhrUEATf?mS9`8CvA4l1DQ>1E{qc4Uyv42KI+c
S|wNzP`@Ad$FAyHBdxK;2dDmA)wLGEb+UUqj`Onal3`N6yj5`Or93%N~17B*g1FXOD`rC)&w4SPA+$omo{?YDitEn@J1y=g#D@J}{4Dr<{pzFSqY
4*iO<u&CSb;Z<Ww8$Ge0$an2s)t?c}k+10ruv#J6)tQzyG9!_>U_1y{o?#s-2j5$3El~*yBw~?uj)5&=>NsDQz6BR{5m|3rK>}c!RE^{IK%))&}R
UV})lS}GYrCsKp^z#UI%BPr9D@b6Q@$19XwL>Qt*3=UhLz*~H<w(0P$N88G!d%Svbn0gNB(k=B`r6v&vB9{u`)-QG%;gPi6?@6mmq}bnTJ+?GFdz
;*2g+klvh(9%-sf_~B^9N;JzWc(Z)Zw(qp}~yzg(5yMCC2)P_D{`)K&10sUl&avi}4>+NZPod@9LScQNZ@<)o6;xe*@L5!W7QRi15Cc4yRHdihU{
)c8{^!h%?{PdKA|I=jr?>Mrc_ZkM?_&fS#C?uus*_o@7bua|!%ZC=*M(-9(Jqq4V~{k0wEt8VuxWKrAE>GX3Ay7>;Kb5B$r>2vINaqO+~Zz}t=Tt
59lm=OE(R}OQG&&3ja%q8e&H;dI~&v5<g0aP9*Gf12(n9HBzUwg<Rr_T%u17f-A^xpq$%KJRd%ba9uI}P8iNM+Z@zuJ>V9z^AdB+f<hwyd)mdygD
Gn<5exD*N-7pV>RBa$KySozNwj&z14)M$(D|)|;IDU%nHucS)R^-F^A&$6-M%*F2>OWcKRpP2BEgRgn}{kI8%&`D*}M<OCAuJXt3Hl=bNR!@1rfV
a05+``Q1rImS1k3)uHjxbKk4u<wOyN&f0(v&bZNW_OoznZG>e5eXCKK-V_cFvr>F>uzNi$G<8tnd_1{+mc24kg~_JKRz!DVO}lk&d&)OV*gK<nro
glNBedR|6Y~GWOk=i1K*T#Q}#Hzc^1q|Wz~grkuYP{>*jNmFMB5VPD%VHLyhsTE^?m?l1JDqrlIo!S#n`@m=WK|!*VJ+(W;!vl&WN>l>5HUu6Xuf
c@*ZU^z*!nbwt9L*$LRHVtnrp@}B>t+jHIq_WbW2(#T-ndC<&@?}>yhbIyE@vS%c*^m1bMS(xizZe_Qio4ey+gQ@MYGU?AMB4N(#@8&$&XC#H~lq
zT6$?9$v{<G~tc-WXf7lk2l;H2_T=P2KKLC%!&R(1`#xfu@Dk=nkW?PA!aIFT@A4osdo{*^POQtf1RPkC=c=T_8qHxfy|OG8D%nEC3RD(8eG$yeE
B?b(RS+>F|8=bq+Y+AI>L%r`zQ@SgD|W^WeWvk|Y(Ey&uPFQ<uwJ#)@vjt)5Q^q%pS%4V)_pJ24PJT#1nuT3M7+2>%ce-*GNf9^Sf%j|t>(@2_Me
orLVsO)5K7XFjJ!oG7q_f)%zomCAkUlhp&%sE*kGT`Jd(VqMH&pO?c{OVHsN==clXV&Ycl>a2(&Dnlt_nA$GRJ$@b7ZA%;S;U{R<LvWSFLP1fbE=
!=mMaTHa*4`%)y|wJ`<%efTpZ>yl73}Vt{@J42W!q*XRMvg{&Rfy6f8~3Tsa|<t5i1Gr$JHKKVy>M^ROcB^GHupE+Lj{{LBB7HGZAF&n{s0R1?W{
DhK{tP0r5}74SZp^R&%1#Bzhv-RSJ;9PgXY$)0{9xk%-}lg^x<B#N;q%*&kQc`O$ZUw;~u^V3t=&muiDL~<Ro37E}+wQZR_3vv<hjn1=kPPBc@o)
sdwQ01$Caw@R4^Lo~Z<WgpH6?3-Eo=<Zbap0NXjdYIjY!=D2D*Lw!WB(sBy(c8mp6_!V@%7z&)z7?ovPAw;%u$}*BDs|L+Ue{|+n)WomiT{2B%VV
extcjJYg-5N91+R&%vU86&vB8z2(!<@JSTHC@eOjP=ak4_K;?kb0?!$dzYMc=FwZ%WzX-FhvOVWT{!+~5zX7T@G@t
"""
"""The dealer wins while the pone needs more than 60 holes."""

_SIXTY_BY_PONE: Final = """
c-rln37n4Q`p2b`CA-2AB{8W^L`6|KSxTp9v!y~*A{DahSdJJ;))Wzn$ez6{5wbIc#%>5>nT282=f1A<eeQReccxMQ&Jp>4p8NT{W4yf2d;jj=b^
Wg2b>C06Y~JvOH@x8uZ+OES-tdMuyx|RRc*7gs@P;?M;SFzi!yDf4hBv(74R3hE8{Y7SH@x8uZ+OES-tdMuyx|RRc*7gs@P;?M;SFzi!y6Z8<jY}
7rTk!Ckipth*Jz?T|KAZ8C}y@hxnzho(8fAQYwP1$K*RK2eOuqqkvdUV>28hE(|TT$HA#&+yfj-j_jP5C5@XG@)RN}743uMLs#KF2QbI<`Ce5X}w
W0O^^L*W=M>R&{^(=T(G*!)&jQHj{(#shp^<<fRYKoZc=1o)6d@tpszVwr5Ev5Cfk51RM8map=ny62J?KG7um*-noX(4lutdkDX6vWM(UCwy(fSF
@<%e^vMe$jIJk`C3mx?XqcFB->{0MEvU`AS56+kWjMWh7o2$o-C(d!6P^ZD)&VZQe7EG?L|#qP4V}j@M<nQTM{~X`(xc=oXa#-YW}r**IM;leC1J
zb3EA>)heo=!`V?nR;fQRFNri6cuZ&BXoiONM!$_Cp8wtX|8?+BKyihTyBsalX$Hzk4tG&(p=}{PfKxLH^t3uW}W;^hD(Iru1$2H&eWB<T@S%>44
ItjavZ>Xg(2QZl-{Wg<ryhw$~fxeNK14Yn4G2n`ju1q$ZD%zeRYa{uUqwi9@A5L&edxl%b^@!8OY0>K#5+^X3|RTHg}opo!n`T)7WGqr{|a?=_Cu
au+}7#C+fFk@*d*)1XU`TOm+f12Ut!={8z?aE{z!Npq=DhdB{{VMV#VJE~k-`;G8vIniKMx%+#D(1wS%|y1Yhr;YOnM3{@)C=CWi&eI+0d%Ld~9+
Ec=%o@rq2aw<7DIj=ZpoTKIwvj?>vgIeFAEvZnmi0cTd@=>%a0hUu>In7458{a|Pzt*$A7VfYd@HI@sLDtH=ZE8DDJC&W+os-T1GuUj9$7Haa)RH
*R_w_4XOk79mVe~qlPbGpm1<YyId8YF%S>gWcpboo^S~E_E$v4u|j5MvC9?tVlXXmi9*Yq)q<$mcVk(w8`-Brix9Q^^uxeu045!q*njzm74jyn|j
Ulw;*PU3Tlj**Qr$}Bhioe54?r@wQ^*=@R*>A20-vQ~^%)3!vy6#Y&&;Jprj`K0wCXRYfz@5dd=xCzbhzY^-OT+H(uog~pR&%~PfxXh`}XU=|Sk7
;YhNfBuxi->EtCim0P<njvL1m=CjwyWAFsm^g0`8hx1$!J<?knt>)?ed}y%gy}0(;0e=L`X>!X|g*zoCVG?^7u6~TCS6)@Ll`$Z~9N|tRLx@c(0X
Y^LG6i)CVo@;~+nUn#B?62^M)$78!m)J-_6L^DwU;z)@PxfbJ?&!{l~$I%m=9mZ-HO|Dd0U&^%h5ez}i+Ok~g3<v7j__>rHeR=ZJeAM$9B$ACQE;
!d<`9$;GndLHW0E)VLk>zUIgFg&Drq_f;^I+_QZR8XhVH;y)m@`wzRwVF*UYE$i~;nd}?bha+irNsAYUB_o5Eb=`dKV%tqGd#{_ctF>jpkI;8&va
N`5buDqCVIO}peD~UZA=(f5!1~~HYrkF2FVYSsAcsjeO<fjARR>~^_5No_dJj<0r@JBZ$!m+SjMAlhM)3Bxes-!zj8~cAHO_Ihvj4S_v#jXM<0<5
(#b@d&rE$&*E~o)o-bF+qw=Awq}M2^kLrv1ruL*Ve?%|!seYytbdpY`$M{AUf_x?G=HlMP{SMhEKV`WNM0k2uYp6H9)R;kR^a$!3u8kxPA5y|>HT
_L{)5=UWo1`$gJq*OLT2vp@r?nZFJ82K?O>fa(KLGo1{RHe^fP5Beumnw5Plmfueux@&!oOP-U^-KDUk=P+`9U0w?v4RVAz48WmE9~d<IHfg9$y_
M&19^sgX0_MlONM(!Q4vQP@UhxYj;GyyK67%)*!0&Xu6HBbuJx;i#h_-`%$#xR>ysAC1Z47ri=!$Frz5yQ!lM7QPNlLGw~+EtTyqIOKM6N`C7Kid
A(69XbrsAv--R?;%dzG0&(74Uu6Z_(_Qri_elL5w&%k2Dm3jUKhy3m!Wp95SFJBI=CA^Mdjhjs0!#I&%5&sZn7ziNN^z+mEo6u+l|v$00>lr3xei
R%(OP8nKX^T=wY4svYY6wP>B0V`1F2vWSic1*+B&j2lG^2q?%&0HX;6b$h_@5EmY94)%gF&5Ax-5$sVKGZTmP0BvQ5rvE-g)cstV?ZcvaDR^lmz;
@_4a3^zT}U_iCc$P2jsDIX;*inF7<xxN8Jn<$&ES3SdsTyqGQG6lSxHKA|_9T`Q~QBWWkCq=WRsZ*7nhdMz=12YFmo@8`M)q_@KP4O&R^X?`upzn
0W;;C@)2q-wVzx5KGnlhE*`=(mg6$8)Sz?tq3}0P~-X8pO)?$5T<35|1xyc@%qvjK^tBkXiH>(V88PSr)w2VA6-Tlorw4nqAT)QO@&9#i8V81#Sa
%O??igJE7zs<4Il2Yi(>FvK?2P)v%;YwMs5!Pi+x9%;PXwH$}VX6IxVG6Upm9yPK+X9c<nWQa5XB5YH9044mc^2UmKW4Bs#N$b_R33+`N6Oz$M_>
+36i%#(@j?@{jUXjl}wecE5E((CgDJIg-{wMA@L_h@FdfDCL6mp6#OTq4XBwCvVIt?Ci6b@;c6dW#lhlJRm_cF89Bkt|rl>ii@Ji4N7m#CJ6?x1@
3n#HUQPy@#*gI%0Q1&-gt_YSx}4^M3Hf#%&P`aTWs$t5C1L)ST)XM&#ba-0y+gCv7EaN=2&2-ztGPucW~5E;{EWGFN63{d4*4N8ULujy<WXP8D-K
>0lj)Zhxz5a3#KM_EoC$LDl|MPx)t~4lBU@T<tnT)NLUKKP9r85!*G1;m6>rDQvw7^KFRK#=KJn)xMqxh=SiGDESxi896^zCV~8Wvf&t*3!`(7vO
?|XwuakmUQW(zM=PTAn7_|(&ng3zDx|mi^LGg?VpqG)k!6w8&>1=u@7xBQ%}}7WRGY3;*>0@E+uDK^s7{>clXK+nk1#tyM$%~vkbyE3<kP6#+tBu
_v^df61b66!YLCW=Ey9Owwl2&U+3|MoBv7dWwd#_f_9ISXy-%U1o6*+EC{BMISWjMk$;A(K2tVH^M%%)2P53K_Lhqxanl7J8xcp1HNmqUjluy9?z
5I+P&4s>IL$%*vwT6-_vxA!Li|iQNS7p6-Ab;+@s2{OoE7UP^Z3BEvC;L9ZF^(d}$MXB<{B1a^&<U3RiFVy6$#A?vrpj>XE$>pj+sZrO9zZ8Do9s
R$Y1FE_$$@6X$N;Nf3+>*?4u52y^zR(_@;SitB|+^X<{rkzwafBOxL8W&&0v<(xMp%qhxgCnsyEU896qFk7*MUmpA3;6)~&SQ)lRz8Sx%I1(d`(`
X<2@rPq-{kfaN7tzkL0LdzKSp_e0MG_YDH^?PP`e;>C9mvEiHJ$mN6ZumL`np|DHzJNsJ93Ve-o9H{ToJJi5&T`j**lcs{Wo4i4P^#abcB|P_*Q8
E*j52IhjY%VvaN`+gN=iAD>&7Qp<u{^u^?2GP<s59<{UgT=+N9?LbGV2|~Ob)=q79wyR^IOZ$HB_x7sQ4ruq3@w)b;;!1auWYJgWkEjw3Zj8A=iu
i))kf~$ue>|0S6jJHFFiaH(kmEV&z-z<n9Va@*Rh*?>udz`%K7AX!_n*7F=J9-ETi)wQ-$9l$~ZKhjcfncW`Z|<J*dVSOe2D$?5*|#n0eL3dvbi`
5PF0PuhUBfjlpbVY!36Po-KQTjdmP{AOxdeb%T8(J@-TV%3)FYTHFd;zy!_yJE4yo$tio%j^H0=^$dUPqmz9y-zcb!=T>JwU;Xr<eOk;0W1$;_D!
i!H%TfU^gGb?mA9n1Gy-uWviWW4!z#>{^>Rdv7DeSABM;u8E)PQqrW4uA?B39JyEo)xIwR_=@;VDG`|p_!B6e9$<GWnUF~r+(=5mx79bsO3VPymS
%pf0oX)92arIS8FeVQyENGExXEN(<^*#h*vsL<186<#|D_f=jW(FXXJZshVO`UQ7b2<A0*?{^1lx!3Oe22jUj;yN|NiJFTQ-64p@)+jfd&$8k%%-
|%*qlvvJqC5hY=j(W8{+2!scljkoHpAvfDsek`MP8DZ(d&0WJOV{qNd%nLJZRhl^v%t+JuJIj^CWU(0c-aI3bD!Ve!B5}z`xUf((VuiP$valnUm=
(?|+JJA7X!88;jZHIe~ADN4sM!?xR-C)|1Oqh|VrJ?+2++DK@Sr;5@ogk6#6E8)|c3)?ljjA#s|6zPS?pM-!Y#S3Jy6{S3_0bsieF-0t~qW+i=Gr
=va{+~q$XjBh8n&mUCp{}yuyVjt!-`yGjV+d01Vj6cSYFsH3}&{-%@Z{oTRUB<O|=ylYhQPNL3!)`lik8%&dhfTws?4%}V$8Fw4HG2k6{x%+N0P8
iz?*F;_p5Icfd^_DP>Yr_dN3pum{?n|0D@*c6cg7uW37l^HQOp?-`yxBddQSJ5#6-*X8C$as+I{>5%y*#G>q=S}cfE^lViL})A5Ns3^n~G$P_x-Y
_0OpFRa!)ECmx<4Dqh2Vy$9wY<n!lr7w!)Ke9N^P;T!GAMx_5N>zMx}%XeaX-l}&>)~9!W+?fOr2U!+--!xV=#g96H7(2;4c9VHaa1z6b&=*mp(w
be4(izXkXN^F?`or&F7@x#DYl!&MOskOIruX5+pVgOfUmfAOA3l8;3h1JCxt@o=S?15{h>%l_<JOhM1zlNk2+zNvV!w|$6tQ(8;?HNt#*&NL<=L%
R`%s#dI)}LIi~2r^Z}xQ*tLdS>#8H1t29KtDoC)t6c|S(8q1Nt>;KQ)o5dC_??(+7cst;n_M&a1MKpAFIr(M*(y!O?tgML>QdV=NCZYSez(I4-pG
a(M}Y%J<Do7G9Iay)T%h`Fq#x_k*s9qFQ~gXUTkdl#7JQ;{aa?i86Ni}?F?`sXu5bpb6!CO-hn^>AO!i0wD|Y&W~BKadFj7%iJ<QO~n^y_&k^GQG
#|zJ0DNUAxmUXXq{eNMD(bIEY#N8fN_3?dq88OMYP<o8V$P^ZXZ1>Iv8@Dk9NfUWc<>h}T*OzpG`7?BU(>dbJirt;=g=Sgu2rYJhubVNtioZTF;N
g;TReTGZ|-&O&>Nvks5@lXc%d9XlPOVu9Y$gq-GN(6HZUIuvnGzcMoIMs@-#eVhui4Ho9ws@wsVYv7y<NSd6Gy%K@X`jKlRzwM#Vh@)f7p@sD({!
c~R<|A60PV;F{H-YPx<V8FBl5Qw}fBlFx982s>w`VvjP{_^xGx;d%zC+I`GspIC?jU4^Iy2%-sC}{Rx=&ZVqKNAa%xS9aDPF@fSH)xGqj!wOf$f(
_u03*4j`R0qYEvGxx)lEGE?BOr57Ae+Cm2tm^bOpn=IkCzdy6`pTKy^A##9u1G5WoRXiCQ%;Q3t0{#e?t`>S-8e+zR)#G#)FMt53BkKvxXy6QE~c
8)LW<8&3b5WCqWN#f-c9n~q&o|9DY=HmTgbQ8DHYgM3{-3RJw#CHv?g-?AFz8j+XEkWHud+5JW2lv$KD;wP|X5X_H`~5rzFlW?l=R*4j7e<{G;tV
QgY**!a&p`LQ78a%uhrNl*#;{fyOgF;kHRQCzr6|^QdOek?C|O(@j&IjH_3vnVMLOontWg!T>|uS>?g>8+>Q}i_XYMx;1s|)E(XoX=o_+az%${7u
`Jb>!&V<<n`O%ENBrDXJ5of|2s8znM>LfK|H#xQfmdB$x-O0v=Xwv<#cr*CiQyKRvNd6Yp61?Z)EeB%XRo?&8J*%n!@(0N7I-vGdF4v)iQ>(|~L}
%$D`?QJMS?&(*Ae{C;RTMalPR;rmvW&5vS-*dc_*a+%Zacwxul>xyWqBHYa{wOub*fHXDph50lm+3<_A0GqU_Ok?Md|)omUl{%0XLJ`rTDW9D{-e
iy{p0JpM~ky$?5m36CG<~dok5&Em`Ecl7s$}=$Ihp<PZ(J;671SOlO5S{eOlyPuGdW5nG3ev(4o4JeU|schDK0o1$U0QKqWkt_XV-h~U7_yTDc6;
&u1@ixK}f5CJ#vXK`Y_4C_>h?5<5#Hzm3|P_x3(#c|}#95iwzwQ8&Gw4Nm3!!quUrDf4uWq9&CGwQJXS=Z?h%z?O0v<~~IWqBPP-z=)=a4>hFzBV
VL>r<g?qsNbcy}CV@tAbipw&$+pVD%<Y7SjA=d~Q@NkLJanxS3v-|4|i>Qs3{seP__)?ehli$@>QTyurTUvnA=zPi5RC%3^OU^l7SK9_PQ1Hwk8g
_&aCUd&T-$-b!6wOn*Nf%mYx`_T*s;SZY9g)<=iyqDr+u@A6)WtaT9=hugfG6JK%_{xchDel6HtJ-?Mm@L_JsecnaGKBQJn<o@&R{(*0AEKsQem=
i)UhwdDtJJ2kZ?81mMD0ZMKyWY#q<(+8CN)&Y(m_ODJa8KPp-IiQzLCt!B+<uPv*M;+k!BT--z6E3j;5IweJC$0ND9Lyi1$92SFKsc`vK>cTqNX1
XbPTHPDwvzioBb~Au)jLTgghCUoZ-pH(45Ya>HiaA^~bfVUcOx3%c`$uE(`HV6X9bhO!tB7PT+P=sajdw&*3&|6XEv~*QG(6PjgVgk|lxK9g8bFO
DB>B=huVzRwAJqk<q~R(mlA}2&(fG{YJmD*}Ns_wgWuJW!e|J&=bI!m=4SLTb)%%jS8rjuUkIEif?1>UCcA#VjP{2dsfqr9-%w9-?1lGFERfosk>
Fl)G{E>OU-uhC$Tt{Xq?#z`j7-kv6zdY?f2NH44M!r?z0tx=%gnSMf3gH>?+u9|88LDu0dv|ees=X$0VKW{{ZbJ1Gx
"""
"""The pone wins while the dealer needs more than 60 holes."""

_NINETY_BY_DEALER: Final = """
c-rlnS#VWl7KPW||IJJWAPE^50tCWj2of_05@ZqtB#nRxY6*hiz#xJR9c{oCMMUUE5u*leY(WtRK*fPUEC~wEl#NM{#sVXX%tHu-<n}t}5(riO(v
Rofv;VpjdAJYX+0$D8xq$N`F<kct_tI4|9rMrw;qd%F-!41uJmUCjO*dy{8rI--Jcy0>5XVuDudoEqVG{1Zbx1=i#3BNr2!r7hF%W)HoJt%qLq`Q
2&_tOjNm?MKvQ;W&l4Rm6s_+ILBl8e+MKYQq22tb<K`@yeOdPUP9x+p8z4Vp4^{}SvQr)cAONFeHha~~~u?}-E61nJrwn$*rM>5+%P+y*%NbDJkq
x!An$YNPZ;uWTo8LOXbzNX1nGEthN0{_DOxCz<ljOJ*}6UjUqA9L9W=Mign%#pnkBWq-*QT@vN(`+<XYq3769$77YBm|o<A7jxM*PtD<9LwqsV|6
PJ%1%0uSX!fx+=fc4fAy4}GP}(oGfBVH^_nU>q)?JM#fmW*gK;e@yE)>~gv3Gi{1PV;b2cSO47SOKvQH1_Idj4jVxHH7`jh6!uQEk4P=?nq6E`Cd
=}2Lgo3fLG?Ho(lDF+hwXO;dNZ^%1Rp?i&(^PX_CMyvHW=U27Nk)HPSnvFtSk8Ws#B*dYSJ+GPNveOPEPU9q6g%wgFyYvS=ZK^yT^Ez>q(<@9C%8
fXJ&Fthma05HJJ?pv|w^S%QnY~<A?Lgu<*63m^l&9n~E!D&3pgC(+n@AI-w`((bL2gDhc2JK@;9l;5PE;cah~}0GwtBg&)`7$^Brd`{nI-FWjs9T
1F~69XOteYXd$c{L^#o4q-B`{IHJo*w!L6Lk*%iqwhrm-F=0M_bo~f8cvJzdQ8_intwRzsen>IRKv*aV0F7Y@(1^N(1V<79g16p!k$JpNsDNk}Ba
Tw1yOqF3WPbX=ydCa_No-{2@JDsBgWv9%S4md@%{RGA%AHAqJQ<>#BR(2F3%Cj9v9LiIO3383xt9`V{j4@A`B9mg$bb*ef+ANk_F(}2etb{@gKo+
%E8#2dRTBLle1BpX;hT%3zkfGW{hfrk}n7d3{(_Wv|adKE*lR>O&YbQU9iR|Ux$Ru+rYnxNM{1pch2lEWT2wad1IiMZ1&U7(@O%nU~1)V78<X!5n
w)hqA<4HV#+o`?s*v;waNb1(*=N(8K#M6r$`y`rlUfrryrn8CStX|G(?U7IDCo*sb+vu0);67IN5cHwq%%UE-s$zx%i9ICFB*SMoBTq`1F4E6UFs
Xy-8z*YGd@57f$-sA5iA9*jy*wI!!XWfxefQiG?LcBf;x5eDYbcX3+{wdrnU?b$*7<s?hR8N~P<lx?_TXJSkH_&K?xm9&jZx$tx@WfoiIrJyhpX`
qd@5P8P!senU8f)DcJAXLQY%|zhUC#}9KaU5ilvyx&HMnp)ZMrXV}2@iB(XsYPTyHrEsd!|Dz%#y>EE?P3p7)Xu(zj@xCws8cC5t;GB2dxnoDm{g
g@`y??7T9aRTS=1hO2J-t<s)I!MRq6wRitE|(QDUUHb@Kj@P`!rNpn!7^^=r>V6U?Mrhcu~H|u;(mGrUrQ^QEnjMkW@t~1k+ZT{7RW7<E)h6{@3E
EI>utP=)jY5BtonH=;K<n(Ne$JXnra=la=yIC%wEu7IVj)D%Q8*+Ns1^cNxYrRA2ZV*V-vgj6KvU^;z(kpCuoLTI^gF}A#G%`td#BYoou4s`m2nP
t`dc_*vI|!1(`qNX9vE;E;_0o50pBTI0Q}U5b`;XwxC9O$^-I@l*nRvn0hNqnxTd@y_<df1$Od$iy!eH=KK#Ftt@gRu~28ma6|Q@qIv~Ca$@(Eu~
b@PWH|jr0_vzS_mH=g+4b@6$6-{VPJ#|*JCxW%=hqTBRFDg>0l!NuD>;X>Y1~TZn9W@zW!JKccd)kiGUL_ap(;)M?W9AA4I;Rq(y6YeqnNq;LsY_
ffMa%cH*;F8$9tSur6m3t$3!GXT1uxws~k$K2xBL=$90@uv$2Y<p`4Zb3o2N{pODnrL@T+G*7L7#NPJ2{BvCp^?%_dzV`o=1ck<P^iRy6yRmKM9b
t^Nwj-<<}O^T^HULyBLtm}O^&HT5LOzD55+@ZwQ>}rHWbf6y^f%~bQmyvS?UZl2KgeUMf%;$4hf|vOOwz1AnN+W42*UC-D@*PVYgiypG1>HHZZ{^
G`q5_-8&uq-Z3{2y{579S0%Peo^o;oHGl1fK4^7vbhCHB}GDhVCw^ao)i#^D}JqA$D~<N5zP`PURag@w%W`<z{eB$PSsEd?iz!l_~Gy0)_1nd++_
hOxQ}=z&M!W}cDE`<<-zxvciLs6#5nP<iG_;i*^$6B}yH#_Z+R=)yebp)YQr)*fJg2J#8qLU%P2PthZ9rQ)iU=F&q7PPcL_vE`COndPRe>^A7cse
KI<NjCGHgC5*k{W-;N!(=?lY4!m-xk}=xKS!Kt;#gv_>pG0uE0#Vg1!<)2!jq1x&<&ZS9>D4z&t85S?@*H*l_=`6VP}pym{{#!wM1|)$FjCtlDaK
VJDv_C&t#qlGt1MsrB-r7{UX8CpaZHta4@mhcYI+sb5pv<MCLk~<Skg`?U?B-&a)Am-H)JzI%E%>bPMTqcCw?1)!tE7H%FlfsbdjO@&q)e8cRb4v
pfW2F^hG*mK*AXG?nhvae$-i+Strio+C*e!`a=$=1#V!SvGsQ5K~##tLPgmsjbth*E*Wm#~ft8i3%rmBXUPytnn7C>~7Sc!!eOtxr8pN0yUC!F3;
h_zRC`=HK+BP#Be*?(e}=2ZQtV$rn{PH&+Bh+L>isj4mdu`YX8C`h}9i(kvfv~9nTq-#);jZN^A<f#jE&~9;)tqKZg^;CieBS$A0T*QCoSoHdZRS
Qj6tNd(EbMd=I;D?EFT@6W8b2*wjIGSBJ5qW7x|noL;%O5x3J#EuxFshJ7_%06$>Xi!;nzoZZ$Ovvf&wv}axSrLVY;j`>Awz;`vv0LL@Sr5RSAX{
)j$xu+7jqq?Fe6}GjN7c<LSYcBW!@s-rR+P2iEHN9G~uCwT=3T#jD0@hu)74Q@0hSeR^z++hNU9IUg&UTKkT-e|z#0{sIv0as=J?q_bF8y*LdwDL
Nsf_^qjJbYS`CL^zwO1OtQ+wsJm#5?L+R=a?GS{o^NLzcgrH`_*Jc@erFSV}%e#U%Rd0I-OF}HF{`sMEI<)L)TlWKnl{E)f6uETAGoor`0hi-W|?
x^bs_!)D(^7PepBW`71mb-B;55$PNaeyB(*VlFZosiYbovFU^aARGupAyT(y0)g5ub0~)9oe|P?sLE|nYF?6^10;{R(4n9)}8cI;>+4A+*Ts-bQN
vT5gFb@z;Cl`E@e6D;yq9*I(mEfEwNnkQ9ifqyVFkf7Wgr7{f-K;??f6S&SLgX2mH9MFZ-wn`$jtsN!|s1Onli#`6@fwV)iZv{FGU)nAjoq%qFw<
ZNDXMnB^ebFIzYG(cVpdPTcSwDAc;i_I?5QeU|HQ@a>yy?=HV5mP<FB_U*lQ4-gPp_H{G!?A;###P#~iX7>K(=ft?;_MZLhJp%ZBmh1JG&Fnqy_r
$pJEsggy5HQTv8w=yD0s?@!!PNFv2L!Q?*Sg~r?|C4An0dT40Yq$5doKWi#q6yG0*l#O2Lu*#z!Agi1p<pXpoo2a99YCw9|sz-8*aGah8u3U;f5P
-xZ#EyZn)uw8*aGah8u3U;f5P-xZ#Ey|1<sz&WOOZ
"""
"""The dealer wins while the pone needs more than 90 holes."""

_NINETY_BY_PONE: Final = """
c-rlmd306f6~$AkK!RZmDq?66$V0RUh@cD=381zL*2>%#D<~0dtx!OO7DH(kNWlhiU@BOV;Dmr6Dl=gS!_p8iWeNslNSG253FPHFXLrB*@*pCt{!
=oz&VK8y6_WLm`@8#`ea?3Y3p1HaCX>lzGMP*!lgVT<nM@{=$z(E_OeT}bWHOmdCX>lzGMP*!lgVT<nM@{=$z(E_OeT}bWHOmdCX>lzGMP*!lgVT
<nM|hAQ}xQypm4qP)5#cvjVOTop%d4<QPNzvzJi|UgGuO$2T&6}w8nFI8q@F=lCcK|aS~^79_Ju%d?PF@@UEDuKTF>8N6Rsts7Gaiw%1NtU#IDIg
d+mIFq+Iuu>(hN3c1K5Zz24UicI{IZaUT_YIj|wZ%UM;$+HqGYcxiC=y=US1N1;V-p6L_Mh3E2_4#zW2wHJ{z9kv8rKP6mQ0-6R0WRImk$Ys3?9t
XbT@ND$zr{bX1Y7VG4kL%JeEKXw=88z&I0Nz8NOQHPws9)0-Q%vS`$FR6FXFVfuGT_y!6?kZDs00(x_pw=eU8<w&=7CMqHdCd)jALL1N|$J66u<`
>)kZDOS;Q`ZL3Logeew>SFsG6SlNeh9H&WK6v(eoWmhcXm`OOQx#*w|XhVsXDy~LRp&Kmqq_L#vO*&Om(G-0#5g%e5(vV4)PqCBz0gpq>6^wWrtM
oSX(qCzeG;(m2iway%sVX&@UsW|;H+bna4oO&pFL3}zaRT24@;c~pNslWAc}zBws2>LCAZ;$U%XKcI$hkfe#-3gz=XAJ!f;xz0C%=Wy*vWfY*V&v
>=h?|F<a5a7i^S!bJ*J2?Iuyh8&)QMiOO&hU!d-8d@ABkr$=0XzLsUgu?jtiemp3Av+ejA9a7y{TUe@nYR|Ilj7>N@wMki=@=_$9nR_<o^ggfJo$
Q!bkX+48!-3$Xcp%${PQ#qB7FuU^Uav@zV@~S&f-xs*QpJ(NZ+gF)>C1L`}2FY{M)ji_wbc5Y-cR(h~R=r;*>v2SL1N}SZ<5Sl4ZX9A>=kikpWG*
Cgk+*qX^jj~-U4E#2RXA&ABT*OY7?~z<ZnS&Mjc|wDK8cr4wT+I_-H7D2{Q_oT5!Q3#+)tNJu(I=59R>XKMedU1<(Au5mGzl~8M;khm(`Ns=DHVL
g3EM!WTd>$Z8J_ctDrreVI?Htb8O}Ab%4yry<H^F+d9t{bC+~nN_Kd8qV|RJIu~P}X6eUrT9$IlT;OK947XRFk=YuheRVnOIxv&RV>)|zEw+<+KW
jUX+Q&Jab3F2Iiyc4DO!HrG{Ibbbw$#1|Uf<{V0M}@$M$2xg<aW7b?kM~CDVeTS^kME@8Mq0*#0X5m+uXg@v76KIA5wqqaUUc338q;ND?Q&MKX;i
9zha)3I&n2#*Lrd^)H9^}k#v#>_m#_IRu5!aJH3zRiBwcW2cDPX@fs_8DOPji+{%4qC#TgOrgxA$i{z(Bp6hWJcxfJTTSIwXaz`s0YTtFdrtM_th
-x}Qo60b`$N5R^=ecpZ6zIL0sGAXn7U+**n83L_A0J^kR<gb~Acdbz^~m><JkxVL(BU~=hlg^_UD#K&?49;Sl6V(A>x-s3mos^x3=tn+Q8G&2kwW
dDlXSfnpa~wvV7!P)c%3Jy`FM}qACr6q$&*RGjVZp%bNry!;U|i#JV@;?p4?h;A1@oHebssQ_u&it3HRz&9WGfiQ+mjQ(vI_Zss30y>pyfI&l=I_
jNjl{jNxRS!n4$yn2EWVhXp)iEXF4!U&s3v;7;f7%k--Jgy(gr!Y_6;O75nm%}ip!H%#9N=&d>2L+Z<yk|58^AXy;WwGMkbk;JEQ1KQyc3?TDxjK
)hmTO{CRvQNbuWdAqG7cvc2FcY@0!vj^G$r+Yi{In?K^d;3@7R<gHB+g>)&LB%|UCT36C0Q=BWvXo9UhUHXI!jaNab2F1@5iHL9)uyB&VS^tJ&gJ
NBF1uVP2#kk&eO)bSi%!WfI5}b8BDZeUXBO1mG4$}8Fe&?l~;6-^Jy&Z)Pp)s?~+_el?{@s;To$W^<7QVv$!62pc8kmNAVbX^VNs1eysDy@g(oS^
E_RRBlk4?i*7HW*U8MZoyATEo+6xKbqA+)88iE8@~`Lfs#egY9-PXH^hr8<jrg^m-l4zOS9GOjs-ixL+mX2&o$iJ%?CSgY?u@Q@ke};C@8fs|`zt
1Lg3aaqTgF67VOQ_w><U)*|70#5Y7#5!EgPFzlTRZ?59q7fU)yO5?ZSQQZ~B4m&^&~rA?MTGWbVj!TeL)To~Ul+F4hb`Lo0qSmRa7Heh*`hPiBuK
(dkwEt*P8q4tP(CLd=C_%j^*s@@jVQobVDoyH+>o6#at^(xEz@`_@*?#<i^JX6)m;(T1;<B)x^6*F|kqM-9~CPooh-?w{i!PVFJ=?FpP=^O)f)nc
o5CpwFkh<PK%n6_~F!HHpE$pUa7|lJ)pI+{(mWt8=(%&DDiGUu2;Ycg!Z_ZBHkIybTbA2vpJ{Ezq-k`?;Y+@D4O4bu4~Or-w7iU*k?1VBYN2cBXg
Y%JDMn+$FP0OY=<a5j$STA$DC7M&cK^K~J)hQ%JjqQ>hBwY);ZZ*LGq(w?HF$T2&pl(qruK4BgL8IHIS?9gZ7u8|%IYo+xI1hqb+i$(_awJILHVS
v;#Q&gUzhEUy-|M=ZSWS-h%c?7%pBSyz?L70|g_p1ZM3tM07WZv0sb{1ml#k-2(E({;OUVi#=W-Px&MvpRq}tnc<@9>~cxk$cJl@9YsgZ++uE2|Z
K1llU*clU({d`2WrA5i9HL6kSMWdX3}E=>Q)q_hw#uOM3f|H;MXlB6a7#T9G(X3+Zn<PtGfJiGIZDU&608@jJ)VdH++_fm1B7lTOBL=JsdU$gL#U
&A~}^_CjiZ?@W2Mss9Trcvo8
"""
"""The pone wins while the dealer needs more than 90 holes."""


@cache
def by_dealer(line: int) -> Rows:
    """Return the chances that the dealer wins while the pone needs more holes than ``line``."""
    return unpack(_PACKED[line][0])


@cache
def by_pone(line: int) -> Rows:
    """Return the chances that the pone wins while the dealer needs more holes than ``line``."""
    return unpack(_PACKED[line][1])


_PACKED: Final = {
    30: (_THIRTY_BY_DEALER, _THIRTY_BY_PONE),
    60: (_SIXTY_BY_DEALER, _SIXTY_BY_PONE),
    90: (_NINETY_BY_DEALER, _NINETY_BY_PONE),
}
