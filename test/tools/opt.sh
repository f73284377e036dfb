#!/usr/bin/env bash
# cotangent-opt as a user meets it: opt.sh BUILD_FOLDER WORK_FOLDER
source "$(dirname "${BASH_SOURCE[0]}")/../support/tool_checks.sh" opt "$1" "$2"
opt=$1/bin/cotangent-opt
prints() { local text=$1; shift; "$@" >output 2>&1 && grep -qF -- "$text" output || fail "'$text' in: $*"; }
refuses() { local status=$1 text=$2; shift 2; "$@" >output 2>&1; [ $? -eq "$status" ] && grep -qF -- "$text" output || fail "refusal '$text' of: $*"; }

cat >square.ll <<'CODE'
define double @square(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
CODE
cat >two.ll <<'CODE'
define double @dot(ptr %a, double %b, i32 %n) {
  %v = load double, ptr %a
  %y = fmul double %v, %b
  ret double %y
}
define double @other(double %x) {
  %y = call double @unknown(double %x)
  ret double %y
}
declare double @unknown(double)
CODE
echo 'define double @broken( {' >broken.ll

prints "derivative of square: reverse, combined, width 1" "$opt" square.ll
prints "derivative of square: forward, width 3" "$opt" square.ll --mode forward --width 3
prints "reverse, split" "$opt" square.ll --mode=split --stage=plan
prints "@cotangent.primal.square" "$opt" square.ll --stage primal
prints "argument 0 active" "$opt" square.ll --stage facts
for mode in forward reverse split; do prints "fmul double" "$opt" square.ll --stage derivative --mode $mode; done
prints "@cotangent.tangent.square(double %x, double" "$opt" square.ll --stage derivative --mode forward --optimise
"$opt" - <square.ll >output 2>&1 && grep -q "rules: fmul" output || fail "standard input"
prints "argument 1 active" "$opt" two.ll --function dot --stage facts
prints "argument 0 shadowed" "$opt" two.ll --function dot --stage facts
# With constants there is nothing to do.
"$opt" two.ll --function dot --stage facts --activity const,const,const >output 2>&1
grep -q "active" output && fail "constant arguments"
prints "argument 1 active" "$opt" two.ll --function dot --stage facts --activity const,active,const

refuses 1 "several functions" "$opt" two.ll
refuses 1 "there is no function 'missing'" "$opt" two.ll --function missing
refuses 1 "has no body" "$opt" two.ll --function unknown
refuses 1 "[no-derivative] no derivative is known for 'unknown'" "$opt" two.ll --function other
refuses 1 "broken.ll:2:1: error" "$opt" broken.ll
refuses 1 "missing.ll: error" "$opt" missing.ll
refuses 2 "Unknown command line argument" "$opt" square.ll --nonsense
refuses 2 "stage" "$opt" square.ll --stage nonsense
refuses 2 "positional argument" "$opt"
refuses 2 "has 3 parameters, but --activity names 2" "$opt" two.ll --function dot --activity dup,active
refuses 2 "'nonsense' is no activity" "$opt" square.ll --activity nonsense
refuses 2 "parameter 1 is a pointer" "$opt" two.ll --function dot --activity active,active,const
refuses 2 "parameter 3 carries no derivative" "$opt" two.ll --function dot --activity dup,active,active
refuses 2 "the width must be at least 1" "$opt" square.ll --width 0
prints "--stage" "$opt" --help

finish
