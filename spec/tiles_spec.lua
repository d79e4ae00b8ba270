-- Sliding tiles: the game in C is its twin, position by position; published facts of the 15-puzzle and smaller ones.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local native = require "alphabeta.native"
local seed = require "spec.support.seed"
local tiles = require "alphabeta.games.tiles"

local twin = tiles.lua

-- Korf's instances, turned so that the empty cell of the goal is the last one, as here: { least =, nodes =, state = }.
local function korf()
  local list = {}
  for line in io.lines "spec/facts/korf.tsv" do
    local least, nodes, text = line:match "^(%d+)\t(%d+)\t(.*)$"
    if least then
      local cells = {}
      for tile in text:gmatch "%d+" do table.insert(cells, 1, tonumber(tile)) end
      for cell, tile in ipairs(cells) do cells[cell] = tile == 0 and 0 or 16 - tile end
      list[#list + 1] = {
        least = tonumber(least), nodes = tonumber(nodes), state = assert(tiles.read { 4, 4, compat.unpack(cells) }),
      }
    end
  end
  return list
end

describe("tiles in C", function()
  it("are what they are in Lua", function()
    for _, size in ipairs { { 4, 4 }, { 3, 3 }, { 2, 3 }, { 4, 2 }, { 2, 2 } } do
      local game = tiles.new(compat.unpack(size))
      local state = game.initial { scramble = 50, seed = seed }
      local draw = require "alphabeta.base.random"(seed)
      for _ = 1, effort(300, 60) do
        local same = assert(twin.read(game.write(state)))
        local moves = twin.moves(same)
        assert.same(moves, game.moves(state))
        assert.equal(twin.estimate(same), game.estimate(state))
        assert.equal(twin.goal(same), game.goal(state))
        assert.equal(twin.format(same), tostring(state))
        assert.equal(state, game.parse(twin.format(same)))
        local move = moves[draw(#moves)]
        assert.equal(move, game.parse_move(state, game.format_move(state, move)))
        state = game.play(state, move)
      end
    end
  end)

  it("are solved as in Lua, position for position, and so are mixtures", function()
    for number = 1, effort(6, 3) do
      local small = tiles.new(3, 3)
      local state = small.initial { scramble = 100, seed = seed + number }
      local mixed = setmetatable({ estimate = function(at) return small.estimate(at) end }, { __index = small })
      local lua_cost = setmetatable({ cost = function() return 1 end, goal = function(at) return small.goal(at) end },
        { __index = small })
      for _, options in ipairs {
        {}, { algorithm = "idastar" }, { weight = 2 }, { algorithm = "beam", width = 30 }, { nodes = 50 },
      } do
        local expected = alphabeta.path(twin, twin.read(small.write(state)), options)
        for _, game in ipairs { small, mixed, lua_cost } do
          local found = alphabeta.path(game, state, options)
          for _, field in ipairs { "solved", "moves", "cost", "bound", "least", "nodes", "stopped" } do
            assert.same(expected[field], found[field], field)
          end
        end
      end
    end
  end)

  it("of the 15-puzzle need as many moves as Korf has published", function()
    for i, puzzle in ipairs(korf()) do
      if i == 9 or effort(1, 0) == 1 and (i == 2 or i == 5) then
        local result = alphabeta.path(tiles, puzzle.state, { algorithm = "idastar" })
        assert.same({ puzzle.least, "exact", true }, { result.cost, result.bound, result.solved })
        assert(result.nodes < puzzle.nodes) -- his estimate knows no conflicts
      end
    end
  end)

  it("have half of all arrangements, and of 3 by 2 the farthest is 21 moves away, as is published", function()
    for count, size in pairs { [360] = { 3, 2 }, [20160] = { 4, 2 } } do
      local game = tiles.new(compat.unpack(size))
      local seen, list = {}, {}
      local endless = setmetatable({ goal = function(at)
        local key = game.key(at)
        assert(not seen[key])
        seen[key], list[#list + 1] = true, at:copy()
        return false
      end }, { __index = game })
      endless.estimate = function() return 0 end
      assert.equal(math.huge, alphabeta.path(endless, game.initial()).least)
      assert.equal(count, #list)
      local farthest = 0
      for i = 1, count == 360 and count or 0 do farthest = math.max(farthest, alphabeta.path(game, list[i]).cost) end
      assert(farthest == (count == 360 and 21 or 0), farthest)
    end
  end)

  it("cannot be solved where two are swapped", function()
    local game = tiles.new(3, 2)
    local result = alphabeta.path(game, assert(game.parse " 2  1  3\n 4  5  ."))
    assert.same({ false, math.huge }, { result.solved, result.least })
  end)
end)

describe("a position of tiles in C", function()
  it("is refused where the numbers do not fit", function()
    local small = tiles.new(3, 3)
    for message, lists in pairs {
      ["width and height of this board expected first"] = { {}, { 3 }, { 4, 3, 1, 2, 3, 4, 5, 6, 7, 8, 0 } },
      ["a tile for each cell expected"] = { { 3, 3, 1, 2 } },
      ["each tile once, and 0 for the empty cell, expected"] = {
        { 3, 3, 1, 1, 2, 3, 4, 5, 6, 7, 8 }, { 3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9 }, { 3, 3, 1, 2, 3, 4, 5, 6, 7, 8, -1 },
      },
    } do
      for _, list in ipairs(lists) do assert.same({ nil, message }, { small.read(list) }) end
    end
  end)

  it("has a size that there is", function()
    for _, size in ipairs { { 1, 4 }, { 4, 5 }, { 2.5, 3 } } do
      assert.equal("bad argument #2 to 'native' ('tiles': width and height of 2 to 4 expected)",
        errors.of(tiles.new, size[1], size[2]))
    end
    assert.equal("bad argument #2 to 'native' (list of numbers expected, got string at 1)",
      errors.of(tiles.new, "three", 3))
    assert.equal("bad argument #1 to 'initial' (table expected, got number)", errors.of(tiles.initial, 3))
    local usual = native("tiles", {}, twin)
    assert.equal(tostring(tiles.initial()), tostring(usual.read(twin.write(twin.initial()))))
  end)

  it("has the moves of the tiles next to the empty cell alone", function()
    for move = 0, 17 do
      if move ~= 12 and move ~= 15 then
        assert.equal(("bad argument #2 to 'play' (legal move expected, got %d)"):format(move),
          errors.of(tiles.play, tiles.initial(), move))
      end
    end
  end)
end)

describe("the twin of tiles", function()
  it("begins with the tiles in order, or mixed by moves, the same for the same seed", function()
    assert(twin.goal(twin.initial()))
    local options = { width = 3, height = 2, scramble = 30, seed = 5 }
    assert.same(twin.initial(options), twin.initial(options))
    assert(alphabeta.path(twin, twin.initial(options)).cost <= 30)
    assert.equal("bad argument #1 to 'initial' (option 'width': integer from 2 to 4 expected, got 9)",
      errors.of(twin.initial, { width = 9 }))
  end)

  it("says what is wrong with a text or a list", function()
    for text, message in pairs {
      ["1 2\n3"] = "row 2 has not 2 tiles",
      ["1 2\n3 3"] = "cell 4: each tile once, and 0 for the empty cell, expected, got 3",
      ["1 2\n3 x"] = "cell 4: each tile once, and 0 for the empty cell, expected, got x",
      ["1"] = "width and height of 2 to 4 expected, got 1 by 1",
    } do
      assert.same({ nil, message }, { twin.parse(text) })
    end
    assert.same({ nil, "4 tiles expected, got 1" }, { twin.read { 2, 2, 0 } })
    assert.same({ nil, "a tile next to the empty cell expected, got '1'" }, { twin.parse_move(twin.initial(), "1") })
    assert.equal("bad argument #1 to 'read' (table expected, got nil)", errors.of(twin.read))
  end)
end)
