-- Small faults put into csrc/ (.ci/mutations.lua), one at a time: the fast specs must notice each.
--   lua .ci/mutate.lua [--every N [first]]     only every N-th mutation, from the first one given
-- The exit status is 0 if at least 95 % are caught, and what is not is explained there. A text that is not
-- found any more is an error: a mutation must not vanish in silence.

local MUTATIONS = dofile ".ci/mutations.lua"

-- Those that notice most in the least time come first. The games in C have their own.
local SPECS = { "table", "driver", "search", "passes", "native", "property", "match", "faults", "hostile/callbacks",
  "hostile/limits", "hostile/intruders", "core" }
local GAME_SPECS = { "core", "solver", "native" }

local function lines_of(command)
  local list, pipe = {}, assert(io.popen(command))
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  return list
end

local place = lines_of("mktemp -d")[1] -- a copy of what is tested, with its objects and what is linked of them

local function run(command, ...)
  return os.execute(("cd %s && { %s; } >log 2>&1"):format(place, command:format(...)))
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

local CC = "cc -fPIC -Icsrc -I/usr/include/lua5.4"

local rules = {} -- of every source: the files that it is made of

local function read_rules()
  for _, source in ipairs(lines_of("cd " .. place .. "/csrc && ls *.c")) do
    rules[source] = table.concat(lines_of(("cd %s && %s -MM csrc/%s"):format(place, CC, source)), " ") .. " "
  end
end

-- The sources of the core (or the others) that a file stands in.
local function users_of(file, core)
  local list = {}
  for source, rule in pairs(rules) do
    if (source:find "^ab_" ~= nil) == core and rule:find("csrc/" .. file .. " ", 1, true) then
      list[#list + 1] = source
    end
  end
  return list
end

local function compile(sources)
  for _, source in ipairs(sources) do
    if not run(CC .. " -c csrc/%s -o %s.o", source, source) then return false end
  end
  return true
end

local function build_test(file)
  return compile(users_of(file, true)) and run(CC .. " -o loop_test spec/core/loop_test.c ab_*.o -lm")
end

local function build_module(file)
  return compile(users_of(file, false))
    and run "mkdir -p alphabeta && cc -shared ab_*.o lab_*.o game_*.o -o alphabeta/core.so -lm"
end

local function passes(spec)
  return run("ALPHABETA_OBJECTS=. ALPHABETA_TREES=1000 "
    .. "LUA_PATH_5_4='lua/?.lua;lua/?/init.lua;./?.lua;;' LUA_CPATH_5_4='./?.so;;' "
    .. "timeout 60 lua5.4 /usr/bin/busted --ignore-lua --no-keep-going spec/%s_spec.lua", spec)
end

-- What notices the fault in a file: the compiler, the loop's test, a spec; nil: nothing does.
local function caught_by(file)
  if not build_test(file) then return "the compiler" end
  if not run "timeout 60 ./loop_test 30000" then return "loop_test" end
  if not build_module(file) then return "the compiler" end
  for _, spec in ipairs(file:find "^game_" and GAME_SPECS or SPECS) do
    if not passes(spec) then return spec end
  end
end

-- Puts text `b` in the place of the first `a`.
local function replace(text, a, b)
  local first, last = text:find(a, 1, true)
  return first and text:sub(1, first - 1) .. b .. text:sub(last + 1)
end

local every, first = 1, 1
if arg[1] == "--every" then every, first = tonumber(arg[2]), tonumber(arg[3] or 1) end
local tried, caught, errors = 0, 0, 0

local function report(what, title)
  print(what .. ": " .. title)
  io.stdout:flush()
end

local function try(mutation)
  local file, a, b = mutation[1], mutation[2], mutation[3]
  local path = place .. "/csrc/" .. file
  local text = read(path)
  local mutant = replace(text, a, b)
  local title = ("%s: %s -> %s"):format(file, a, b):gsub("%s+", " ")
  tried = tried + 1
  if not mutant then
    errors = errors + 1
    return report("NOT FOUND", title)
  end
  write(path, mutant)
  local by = caught_by(file)
  write(path, text)
  run "cp good/*.o ."
  if by == "the compiler" then
    errors = errors + 1
    report("DOES NOT COMPILE", title)
  elseif by then
    caught = caught + 1
    report("caught by " .. by, title)
  elseif mutation.survives then
    report("survives, " .. mutation.survives, title)
  else
    errors = errors + 1
    report("SURVIVES", title)
  end
end

assert(os.execute("cp -R csrc lua spec " .. place) and run "mkdir good")
read_rules()
assert(build_test "alphabeta.h" and build_module "alphabeta.h", "csrc/ does not compile")
assert(run "cp *.o good")
for _, specs in ipairs { SPECS, GAME_SPECS } do
  for _, spec in ipairs(specs) do assert(passes(spec), spec .. " fails without a mutation") end
end
for i = first, #MUTATIONS, every do try(MUTATIONS[i]) end
os.execute("rm -rf " .. place)
print(("%d mutations, %d caught, %d errors"):format(tried, caught, errors))
os.exit(errors == 0 and caught >= 0.95 * tried)
