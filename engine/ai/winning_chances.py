"""The chance to win a game of two hands of six cards before a deal, by the holes that both players still need.

The tables come from games between robots. They hold for every target, because only the holes to go matter.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.ai.packed_tables import unpack
from engine.ai.skunk_chances import LINES, by_dealer, by_pone
from engine.rules import Rules

Stakes: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs (holes, games): a loser who needs more than so many holes loses so many games more."""

_BY_DEALER: Final = """
c-q~a3A|3__Q%(=-*b+6JZ5o@S(71SC@N%1Ns6L~l8ot!<cd@j6=@Qo!JI^)Oi89fDCHb7B#GNRYVQAi)_(SW2gfaiZvVSK$8d7qcmJN>TE8{!_Z
H9T?Mpe=n{IBFJEgwllqC6o{=d%;dQ~Ea%}p{#X379rDlf?wk|`TyoIEPM<Qh3gDoL6Yl3bEqa!7;|iHP9`%|8|K{%+po$sc&d%|KJaYj4(=mF7d
!%hZ&^@}10<yTIH^s!B;omHd(yyxAlL%>Q7-dzYBuk-lbuxxn1ued1N|9`crZ=b0U5z8PYQ$v&Acw@W)YTPjOADTdYOf$e1R{<%EwI!8Y9Hk-QUe
lrckPex9Qbn(`Cmw1)TM$_G#B0J=1=_jqFj+`#1NCB=q@EmcN|ADA?mXq7fE|cHPF>gdXZ)0R?WNG9q?=f$Lmt<y{^G!BcCL^VbTp+ci0xTE8x^r
ON9+&(RQST@q=bMi5q4i(yYwzpGyOIAydU+eX1zvgcy6Ip_qGFFpZ)qv@u<TQ$h!g~Ivg%i0+5afSnFFMR$uFzTOJ<Mvf%ik?%cN|P3EoHEdtP00
!1OWIBtvG%Kxr!trHZ7(aw?vjq8ta9|5=D@VWscLY%|a7@ODK^<j16(kvZP?-WTZC_vUufK-Fugbdd9;x|Ed?Qdn}UUi&P^a{P}#o>>$nnl4Y8N#
-qYoA*uRyQHMZOyGE^R}M4Uw2)6_Ii7rtT!<%E#IB1HrLyD6Ng>bX2!H+`#-5psjovS#%^35Vx5oP<@=@e)WL6|kB(K-WD{3A$ZRLA;oqXha;&Od
CjclZt<ReO@s4sg7sQ&@TGX=zh<xVrmEb!)d+ahm9_D3d1@<mE|J-mvj_4TOryYd7P>Qd~w8d13<+LZ^Ev%zw*TDP_DDDETm?0*V(#*gsTR|bJ>k
~hv<8hJjlDKa5aBvRJ9*{f|{HaD9h@&Os>ZE~eF!>%h!Y4kcjKa~^A*}$BvnP-%5FH7A2GpI9uAl7u1zUE?cr`OASEOJ-m*~q<-(vb?@?OrqUh8b
xp%hzPvqokW$BIlBEmWSoSSax2lBPTx{#T|?Me-?Mf_t<9#x!%+=H+tuLgCm_IqauSN>5)p_JzhJq&Bx5yCL(L(VJxA8G?m)qUS+{tM01h6nsw%K
xMLZQ#CiDt5bBJ>+~>v8(G)Wmc?G>zWSQ+F*G0-jDtZrlUCk$EhG~vn+n78=y5q}@q$ZflW7}4>ix8a)DDvEn@$6_?O2~ND%J#RS&iIb|Ybuw?&!
(FBz^m;28aX4<GExFRe%$MBelRbPca@U^vQX}o{?duut0CT8MNS2E8O2>3<b_eQ0$6$;MV=!I4?nt|pKQe6a$o0yV~@!Py5GE&-glAHBYDy4Cs6A
o^9uDuHThOnQ!n2xJ+bUoay}VnZSs*biB^?RZy$Lvkf(w?zv9lRY96rdg?b*Fqx~(YGrr-TYJ%Z4`PSTPGQ9h|b&(WMr%*R`_i~z7O<z1&WQ$Cb`
(zMt`ATUc&80E+-9YN{v(*%NMUbZ}<JQ9qsD}r-mK5eI-rvu3#@8S|1I}hhhUrX9zSMif%jEjR8|hu;WizYI0CTR%DLdr_nILz|0J)J$>PopB+!u
ko3CPa@c`a1@3}rk`J-o29avybyi`-sZKK{2bo$(c?UqQ~2vGS^^ZAN>=yz9LA-ePYp@wk=w#jG&@G7YIUK9Cjij65WF5}Er`OWh#XNoVOO?Wr*?
mKGpy$hleEr}28}YUPEM>%hXJUTxxX)02!D#1Scl`VNv=rT}@!hhBAWu=jvB$!qV`G@s(zeL-AM4#`@1UY-Q=Xt_&<QCkd_Tfp8&dVu|EkY9=#G(
i*U;NjNF(}`h4UAHJ;I?=lS2Fw{>g18vEdp%e_GmWUBe)XDrUA;bD9rEf-^Q7r!>ca8I)X6W)b6}n%j}V<7B-g$V{k~g<6SoEst-DigTp_KgI4tU
Fpe~1^6;~bivz2)3{+m1+#2$B)MtmABn@pM+YBqTJy=q<qFTXi#mYaLb6{d>GCI6AFvXb2EIeAuQan0nKj-5}HiJZU#R98d6-Ak^8?bdL84w`nRW
7>8R@?qV6wEmkhXMDlC=i#oJz|wr8@+D>>%>L}9n2*d>GsWCw8k=<E$%i0b3+5#-y+oGb)vxfiLYB&6er`70KSm99hYTcwb>{q9qG)yT>dM3}-@1
Pv^GQJsVh?*ODraMpkID{H*7P>h%v!U>EF<6gx4FzzHF@Q*>>)m_2lH!uy)K*OEh?(*<YMp2+wvygTaK2`fbaY8@tg6H4lsQIuUd^<rL1;~0?gU|
Ud)O(8+TKcI$;=`{bU-L{${+HWbQXZ$hT^nqVf|q{VsmIUf$r^4AR|j{;_-}U&)v9Isf$o*#YiV@*+|D5qx_PF{~pR-WdJ1n0=lLs&WS!b~MZ<7&
V9u@1LKD(inSuO17iejZ7CZt<L6B>WgCXD>>#)@UDSLAMZZ-M81<>O|r>pa`BbIEq=!dya(##G8d*tqvSowNiF8H)wa{M;wqpTmLnlnc_*``R>Vo
%M`^sSgWMyF<d7+ZCD#RQC8E*~u=y59t=F!^p0~&@IQ`xvk(Cz5!^@fSctS~2(4=7d2jv~?e!fh0n6JXN&qKMZpkZm~b|Dw5qVf6YmE{RSt%xI>d
ok{+B_8+~Tz+gkn9Io<ey;2;N39lMu}k=GTV$_%Zj8xqN}JP6O;ZmqsL$z~Y06+7Mn1*9*MRv6BG*9jl=fPC`1MvP?S$rYIZ4V<a+1V;usH#UJ?t
zM7S2Jvh7xmDOD2}PpL^d7w=ZfWnnpxgz~9~k@z*9B{GLX>-NdvuZLt2<{HY$_DQ=Q<Qn#8YW^>Y;r7OC9q0}cU@x9rPRJlUcKC-4f!Kgtjs$Kc8
y0fss8?fvrvF+v9@XK&D4YnSF`A4wSnSAGURQntFPlMkkDEZaqI()vH=?L=k@P-m#{uG^C!3mA0+Uld;d_F!?1+7Sv60Xj$v&tY+#nx6Qyi2Hvt#
;+c%PJE?FOz=c&X0ieNfhW|qRl9x>`2aGoJ`>aR%7R1ncVnqJ(%rmdQoZIY6hBqAitd0T@`KrO+Lap7V!$BQSI(zV$I3JYG@YbTXuf!odl68h*c*
AwL_fDc^5`cYoM)Hp*Vxd!0zO0D8BeFxrtwI!$u#5<>m1AISO5#imIKt!3;8Yn2}}_zYa7#z<i!Lm7Mf2`nCquew5Sdhp)5=HQTrBRIRJB?j3k1w
lC@sCuxK#fv?quk9K%p4>HCZvGH#F`C9(ghf^30%L~!2|CsD>+{m;yeatX3hUopU84K=PsYKe~-RUNoSoIb@@FX^JtLj$^?VX(AEW3#79QghmFnv
-`D`Me&tX*4{Plt=fc;02)<>g#$x!S?|wQw~IYoALV@}Y@<sv-HwP3A7mR;KVZ-rP-Pd5yUc-A<M7mE~vo3CnV4SZ<>F<<}Q>mXoUe(A;6)Ah7SG
EKwgf`wkIDc;^E6av6B24IdYvuuY_?el_C+t{`(9C}XG{R+4f3Voo6@wFmJ?^C<PzbTZQ?;CYz2(X@r-(&*Pg_2sEVsX@weD~-%mb@pCLdA9!STX
#I__-^QNj@AybRgLVNcPe*M79P&R0_$>rXY*@)qE-`ByrcA%5vbW>Jo!6Qg#7a|YUjJnW9At%o9h|=GzykGnhWsdJY=AmL^G?{!>Cd^V=EW(O13L
lnfEBId1oQD?tC$w&}eTgE3S`2_uC;hYS%fivO?TRx>N%78C+GU_^OjX)Q9P|`1D}v;(6pGpP9U<^2IPZ!aM@jIp$e26PE8cw-KpYn(C%7+4%d!v
iY3RJy=I~xsp?BEDf}ZtV}+V7Iwu7hMn)6zw6h3nduO*r&}$#IPXH-M`=)(<Ep?_8RRu#rzI@k#NAILLhUD)u4I~mZm4<COf|DWJPU6gXKv>d+L$
_~l!?e8RPJT`U@URDFG|o3%f3K+Lshgl<TD+QIxD}<O3VH<(;;HZax(8_F{fg0#krS~+)*j+s{*XlhM&vu$Kf&w6g#P;OA(*0GPjt~=5f4u7PaLR
&<`g<w=?IEYv&;Q+Agok9P*cu_;L@qnpbE6=K9+EJ%h8Xpq<|Ub!r0FDKVL7<ak+k3}R1Xl=bGkoOmjCPz2<~u)Q>_yc#UGk}ll&gYrDweQ8on4c
P2OBpz=jo2SiF==E3-_eRkgVgY&OTQqJRb@Nnt0G4gl+!5bs$=RKYLe$jmr?v00uG3#cJ46BM9AQ?LlrYQtOV;fW`*s~s%$DaoylZ~6yP)DOscKd
SU+#c)-b3cSmI#$i?Yc9W$0*|QMDRXBY#z!PwAVbOfc!|^{3i9s3^I{X<S_l@Ixx4Bi_oz1wdY%dlk~ZcqAnD6`E!N#ofP)@qw4)9F~=bGF(>PL<
mBCQ^RD@vjhEt{s*{6WiUJM8u9r|{{6r32msoV88Dj2*-SOrDl>1ilu*=C#PA4Y+O18O;Xf}_Wd>lF4t(@2O+W)hC&kKoGey7`_K2<F|jnggWrdd
H&mcv<ha>C43{#+*^4zX|9$(nQ8oy45Vc0P?+WwejqlKUN~di|z+N_Kr3)kH@!uOVb2Bh8&K+#fY-gH@l3TK^`WNCx(>2&;IU>}v#=Z^ECirMj>k
{#MGhweVUx*{JMhStZ;g%b(chQuWSul<D0uXC@)yfMri#H<?q-=1}Ls#)@zsmGHbKWD<R_&}UGjJ@Tt5NoCxMJgYYfHW+?yhVhPkr#=>6h-&#Wc~
3Twi$5n%k$v3<&qK)5`=WprwdMLE@|z2sUssEnY82P3tU#ERWsl+czp2>oVva*B?))N(I>n*3Jllv>9;In0mtdDeQQsHIoBfKS0X0-7GU}dqaCfT
5w(wqy@2B#DUuZ{g6)ew2zaG^t?{K2}0M6}3GWM%chPK3Mi`w^VKW>$ASy}7^%h&Ftgl^F>*V74z1D+#_I$6Cs2dA7LJ4@$Y&L+Baf~EVYqE>_EC
vcqx=2k?ct6;Z-xzsf0?^URu^I_Fr$UZ!I9V{;(`+5@Feu$qPsa^enSa?sg>>5RVk@|H5;+AE)qRYPhtSqYCQOxnR<uTNiF^B`qp3|_1({8I{HZM
7a`=|*Q?YPf7$fOp*-XY_eVqmUIX4!&Vs|EZvFlU*Hd^eZ;BA=ty+hr3hFCj|JA$ysks2?EPzLSVGh?vz&QQIj_3!UQBCC5Eevu|I=3dN{cP+LY~
raAE%_Pb2SA(j|Dh%#+0I}ayaoCs1C7Fugmz8{uXk~x22l1))l!Biv9s>fA}KUJj8C_u&dqkJm+`8Qk0HeZ#cRGQC&dInrSfnSWLE*XjP50?I%VK
;22oz8F?p^!D)Og>Gs@7OtIqHX{84nh{Fk3bxc+P7_+eOmQO!>(&{Pwlm)c$}PhJvqi#)Q$zoz{;7*Top|jQ=GqNCpLYHR_`M}+Xl<)<u&RGJHdD
XrJrNB=CsH1fTA8mtiFM2qdf}V4E?T;HAOK8Jm-$-k0obOU&$X~IstL)&v;>kj@B4<?rPPmt5%Lr$xBofd$HYLO%9Xa6sDpo4BFf#1-ys({z0mV_
o%hD63sS%dJXoyQkIdYz6js5(flVseZSl#|3)3`)apvLZj0I9y(s5+4lu{-cG6M%2S-JnCE{2Wi)dA4bI+i9J{uM~V28u7%bBpY2~7Wi&!6$>Brb
zu{UF~EnGWH_d*C=j-jTP__AOM*n>eG_(Xv&tLVLo`f_fsabT6+r5C!ihSD|AqLY{qpE}@gF0&c@5djjT2$d5_LOR_+H1mbwiL9Fttsv^XUO88hK
Snh)6+>JNRMw8xv#rMHyr!w~X9REEeAM!nmcL#|5YrFf^&Z@S8d>!7s1k`@yvKh)CVs$q%(MzSdZkyQ3vQpSVDCD+^f@yThQFh4UZ974~vp}4PIm
ov2Xzo>xd$25DPQH07Irapi&SE0fCUEQo;rn{+kzFvK$z@U6-*@tzJ$S(Tc=kSi-^EG1qtm;U{QPq;JprE{p_ynmwe4m^tF!SUo0XJtljzhCbM_b
wJ9?ie3#PL~9Q~Kk%+qEf1+cBs*jWvH`68I;MRjm5JWoTzmZD7S!Mz3cwqn7-uiL=2UGdtU|3U2kV=Ulfe*XxY-^Dq-iFYr>tEXYz_Y<=Qp^IJdn
@iBhhQzAsa=PXuK^_+09ZSxlwu;~UPC%XU<xv8)iK{P?TvSd)MJ&s8srW7>iuM8XJ;c|kc=UWC^iuTrRj{wtx!mih)h3<0?ts<(p!`g}#N)q1)xM
Rl$xp1O@8n;sCr6p@vTuI|-9`5e?Bu<+?i-X3cT1xCQ}JD*ta@Xy+f?Rv5Jx@1bCt8ry$U*(s}q--QQvm~^Q|cD1Nh+-Sek=<&PRtAqe{y_Z+U+c
ueFFjg4?g<d-9Us^d^3lpTKVQd^eWhW1hzAj6uWxMXb7p*Kei$1HU&GM5+LDo*2xror7ownx&Hc7sRoO9YkfDds$yT9ZhM7qFxT>o^lJ>(@0Q1j4
w_hW=+Sp=W_px;d~WXw&KfsLG}gQ{z~*tA(rJd*~wiDsK0{yJ&JjmRvZswHABciuSd15f?02_;j*yOE;^^iY({2}+l-9$=`5N4Lx_#DYpY(qFIV8
y>u@hE$dj&tkA5(HJ6w+jx1CZ=QrvUNHkM-H8?oy>ApS~zB!Xo(d5GNw$;$Fli6q1MH(=h4C9J_R=4dT_7q8cw=-fdrmZs{>XNB2zz;l6wzSz+=f
D@R``0BrwR?!$0sFz<Yr*q;}IeUw_EnIY^60)<JA=C(WgL|w_uAb)pUnK6X$5VHK_-kTz68T9%GL>RvW<{w(@|bLj`5@Z9S+@*kU@3ODVgQx&HCR
zA=gn5ZD!Fc8Y}X)>Y2UsRJ0>C5e+Y3j_sXf6ND(xoEcsA1FgL=VFF|EG5mR~)S^fn(LzV3Z(V?f|c`@F+8Baa{$G>3F`N+#kn9@{NrTD!FOsB}t
DB6c;`WtxjJnZ8kYVaXgj^7yzx`EZeT#<K9i`xRto1kO=P01|cuYady5F3?!mh-wkP<b#{$KK9`gI46j?LmDl7T%lO<W{&Ig>_EU$hAUql>PYe&n
6odT@0*cbhjX#nxim0C!uJc;OlQ;*|wIRq_KIRv+PUMo9k<*<n(X@v_#C#Z(f&k$EtU1<{e|*8Q=UN#3rnx{A$_nX_r@?YjZE>6FXa>Ggmm&eO1j
ykv&f4{uhJeZSZ`CAE)RxMH+Z3a#a9%32Zwj%KbHJZl8)>L2P~+&AvzbpFP}OTr;dGz+72lm93wPWzp--aRk$GwRFa}e-LpHqq1pFqyVQIV6K9aT
Bhx!>LO6Lm#e9Gdn@MA`13Qc{0ec|?vEVCkMqKD8dxivQ%xn1r{T}}l;uy+H_P&3PU#8Nuff_2^y|o`@LbPzx=#(epFY#6F-#wQhNYM@zWd$gUu=
e*?7F+Qqg|MHE6w{>=G3cm`t?BF82f9@{dL5vdt;R&u+B-`zuhg^j;DUZTjs`hOM|qsIgPJMj^*s=*H>761|HzE{21pooY&~3nf7IzW>eQCIZJy(
mDIW|)6t%9zBr$bRqs&8G7kSi#L+s+x9oh1+45Y5^FEDuc^2`iKDO5s`@RhQz7FNNjX3=<EH6NXw~|wTjwfdaUrBtp5*%B^<?!V~oP!|`JA@@{M(
M0CPe%JjY8BZNPq|7lH*+0dzq@~`cK6fJl;Rq(;+f8#@C1Y7Ipc>v(Bh5l5G1=kkdL{D&MfSVsuE0B<xb94rY+`9`18#~nftNOIb;_b(Cb6kbp#t
O>O9$Y5Xz!sg|YRB+Vx(Si_Fv7!sgkwM{=W9&epb@<30XfbChY@2P_%Kbnb-tRZNFJ<EKA_IF{vPt(S8-%!R;Q(oLsM)k$PsoxZlxe5@C$ZMP|=5
ocF}Wgk)K7c#C?EZOdYRp6@(92Y^aZI|eCwd;-4Qww2vitaWK*Dklk+>zJ3gjm&7x7h2rey{J-KGRX3PRzW+NoB^b$ACDt50qUy+4*>Ne=b*w_bl
gpx(+-y<=#4A+5OQk%ko@!+eFo1S@ytJ2+J-F+H`&`!QU+6pEwV@AGk%cuX$QcjYG4CIn1^f);{cUH&h)9n2uNP*oc)qrj`bE<{ul@m?Jv)*&NSy
K9#E0T~c+dBByS7ZiM}{MYV5KmLE};ZH(Fnk3W%7Tg=5leTrrw1<5y)G{-)OC%=u(t>E9=jb2+dk5bJ2u^2nUvDWP~9r$$Y6vxj^3dKE>6suy9%%
o#NY{Cv_isRX0_N}|9({78o2IqePmfap+ZgMO?>wNhDk@pwHToBZLXDlz4?qStmVgq}qs5hc?FQeEqu<S?3S#5{=HZ-gc+R#;}8Ey3`4a;<WWjc5
|C9v+qY9qv)nO%;ZW#5|v+s@^z+fE@%s7F`k{cCal7h-{(V0oZZ>=(eXg__|IdGs$t=A59;$CU@X$?_Y@^(7qdC5~;z9xTgqv5m<(%eaR~_itXQp
Z2#qquti0TZT;6KsQf!)?F&h$D$h-Vb3Hp&oLqn@~<f798SgZJItjyX`74H<zB3Qb%o`j)CLn#?3ZON`n8u_<Qr_;fI2&QXEuHpZ2DWRmiMAvThV
L32R6rHe$YLiG1$$my6LkS!35`A?TH1G+4OK)7dwM@m@^9=17eBm-UqWOe;(&!PF34Z=Uq?d)EmG+8x*z&+}ugV`6OzzTyyNb@cbp5{sgnX@zTF&
ci<~>>jV6^Ofs(xX!{CziF_?O$+#bn9>M7iaz5QfnZ8(`NNK1!=vgjGmvJf<ttvyznZ^I`I)RDHzXHsDtct2wA&t;wu&=6Ub|dbl9dV^E7U_4yUL
fP#p!M<rqVHGmdRVV-IDyY#ct8IoL-+D+hj*DilkhD5{1myHWqOSB=>gbxk5Ii^>MWyy^XOCEtgd8Mm^0Il39%$hX<{+^Jo_29t*lPx-RpDu7sJF
2*y3=!aiYv3(yoN(ZPdg2Kxq4XpM&)?{&Y|~zPl9hX8z3@EPI(wF`m<I{#2b}jK#j~%qmvBgGt>vE?)WBSSdHdiQ6y9JoOlsM&d2ogwwcWmwWmVx
}fe+*bS*Fx(nBW{HwF(B6q=&t)(pH^=McIsNaXx58?X&zuK<uZq$4`h_~od3ai1q9DiO2({nkkr?Kw|&c5$ZrmcE+33Jf%;kizTIk4?QZdXn<EVJ
e@tp=F{)%FrF=hFGQwd_*p*J(uNdgPp~$wj(hg+sW{hq&k2sPJ+a+^BudOmOc4=`OCF+Tngj5pQyH8#}MEa~nISn~Qxvt#i6@%JfiG?;e_Ww^J1h
FrVo*iAu#_R-Q8(9W&yfXXGW!nzOkYBdDv=iH|l)o$I2M&9aB$%@2clCMx_gOs@l#eXizhkiWy%yIA`+{%$8WZz^UxvGGwa*J;&!olaW&_9xM|yG
@I(T3-d2Ydg&49p;!=mD&0jSKiD~rmo4(pZzTgze^HyhR#D-F2~<`Vui!N{17Zn$2S*he|wGM-U!0YTwB7gH}$fp-vIYoEPSOy{XF(<XLOHfJ{IK
NT^-LCYQLmTxLFd!XUB8q)qfIkRvH$y>;lSi8g_MtMk%}3*&f^LCAWb29{hPC>N|^jUkHZf+SOkR^4CGPk!zE~@1x($-!}4J);leG2@9F4G0R%Fk
Ga3{d{wAn_1v~WWv!xPFlY8V=2gzDFh^plsvK@V$nXDE);{mK+W)(fd+O!-LAIwq8K!0vqZgpZOY|wZRc@B?hQqv7E&Of$b*tjGs8_0%J%?{hRm}
H*d63&8vbx<$pAoL-dPJ49w;y88yz5V_ubLxrZ7-b2rKo1-)vVL+3t9cLmfak0z6u5Fg>4T(x5to^*pB`)+_~-NFNC|L;9iCOu2amuhrgpw&uv#9
w^7T^Bwy30HIJXPwZ>SjHG-*o2i==$thH55mwU$a0yCfZQ%lNOVGg`Gd)Ol>s!^(<ZnE0SBIs@RM8gJax6}6XCn(o5$TObDM_&TVO2zDJ+BUFe60
z)5b_aiYm+x)H3T#HUn4j=@9;+I53$e<7LbeU>)mV2*YU&fwm7=zt`O;rN92=>E=$zvE1<@$wTXrqHxiJdX7Q5?$&h#U${G0f4ucCfjQTtrmd7Z`
lx=!idA!_f`=(UHh-5S5_6n2Bw8jD?h^{Cr37@&2=)tY-Y4>zXbFlTQ6lgsxerXv*1Jfr#*jZ$eEnQfQ%9PXhdw%q~SyB<C))3;MS->Wl>iLhm7b
=JO@p-^i<wFPuGUhi>p=Y9NcbCh>A^R}25;m^}`w_*%A_iempPmNSTbhf>cC}v_+<_{vr0dss!7449uI?Jx0y%CGKG4^(ecJsR_)3<P!_UR())sH
zXo3GDXy{6B=ZiC}p<YFI?liA#CziwK*hplhbYGWDa<8M|x$jJ?N(YcFL?Pl8j^f%*NEx99I<S$~*x?AA)cngG;h2I<Td2Wu)*{4l9<8{4>D}!`y
W0`&www{6K1^DwySl)<MZ3nT<MGug7+smTftNS!t(6?1?uOjG{Sa0sDvsk-l(8}$_MeFAZJ6imuhlflS-GU^YT}1nxevh|oh`E7IFfLN-zFMbM{Z
zg0Aj&+Tn5W^-FY4C88=!g@bbI0VBPvY0TX2X!?bi*HceKK?PrlE?n<wk$r@uASTPuwAs@hFm=IQpicMLubh!eAs<ggEB^{b$E{%oJXV)mytjfj{
nxgXoh?*h}-r*BjB9;>tW8DLmUd|nHtZEnNhBi*R@L{T5Wws+&<Z({|k@qib@ouSd3++f`Vv^|3>9Ojsg*p7LB@ewg|l%7yjzw$e8wmjReb~TMv!
TjPfn7#%^db#<WeOhn=`Pgi1b&0ZU=k2>ecmSlI==HH~675sV-mLq8_6f^b`ec6)oBM0t*(t<qHOy``SKo2)FFy#FxD6HG;mz&5xoFtyw4MAK+SL
x`bN-~tkJ5L*(s-Ro&PBggD9i6)!S93dka8UC&Fl|ZUIWXE`1jK_*S-(+4{9o_+E+M#K3{u7wRcuJ4v%{#c7&o)D(K|fJUhT_XEs%0W;WKk?M(7I
<#`A(dJOk%EqgvJuS#I~V`ce2+CA8-z8tV@_3J6s>@nH}v<lWEVUN3^)Zf|bI3kv~TqMY{bLsrm$6UhAsr>0hEigC4qg&|A-JeJf;9l)ciM8x!wT
@m(CKB(<)~bVkNf4!$Yh<3GyKv*Q^Ld+oN{Pkne?CiV|I>(eE<P>~^_nB*Q&Gzf`UC;yQeZBxPf<lZx}{>a{@fRPwB9^kCSj%XG)ld$pI)$2W0Y0
wLr$;vxen1LRqU6w^XXTS(H==(wQYZMU3-A<Wjn5jV>ei%z0RB(n}a^S?SiF)IXatbsCh{n&Bc0<K@5hW`?&9^`dqt>QXAB=ZI8&>_D9+!`an6(g
nw(-whOpOYm28`-!td{_SN}~Kg(z%E#K>OoE}!sy6=}9R#O4bK4yO&SutiF*+ez$N>^uC%O0zHB+rsl*$$D-u`@K^w7Y*c^V+AokQVV4?E?Cnt+s
BSicgGpyZX1`&;4{)-|zKa`rgaO8L=ejSMX#_z_UNQD6Y?ql?^f1gXgBG%VnxycGhltCF8YM;z#CnF8|u8Ip<#8{oJj4z1y^|Sf^Xe3*8R$WH3Ld
nD0OfZ_%!2cQAL7_Pa_Rw~r(^lI7UvYNF2)6?BuiSj@FlxBaJnui@UJmOVu~C4NtAqt;S(tMxtIbbU{&M<4Ne-Cur5JH0cpjmgC32lX=ntZv(<6M
Fj|y=%mAM=V)%ce91jIgg9ah4snEv@k2N*{998+h{fETlU>p_5|{Z*)e^<E!qX#uKT<h+7En7y99Pee<eP@NIUx0n{CI_@ALZIZQrA>+x5k9{HTq
rJDt%diE?Nb=3|cXZ1)S!(D>|6+S`&f_?t7sGy|Kcn{Ynn)!G}esBLe=?|W_u_w%EjKYxlbS$o?LxQUhZ=$oYH?rtXl@sZu2=+jftS!Am6Y%!PD_
*_F(`$FQTjm_P4^YIStd`=AOsTDA}&UL}I=oR1f^Pj|cQJ=){ZToSZ#*R^swzJ9pyLTPe4^%nQvV+(hYui5N{Go=G(Qa5(eX{#}we0r#X$}41#b#
g+5u5$Gd9mw{M7y3FTz7XJ-}SrNOR(%0l;@dla%1OJzI6|kTlZXb0uX1_&yIGq1I+$2zeU}?P{o*@L94JI_Ahv`J-~;-{4^RiPy2ti+q+8p-0R?W
z5c#N5wFAwmO0Gx^|RBa>$64^+%r~K_nzIy`GbOv*3V9~?cCv<-OsnnX%=QH3>&BHPFN@B%@*^0V4ldm&jiH+@Yo*rD~fxyUOwJcYS+tkW@Bx8fl
laV=(Or_USS+(clX}z$Nj^Rj^@orP9pujP$9P=<?sJl%RVnAPW1uvP{ll+yS7{FeuvwlUaCFrmEg44SLyF79p)w2!a{wvYOa1N(Ns5$y>IU~CkSz
D&o3*UbGS+}zf-VMYT3~aU~{b^JG&jvq3X}$h&OhJc?P;P4>Z=o?I++Z*H6;&FUzw1WUb|#htKqUWqP{CD{`^-?-n`XEC<zvr#n^2;Z!bHSUm^Z6
n>nl>#B>kWZGREX1~)rR;}B1^=CQMw!>}NUgr1?u2<Bf?f>h`A}r$hP`fAWD|NyUAL-5U&%6dtvPbve(shHRipHs6+wn?=+3$pnQtN(9KWE8)ewO
X(FMw<Rxr~78S3~<=;q3cGr(@5^lzodu{ua!!(K&w@oBbWns=C*Dp7#F&%ze=9!7&^9!4ny?wX6REOxhWakJ<O?*BtH@YTpZ0$7ad2588>GV9bfp
IWgPL9p+#q!oE=TaBI7@!+gDNst+Px96=^_KTJQ07ERSj#<Qwr3-xm?mpjC-sd}#t_1lkFc=QK{PdMVEXCx^xyHN#QoJw<X%I-SaK5sME{j*byp6
*$UJ79W@V|p^)IbEMRTA(~HQ<g2_H9DtU?c((E;JMiSlSEDm=Ga_2R>7i{UC>!}x^_s;R0V6Gd+M!K!)#aRM)l~yWXb--%J=D~+>=&*%vz=_`_Gu
I)2}sZ;r^$YzVKlak&}km9P!kCVx01~{?fG*W)-ZCc08N8-TY4EVK-=R`&P7jgwru=-A}4V&r^S1sw}^zIhmi4t=9}?m5=$uFGNl<=2!(wiP<X%v
d$7Q9nTudbI|3zoT}<tvXWk*b=!H>gCS-cul#vzFneE5#%-_lYTwH9fypNYan^a~k=vaGW4gQ*RkeMd&(m0S37D;l+1|E4qZ_UsJx(z{<z~=}+@8
g1wdgmr=7?fm{?WxECz0jYZh_}Eo}-o>#3`F~`coT=`7Hg6FpIf`PUx;A`|K8abb#6S=b7rwcE{osS8KekpIjSYM#B!C_)ilyM|ob~OVI3`?$d-)
WBOo~!ft*8auVC|Y^|S%cXjwY*=?xU-T3o^V4i|*``-MLMyc1FU2kxhZAH22;3AQej5)DekQ~?7&KuYJ^Lh3$*8}qfI;(2yRLp+f;Q+-vQX}-^?)
ljH8k<+BWv_FePaLv*sF%p!g4v7f<VQ2GyfM4lQOq`0)pp(dc;)u<&tRv-R+KYbMY%L)cPQ%1YyJ<0rd`D
"""
"""The dealer's chances, packed: a row for each number of holes that the dealer needs, 1 to 121."""


def stakes_of(rules: Rules) -> Stakes:
    """Return what a game by these rules counts besides one game won or lost."""
    stakes, before = [], 1
    for below, games in sorted(rules.doubles, reverse=True):
        stakes.append((rules.target - below, games - before))
        before = games
    return tuple(stakes)


def winning_chance(mine: int, theirs: int, *, dealer: bool) -> float:
    """Return the chance to win before a deal. ``mine`` and ``theirs`` are holes to go; 0 or fewer have won."""
    if mine <= 0:
        return 1.0
    if theirs <= 0:
        return 0.0
    return _CHANCES[mine - 1][theirs - 1] if dealer else 1.0 - _CHANCES[theirs - 1][mine - 1]


def game_value(mine: int, theirs: int, stakes: Stakes, *, dealer: bool) -> float:
    """Return what a game is worth before a deal: the chance to win it, and what double games add.

    A game that is surely won is worth 1 and half of each game more, and a game that is surely lost as much less than 0.
    """
    value = winning_chance(mine, theirs, dealer=dealer)
    for holes, games in stakes:
        gain, loss = _skunks(mine, theirs, holes, dealer=dealer)
        value += games * (gain - loss) / 2
    return value


def _skunks(mine: int, theirs: int, holes: int, *, dealer: bool) -> tuple[float, float]:
    """Return the chances to win while the other needs more than some holes, and to lose so."""
    if mine <= 0:
        return float(theirs > holes), 0.0
    if theirs <= 0:
        return 0.0, float(mine > holes)
    line = min(LINES, key=lambda line: abs(line - holes))
    if dealer:
        return by_dealer(line)[mine - 1][theirs - 1], by_pone(line)[mine - 1][theirs - 1]
    return by_pone(line)[theirs - 1][mine - 1], by_dealer(line)[theirs - 1][mine - 1]


_CHANCES: Final = unpack(_BY_DEALER)
