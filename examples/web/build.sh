#!/bin/sh
# Makes the page as static files, for any server, or to be opened as they are: FOLDER/index.html.
#
#   sh examples/web/build.sh FOLDER
#
# LUA_SOURCE: the folder of Lua's source (lapi.c and the others); without it that of Debian's package is used.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
out=$1
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -z "${LUA_SOURCE:-}" ]; then
  sh "$root/run.sh" source lua5.4 "$work"
  LUA_SOURCE=$(dirname "$(find "$work" -name lapi.c)")
fi
rm -rf "$work/lua"
mkdir "$work/lua"
cp "$LUA_SOURCE"/*.[ch] "$work/lua"
rm -f "$work/lua/lua.c" "$work/lua/luac.c"

(cd "$root" && lua5.4 examples/embed/modules.lua alphabeta-scm-1.rockspec page=examples/web/page.lua \
  briscola=examples/briscola.lua) \
  >"$work/modules.h"
# NODE_PATH: where Debian's modules are, also for a Node.js that is not Debian's
export NODE_PATH="/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}"
# -Os: the browser compiles a function when it is first called, and the largest take it longest
emcc -std=gnu99 -Os -I"$work" -I"$work/lua" -I"$root/csrc" -I"$root/examples/embed" \
  "$here/web.c" "$work"/lua/*.c "$root"/csrc/*/*.c -o "$out/alphabeta.js" \
  -sMODULARIZE -sEXPORT_NAME=alphabeta -sALLOW_MEMORY_GROWTH -sENVIRONMENT=web \
  -sEXPORTED_FUNCTIONS=_call -sEXPORTED_RUNTIME_METHODS=ccall
# a page that is opened as a file cannot fetch others, but it may run scripts
{ printf 'window.WASM = "' && base64 -w 0 "$out/alphabeta.wasm" && printf '";\n'; } >"$out/wasm.js"
rm "$out/alphabeta.wasm"
cp "$here/index.html" "$here/style.css" "$here/app.js" "$out"
