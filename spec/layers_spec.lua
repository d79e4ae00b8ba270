-- The arrows between the files of csrc/ point one way: each sees, and calls, only what stands on a floor below it. So
-- there is no circle. The core knows no Lua; games see the public header and the walk; the binding sees the public
-- header and that of the games only. A function that others call is named after its file, and declared in its header.
-- Functions are short, all but one.

local files = require "spec.support.files"

-- From the ground up. A file is a header and what stands in its .c, but ab_search.h, a struct that those below
-- ab_search.c work on.
local FLOORS = {
  { "alphabeta.h" },
  { "ab_value", "ab_mem", "ab_clock", "ab_game", "ab_options", "ab_atomic", "ab_kinds",
    "ab_thread" },
  { "ab_pages", "ab_bucket", "ab_lock", "ab_team" },
  { "ab_choice", "ab_node", "ab_trace", "ab_history", "ab_matrix", "ab_extent",
    "ab_match" },
  { "ab_stack", "ab_line", "ab_order", "ab_chance", "ab_both", "ab_graph", "ab_tree", "ab_queue",
    "ab_regret", "ab_shared" },
  { "ab_table", "ab_cursor", "ab_uct", "ab_retro", "ab_sweep", "ab_way" },
  { "ab_ahead", "ab_bounds", "ab_outcome", "ab_probe", "ab_repeat", "ab_astar", "ab_idastar",
    "ab_pool" },
  { "ab_child", "ab_pick" },
  { "ab_update" },
  { "ab_search.h", "ab_walk" },
  { "ab_pv", "ab_limit" },
  { "ab_root" },
  { "ab_services", "ab_pass", "ab_paper", "ab_playout", "ab_visit" },
  { "ab_search.c", "ab_solve", "ab_path" },
  { "games" },
  { "game_connect4", "game_ewn", "game_kalah", "game_oshi", "game_othello", "game_pig", "game_synthetic",
    "game_tictactoe", "game_tiles" },
  { "lab_compat", "lab_clock" },
  { "lab_anchor", "lab_error", "lab_value", "lab_hooks", "lab_later", "lab_spare", "lab_hoard" },
  { "lab_memory", "lab_frame", "lab_options", "lab_outside", "lab_reach", "lab_weights" },
  { "lab_family", "lab_state", "lab_table", "lab_picture" },
  { "lab_native", "lab_game" },
  { "lab_restore" },
  { "lab_both", "lab_chance" },
  { "lab_callback", "lab_mixed", "lab_keeper", "lab_solution" },
  { "lab_fields", "lab_sampler" },
  { "lab_search", "lab_vet", "lab_dump" },
  { "lab_grown" },
  { "lab_result", "lab_recursion" },
  { "lab_hold" },
  { "lab_step", "lab_worker" },
  { "lab_methods", "lab_solver", "lab_path" },
  { "lab_core" },
}

-- The alpha-beta itself, which is read as the list of its steps.
local LONG = { ab_walk_on = true }
local MOST_LINES = 55

-- Lua looks for this name.
local ENTRY = "luaopen_alphabeta_core"

-- What a room may see of the others.
local SEEN = {
  core = {},
  games = { ab_walk = true, games = true },
  lua = { games = true },
}

local SEARCH = { ["ab_search.h"] = "ab_search.h", ["ab_search.c"] = "ab_search.c" }

local function unit_of(path)
  local name = path:match "[^/]*$"
  return SEARCH[name] or (name == "alphabeta.h" and name) or name:match "^[^.]*"
end

local function without_comments(text) return (text:gsub("/%*.-%*/", " ")) end

local FILES, FLOOR = {}, {}
for _, path in ipairs(files.lines_of "ls csrc/*.h csrc/*/*.[ch]") do
  local text = files.read(path)
  FILES[#FILES + 1] = { path = path, unit = unit_of(path), room = path:match "^csrc/(%a+)/" or "public",
    lines = text, text = without_comments(text) }
end
for floor, units in ipairs(FLOORS) do
  for _, unit in ipairs(units) do FLOOR[unit] = floor end
end

-- The functions that a file defines for others: name -> unit. In a header those that are to be built in as well.
local function definitions()
  local owner = {}
  for _, file in ipairs(FILES) do
    for head, name in ("\n" .. file.text):gmatch "\n([%a][%w_ %*]-[ %*])([%a][%w_]*) %([^;{}]*%) {" do
      local is_static = head:find "static" or head:find "AB_INLINE"
      if file.path:find "%.h$" or not is_static then owner[name] = file end
    end
  end
  return owner
end

local OWNER = definitions()

-- The functions that a header declares without what they do.
local function declarations(file)
  local list = {}
  for name in ("\n" .. file.text):gmatch "\n[%a][%w_ %*]-[ %*]([%a][%w_]*) %([^;{}]*%);" do list[#list + 1] = name end
  return list
end

local PUBLIC = {} -- what alphabeta.h declares
for name in without_comments(files.read "csrc/alphabeta.h"):gmatch "([%a][%w_]*) %(" do PUBLIC[name] = true end

local function below(from, to) return (FLOOR[to] or 0) < (FLOOR[from] or math.huge) end

-- The lines that each function of a file takes: name -> number.
local function lengths(file)
  local found, number, head, name = {}, 0, nil, nil
  for line in file.lines:gmatch "([^\n]*)\n" do
    number = number + 1
    if line:find "^%a" and not line:find "^[%w_]+:" then -- no label
      head, name = number, line:match "([%a][%w_]*) %("
    elseif line == "}" and name then
      found[name], name = number - head + 1, nil
    end
    if number == head and line:find "[;}]$" then name = nil end
  end
  return found
end

describe("csrc/", function()
  it("has no other file than those of the floors", function()
    for _, file in ipairs(FILES) do
      assert(FLOOR[file.unit], file.path .. ": put it on a floor, of FLOORS and of the picture in doc/internals.md")
    end
    for unit in pairs(FLOOR) do
      local found = false
      for _, file in ipairs(FILES) do found = found or file.unit == unit end
      assert(found, unit)
    end
  end)

  for _, file in ipairs(FILES) do
    it(file.path .. " includes what stands below it only", function()
      for path in file.text:gmatch '#include "([^"]*)"' do
        local unit = path == "ab_search.h" and path or unit_of(path)
        if unit ~= file.unit then
          local room = path:match "^(%a+)/"
          assert(room == nil or SEEN[file.room][unit], file.path .. " includes " .. path)
          assert(below(file.unit, unit), file.path .. " includes " .. path)
        end
      end
      assert(file.room == "lua" or not file.text:find "[<\"]lua", file.path .. " includes Lua")
    end)

    it(file.path .. " calls what stands below it only", function()
      for name in file.text:gmatch "[%a][%w_]*" do -- or hands it on to be called
        local owner = OWNER[name]
        if owner and owner.unit ~= file.unit and file.room ~= "public" then
          local where = file.path .. " calls " .. name .. " of " .. owner.path
          assert(below(file.unit, owner.unit), where)
          if file.room == "lua" and owner.room ~= "lua" then
            assert(PUBLIC[name] or owner.room == "public", where)
          end
        end
      end
    end)

    it(file.path .. " declares what its own file defines, and nothing else", function()
      if file.path:find "%.c$" or file.room == "public" then return end
      for _, name in ipairs(declarations(file)) do
        local where = file.path .. " declares " .. name
        assert(OWNER[name], where .. ", which nobody defines")
        assert.equal(file.unit:gsub("%.h$", ""), OWNER[name].unit:gsub("%.c$", ""), where)
      end
    end)

    it(file.path .. " has short functions", function()
      for name, lines in pairs(lengths(file)) do
        assert(lines <= MOST_LINES or LONG[name], ("%s has %d lines"):format(name, lines))
      end
    end)
  end

  it("is drawn in doc/internals.md with these floors", function()
    local picture = files.read "doc/internals.md":match "## The rooms.-```\n(.-)```"
    for room, under in pairs { ab = 0, lab = 16 } do -- so many floors are below its first
      local drawn, floor, expected = {}, nil, {}
      for line in picture:gmatch "[^\n]+" do
        floor = tonumber(line:match "^ +│ +(%d+)  ") or floor
        for unit in line:gsub("^ [%w_/]+/ .*", ""):gmatch("%f[%w_]" .. room .. "_[%w_]+%.?[ch]?%f[^%w_.]") do
          if not FLOOR[unit] then unit = unit:match "^[%w_]+" end
          drawn[unit] = floor + under
        end
      end
      for unit, at in pairs(FLOOR) do
        if unit:find("^" .. room .. "_") then expected[unit] = at end
      end
      assert.same(expected, drawn)
    end
  end)

  it("names a function after its file", function()
    for name, file in pairs(OWNER) do
      local unit = file.unit:gsub("%.[ch]$", ""):gsub("^alphabeta$", "ab")
      assert(name:sub(1, #unit + 1) == unit .. "_" or name == ENTRY, name .. " of " .. file.path)
    end
  end)

  it("declares in a header what one file has for others", function()
    local declared = {}
    for _, file in ipairs(FILES) do
      if file.path:find "%.h$" then
        for _, name in ipairs(declarations(file)) do declared[name] = true end
      end
    end
    for name, file in pairs(OWNER) do
      assert(declared[name] or file.path:find "%.h$" or name == ENTRY, name .. " of " .. file.path)
    end
  end)

  it("has functions to look at", function()
    for _, name in ipairs { "ab_walk_on", "ab_search_step", "ab_limit_grant", "ab_stack_state", "games_put_bytes",
      "lab_step_run", "lab_game_begun", "lab_anchor_push" } do
      assert(OWNER[name], name)
    end
    local count, long = 0, {}
    for _, file in ipairs(FILES) do
      for name, lines in pairs(lengths(file)) do
        count = count + 1
        if LONG[name] then long[name] = lines > MOST_LINES end
      end
    end
    assert(count > 500, count)
    assert.same(LONG, long)
  end)
end)

-- The same for lua/alphabeta/: a file requires what stands on a floor below it only, and a room knows only rooms that
-- do not know it. Files at the top stand in no room.
local LUA_FLOORS = {
  { "base/ask", "base/at_work", "base/checked_lines", "base/max_integer", "base/random", "keep/whole_file", "meta",
    "play/elo", "learn/teacher", "play/matrix", "tell/chart", "tell/terminal",
    "tree/page", "tree/pieces", "tree/positions", "tree/visits" },
  { "base/options", "native", "play/rounds", "pure", "tell/contents", "tell/progress", "tree/words" },
  { "base/flaws", "check/image", "check/report", "play/features", "play/referee", "play/series",
    "summary", "tell/notation", "tree/dot", "tree/html", "tree/text", "twins/connect4", "twins/ewn", "twins/kalah",
    "twins/oshi", "twins/othello", "twins/pig", "twins/synthetic", "twins/tictactoe", "twins/tiles" },
  { "check/picture", "check/several", "check/ways", "games/connect4", "games/ewn", "games/kalah", "games/oshi",
    "games/othello", "games/pig", "games/synthetic", "games/tictactoe", "games/tiles", "keep/saved", "learn/self_play",
    "paranoid", "play/ends", "play/finishing", "play/moves", "play/only", "play/record", "play/words",
    "tree/arguments" },
  { "check/position", "explain", "keep/solution", "play/judging", "play/player", "tree" },
  { "check/patient", "check/witness", "play/match", "play/review", "play/seats" },
  { "check/answers", "check/hidden", "check/integrity", "check/keys", "check/searching", "check/signs",
    "check/traversal", "learn/learned", "play/contest", "play/session" },
  { "check", "learn/learning", "learn/merging", "play/levels" },
  { "merge" },
  { "init" },
}

local function lua_units()
  local list = {}
  for _, path in ipairs(files.lines_of "ls lua/alphabeta/*.lua lua/alphabeta/*/*.lua") do
    list[#list + 1] = path:match "^lua/alphabeta/(.*)%.lua$"
  end
  return list
end

local there = {}
for _, unit in ipairs(lua_units()) do there[unit] = true end

-- The modules of the library that a file requires, or names in its code; the C module left out.
local function needs(unit)
  local found = {}
  for line in files.read("lua/alphabeta/" .. unit .. ".lua"):gmatch "[^\n]+" do
    for before, name in line:gmatch '([^"]*)"alphabeta%.([%w_.]+)"' do
      name = name:gsub("%.", "/")
      local is_code = not line:find "^%s*%-%-" and (there[name] or before:find "require[ (]*$")
      if is_code and name ~= "core" then found[#found + 1] = name end
    end
  end
  return found
end

local function room_of(unit) return unit:match "^(%a+)/" end

describe("lua/alphabeta/", function()
  local floor_of, count = {}, 0
  for floor, units in ipairs(LUA_FLOORS) do
    for _, unit in ipairs(units) do floor_of[unit] = floor end
  end

  it("has no other file than those of the floors", function()
    for _, unit in ipairs(lua_units()) do assert(floor_of[unit], unit) end
    for unit in pairs(floor_of) do assert(there[unit], unit) end
  end)

  it("requires what stands below only", function()
    for _, unit in ipairs(lua_units()) do
      for _, needed in ipairs(needs(unit)) do
        count = count + 1
        assert(floor_of[needed], unit .. " requires " .. needed)
        assert(floor_of[needed] < floor_of[unit], unit .. " requires " .. needed)
      end
    end
    assert(count > 100, count)
  end)

  it("has rooms that know each other in one direction only, by however many stations", function()
    local knows = {}
    for _, unit in ipairs(lua_units()) do
      local room = room_of(unit)
      for _, needed in ipairs(room and needs(unit) or {}) do
        local other = room_of(needed)
        if other and other ~= room then
          knows[room] = knows[room] or {}
          knows[room][other] = true
        end
      end
    end
    local function visit(room, above)
      assert(not above[room], "a circle of rooms through " .. room)
      above[room] = true
      for other in pairs(knows[room] or {}) do visit(other, above) end
      above[room] = nil
    end
    assert(knows.play.tell and knows.keep.play)
    for room in pairs(knows) do visit(room, {}) end
  end)
end)
