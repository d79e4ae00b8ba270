-- The rules of examples/dots.lua.

local alphabeta = require "alphabeta"
local generator = require "alphabeta.base.random"
local seed = require "spec.support.seed"

local dots = dofile "examples/dots.lua"
local two, three = dots.for_players(2), dots.for_players(3)

local function played(game, line, state)
  state = state or game.initial()
  for word in line:gmatch "%S+" do state = game.play(state, assert(game.parse_move(state, word), word)) end
  return state
end

-- The rules once more, in other words: `lines` is a set of texts. Best play for the difference, by plain minimax.
local function difference(columns, rows, lines, known)
  local all, boxes = {}, {}
  local function name(column, row, other_column, other_row)
    return string.char(96 + column) .. row .. string.char(96 + other_column) .. other_row
  end
  for row = 1, rows + 1 do
    for column = 1, columns + 1 do
      if column <= columns then all[#all + 1] = name(column, row, column + 1, row) end
      if row <= rows then all[#all + 1] = name(column, row, column, row + 1) end
      if column <= columns and row <= rows then
        boxes[#boxes + 1] = { name(column, row, column + 1, row), name(column, row + 1, column + 1, row + 1),
          name(column, row, column, row + 1), name(column + 1, row, column + 1, row + 1) }
      end
    end
  end
  local function closed()
    local count = 0
    for _, box in ipairs(boxes) do
      if lines[box[1]] and lines[box[2]] and lines[box[3]] and lines[box[4]] then count = count + 1 end
    end
    return count
  end
  local function best()
    local key = {}
    for i, line in ipairs(all) do key[i] = lines[line] and "#" or "." end
    key = table.concat(key)
    if known[key] then return known[key] end
    local value
    for _, line in ipairs(all) do
      if not lines[line] then
        local before = closed()
        lines[line] = true
        local gain = closed() - before
        local worth = gain > 0 and gain + best() or -best()
        lines[line] = nil
        value = math.max(value or worth, worth)
      end
    end
    known[key] = value or 0
    return known[key]
  end
  return best()
end

describe("Dots and Boxes", function()
  it("gives a box to whoever draws its last side, who goes on", function()
    local state = played(three, "a1b1 a1a2 b2-a2")
    assert.equal(1, three.player(state))
    state = played(three, "b1b2", state)
    assert.equal(1, three.player(state))
    assert.same({ 1, 0, 0 }, three.evaluate(state))
    state = played(three, "c1c2", state)
    assert.equal(2, three.player(state))
    assert.equal("   a   b   c   d\n 1 +---+   +   +\n   | A |   |\n 2 +---+   +   +\n\n 3 +   +   +   +\n\n"
      .. " 4 +   +   +   +\nAnn 1, Bob 0, Cid 0", three.format(state))
  end)

  it("gives two boxes that one line closes", function()
    local state = played(two, "a1b1 a2b2 a1a2 b1c1 b2c2 c1c2 b1b2")
    assert.equal(1, two.player(state))
    assert.equal(2, two.evaluate(state))
    state = played(two, "d4c4 d4d3 c4c3 c3d3", state) -- the third of these is Ann's
    assert.equal(1, two.evaluate(state))
    assert.equal(2, two.player(state))
  end)

  it("ends when all lines are drawn and all boxes taken, and forgets no line", function()
    for players = 2, 4 do
      for _, size in ipairs { { 1, 1 }, { 3, 3 }, { 4, 2 }, { 5, 5 } } do
        local game, draw = dots.for_players(players, size[1], size[2]), generator(seed + players)
        local state, plies = game.initial(), 0
        while #game.moves(state) > 0 do
          local moves = game.moves(state)
          for _, move in ipairs(moves) do
            assert.equal(move, game.parse_move(state, game.format_move(state, move)))
          end
          state, plies = game.play(state, moves[draw(#moves)]), plies + 1
        end
        assert.equal(size[1] * (size[2] + 1) + (size[1] + 1) * size[2], plies)
        local sum = 0
        for seat = 1, players do
          local owned = select(2, state.owners:gsub(("ABCD"):sub(seat, seat), ""))
          assert.equal(owned, state[seat])
          sum = sum + owned
        end
        assert.equal(size[1] * size[2], sum)
      end
    end
    assert.has_error(function() dots.for_players(2, 6, 6) end, "84 lines (limit is 62)")
  end)

  it("is worth what plain minimax over the same rules in other words gives", function()
    for _, size in ipairs { { 1, 1 }, { 1, 2 }, { 2, 1 }, { 1, 3 }, { 2, 2 } } do
      local game = dots.for_players(2, size[1], size[2])
      assert.equal(difference(size[1], size[2], {}, {}), alphabeta.search(game, game.initial()).value)
    end
  end)

  it("refuses what is no line, or one that is drawn", function()
    local state = played(three, "a1b1")
    for _, text in ipairs { "b1a1", "a1a1", "a1c1", "a9b9", "x", "" } do
      local move, message = three.parse_move(state, text)
      assert.is_nil(move)
      assert.matches("^'" .. text .. "' is not a line that can be drawn", message)
    end
  end)

  it("has rules in which the doctor finds nothing", function()
    local game = dots.for_players(2, 2, 2)
    local right, report = alphabeta.check(game, game.initial(), { games = 2, time = 20 })
    assert(right, tostring(report))
  end)
end)
