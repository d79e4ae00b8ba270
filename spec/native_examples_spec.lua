-- The examples in C are built as their documentation says, and do what they promise.

local alphabeta = require "alphabeta"
local c = require "spec.support.c"
local files = require "spec.support.files"
local quick = require "spec.support.quick"

local VERSION = _VERSION:match "%d%.%d"

local function with_folder(use)
  local folder = os.tmpname()
  os.remove(folder)
  c.must("mkdir " .. folder)
  use(folder)
  c.must("rm -r " .. folder)
end

-- The command of the README that builds the rock.
local function documented_command()
  for line in io.lines "examples/native_game/README.md" do
    if line:match "^luarocks make" then return line end
  end
end

-- Where the rock that is tested has installed the header; if it is none, where the header is.
local function conf_folder(luarocks)
  local tree = package.searchpath("alphabeta.core", package.cpath):match "^(.*)/lib/lua/"
  if not tree then return c.must("pwd"):match "%S+" .. "/csrc" end
  return c.must(luarocks .. tree .. " show --rock-dir alphabeta"):match "/%S+" .. "/conf"
end

describe("examples/native_game", function()
  -- What the rock gives to `require`, and what play.lua prints.
  local handle, printed

  with_folder(function(folder)
    local luarocks = ("luarocks --lua-version %s --tree "):format(VERSION)
    local conf = conf_folder(luarocks)
    c.must("cp examples/native_game/* " .. folder)
    local command = documented_command():gsub("luarocks make", luarocks .. folder .. " make --deps-mode none")
      :gsub('"%$%(luarocks show %-%-rock%-dir alphabeta%)/conf"', conf)
    assert(command:find(conf, 1, true), command)
    c.must("cd " .. folder .. " && " .. command)
    local library = folder .. "/lib/lua/" .. VERSION .. "/domineering.so"
    handle = assert(package.loadlib(library, "luaopen_domineering"))()

    local lines = {}
    local environment = setmetatable({
      arg = { 4, 5 },
      require = function(name) return name == "domineering" and handle or require(name) end,
      print = function(line) lines[#lines + 1] = line or "" end,
    }, { __index = _G })
    assert(loadfile("examples/native_game/play.lua", "t", environment))()
    printed = lines
  end)

  it("knows who wins on small boards", function()
    local domineering = alphabeta.native(handle)
    local boards = 0
    for line in io.lines "spec/facts/domineering.tsv" do
      local rows, columns, if_1, if_2 = line:match "^(%d)\t(%d)\t(%d)\t(%d)$"
      for first, winner in pairs(rows and { if_1, if_2 } or {}) do
        local state = assert(domineering.read { tonumber(rows), tonumber(columns), first })
        local value = alphabeta.search(domineering, state).value
        assert.equal(tonumber(winner) ~= first, value == -100, line)
        boards = boards + 1
      end
    end
    assert(boards > 60)
  end)

  it("reads and writes boards", function()
    local domineering = alphabeta.native(handle)
    local state = domineering.read { 2, 3, 1 }
    assert.same({ 1, 2, 3 }, domineering.moves(state))
    state = domineering.play(state, 2)
    assert.same({ 2, 3, 2, 2, 2 }, domineering.write(state))
    assert.is_true(state == domineering.read { 2, 3, 2, 2, 2 })
    assert.same({}, domineering.moves(state))
    assert.equal("state of 'domineering': 2 3 2 2 2", tostring(state))
    for _, numbers in ipairs { {}, { 9, 1, 1 }, { 0, 1, 1 }, { 2, 2, 3 }, { 2, 2, 1, 0 },
      { 2, 2, 1, 0, 4 } } do
      assert.is_nil((domineering.read(numbers)))
    end
  end)

  it("is played to its end by play.lua", function()
    assert.matches("^Player %d cannot move: player %d has won%.$", printed[#printed])
    local board = table.concat(printed, "\n", #printed - 5, #printed - 2)
    assert.equal(4 * 5, select(2, board:gsub("[.|-]", "")))
    assert(not board:find "%. %.", board)
    for _, mark in ipairs { "|", "%-" } do
      assert.equal(0, select(2, board:gsub(mark, "")) % 2, board)
    end
  end)
end)

describe("examples/embed", function()
  local alone, in_cpp, built_in

  with_folder(function(folder)
    -- one object of each room is made as others make it; the rest are there, where run.sh has compiled them just now
    local objects = quick(os.getenv "ALPHABETA_OBJECTS")
    if objects then
      c.must(("find %s -name '*.o' ! -name ab_mem.o ! -name game_pig.o ! -name lab_clock.o -exec cp -t %s {} +")
        :format(objects, folder))
    end
    c.must(("make -C examples/embed OUT=%s CFLAGS='-Wall -Wextra -Werror' LUA_CFLAGS=%s"):format(
      folder, c.lua_headers()))
    alone = { c.must(folder .. "/without_lua"), c.must(folder .. "/without_lua 21"),
      select(2, c.run(folder .. "/without_lua 0")) }
    in_cpp = { c.must(folder .. "/with_cpp"), c.must(folder .. "/with_cpp 1 2 3"),
      select(2, c.run(folder .. "/with_cpp 1 2 10")) }
    local script = files.write(folder .. "/script.lua", [[
      assert(package.path == "" and package.cpath == "")
      local alphabeta = require "alphabeta"
      assert(not pcall(require, "spec.support.c"))
      print(alphabeta._VERSION, alphabeta.search(require "alphabeta.games.tictactoe",
        require("alphabeta.games.tictactoe").initial()).value)
    ]])
    built_in = { c.must("cd / && " .. folder .. "/with_lua"), c.must(folder .. "/with_lua " .. script),
      select(2, c.run(folder .. "/with_lua /nowhere.lua")) }
  end)

  it("searches in a C program without Lua", function()
    assert.matches("^15 sticks: player 1, who is winning, takes 2\n", alone[1])
    assert.matches("player 1 has won\n$", alone[1])
    assert.matches("^21 sticks: player 1, who is losing", alone[2])
    assert.matches("player 2 has won\n$", alone[2])
    assert.matches("usage", alone[3])
  end)

  it("searches in a C++ program", function()
    assert.matches("^3 4 5: player 1, who is winning, takes 2 from heap 1\n", in_cpp[1])
    assert.matches("player 1 has won\n$", in_cpp[1])
    assert.matches("^1 2 3: player 1, who is losing", in_cpp[2])
    assert.matches("player 2 has won\n$", in_cpp[2])
    assert.matches("0 to 9 counters in each of three heaps expected", in_cpp[3])
  end)

  it("has Lua and all modules in one program that looks for no file", function()
    assert.matches("South wins by 2, beginning with hole 1\n$", built_in[1])
    assert.equal(alphabeta._VERSION .. "\t0\n", built_in[2])
    assert.matches("cannot open", built_in[3])
  end)
end)
