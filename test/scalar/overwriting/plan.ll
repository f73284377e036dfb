; u[i] *= u[i]: what is overwritten is stored before, eight bytes per iteration; addresses are computed again.
; run: --stage plan --activity dup,const
; expect: (both sweeps in one)
; expect: loop depth 1: 8 bytes per iteration (array)
; expect: +0 8 bytes %value: its memory is overwritten or freed later
; expect: rules: fmul
; run: --stage facts --activity dup,const
; expect: argument 0 shadowed
; expect: active    %value
; expect: active    %square
; run: --stage facts --activity const,const
; reject: active
define void @square(ptr %u, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr double, ptr %u, i64 %i
  %value = load double, ptr %place
  %square = fmul double %value, %value
  store double %square, ptr %place
  %next = add nsw nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit

exit:
  ret void
}
