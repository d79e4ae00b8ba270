-- Small faults put into csrc/ and lua/ (.ci/mutations.lua), one at a time: the specs must notice each.
--   lua .ci/mutate.lua [--every N TURN] [--only PATTERN] [--workers N]
--     --every     only those of a turn from 1 to N. Which turn a mutation has goes by its texts: it keeps it when the
--                 list grows
--     --only      only those whose line, "FILE: TEXT -> TEXT INSTEAD", has the pattern
--     --workers   how many at a time; default: as many as there are processors
--     --least     per cent that must be caught of those in a sample that are not explained; without it all of them, and
--                 97 % of the whole, with those that go on for ever
--     --ledger    leaves out what the ledger (.ci/mutations.tsv) knows of these functions, and notes there what is
--                 judged; what was not caught and is not explained is judged again
--   lua .ci/mutate.lua --summary            how much of the list the ledger knows, and how much of that is caught
--   lua .ci/mutate.lua --look               only whether all texts are there that are to be replaced
-- The exit status is 0 if at least 97 % are caught or go on for ever, and what is not caught is explained in the list.
-- A text that is not found any more is an error: a mutation must not vanish in silence. So is a fault that no spec
-- notices by anything but that it takes for ever, unless the list says that it `hangs`. Where the list names a part of
-- .ci/hostile, that is asked last.

local MUTATIONS = dofile ".ci/mutations.lua"

------------------------------------------------------------------------------------------------
-- Which specs notice faults in a file, those first that notice most in the least time: by the first pattern that fits.
-- After a colon: only those of a spec that have this pattern in their names.

local SPECS = {
  { "^ab_shared", "shared core" },
  { "^ab_team", "threads" },
  { "^ab_thread", "threads" },
  { "^ab_bucket", "kinds table solver saved signature shared core" },
  { "^ab_kinds", "core:table kinds table shared" },
  { "^ab_extent", "table saved signature shared core" },
  { "^ab_table", "shared kinds table core:table solver saved signature driver search faults property hostile/limits" },
  { "^ab_paper", "simultaneous search bounds signature paper features faults driver property hostile/limits repetition "
    .. "core" },
  { "^ab_trace", "signature search tree_views property simultaneous" },
  { "^ab_mem", "core:chance core:both" },
  { "^ab_chance", "core:chance core:solving chance draws tree_views signature" },
  { "^l?ab_both", "simultaneous native_both several_at_once hidden_at_once core:both" },
  { "^ab_history", "repetition" },
  { "^ab_clock", "driver native faults" },
  { "^ab_game", "native core features" },
  { "^ab_pages", "core" },
  { "^ab_graph", "core:solving solve" },
  { "^ab_retro", "core:solving solve" },
  { "^ab_solve", "core:solving core:both solve solve_both saved" },
  { "^ab_sweep", "core:solving core:both solve solve_both" },
  { "^ab_astar", "path core:one.player signature" },
  { "^ab_idastar", "path core:one.player signature" },
  { "^ab_path", "path core:one.player" },
  { "^ab_queue", "path" },
  { "^ab_way", "path core:one.player" },
  { "^ab_options", "core driver" },
  { "^ab_pool", "core:Monte%-Carlo threads core:playouts" },
  { "^ab_match", "core:Monte%-Carlo mcts" },
  { "^ab_playout", "mcts core:Monte%-Carlo core:playouts regret several_at_once hidden_at_once" },
  { "^ab_regret", "core:Monte%-Carlo regret native_both several_at_once hidden_at_once" },
  { "^ab_tree", "mcts core:Monte%-Carlo regret signature" },
  { "^ab_uct", "mcts core:Monte%-Carlo regret" },
  { "^ab_visit", "core mcts regret several_at_once hidden_at_once trees tree_views" },
  { "^ab_search", "signature shared threads bounds table kinds driver search native property faults core repetition "
    .. "passes match hostile/limits hostile/intruders chance draws simultaneous regret" },
  { "^ab_services", "signature bounds kinds table search driver passes native property match faults hostile/callbacks "
    .. "hostile/limits hostile/intruders memory core chance draws repetition simultaneous tree_views" },
  { "^ab_limit", "core:playouts search driver native table faults shared threads" },
  { "^ab_", "signature bounds table kinds driver search passes native property match faults hostile/callbacks "
    .. "hostile/limits hostile/intruders memory core chance draws repetition simultaneous features tree_views" },
  { "^alphabeta%.h", "features native core driver" },
  { "^game_tiles", "tiles" },
  { "^twins/tiles", "tiles" },
  { "^game_oshi", "oshi" },
  { "^game_[ep]", "dice_games core native" },
  { "^games?[_.]", "core solver native signature mixed" },
  { "^lab_error", "place require search native" },
  { "^lab_chance", "chance" },
  { "^lab_sampler", "mcts finished hidden_cards" },
  { "^lab_grown", "mcts" },
  { "^lab_clock", "driver" },
  { "^lab_keeper", "solve solve_both path" },
  { "^lab_path", "path hostile/arguments" },
  { "^lab_dump", "saved" },
  { "^lab_reach", "copy" },
  { "^lab_picture", "undo" },
  { "^lab_restore", "undo faults solve hostile/callbacks" },
  { "^play/features", "check_features learn" },
  { "^learn/", "learn" },
  { "^base/at_work", "session learn" },
  { "^tell/chart", "learn many_games" },
  { "^keep/saved", "saved features" },
  { "^keep/whole_file", "saved" },
  { "^lab_solver", "solve solve_both hostile/arguments" },
  { "^lab_worker", "solve path letting_go" },
  { "^lab_solution", "solve letting_go" },
  { "^keep/solution", "solve solve_both" },
  { "^play/series", "series rounds match" },
  { "^pure", "pure property features" },
  { "^lab_family", "native synthetic games connect4 solver" },
  { "^lab_later", "require" },
  { "^lab_core", "require" },
  { "^lab_memory", "memory driver letting_go solve" },
  { "^lab_spare", "memory" },
  { "^lab_outside", "shared threads" },
  { "^lab_hoard", "letting_go" },
  { "^lab_mixed", "mixed chance native native_both finished features" },
  { "^lab_value", "native driver search" },
  { "^lab_native", "native native_both mixed dice_games hostile/callbacks" },
  { "^lab_options", "driver temperature search docs table hostile/arguments path chance:refused" },
  { "^lab_result", "search native_both threads mcts regret several_at_once temperature driver trees signature "
    .. "hostile/callbacks property" },
  { "^lab_state", "native mixed hostile/intruders" },
  { "^lab_table", "shared table driver hostile/intruders memory letting_go" },
  { "^lab_search", "temperature regret shared threads chance driver search native table memory faults letting_go "
    .. "property mcts hidden_at_once" },
  { "^lab_step", "driver letting_go temperature shared search mcts native table hostile/intruders faults "
    .. "hostile/callbacks hostile/limits memory property" },
  { "^lab_hold", "driver faults native table hostile/intruders hostile/callbacks memory solve letting_go" },
  { "^lab_frame", "driver faults native hostile/intruders hostile/callbacks" },
  { "^lab_recursion", "hostile/limits hostile/callbacks search" },
  { "^lab_methods", "driver search table hostile/intruders faults memory" },
  { "^lab_vet", "match explain moves games" },
  { "^lab_fields", "features chance driver search repetition faults hostile/arguments native mixed" },
  { "^lab_game", "chance driver mcts faults trees place hostile/callbacks property table mixed hostile/intruders" },
  { "^lab_weights", "features native" },
  { "^lab_callback", "features regret finished chance driver faults mcts hostile/arguments trees hostile/callbacks "
    .. "hidden_cards property search native hostile/limits signature pseudolegal paranoid" },
  { "^la", "docs driver native table" },
  { "^check/hidden", "check_hidden" },
  { "^check/ways", "check_ways" },
  { "^check/several", "check_hidden several_at_once paranoid" },
  { "^check/traversal", "check_pairs" },
  { "^check", "check check_features repetition finished at_once" },
  { "^tell/contents", "notation check levels explain" },
  { "^play/elo", "match" },
  { "^explain", "explain at_once regret hidden_at_once" },
  { "^play/ends", "temperature repetition" },
  { "^play/finishing", "finishing dice at_once session" },
  { "^games/", "games connect4 othello solver synthetic native" },
  { "^init", "require explain match docs" },
  { "^play/levels", "levels" },
  { "^play/contest", "levels tuning" },
  { "^play/match", "match series dice at_once several_at_once" },
  { "^base/ask", "native synthetic" },
  { "^base/max_integer", "match check" },
  { "^native", "native" },
  { "^tell/notation", "notation moves match play at_once several_at_once" },
  { "^base/flaws", "paranoid learn levels moves simultaneous" },
  { "^base/options", "paranoid match rounds explain tree_views play games tiles" },
  { "^paranoid", "paranoid" },
  { "^play/player", "at_once hidden_at_once regret mcts match repetition notation dice temperature finishing play" },
  { "^tell/progress", "play match" },
  { "^base/random", "match" },
  { "^play/rounds", "rounds levels:counts" },
  { "^play/moves", "moves notation at_once" },
  { "^play/session", "session at_once several_at_once" },
  { "^play/record", "session several_at_once" },
  { "^base/checked_lines", "session" },
  { "^play/seats", "session" },
  { "^play/words", "session explain hidden_at_once" },
  { "^play/review", "review" },
  { "^play/judging", "review review_at_once repetition at_once regret session" },
  { "^play/only", "review review_at_once" },
  { "^play/referee", "moves match finished repetition dice explain at_once solve_both play session several_at_once "
    .. "paranoid" },
  { "^summary", "explain" },
  { "^tell/terminal", "terminal play" },
  { "^tree", "tree_views" },
  { "^twins/connect4", "connect4 twins core" },
  { "^twins/ewn", "dice_games twins core" },
  { "^twins/kalah", "games twins core" },
  { "^twins/othello", "othello twins core" },
  { "^twins/pig", "dice_games twins core" },
  { "^twins/oshi", "oshi twins" },
  { "^twins/synthetic", "synthetic twins core" },
  { "^twins/tictactoe", "games twins core" },
  { "", "docs driver" },
}

local lists = {} -- of every file

local function specs_for(file)
  for _, row in ipairs(SPECS) do
    if not lists[file] and file:find(row[1]) then
      lists[file] = {}
      for spec in row[2]:gmatch "%S+" do table.insert(lists[file], spec) end
    end
  end
  return lists[file]
end

------------------------------------------------------------------------------------------------
-- A place: a copy of the project, with its objects and what is linked of them

local disk = require "spec.support.files"
local lines_of, read, write = disk.lines_of, disk.read, disk.write

local place

-- true, or nil and the exit status.
local function run(command, ...)
  local ok, _, status = os.execute(("cd %s && { %s; } >log 2>&1 </dev/null"):format(place, command:format(...)))
  return ok, status
end

local CC = "cc -O1 -fPIC -Icsrc -I/usr/include/lua5.4"

local function is_c(file) return file:find "%.[ch]$" ~= nil end

local ROOMS = { ab = "csrc/core/", game = "csrc/games/", lab = "csrc/lua/" }
local ALONE = { ["alphabeta.h"] = "csrc/", ["games.h"] = "csrc/games/" }

local function path_of(file)
  if not is_c(file) then return "lua/alphabeta/" .. file end
  return (ALONE[file] or ROOMS[file:match "^%a+"]) .. file
end

local rules -- of every source in C: the files that it is made of

local function read_rules()
  rules = {}
  for _, source in ipairs(lines_of("cd " .. place .. " && ls csrc/*/*.c | sed 's|.*/||'")) do
    rules[source] = table.concat(lines_of(("cd %s && %s -MM %s"):format(place, CC, path_of(source))), " ") .. " "
  end
end

-- The sources of the core (or the others) that a file stands in.
local function users_of(file, core)
  local list = {}
  for source, rule in pairs(rules) do
    if (source:find "^ab_" ~= nil) == core and rule:find("/" .. file .. " ", 1, true) then
      list[#list + 1] = source
    end
  end
  return list
end

local function compile(sources)
  for _, source in ipairs(sources) do
    if not run(CC .. " -c %s -o %s.o", path_of(source), source) then return false end
  end
  return true
end

local function link_test() return run(CC .. " -o loop_test spec/core/loop_test.c ab_*.o -lm") end

local function link_module()
  return run "mkdir -p alphabeta && cc -shared ab_*.o lab_*.o game_*.o -o alphabeta/core.so -lm"
end

local function build_test(file) return compile(users_of(file, true)) and link_test() end

local function build_module(file) return compile(users_of(file, false)) and link_module() end

local function build_all()
  local sources = {}
  for source in pairs(rules) do sources[#sources + 1] = source end
  return compile(sources) and link_test() and link_module()
end

local TIMED_OUT = { [124] = true, [152] = true } -- what `timeout` says, and the shell of a limit of processor time
local PATIENCE = 20

-- "passes", "fails" or "times out", and the seconds of processor time that it took: so much of that may it use. More
-- than that passes where the machine has other work. `patterns`: only what has one of them in its name.
local function try_spec(spec, seconds, patterns)
  local file, pattern = spec:match "^([^:]+):?(.*)$"
  local filters = {}
  for _, name in ipairs(patterns or { pattern ~= "" and pattern or nil }) do
    filters[#filters + 1] = ("--filter='%s'"):format(name)
  end
  local ok, status = run("ulimit -S -t %d; ALPHABETA_OBJECTS=. ALPHABETA_TREES=600 "
    .. "LUA_PATH_5_4='lua/?.lua;lua/?/init.lua;./?.lua;;' LUA_CPATH_5_4='./?.so;;' "
    .. "timeout -k 5 %d lua5.4 /usr/bin/busted --ignore-lua --no-keep-going %s "
    .. "spec/%s_spec.lua; status=$?; times; exit $status", seconds, PATIENCE * seconds, table.concat(filters, " "),
    file)
  local used = 0
  for minutes, rest in read(place .. "/log"):match "[^\n]*\n$":gmatch "(%d+)m([%d.]+)s" do
    used = used + 60 * minutes + rest
  end
  return ok and "passes" or TIMED_OUT[status] and "times out" or "fails", used
end

-- The first place, which nobody changes.
local function make_clean(folder)
  place = folder .. "/clean"
  assert(os.execute(("mkdir -p %s && tar -c --exclude=./.rocks --exclude=./.git . | tar -x -C %s")
    :format(place, place)))
  read_rules()
  assert(build_all(), "csrc/ does not compile")
end

-- A worker's place, and a clean one of its own beside it.
local function new_place(folder, number)
  place = folder .. "/" .. number
  assert(os.execute(("cp -r %s/clean %s && cp -r %s/clean %s.clean"):format(folder, place, folder, place)))
  read_rules()
end

local function restore(file, text)
  write(place .. "/" .. path_of(file), text)
  if is_c(file) then assert(run("cp %s.clean/*.o . && cp %s.clean/alphabeta/core.so alphabeta", place, place)) end
end

local LONG = 3
local limits = {}

-- What a spec may take, `seconds` of processor time: many times those that it takes undisturbed, measured when it is
-- asked for first; and whether these are many.
local function limit_of(spec)
  if not limits[spec] then
    local mine = place
    place = mine .. ".clean"
    local how, seconds = try_spec(spec, 600)
    if how ~= "passes" then
      error(("%s: %s without a mutation:\n%s"):format(spec, how, read(place .. "/log")), 0)
    end
    place = mine
    limits[spec] = { seconds = math.ceil(10 + 8 * seconds), is_long = seconds > LONG }
  end
  return limits[spec]
end

------------------------------------------------------------------------------------------------
-- One mutation

-- Puts text `b` in the place of the first `a`.
local function replace(text, a, b)
  local first, last = text:find(a, 1, true)
  return first and text:sub(1, first - 1) .. b .. text:sub(last + 1)
end

-- Names of what has noticed faults, of each spec that takes long: that notices most of the others, too, and is asked
-- before the whole.
local MOST_NAMES = 12
local noticed = {}

-- The name of what has failed just now, as a pattern; nil: it cannot be one.
local function name_of_failure()
  local name = read(place .. "/log"):match "\n%a+ %S+ spec/%S+ @ %d+\n([^\n]+)"
  return name and not name:find "'" and name:gsub("%W", "%%%0") or nil
end

local function remember_failure(spec)
  local names, name = noticed[spec] or {}, name_of_failure()
  noticed[spec] = names
  for i = #names, 1, -1 do
    if names[i] == name or i >= MOST_NAMES then table.remove(names, i) end
  end
  table.insert(names, 1, name)
end

-- Does what has noticed other faults notice this one?
local function is_noticed_again(spec, limit)
  return noticed[spec] and limit.is_long and try_spec(spec, limit.seconds, noticed[spec]) == "fails"
end

-- What notices the fault in a file: "the compiler", or "loop_test" or a spec; nil: nothing does. And which spec went on
-- for ever, if one did.
local function caught_by(file, hangs)
  local hung
  if is_c(file) then
    if not build_test(file) then return "the compiler" end
    if file:find "^ab_" then
      local ok, status = run("ulimit -S -t 60; timeout %d ./loop_test 10000", 60 * PATIENCE)
      if not ok and not TIMED_OUT[status] then return "loop_test" end
      hung = not ok and "loop_test" or nil
    end
    if not build_module(file) then return "the compiler" end
  end
  local specs = specs_for(file)
  for i, spec in ipairs(specs) do
    if hung and hangs then return nil, hung end -- as is known
    local limit = limit_of(spec)
    if is_noticed_again(spec, limit) then return spec, hung end
    local how = try_spec(spec, limit.seconds)
    if how == "fails" then
      remember_failure(spec)
      table.insert(specs, 1, table.remove(specs, i)) -- what has noticed one fault in a file notices the next
      return spec, hung
    end
    if how == "times out" then hung = hung or spec end
  end
  return nil, hung
end

-- One word for what has come of it, and where.
local function verdict(mutation)
  local file, a, b = mutation[1], mutation[2], mutation[3]
  local text = read(place .. "/" .. path_of(file))
  local mutant = replace(text, a, b)
  if not mutant then return "NOT FOUND" end
  write(place .. "/" .. path_of(file), mutant)
  local by, hung = caught_by(file, mutation.hangs)
  if not by and mutation.hostile and not run(".ci/hostile %s", mutation.hostile) then
    by = "hostile " .. mutation.hostile
  end
  restore(file, text)
  if by == "the compiler" then return "DOES NOT COMPILE" end
  if by then return "caught", by end
  if hung then return mutation.hangs and "hangs" or "HANGS", hung end
  return mutation.survives and "survives" or "SURVIVES", mutation.survives
end

local function title_of(mutation)
  local title = ("%s: %s -> %s"):format(mutation[1], mutation[2], mutation[3]):gsub("%s+", " ")
  return (title:gsub(" $", ""))
end

------------------------------------------------------------------------------------------------
-- The ledger: a line for each mutation that was judged, with the commit, the hash of the function that it is in, the
-- verdict and the title. It goes by contents and texts, not by names: a function that only moves keeps its verdicts.

local LEDGER = ".ci/mutations.tsv"

-- FNV-1a.
local function hash(text)
  local sum = 0xcbf29ce484222325
  for i = 1, #text do sum = (sum ~ text:byte(i)) * 0x100000001b3 end
  return ("%016x"):format(sum)
end

-- The hash of the function around a mutation, or what else stands there between two lines that begin at the margin
-- after an empty one. nil: the text is not there.
local function hash_around(text, mutation)
  local first, last = text:find(mutation[2], 1, true)
  if not first then return nil end
  local start, at = 1, text:find "\n\n%S"
  while at and at < first do start, at = at + 2, text:find("\n\n%S", at + 1) end
  return hash(text:sub(start, (text:find("\n\n%S", last) or #text)))
end

local function texts_of(title) return title:match "^%S+: (.*)$" end

-- The lines by contents and texts: the last of each.
local function ledger()
  local lines, file = {}, io.open(LEDGER)
  if not file then return lines end
  for line in file:lines() do
    local contents, what, title = line:match "^%S+\t(%x+)\t([^\t]+)\t(.*)$"
    lines[contents .. texts_of(title)] = { line = line, what = what }
  end
  file:close()
  return lines
end

local function note(mutation, contents, what, commit)
  local file = assert(io.open(LEDGER, "a"))
  file:write(("%s\t%s\t%s\t%s\n"):format(commit, contents, what, title_of(mutation)))
  file:close()
end

-- Of every mutation in the list, what the ledger knows of it as its function is now.
local function known()
  local lines, files, list = ledger(), {}, {}
  for i, mutation in ipairs(MUTATIONS) do
    local file = mutation[1]
    files[file] = files[file] or read(path_of(file))
    list[i] = lines[(hash_around(files[file], mutation) or "") .. texts_of(title_of(mutation))]
  end
  return list
end

-- Keeps what still holds, in the order of the list.
local function tidy()
  local list, lines = known(), {}
  for i = 1, #MUTATIONS do
    if list[i] then lines[#lines + 1] = list[i].line .. "\n" end
  end
  write(LEDGER, table.concat(lines))
end

local function is_wrong(what) return what == what:upper() end

------------------------------------------------------------------------------------------------
-- Workers: each takes the next mutation that nobody has taken, in a place of its own

local function work(folder, number, chosen, in_ledger)
  local commit = lines_of("git rev-parse --short HEAD")[1]
  new_place(folder, number)
  local output = assert(io.open(folder .. "/done" .. number, "w"))
  for _, i in ipairs(chosen) do
    if os.execute(("mkdir %s/%d 2>/dev/null"):format(folder .. "/taken", i)) then
      local contents = hash_around(read(place .. "/" .. path_of(MUTATIONS[i][1])), MUTATIONS[i])
      local what, where = verdict(MUTATIONS[i])
      if in_ledger and contents then note(MUTATIONS[i], contents, what, commit) end
      print(("%3d %s%s: %s"):format(i, what, where and ", " .. where or "", title_of(MUTATIONS[i])))
      io.stdout:flush()
      output:write(what, "\n")
    end
  end
  output:write "end\n"
  output:close()
end

------------------------------------------------------------------------------------------------

local options = { every = 1, turn = 1, only = "" }
do
  local i = 1
  while arg[i] do
    if arg[i] == "--every" then
      options.every, options.turn, i = tonumber(arg[i + 1]), tonumber(arg[i + 2]), i + 2
    elseif arg[i] == "--only" or arg[i] == "--workers" then
      options[arg[i]:sub(3)], i = arg[i + 1], i + 1
    elseif arg[i] == "--least" then
      options.least, i = tonumber(arg[i + 1]), i + 1
    elseif arg[i] == "--look" or arg[i] == "--ledger" or arg[i] == "--summary" then
      options[arg[i]:sub(3)] = true
    elseif arg[i] == "--worker" then -- what a worker is called with
      options.folder, options.worker, i = arg[i + 1], arg[i + 2], i + 2
    else
      error("unknown option " .. arg[i], 0)
    end
    i = i + 1
  end
end

local function has_turn(mutation)
  return tonumber(hash(texts_of(title_of(mutation))):sub(-7), 16) % options.every == options.turn - 1
end

local chosen, judged = {}, options.ledger and known() or {}
for i, mutation in ipairs(MUTATIONS) do
  local is_known = judged[i] and not is_wrong(judged[i].what)
  if not is_known and has_turn(mutation) and title_of(mutation):find(options.only) then chosen[#chosen + 1] = i end
end

if options.summary then
  local list, count, caught, hangs, wrong = known(), 0, 0, 0, 0
  for i = 1, #MUTATIONS do
    local what = list[i] and list[i].what
    if what then count = count + 1 end
    if what == "caught" then caught = caught + 1 end
    if what == "hangs" then hangs = hangs + 1 end
    if what and is_wrong(what) then
      wrong = wrong + 1
      print(what .. ": " .. title_of(MUTATIONS[i]))
    end
  end
  print(("%d of %d mutations known: %d caught, %d go on for ever (both: %.1f %%), %d wrong"):format(count, #MUTATIONS,
    caught, hangs, 100 * (caught + hangs) / math.max(count, 1), wrong))
  os.exit(wrong == 0)
end

if options.look then
  local missing = 0
  for _, mutation in ipairs(MUTATIONS) do
    local file = io.open(path_of(mutation[1]), "rb")
    if not file or not file:read "a":find(mutation[2], 1, true) then
      missing = missing + 1
      print("NOT FOUND: " .. title_of(mutation))
    end
    if file then file:close() end
  end
  print(("%d mutations, %d not found"):format(#MUTATIONS, missing))
  os.exit(missing == 0)
end

if options.worker then
  return work(options.folder, options.worker, chosen, options.ledger)
end

local folder = lines_of("mktemp -d")[1]
make_clean(folder)
os.execute("mkdir " .. folder .. "/taken")
local workers = tonumber(options.workers or lines_of("nproc")[1])
local command = {}
for k = 1, workers do
  command[k] = ("%s .ci/mutate.lua --every %d %d --only '%s' %s --worker %s %d &"):format(arg[-1], options.every,
    options.turn, options.only, options.ledger and "--ledger" or "", folder, k)
end
os.execute(table.concat(command, " ") .. " wait")

local counts, finished = {}, 0
for k = 1, workers do
  for what in io.lines(folder .. "/done" .. k) do
    if what == "end" then finished = finished + 1 else counts[what] = (counts[what] or 0) + 1 end
  end
end
os.execute("rm -rf " .. folder)
if options.ledger then tidy() end
local tried, wrong = 0, 0
for what, count in pairs(counts) do
  tried = tried + count
  if is_wrong(what) then wrong = wrong + count end
end
local caught = counts.caught or 0
local hangs, survives = counts.hangs or 0, counts.survives or 0
print(("%d mutations: %d caught, %d known to survive, %d known to hang, %d wrong"):format(tried, caught, survives,
  hangs, wrong))
assert(finished == workers and tried == #chosen, "a worker has not come to its end")
if options.least then os.exit(caught >= options.least / 100 * (tried - survives - hangs)) end
os.exit(wrong == 0 and caught + hangs >= 0.97 * tried)
