-- Keys that are strings, and those of games in C that are made of bytes, are hashed: positions that are much alike,
-- as those of a game are, have different keys nonetheless.

local alphabeta = require "alphabeta"
local oracle = require "spec.support.oracle"
local othello = require "alphabeta.games.othello"
local quick = require "spec.support.quick"

-- A position for each key, two moves from the root.
local function game_of(keys)
  local rows = math.ceil(math.sqrt(#keys))
  return {
    moves = function(at)
      local list = {}
      for row = 1, at == 0 and rows or 0 do list[row] = -row end
      for i = -at, at < 0 and #keys or -at - 1, rows do list[#list + 1] = i end
      return list
    end,
    play = function(_, to) return to end,
    evaluate = function() return 0 end,
    key = function(at) return keys[at] or ("before all: %d"):format(at) end,
  }, 1 + rows
end

local function assert_all_differ(keys)
  local game, others = game_of(keys)
  assert.equal(#keys + others, #alphabeta.solve(game, 0))
end

-- Every way to fill so many places, each with a number from 0 to `most`.
local function each_filling(places, most, see)
  local filling = {}
  local function fill(place)
    if place > places then return see(filling) end
    for number = 0, most do
      filling[place] = number
      fill(place + 1)
    end
  end
  fill(1)
end

describe("string keys", function()
  it("differ where small numbers, zero among them, stand in lists of any length", function()
    local keys = {}
    for length = 0, quick(4, 5) do
      each_filling(length, 8, function(list) keys[#keys + 1] = string.char(table.unpack(list, 1, length)) end)
    end
    assert_all_differ(keys)
  end)

  it("differ where two boards in words have a few bits", function()
    local keys = {}
    each_filling(3, 127, function(bits)
      if not (bits[1] < bits[2] and bits[2] < bits[3]) then return end
      local words = { 0, 0 }
      for _, bit in ipairs(bits) do words[bit // 64 + 1] = words[bit // 64 + 1] | 1 << bit % 64 end
      if quick(bits[1] % 8 >= 6, true) then keys[#keys + 1] = string.pack("<I8I8", words[1], words[2]) end
    end)
    assert_all_differ(keys)
  end)

  it("leave values as they are: piles, one on another", function()
    local function piles(key)
      return {
        moves = function(state)
          local top, list = state[#state], {}
          for take = 1, top or 0 do list[take] = take end
          return top == 0 and { 0 } or list
        end,
        play = function(state, take)
          local after = { turn = 1 - state.turn, table.unpack(state) }
          after[#after] = take > 0 and after[#after] - take or nil
          return after
        end,
        evaluate = function() return -1 end,
        key = key,
      }
    end
    local game = piles(function(state) return string.char(state.turn, table.unpack(state)) end)
    each_filling(3, 4, function(list)
      local state = { turn = 0, table.unpack(list) }
      local right = oracle.minimax(game, state)
      local found, solution = alphabeta.search(game, state), alphabeta.solve(game, state)
      local about = table.concat(list, ", ")
      assert(found.value == right.value and found.move == game.moves(state)[right.best[1]], about)
      assert(solution:value(state) == right.value, about)
    end)
  end)
end)

describe("keys of games in C", function()
  it("differ where a few squares do: Othello", function()
    local seen, count = {}, 0
    local SQUARES = { 64, 35, 63, 34, 62, 56, 8, 29, 36, 1 }
    each_filling(quick(8, 10), 2, function(discs)
      local list = { 1 }
      for square = 1, 64 do list[1 + square] = 0 end
      for i, disc in ipairs(discs) do list[1 + SQUARES[i]] = disc end
      local state = othello.read(list) -- nil: the player to move would have to pass
      if not state then return end
      local key = othello.key(state)
      assert(not seen[key], table.concat(list, " "))
      seen[key], count = true, count + 1
    end)
    assert(count > 1000)
  end)
end)
