; Local memory is active where a differentiated value passes through it, and only there.
; run: --stage facts
; expect: argument 0 active
; expect: argument 1
; expect: shadowed  %used = alloca
; expect: active    %y = load double
; expect: active    %result = fmul
; reject: %unused = alloca
; reject: %c = fmul
define double @local(double %x, i64 %i) {
  %used = alloca [4 x double]
  %counted = alloca [4 x i64]
  %in = getelementptr [4 x double], ptr %used, i64 0, i64 %i
  store double %x, ptr %in
  %at = getelementptr [4 x i64], ptr %counted, i64 0, i64 %i
  store i64 %i, ptr %at
  %first = load i64, ptr %counted
  %out = getelementptr [4 x double], ptr %used, i64 0, i64 %first
  %y = load double, ptr %out
  %number = sitofp i64 %first to double
  %c = fmul double %number, %number
  %result = fmul double %y, %c
  ret double %result
}
