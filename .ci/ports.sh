#!/usr/bin/env bash
# The core on machines and C libraries that are not those of everybody: its tests in C, without Lua; and, where Debian
# has a Lua for it, the module, which prints the line of .ci/every_lua.lua as here.
#   .ci/ports.sh TARGET...
#   .ci/ports.sh --turn N    one target, the N-th by turns
#   .ci/ports.sh --all
# Targets: musl (another C library), i386 (32 bits, x87), s390x (big-endian) and arm64 under QEMU, cxx (a Lua that is
# compiled as C++, whose errors are exceptions), fast-math (a host whose processor takes denormal numbers for 0; the
# library itself refuses to be compiled so).
set -euo pipefail
cd "$(dirname "$0")/.."

TARGETS=(musl i386 s390x arm64 cxx fast-math)

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "$*" >&2; exit 1; }

# The tests of the core, each with its size. COMPILE: a list of words; RUN: what runs a program, if not the machine.
test_core() { # SIZE COMPILE [RUN]
  local size=$1 compile=$2 run=${3:-} test output
  mkdir -p "$folder/core"
  # shellcheck disable=SC2086 # lists of words, from here on
  (cd "$folder/core" && printf '%s\n' "$OLDPWD"/csrc/core/*.c "$OLDPWD"/csrc/games/*.c |
    xargs -P "$(nproc)" -n 5 $compile -std=c99 -O1 -I"$OLDPWD/csrc" -c)
  for test in "loop $size" "chance $size" "solve $size" "path $size" "matrix $size" "both $((size / 3))" \
    "mcts $((size / 3))" "sampled $((size / 3))" features broken outside; do
    # shellcheck disable=SC2086
    set -- $test
    # shellcheck disable=SC2086
    $compile -std=c99 -O1 -Icsrc -o "$folder/$1" "spec/core/$1_test.c" "$folder"/core/*.o -lm
    # shellcheck disable=SC2086
    output=$(timeout 100 $run "$folder/$1" ${2:-} 2>&1 | tail -n 1) || true
    [[ $output == *", 0 failures"* ]] || fail "$1: $output"
    echo "$1: $output"
  done
}

# Debian's Lua for another machine, put into a folder. It takes neither root nor what is known of packages here.
fetch_lua() { # ARCHITECTURE
  local apt=$folder/apt
  mkdir -p "$apt/lists/partial" "$apt/archives/partial"
  touch "$apt/status"
  apt() {
    apt-get -qq -o APT::Architecture="$1" -o APT::Architectures::="$1" -o Dir::State::Lists="$apt/lists" \
      -o Dir::State::status="$apt/status" -o Dir::Cache::archives="$apt/archives" -o Dir::Cache::pkgcache= \
      -o Dir::Cache::srcpkgcache= -o Debug::NoLocking=1 -o APT::Sandbox::User=root "${@:2}"
  }
  # An update may fail for a source that is not needed here.
  (cd "$apt" && { apt "$1" update || true; } && apt "$1" download liblua5.4-dev && dpkg -x liblua5.4-dev_*.deb .)
}

# What a little of everything prints is the same as here.
test_module() { # HOST [RUN]
  [ -e "$folder/expected" ] || sh run.sh lua .ci/every_lua.lua >"$folder/expected"
  # shellcheck disable=SC2086
  LUA_PATH_5_4="lua/?.lua;lua/?/init.lua;./?.lua" timeout 100 ${2:-} "$1" .ci/every_lua.lua >"$folder/line"
  cmp "$folder/expected" "$folder/line"
  echo "a little of everything: the same"
}

# Another machine of Debian's.
test_machine() { # SIZE ARCHITECTURE TRIPLET [RUN]
  test_core "$1" "$3-gcc -static" "${4:-}"
  fetch_lua "$2"
  "$3-gcc" -std=c99 -O1 -static -Icsrc -I"$folder/apt/usr/include/lua5.4" \
    -I"$(echo "$folder"/apt/usr/include/*-linux-gnu)" -o "$folder/host" \
    spec/hostile/host.c csrc/*/*.c "$folder"/apt/usr/lib/*/liblua5.4.a -lm 2>"$folder/log" ||
    fail "$(cat "$folder/log")"
  test_module "$folder/host" "${4:-}"
}

try_musl() {
  sh run.sh need musl-tools
  test_core 300 "musl-gcc -static"
}

try_i386() {
  sh run.sh need gcc-i686-linux-gnu libc6-dev-i386-cross qemu-user-static
  test_machine 60 i386 i686-linux-gnu qemu-i386-static # there are kernels that run no programs of 32 bits
}

try_s390x() {
  sh run.sh need gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static
  test_machine 60 s390x s390x-linux-gnu qemu-s390x-static
}

try_arm64() {
  sh run.sh need gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static
  test_machine 60 arm64 aarch64-linux-gnu qemu-aarch64-static
}

# Errors in callbacks, at every call, pass through the frames of the module as exceptions.
try_cxx() {
  sh run.sh need liblua5.4-dev lua-busted
  cc -std=c99 -O1 -rdynamic -Icsrc -I/usr/include/lua5.4 -o "$folder/host" spec/hostile/host.c csrc/*/*.c \
    -llua5.4-c++ -lm
  test_module "$folder/host"
  LUA_PATH_5_4="lua/?.lua;lua/?/init.lua;./?.lua;;" ALPHABETA_TREES=200 timeout 300 "$folder/host" /usr/bin/busted \
    --ignore-lua --output=plainTerminal spec/faults_spec.lua spec/place_spec.lua | tail -n 30
}

try_fast-math() {
  if cc -std=c99 -O1 -ffast-math -Icsrc -fsyntax-only csrc/core/ab_walk.c 2>"$folder/log"; then
    fail "the core is compiled with -ffast-math"
  fi
  grep -q "infinit" "$folder/log" || fail "$(cat "$folder/log")"
  cc -std=c99 -O1 -Icsrc -c -o "$folder/loop.o" spec/core/loop_test.c
  test_core 300 "cc"
  cc -ffast-math -o "$folder/loop" "$folder/loop.o" "$folder"/core/*.o -lm # which sets the processor so
  "$folder/loop" 300 1 flush | tail -n 1 | grep ", 0 failures"
}

case ${1:-} in
  --turn) set -- "${TARGETS[$2 % ${#TARGETS[@]}]}" ;;
  --all) set -- "${TARGETS[@]}" ;;
esac
[ $# != 0 ] || fail "ports.sh: one of ${TARGETS[*]} expected"
for target; do
  rm -rf "${folder:?}"/{core,apt}
  echo "$target"
  "try_$target"
done
