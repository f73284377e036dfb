; The result of exp is stored for the way that needs it; the way itself is found again from the arguments.
; run: --stage plan --mode split
; expect: call: 8 bytes (frame)
; expect: +0 8 bytes %e: it costs a call
; expect: rules: exp fmul
; run: --stage plan
; expect: (both sweeps in one)
; expect: kept in registers: 2
; run: --stage primal
; expect: !cotangent.path
; run: --stage derivative --mode forward --width 2
; expect: define internal { double, double, double } @cotangent.tangent.either(double %x,
; expect: @exp(
declare double @exp(double)
define double @either(double %x, double %limit) {
entry:
  %above = fcmp ogt double %x, %limit
  br i1 %above, label %grow, label %square

grow:
  %e = call double @exp(double %x)
  br label %end

square:
  %s = fmul double %x, %x
  br label %end

end:
  %r = phi double [ %e, %grow ], [ %s, %square ]
  ret double %r
}
