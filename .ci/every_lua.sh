#!/bin/sh
# Builds the module for Lua 5.1 to 5.4 and LuaJIT and runs every_lua.lua on it: all print the same line.
set -eu
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

for lua in 5.1 5.2 5.3 5.4 jit-2.1; do
  case $lua in
    jit-*) command=luajit ;;
    *) command=lua$lua ;;
  esac
  mkdir -p "$folder/$lua/alphabeta"
  cc -std=c99 -O1 -fPIC -shared -I"/usr/include/lua$lua" -o "$folder/$lua/alphabeta/core.so" -Icsrc csrc/*/*.c -lm
  LUA_PATH="$PWD/lua/?.lua;$PWD/lua/?/init.lua" LUA_CPATH="$folder/$lua/?.so" \
    timeout 120 env -u LUA_PATH_5_4 -u LUA_CPATH_5_4 -u LUA_PATH_5_3 -u LUA_CPATH_5_3 \
    -u LUA_PATH_5_2 -u LUA_CPATH_5_2 "$command" .ci/every_lua.lua >"$folder/$lua/line"
  [ -s "$folder/$lua/line" ]
  cmp "$folder/5.1/line" "$folder/$lua/line"
done
cat "$folder/5.1/line"
