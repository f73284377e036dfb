# shellcheck shell=bash
# Sourced by run.sh here and in bench/scalar. Sets repository, build and compiler; defines build_program.

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=${COTANGENT_BUILD:-$repository/build/release}
case $build in /*) ;; *) build=$PWD/$build ;; esac
compiler=$build/bin/cotangent-c++

require_compiler() {
  if [ ! -x "$compiler" ]; then
    echo "error: $compiler is missing; build the project first or set COTANGENT_BUILD to its build folder" >&2
    exit 1
  fi
}

# Whether OBJECT is older than anything it may depend on.
is_stale() {
  local object=$1 source=$2
  [ -e "$object" ] || return 0
  [ -n "$(find "$source" "$repository/examples/adbench" "$repository/bench/scalar" "$repository/include" "$compiler" \
    "$build/lib" -maxdepth 2 \( -path "$source" -o -name '*.h' -o -name '*.so' -o -name '*.a' -o -path "$compiler" \) \
    -newer "$object" -print -quit 2>/dev/null)" ]
}

# build_program PROGRAM SOURCE...: objects lie next to the program; two compilations run at a time.
build_program() {
  local program=$1
  shift
  local folder objects=() sources=() source object count=0 processes=() process
  folder=$(dirname "$program")
  mkdir -p "$folder"
  for source in "$@"; do
    object=$folder/$(basename "$(dirname "$source")")_$(basename "$source" .cpp).o
    objects+=("$object")
    if is_stale "$object" "$source"; then sources+=("$source"); fi
  done
  for source in "${sources[@]}"; do
    count=$((count + 1))
    echo "[$count/${#sources[@]}] compiling ${source#"$repository"/}" >&2
    object=$folder/$(basename "$(dirname "$source")")_$(basename "$source" .cpp).o
    # Written under another name first, so that an interrupted compilation leaves nothing that looks finished.
    ("$compiler" -O2 -std=c++20 -c "$source" -o "$object.new" && mv "$object.new" "$object") &
    processes+=($!)
    if [ ${#processes[@]} -ge 2 ]; then
      wait "${processes[0]}" || return 1
      processes=("${processes[@]:1}")
    fi
  done
  for process in "${processes[@]}"; do wait "$process" || return 1; done
  "$compiler" -O2 "${objects[@]}" -o "$program"
}
