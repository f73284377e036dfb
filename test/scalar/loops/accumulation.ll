; A loop that only adds to a number needs no tape: each iteration runs forward and at once backwards.
; run: --stage plan --function sum
; expect: (body of a loop, forward and at once backwards)
; expect: rules: fadd fmul
; reject: per iteration
; run: --stage derivative --function sum
; reject: cotangent_tape
;
; With the sweeps apart the square's operand is stored.
; run: --stage plan --function sum --mode split
; expect: loop depth 1: 8 bytes per iteration (array)
; expect: its memory may change between the two sweeps
define double @sum(ptr %a, i64 %n) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %total = phi double [ 0.0, %entry ], [ %more, %loop ]
  %place = getelementptr double, ptr %a, i64 %i
  %value = load double, ptr %place
  %square = fmul double %value, %value
  %more = fadd double %total, %square
  %next = add nsw nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit

exit:
  ret double %more
}
