-- The arrows between the files of csrc/ point one way: each sees, and calls, only what stands on a floor below it. So
-- there is no circle. The core knows no Lua; games see the public header and the walk; the binding sees the public
-- header only. A function that others call is named after its file.

-- From the ground up. A file is a header and what stands in its .c, but ab_search.h, a struct that those below
-- ab_search.c work on.
local FLOORS = {
  { "alphabeta.h" },
  { "ab_value", "ab_mem", "ab_clock", "ab_game", "ab_options" },
  { "ab_choice", "ab_node", "ab_table", "ab_trace" },
  { "ab_stack", "ab_line", "ab_order" },
  { "ab_walk" },
  { "ab_search.h" },
  { "ab_pv", "ab_limit" },
  { "ab_root" },
  { "ab_services", "ab_pass", "ab_paper" },
  { "ab_search.c" },
  { "games" },
  { "game_connect4", "game_kalah", "game_othello", "game_synthetic", "game_tictactoe" },
}

-- What a room may see of the others.
local SEEN = {
  core = {},
  games = { ab_walk = true, games = true },
  lua = { games = true },
}

local SEARCH = { ["ab_search.h"] = "ab_search.h", ["ab_search.c"] = "ab_search.c" }

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

local function lines_of(command)
  local list, pipe = {}, assert(io.popen(command))
  for line in pipe:lines() do list[#list + 1] = line end
  pipe:close()
  return list
end

local function unit_of(path)
  local name = path:match "[^/]*$"
  return SEARCH[name] or (name == "alphabeta.h" and name) or name:match "^[^.]*"
end

local function without_comments(text) return (text:gsub("/%*.-%*/", " ")) end

local FILES, FLOOR = {}, {}
for _, path in ipairs(lines_of "ls csrc/*.h csrc/*/*.[ch]") do
  FILES[#FILES + 1] = { path = path, unit = unit_of(path), room = path:match "^csrc/(%a+)/" or "public",
    text = without_comments(read(path)) }
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

local PUBLIC = {} -- what alphabeta.h declares
for name in without_comments(read "csrc/alphabeta.h"):gmatch "([%a][%w_]*) %(" do PUBLIC[name] = true end

local function below(from, to) return (FLOOR[to] or 0) < (FLOOR[from] or math.huge) end

describe("csrc/", function()
  it("has no other file than those of the floors", function()
    for _, file in ipairs(FILES) do
      if file.room ~= "lua" then assert(FLOOR[file.unit], file.path) end
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
          assert(file.room == "lua" or below(file.unit, unit), file.path .. " includes " .. path)
        end
      end
      assert(file.room == "lua" or not file.text:find "[<\"]lua", file.path .. " includes Lua")
    end)

    it(file.path .. " calls what stands below it only", function()
      for name in file.text:gmatch "([%a][%w_]*) ?%(" do
        local owner = OWNER[name]
        if owner and owner.unit ~= file.unit and not (owner.room == "lua" and file.room == "lua") then
          local where = file.path .. " calls " .. name .. " of " .. owner.path
          if file.room == "lua" then
            assert(PUBLIC[name] or owner.room == "public", where)
          elseif file.room ~= "public" then
            assert(below(file.unit, owner.unit), where)
          end
        end
      end
    end)
  end

  it("names a function after its file", function()
    for name, file in pairs(OWNER) do
      local unit = file.unit:gsub("%.[ch]$", ""):gsub("^alphabeta$", "ab")
      if file.room == "core" then
        assert(name:sub(1, #unit + 1) == unit .. "_", name .. " of " .. file.path)
      end
    end
  end)

  it("has functions to look at", function()
    for _, name in ipairs { "ab_walk_on", "ab_search_step", "ab_limit_grant", "ab_stack_state", "games_put_bytes" } do
      assert(OWNER[name], name)
    end
  end)
end)
