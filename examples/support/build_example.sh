# shellcheck shell=bash
# Sourced by run.sh of the examples that trace C++. Sets repository and build; defines build_example.

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${COTANGENT_BUILD:-$repository/build/release}
case $build in /*) ;; *) build=$PWD/$build ;; esac
compiler=$build/bin/cotangent-c++
if [ ! -x "$compiler" ]; then
  echo "error: $compiler is missing; build the project first or set COTANGENT_BUILD to its build folder" >&2
  exit 1
fi

# build_example PROGRAM SOURCE... -- LIBRARY...: objects that are newer than the sources, headers and libraries stay.
build_example() {
  local program=$1 folder source object objects=() processes=() process
  shift
  folder=$(dirname "$program")
  mkdir -p "$folder"
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    source=$1
    shift
    object=$folder/$(basename "$(dirname "$source")")_$(basename "$source" .cpp).o
    objects+=("$object")
    if [ -e "$object" ] && [ -z "$(find "$source" "$(dirname "$source")" "$repository/examples/support" \
      "$repository/include" "$compiler" -type f -newer "$object" -print -quit)" ]; then
      continue
    fi
    echo "compiling ${source#"$repository"/}" >&2
    # Written under another name first, so that an interrupted compilation leaves nothing that looks finished.
    ("$compiler" -O1 -std=c++20 -I"$repository" -c "$source" -o "$object.new" && mv "$object.new" "$object") &
    processes+=($!)
    if [ ${#processes[@]} -ge 2 ]; then
      wait "${processes[0]}" || return 1
      processes=("${processes[@]:1}")
    fi
  done
  shift || true
  for process in "${processes[@]}"; do wait "$process" || return 1; done
  "$compiler" "${objects[@]}" "$@" -o "$program"
}
