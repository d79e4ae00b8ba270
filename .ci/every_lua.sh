#!/bin/sh
# On every Lua but 5.4, which runs all specs anyway: those that every Lua can run. LuaJIT has its turn with and without
# its compiler. And every_lua.lua prints the same line on all of them, on 5.4 too.
#   .ci/every_lua.sh [--long]    the long form runs the specs in the size of `sh run.sh test`, on 5.4 as well
set -u
cd "$(dirname "$0")/.." || exit 1

all="5.1 5.2 5.3 5.4 jit-off jit-on"
specs="spec/property_spec.lua spec/table_spec.lua spec/driver_spec.lua spec/faults_spec.lua spec/place_spec.lua
  spec/pure_spec.lua spec/native_spec.lua spec/native_both_spec.lua spec/mixed_spec.lua spec/bounds_spec.lua
  spec/require_spec.lua spec/chance_spec.lua spec/mcts_spec.lua spec/solve_spec.lua spec/saved_spec.lua
  spec/repetition_spec.lua spec/features_spec.lua spec/learn_spec.lua spec/hostile"

# Sets: the folder of LUA's headers, the command that runs it.
describe() { # LUA
  case $1 in
    jit-*) headers=/usr/include/luajit-2.1 command="luajit -j${1#jit-}" ;;
    *) headers=/usr/include/lua$1 command=lua$1 ;;
  esac
}

# Runs a LUA with the module built for it, and nothing else of the environment's.
with_module() { # LUA ARGUMENT...
  describe "$1"
  library=$folder/$1
  shift
  # shellcheck disable=SC2086 # $command is a list of words
  env -u LUA_PATH_5_2 -u LUA_CPATH_5_2 -u LUA_PATH_5_3 -u LUA_CPATH_5_3 -u LUA_PATH_5_4 -u LUA_CPATH_5_4 \
    LUA_PATH="$PWD/lua/?.lua;$PWD/lua/?/init.lua;;" LUA_CPATH="$library/?.so;;" LUA_INCDIR="$headers" \
    timeout "$seconds" $command "$@"
}

if [ "${1:-}" = --one ]; then # FOLDER LUA SIZE: what a worker does
  folder=$2 lua=$3 size=$4 seconds=3600
  describe "$lua"
  mkdir -p "$folder/$lua/alphabeta"
  log=$folder/$lua/log
  # shellcheck disable=SC2086 # $specs is a list of words
  if cc -std=c99 -O1 -fPIC -shared -I"$headers" -Icsrc csrc/*/*.c -lm -o "$folder/$lua/alphabeta/core.so" \
    >"$log" 2>&1 &&
    with_module "$lua" .ci/every_lua.lua >"$folder/$lua/line" 2>"$log" && {
    [ "$lua $size" = "5.4 short" ] || ALPHABETA_TREES=$([ "$size" = long ] && echo 1200 || echo 84) \
      with_module "$lua" /usr/bin/busted --ignore-lua --output=plainTerminal $specs >"$log" 2>&1 </dev/null
  }; then
    echo "ok $lua: $(grep -E '^[0-9]+ successes / ' "$log")"
  else
    echo "not ok $lua"
    cat "$log"
    exit 1
  fi
  exit 0
fi

size=short
[ "${1:-}" != --long ] || size=long
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck disable=SC2086 # a list of words
printf '%s\n' $all | xargs -P "$(nproc)" -I '{}' sh "$0" --one "$folder" '{}' "$size" || exit 1
for lua in $all; do
  [ -s "$folder/$lua/line" ] && cmp "$folder/5.1/line" "$folder/$lua/line" || exit 1
done
cat "$folder/5.1/line"
