#!/usr/bin/env bash
# Tries the module in the programs of others: the lines of doc/where-it-runs.md, word for word, in a copy of the
# project; and what else can be seen there.
#   .ci/hosts.sh HOST...
#   .ci/hosts.sh --turn N    one host, the N-th by turns
#   .ci/hosts.sh --all
set -eu
cd "$(dirname "$0")/.."
root=$PWD

HOSTS=(love web windows luanti defold neovim nginx texts programs alone)

fail() { echo "$*" >&2; exit 1; }

# Runs the lines of sections of the page.
follow() { lua5.4 .ci/lines.lua doc/where-it-runs.md "$@"; }

keep_pictures() { # FOLDER
  [ -z "${ALPHABETA_PICTURES:-}" ] || cp "$1"/*.png "$ALPHABETA_PICTURES"
}

# Puts packages into a folder, for programs that do not go with what is installed.
unpack() { # FOLDER PACKAGE...
  local folder=$1 file
  shift
  mkdir -p "$folder"
  (cd "$folder" && apt-get -qq download "$@" 2>/dev/null)
  for file in "$folder"/*.deb; do dpkg -x "$file" "$folder"; done
}

# A game is played by clicks; ALPHABETA_PICTURES: a folder for what could be seen.
try_love() {
  local program=build/play pictures=home/.local/share/love/alphabeta-kalah
  sh run.sh need xvfb xauth libgl1-mesa-dri
  follow "One folder" "LÖVE"
  cp -R build/love $program
  mv $program/main.lua $program/game.lua
  cp .ci/love.lua $program/main.lua
  timeout 100 xvfb-run -a -s '-screen 0 1280x800x24' love $program >played || fail "$(cat played)"
  [ "$(find $pictures -name '*.png' -size +5k | wc -l)" = 4 ] || fail "LÖVE shows nothing"
  keep_pictures $pictures
}

browse() { # FLAG... ADDRESS
  timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars \
    --user-data-dir="$PWD/profile" "$@" 2>/dev/null
}

# A game of each kind is played by clicks, at the sizes of a screen and of a phone.
try_web() {
  local shown
  sh run.sh need chromium fonts-dejavu-core nodejs
  follow "A page in a browser"
  timeout 300 node .ci/keys.mjs build/web || fail "not played by keys"
  { cat build/web/index.html && echo "<script>" && cat .ci/web.js && echo "</script>"; } >build/web/played.html
  shown=$(browse --window-size=500,1000 --dump-dom "file://$PWD/build/web/played.html" |
    sed -e '/<script/,/<\/script>/d')
  grep -q 'data-played="all"' <<<"$shown" || fail "not played through: $(head -c 500 <<<"$shown")"
  ! grep -q 'data-error' <<<"$shown" || fail "an error: $(head -c 500 <<<"$shown")"
  mkdir pictures
  browse --window-size=1280,860 --screenshot=pictures/screen.png "file://$PWD/build/web/played.html"
  browse --window-size=500,1000 --screenshot=pictures/phone.png "file://$PWD/build/web/played.html"
  [ "$(find pictures -name '*.png' -size +20k | wc -l)" = 2 ] || fail "the page shows nothing"
  keep_pictures pictures
}

# A little of everything is as on Linux, and files are saved, over older ones, too.
try_windows() {
  export WINEDEBUG=-all
  at_end="/usr/lib/wine/wineserver64 -w"
  follow "Windows"
  cd build/windows
  timeout 100 /usr/lib/wine/wine64 lua.exe ../../.ci/every_lua.lua 2>messages |
    tr -d '\r' >line || fail "$(cat messages)"
  sh "$root/run.sh" lua ../../.ci/every_lua.lua >expected
  cmp line expected || fail "Windows finds something else: $(cat line messages)"
  cat >example.lua <<'END'
local alphabeta = require "alphabeta"
local game = require "alphabeta.games.tictactoe"
local solution = alphabeta.solve(game, game.initial())
for _ = 1, 2 do alphabeta.save("book", solution, game, game.initial()) end
print(#alphabeta.load("book", game, game.initial()))
local kalah = require "alphabeta.games.kalah"
print(alphabeta.search(kalah, kalah.initial(), { time = 0.1 }).stopped)
END
  [ "$(timeout 100 /usr/lib/wine/wine64 lua.exe example.lua | tr -d '\r' | tr '\n' ' ')" = "5478 time " ] ||
    fail "Windows saves nothing, or has no clock"
}

# The server runs without anybody, in a world of nothing; a second mod plays.
try_luanti() {
  local mods=$HOME/.minetest/mods world=$HOME/.minetest/worlds/try
  sh run.sh need minetest-data
  follow "One folder" "Luanti"
  mkdir -p "$mods/try" "$world"
  cp .ci/luanti.lua "$mods/try/init.lua"
  printf '%s\n' 'name = try' 'depends = kalah' >"$mods/try/mod.conf"
  printf '%s\n' 'gameid = devtest' 'backend = dummy' 'load_mod_kalah = true' 'load_mod_try = true' >"$world/world.mt"
  echo 'bind_address = 127.0.0.1' >>"$HOME/.minetest/minetest.conf"
  timeout 100 /usr/games/minetestserver --config ~/.minetest/minetest.conf --world "$world" --port 30123 \
    >log 2>&1 </dev/null || fail "$(tail -n 20 log)"
  grep -q 'ACTION.*: played$' log || fail "$(tail -n 20 log)"
}

# There is no Defold here: headers and a `require` that are like its own.
try_defold() {
  local header
  sh run.sh need g++ lua5.1 liblua5.1-0-dev
  follow "Defold"
  cp .ci/defold.lua build/defold
  cd build/defold
  mkdir -p sdk/dmsdk/lua
  cp "$root/.ci/defold.h" sdk/dmsdk/sdk.h
  for header in lua lauxlib; do echo "#include \"/usr/include/lua5.1/$header.h\"" >sdk/dmsdk/lua/$header.h; done
  find alphabeta_c/src -name '*.c' -exec gcc -O1 -fPIC -c -Ialphabeta_c/include -Isdk {} +
  g++ -O1 -fPIC -shared -Wall -Wextra -Ialphabeta_c/include -Isdk alphabeta_c/src/extension.cpp ./*.o -o extension.so
  cat >main.lua <<'END'
local alphabeta = require "alphabeta"
local kalah = require "alphabeta.games.kalah"
local search = alphabeta.start(kalah, kalah.initial(), { depth = 8 })
repeat until search:step { time = 0.004 }
print(search:result())
assert(alphabeta.tree.html(alphabeta.search(kalah, kalah.initial(), { depth = 2, trace = true })))
END
  [ "$(lua5.1 defold.lua)" = "$(grep -m 1 '^3, value' "$root/doc/where-it-runs.md")" ] || fail "nothing is found"
}

try_neovim() { follow "One folder" "Neovim"; }

# The processor time that a process has had, in hundredths of a second.
ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; } # PROCESS

# Its package takes LuaJIT away, so it is not installed.
try_nginx() {
  local root=$PWD/nginx slow said worker flood used
  sh run.sh need gcc libc6-dev curl procps libpcre3 libpcre2-8-0 libssl3 zlib1g
  unpack "$root" nginx libnginx-mod-http-lua libnginx-mod-http-ndk libluajit2-5.1-2 libluajit2-5.1-common \
    lua-resty-core lua-resty-lrucache
  sed -i "s|/usr/lib/nginx|$root&|" examples/nginx/nginx.conf
  mkdir programs
  cat >programs/nginx <<END
#!/bin/sh
export LD_LIBRARY_PATH=$root/usr/lib/$(gcc -print-multiarch)
export LUA_PATH="$root/usr/share/lua/5.1/?.lua;;"
exec $root/usr/sbin/nginx "\$@"
END
  chmod +x programs/nginx
  PATH=$PWD/programs:$PATH
  follow "One folder" "nginx"

  # while it searches, it answers others
  nginx -p . -c examples/nginx/nginx.conf
  at_end="nginx -p . -c examples/nginx/nginx.conf -s stop"
  curl -s -m 20 --retry 5 --retry-connrefused 'localhost:8088/alive' >/dev/null
  curl -s -m 20 'localhost:8088/kalah?depth=40' >/dev/null &
  slow=$!
  for _ in 1 2 3 4 5; do [ "$(curl -s -m 20 'localhost:8088/alive')" = yes ] || fail "nginx does not answer"; done
  kill $slow || fail "the search was over before another request was answered"
  for said in moves=7 moves=x depth=nan depth=inf depth=1e1 depth=0 depth=41; do
    [ "$(curl -s -m 20 -o answer -w '%{http_code}' "localhost:8088/kalah?$said")" = 400 ] || fail "$said: $(cat answer)"
  done

  # clients that hang up leave nothing behind, and those that are too many are refused
  worker=$(pgrep -P "$(cat build/nginx.pid)")
  for _ in 1 2 3; do
    flood=
    for _ in $(seq 20); do
      curl -s -m 1 -o answer -w '%{http_code}\n' 'localhost:8088/kalah?depth=40' >>codes &
      flood="$flood $!"
    done
    for slow in $flood; do wait "$slow" || true; done
  done
  grep -q 503 codes || fail "everybody is let in"
  used=$(ticks "$worker")
  for _ in 1 2 3 4; do
    [ "$(curl -s -m 2 'localhost:8088/alive')" = yes ] || fail "nginx does not answer after a flood"
    sleep 0.5
  done
  [ $(($(ticks "$worker") - used)) -lt 50 ] || fail "it searches for clients that have hung up"
  [ "$(awk '/^VmRSS/ { print $2 }' "/proc/$worker/status")" -lt 200000 ] || fail "a flood fills the memory"
  ! grep -E '\[(error|alert|crit)\]' build/nginx.log || fail "nginx has errors"
}

try_texts() { follow "Pandoc" "LuaTeX"; }

try_programs() { follow "A program in C or C++"; }

# Those that load no C.
try_alone() {
  local host
  command -v npm >/dev/null || sh run.sh need nodejs npm
  follow "Luau and Fengari"
  npm install --silent --no-save fengari@0.1.5 luau-web@1.4.0
  LUA_PATH="lua/?.lua;;" lua5.4 .ci/alone.lua >expected
  for host in fengari luau; do
    timeout 100 node .ci/alone.mjs $host >found || fail "$host fails"
    diff expected found || fail "$host finds something else"
  done
}

try_one() ( # HOST
  copy=$(mktemp -d)
  at_end=true
  trap '$at_end; rm -rf "$copy"' EXIT
  chmod 755 "$copy" # a server gives up its rights
  cp -R .ci csrc doc examples lua viewer run.sh CMakeLists.txt ./*.rockspec "$copy"
  cd "$copy"
  mkdir home
  export HOME=$copy/home
  unset LUA_PATH LUA_CPATH LUA_PATH_5_4 LUA_CPATH_5_4 LD_LIBRARY_PATH
  "try_$1"
  echo "$1: as doc/where-it-runs.md says"
)

case ${1:-} in
  --all) set -- "${HOSTS[@]}" ;;
  --turn) set -- "${HOSTS[$(($2 % ${#HOSTS[@]}))]}" ;;
esac
sh run.sh need lua5.4
for host; do try_one "$host"; done
