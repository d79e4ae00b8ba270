#!/bin/sh
# Sets up all that a job needs on a bare Debian (12 or later), then runs the job.
# It installs missing packages, builds into .rocks/ beside this file, and touches nothing else.
set -eu

root=$(cd "$(dirname "$0")" && pwd)
rocks=$root/.rocks
packages="lua5.4 liblua5.4-dev luarocks gcc libc6-dev"
every_lua="lua5.1 lua5.2 lua5.3 luajit liblua5.1-0-dev liblua5.2-dev liblua5.3-dev libluajit-5.1-dev"
tools="clang libclang-rt-dev clang-tidy cppcheck valgrind" # of the hostile harnesses

usage() {
  cat <<'END'
usage: sh run.sh JOB
  demo [OPTION...]         the computer plays Kalah against itself
  demo --play [OPTION...]  you play Kalah against the computer
  test                     run the specs, on all processors
  test FILE|OPTION...      run busted on some: sh run.sh test spec/table_spec.lua --filter clear
  test --long              run them on more trees, and all hostile harnesses in full (some hours)
  bench [NAME] [ARG...]    measure: NAME is search, slices, native (without Lua), luajit, figures, protocols, versus,
                           states (a game in Lua on all cores) or plot (makes doc/depth.svg); the first four without
                           a NAME
  lua [FILE [ARG...]]      run a Lua program (or a prompt) that can require "alphabeta"
  web [FOLDER]             make a page to play in, with the library in it; default build/web
  need PACKAGE...          install Debian packages, if they are missing
  source PACKAGE FOLDER    unpack the source of a Debian package into a folder, without Debian's changes
END
}

say() { printf '%s\n' "$*" >&2; }

# Runs a command and shows its output only if it fails. It gets no input: that belongs to the job.
quietly() {
  output=$("$@" 2>&1 </dev/null) || { status=$?; say "$output"; exit "$status"; }
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

is_installed() {
  # one word for each architecture that has the package
  case " $(dpkg-query -W -f '${db:Status-Status} ' "$1" 2>/dev/null)" in
    *" installed "*) true ;;
    *) false ;;
  esac
}

need() {
  missing=
  for package; do is_installed "$package" || missing="$missing $package"; done
  [ -n "$missing" ] || return 0
  if ! command -v apt-get >/dev/null || { [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; }; then
    say "run.sh: please install first:$missing (run.sh installs them only with apt-get, as root or with sudo)"
    exit 1
  fi
  say "installing$missing ..."
  # An update may fail for a source that is not needed here, so only the installation decides.
  # shellcheck disable=SC2016,SC2086 # $@ is for the inner shell; $missing is a list of words
  quietly as_root sh -c 'apt-get update
    DEBIAN_FRONTEND=noninteractive exec apt-get -o DPkg::Lock::Timeout=120 \
      install -y --no-install-recommends "$@"' sh $missing
}

# Compiles csrc/ of the folder it stands in, on all processors, the largest files first. LuaRocks would do it on one.
compile() {
  # shellcheck disable=SC2016 # the inner shell has the file as $0
  ls -S csrc/*/*.c | xargs -P "$(nproc)" -n 1 sh -c \
    'exec gcc -O2 -fPIC -Icsrc -I/usr/include/lua5.4 -c "$0" -o "${0%.c}.o"'
}

# LuaRocks works in the folder it stands in and keeps files in HOME; both are given to it inside .rocks. As its compiler
# it is given what does nothing: the objects are there.
build() {
  if [ -e "$rocks/built" ] &&
    [ -z "$(find "$root"/csrc "$root"/lua "$root"/*.rockspec -newer "$rocks/built")" ]; then
    return
  fi
  say "building ..."
  rm -rf "$rocks/source"
  mkdir -p "$rocks/source"
  touch "$rocks/started"
  cp -R "$root"/csrc "$root"/lua "$root"/*.rockspec "$rocks/source"
  cd "$rocks/source"
  quietly compile
  quietly env HOME="$rocks" luarocks --lua-version 5.4 --tree "$rocks" make --deps-mode none CC=true
  cd "$OLDPWD"
  mv "$rocks/started" "$rocks/built"
}

# The measurements in C, compiled at a level of optimisation.
build_native() { # COMPILER LEVEL
  program=$rocks/native-$1-O$2
  if [ -e "$program" ] &&
    [ -z "$(find "$root"/csrc "$root"/bench/native -newer "$program")" ]; then
    return
  fi
  say "building with $1 -O$2 ..."
  mkdir -p "$rocks"
  quietly "$1" -std=c99 "-O$2" "-DLEVEL=$2" -D_POSIX_C_SOURCE=200809L -I"$root/csrc" -o "$program" \
    "$root"/bench/native/*.c "$root"/csrc/core/*.c "$root"/csrc/games/*.c -lm
}

# With every compiler that is here; the last one, gcc with -O2, has all parts.
bench_native() { # ARGUMENT...
  for compiler in clang gcc; do
    command -v "$compiler" >/dev/null || continue
    for level in 3 2; do
      build_native "$compiler" "$level"
      (cd "$root" && "$program" "$@")
    done
  done
}

# Lua 5.4 and, where it and its headers are installed, LuaJIT.
bench_luajit() {
  lua5.4 "$root/bench/interpreters.lua"
  headers=/usr/include/luajit-2.1
  if ! command -v luajit >/dev/null || [ ! -d "$headers" ]; then
    say "LuaJIT is left out (sh run.sh need luajit libluajit-5.1-dev)"
    return
  fi
  mkdir -p "$rocks/luajit/alphabeta"
  quietly cc -std=c99 -O2 -fPIC -shared -I"$headers" -I"$root/csrc" "$root"/csrc/*/*.c -lm \
    -o "$rocks/luajit/alphabeta/core.so"
  LUA_PATH="$root/lua/?.lua;$root/lua/?/init.lua;;" LUA_CPATH="$rocks/luajit/?.so;;" \
    luajit "$root/bench/interpreters.lua"
}

# A Lua state for each thread, of which the first one searches and the others help.
bench_states() { # [STATES [PAIRS]]
  need gcc libc6-dev
  quietly gcc -std=c99 -O2 -pthread -I/usr/include/lua5.4 "$root/bench/states.c" -llua5.4 -o "$rocks/states"
  "$rocks/states" "${1:-2}" "$root/bench/states.lua" "$@"
}

# Nothing is installed, and the lists of apt stay as they are.
unpack_source() { # PACKAGE FOLDER
  # shellcheck disable=SC1091 # it says which Debian this is
  . /etc/os-release
  mkdir -p "$2/lists/partial" "$2/cache/archives/partial"
  cd "$2"
  echo "deb-src http://deb.debian.org/debian $VERSION_CODENAME main" >sources
  for work in update "source --download-only $1"; do
    # shellcheck disable=SC2086 # a list of words
    quietly apt-get -o Dir::Etc::sourcelist="$PWD/sources" -o Dir::Etc::sourceparts=- \
      -o Dir::State::lists="$PWD/lists" -o Dir::Cache="$PWD/cache" $work
  done
  tar xf ./*.orig.tar.*
}

set_up() {
  # shellcheck disable=SC2086 # a list of words
  need $packages "$@"
  build
  # the names with a version win over plain LUA_PATH and LUA_CPATH
  export LUA_PATH_5_4="$rocks/share/lua/5.4/?.lua;$rocks/share/lua/5.4/?/init.lua;;"
  export LUA_CPATH_5_4="$rocks/lib/lua/5.4/?.so;;"
}

job=${1:---help}
[ $# = 0 ] || shift

case $job in
  demo)
    set_up lua-argparse
    computers="--south computer --north computer --show --depth 8"
    for option; do
      shift
      if [ "$option" = --play ]; then computers=; else set -- "$@" "$option"; fi
    done
    # shellcheck disable=SC2086 # a list of words
    set -- $computers "$@"
    say "(a game of your own: sh run.sh lua examples/play.lua FILE; alphabeta.check tells what is wrong with its rules)"
    exec lua5.4 "$root/examples/kalah.lua" "$@"
    ;;
  test)
    set_up lua-argparse lua-busted make g++
    cd "$root"
    export ALPHABETA_OBJECTS="$rocks/source/csrc" # so that specs need not compile them again
    [ $# != 0 ] || exec .ci/specs
    if [ "$1" = --long ]; then
      # shellcheck disable=SC2086 # a list of words
      need $tools
      ALPHABETA_TREES=20000 ALPHABETA_SEED=$(date +%s) .ci/specs
      for part in memory suite valgrind threads static trees tables calls; do
        say "$part ..."
        .ci/hostile "$part" --long
      done
      # shellcheck disable=SC2086 # a list of words
      need $every_lua
      .ci/every_lua.sh --long
      .ci/hosts.sh --all
      .ci/ports.sh --all
      .ci/coverage
      exec lua5.4 .ci/mutate.lua
    fi
    # Debian's busted starts in whatever `lua` is, and on its way to another one takes quoted arguments apart
    exec lua5.4 /usr/bin/busted --ignore-lua "$@"
    ;;
  bench)
    if [ "${1:-}" = native ]; then
      shift
      need gcc libc6-dev
      bench_native "$@"
      exit
    fi
    set_up
    name=${1:-}
    [ $# = 0 ] || shift
    case $name in
      '')
        lua5.4 "$root/bench/search.lua"
        lua5.4 "$root/bench/slices.lua"
        bench_native plain table
        bench_luajit
        exit
        ;;
      luajit)
        bench_luajit
        exit
        ;;
      states)
        bench_states "$@"
        exit
        ;;
      plot) need gnuplot-nox ;;
      search | slices | figures | protocols | versus) ;;
      *)
        say "run.sh: no such bench: $name"
        exit 2
        ;;
    esac
    exec lua5.4 "$root/bench/$name.lua" "$@"
    ;;
  lua)
    set_up lua-argparse
    exec lua5.4 "$@"
    ;;
  web)
    need lua5.4 emscripten
    say "building for the web ..."
    folder=${1:-$root/build/web}
    quietly sh "$root/examples/web/build.sh" "$folder"
    echo "open file://$(cd "$folder" && pwd)/index.html"
    ;;
  need)
    need "$@"
    ;;
  source)
    unpack_source "$@"
    ;;
  --help | -h)
    usage
    ;;
  *)
    say "run.sh: unknown job '$job'"
    usage >&2
    exit 2
    ;;
esac
