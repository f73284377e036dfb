# What the scripts of test/tools begin with: source it with the name of the test, then BUILD_FOLDER and WORK_FOLDER.
# Leaves the shell in an empty folder of its own; `bin` is the programs' folder.
set -u
bin=$2/bin
mkdir -p "$3"
work=$(mktemp -d "$3/$1.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
  echo "FAILED: $1"
  sed 's/^/    /' output
  failures=$((failures + 1))
}
works() { "$@" >output 2>&1 || fail "$*"; }

# The last line of a script: says that all is well, or ends with status 1.
finish() {
  [ "$failures" -eq 0 ] && echo "all well"
  exit $((failures > 0))
}
