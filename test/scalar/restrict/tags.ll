; Shadows are apart from primals and from what is written wherever it is read, and the derivative says so.
; run: --stage derivative --activity const,dup,dup
; expect: call void @llvm.experimental.noalias.scope.decl
; expect: , !alias.scope !
; expect: , !noalias !
define void @add_squares(i64 %n, ptr noalias %x, ptr noalias %y) {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr double, ptr %x, i64 %i
  %value = load double, ptr %from
  %square = fmul double %value, %value
  %to = getelementptr double, ptr %y, i64 %i
  %before = load double, ptr %to
  %after = fadd double %before, %square
  store double %after, ptr %to
  %next = add nsw nuw i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %exit

exit:
  ret void
}
