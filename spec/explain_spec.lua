-- What a search has found, in words.

local alphabeta = require "alphabeta"
local othello = require "alphabeta.games.othello"
local nim = require "spec.support.nim"()
local trees = require "spec.support.trees"

local function explained(game, state, options)
  return alphabeta.explain(game, state, alphabeta.search(game, state, options))
end

local function message(...)
  local ok, text = pcall(alphabeta.explain, ...)
  assert.is_false(ok)
  return text
end

describe("alphabeta.explain, of a way", function()
  local alone = { name = "alone", play = function(at, move) return at + move end, key = function(at) return at end,
    goal = function(at) return at == 7 end, moves = function(at) return at < 7 and { 1, 3 } or {} end,
    estimate = function(at) return at > 7 and math.huge or (7 - at) / 3 end }

  local function told(options, at) return alphabeta.explain(alone, at or 0, alphabeta.path(alone, at or 0, options)) end

  it("tells its moves, its cost, and what is proven", function()
    assert.matches("^Solved in 3 moves, which cost 3: no way costs less%.\n[13] [13] [13] %(the game is over%)$",
      told())
    assert.matches("^Solved in %d moves, which cost %d: at most 9 times the least, which is [%d.]+ or more%.\n",
      told { weight = 9 })
    assert.matches("^Solved in 3 moves, which cost 3: no way costs less than [%d.]+%.\n",
      told { algorithm = "beam", width = 4 })
    assert.matches("^Not solved yet; the nearest position that was found is reached in 1 move, which costs 1: "
      .. "no way costs less than [%d.]+%.\n3$", told { nodes = 3 })
    assert.equal("There is no way to a goal.", told(nil, 8))
  end)

  it("wants a whole result", function()
    assert.matches("#1 to 'explain' %(game 'alone': field 'evaluate'",
      message(alone, 0, { solved = true, bound = "exact" }))
  end)
end)

describe("alphabeta.explain", function()
  it("gives the value, the line, and what the other moves cost", function()
    assert.equal([[
Worth +1 to the player to move, 5 plies ahead.
Expected: 3 1 3 1 3 (the game is over)
1 costs 2: 1 2 1 3 1 3 (the game is over)
2 costs 2: 2 1 1 3 1 3 (the game is over)]], (explained(nim, 11, { all = true })
      :gsub("%d+ plies", "5 plies")))
  end)

  it("says the same of a result without all moves", function()
    local all = alphabeta.search(nim, 7, { all = true, depth = 4 })
    local one = alphabeta.search(nim, 7, { depth = 4 })
    assert.equal(alphabeta.explain(nim, 7, all), alphabeta.explain(nim, 7, one))
  end)

  it("names the player to move where the game does, and says who that is", function()
    local state = othello.play(othello.initial(), othello.moves(othello.initial())[1])
    assert.matches("^Worth [+-]?%d+ to O, 1 ply", explained(othello, state, { depth = 1 }))
    local named = setmetatable({ sides = { "Ann", "Ben" } }, { __index = nim })
    assert.matches("^Worth %+1 to the player to move", explained(named, 3))
    named.player = function() return 2 end
    assert.matches("to Ben, ", explained(named, 3, { depth = 1 }))
    named.sides = { "Ann" }
    assert.matches("to the player to move, ", explained(named, 3, { depth = 1 }))
  end)

  it("explains moves that are as good, wins and losses, and the end", function()
    local certain = setmetatable({ evaluate = function() return -math.huge end }, { __index = nim })
    local text = explained(certain, 5)
    assert.matches("^Worth a certain win to", text)
    assert.matches("\n2 throws the win away: 2 3", text)
    assert.matches("^Worth a certain loss to", explained(certain, 4))
    assert.matches("\n2 as good: 2 2", explained(certain, 4))
    assert.equal("The game is over.", explained(nim, 0))
    local risky = { moves = function(state) return state == 0 and { 1, 2 } or {} end,
      play = function(_, move) return move end, evaluate = function(state) return state == 1 and -3 or math.huge end }
    assert.matches("\n2 loses: 2", explained(risky, 0))
  end)

  it("does not search where the result has all moves", function()
    local result = alphabeta.search(nim, 5, { all = true })
    local mute = setmetatable({ evaluate = error }, { __index = nim })
    assert.equal(alphabeta.explain(nim, 5, result), alphabeta.explain(mute, 5, result))
  end)

  it("does not take a bound for what a move is worth", function()
    local tree = { { 1, 7 }, { -1, -8 } }
    local game = { moves = function(at) return type(at) == "table" and { 1, 2 } or {} end,
      play = function(at, move) return at[move] end, evaluate = function(at) return at end }
    local text = explained(game, tree, { all = true })
    assert.matches("^Worth %+1 .*\n2 costs 9: ", text)
    for _, window in ipairs { { 0, 2 }, { -20, 0 }, { 2, 20 } } do
      assert.equal(text, explained(game, tree, { all = true, window = window }))
    end
  end)

  it("shows small differences", function()
    local game = {
      width = 3,
      play = function(state, move) return state + 1, ({ -2, -1, -1.5 })[move] end,
      evaluate = function() return 0 end,
    }
    assert.equal([[
Worth +2 to the player to move, 1 ply ahead.
Expected: 1 (the game is over)
3 costs 0.5: 3 (the game is over)
2 costs 1: 2 (the game is over)]], explained(game, 0))
  end)

  it("shows six digits of a fraction", function()
    local game = {
      width = 2,
      play = function(state, move) return state + 1, ({ -1 / 3, 1 / 3 })[move] end,
      evaluate = function() return 0 end,
    }
    assert.equal([[
Worth +0.333333 to the player to move, 1 ply ahead.
Expected: 1 (the game is over)
2 costs 0.666667: 2 (the game is over)]], explained(game, 0))
  end)

  it("shows all digits of a whole number, and what is more than any", function()
    local function told(first, second)
      local game = { width = 2, play = function(state, move) return state + 1, -(move == 1 and first or second) end,
        evaluate = function() return 0 end }
      local text = explained(game, 0)
      return text:match "^Worth (%S+)" .. ", " .. text:match "(cost.-):"
    end
    assert.equal("+9007199254740992, costs 9007199254740991", told(2.0 ^ 53, 1.0))
    assert.equal("+1e+308, costs more than 1e308", told(1e308, -1e308))
  end)

  it("says of a move once what it is where worlds differ after it", function()
    local game = {
      viewpoint = 1,
      player = function() return 1 end,
      moves = function(state) return state == 0 and { 1, 2 } or {} end,
      play = function(_, move) return move end,
      evaluate = function(state) return 3 - state end,
      determinize = function(state) return state end,
    }
    assert.matches("^Best for the player to move: 1 in %d+ %% of 9 playouts, worth %+2\n2 in %d+ %%, worth %+1$",
      explained(game, 0, { algorithm = "mcts", playouts = 9 }))
  end)

  it("looks one ply ahead where the result has not", function()
    assert.matches("^Worth .* 1 ply ahead%.\nExpected: 1\n", explained(nim, 7, { depth = 0 }))
  end)

  it("says nothing of other moves where the result knows more than a search to its depth", function()
    local NEXT, WORTH = { root = { "x", "a" }, a = { "c" } }, { root = 0, x = 0, a = -2, c = -1 }
    local game, kept = {
      moves = function(at) return NEXT[at] or {} end,
      play = function(_, to) return to end,
      evaluate = function(at) return WORTH[at] end,
      key = function(at) return at end,
    }, alphabeta.table()
    assert.matches("^Worth 0 to the player to move, 2 plies ahead%.\nExpected: x .*\na costs 1: ",
      explained(game, "root", { table = kept }))
    assert.equal("Worth 0 to the player to move, 1 ply ahead.\nExpected: x (the game is over)",
      explained(game, "root", { table = kept }))
    game.noisy = function(at) return at == "a" and { "c" } or {} end
    WORTH.a, WORTH.c = -9, 3
    assert.equal("Worth +3 to the player to move, 1 ply ahead.\nExpected: a c (the game is over)",
      explained(game, "root", { depth = 1, quiescence = 2, table = false }))
  end)

  it("writes moves as the game does, each in its position", function()
    local text = explained(othello, othello.initial(), { depth = 2 })
    assert.matches("\nExpected: %l%d %l%d\n", text)
    assert.equal(4, select(2, text:gsub("\n%l%d as good: %l%d %l%d", "%0")) + 1)
  end)

  it("leaves the state as it was, in a game of any form", function()
    for seed = 1, 20 do
      local tree = trees.random("again", seed, 3, 4)
      for _, form in ipairs { "functional", "undo", "width", "variadic", "fills", "successors" } do
        local game = trees.game(tree, form)
        local state = game.initial()
        local result = alphabeta.search(game, state, { all = true })
        local text = alphabeta.explain(game, state, result)
        assert.equal(#result.moves, select(2, text:gsub("\n", "\n")), tree.text)
        assert.equal(text, alphabeta.explain(game, state, result), tree.text)
      end
    end
  end)

  it("searches where the result has no move yet", function()
    assert.matches("^Worth .*\nExpected: 1\n2 as good: 2\n3 as good: 3", explained(nim, 3, { nodes = 1, all = true }))
  end)

  it("says which argument is wrong", function()
    assert.equal("bad argument #1 to 'explain' (game expected, got nil)", message())
    assert.equal("bad argument #2 to 'explain' (state expected, got nil)", message(nim))
    assert.equal("bad argument #3 to 'explain' (result of a search expected, got nil)", message(nim, 3))
    assert.equal("bad argument #3 to 'explain' (result of a search expected, got table)", message(nim, 3, {}))
    assert.equal("bad argument #1 to 'explain' (game 'come to 'start' #3': field 'moves': function expected, got nil)",
      message({ name = "come to 'start' #3" }, 1, {}))
  end)
end)

describe("Chance", function()
  local pig = require "alphabeta.games.pig"

  it("decides after the line that is expected, or before", function()
    local state = pig.initial { target = 4, sides = 2 }
    assert.equal("Worth +0.25 to Ann, 2 plies ahead.\nExpected: roll (then chance decides)",
      explained(pig, state, { depth = 2 }))
    state = pig.play(state, 1)
    assert.equal("Worth +0.25 to Ann, 1 ply ahead.\nChance decides: 1 (50 %), 2 (50 %)",
      explained(pig, state, { depth = 1 }))
    assert.equal("Chance decides: 1 (50 %), 2 (50 %)", explained(pig, state, { nodes = 1 }))
    assert.equal("no move, value 0.25, depth 1, 6 positions", tostring(alphabeta.search(pig, state, { depth = 1 })))
  end)
end)

describe("print", function()
  local function is_line(line, result) assert.equal(line, tostring(result)) end

  -- A game of one ply.
  local function choice(moves, value)
    return {
      moves = function(state) return state == 0 and moves or nil end,
      play = function() return 1 end,
      evaluate = function() return value or 0 end,
      format_move = error,
    }
  end

  it("shows a result on one line, from wherever it comes", function()
    is_line("3, value 1, depth 11, 578 positions", alphabeta.search(nim, 11, { depth = 11, deepening = false,
      table = false }))
    local search = alphabeta.start(nim, 11, { depth = 3 })
    is_line("no move, no value, depth 0, 0 positions", search:result())
    search:step { nodes = 1 }
    assert.matches("^no move, no value, depth 0, 1 position$", tostring(search:result()))
    search:step()
    local line = tostring(search:result())
    assert.matches("^%d, value %-?1, depth 3, %d+ positions$", line)
    search:close()
    is_line(line, search:result())
    local lines = {}
    for result in alphabeta.deepen(nim, 11, { depth = 2, on_depth = function(known)
      lines[#lines + 1] = tostring(known)
    end }) do
      is_line(lines[#lines], result)
    end
    assert.matches("^%d, value .*, depth 2, ", lines[2])
  end)

  it("says what the value is worth", function()
    is_line("1, value at least 7, depth 1, 2 positions",
      alphabeta.search(choice({ 1, 2 }, -7), 0, { window = { -5, 5 }, depth = 1 }))
    is_line("1, value at most -7, depth 1, 3 positions",
      alphabeta.search(choice({ 1, 2 }, 7), 0, { window = { -5, 5 }, depth = 1 }))
    is_line("1, value -inf, depth 1, 2 positions", alphabeta.search(choice({ 1 }, math.huge), 0))
    is_line("1, value 0.1, depth 1, 2 positions", alphabeta.search(choice({ 1 }, -0.1), 0))
    is_line("no move, value 3, depth 0, 1 position", alphabeta.search(choice({}, 3), 1, { depth = 0 }))
  end)

  it("shows any move by its own text", function()
    is_line("{from=3,to=7}, value 0, depth 1, 2 positions", alphabeta.search(choice { { to = 7, from = 3 } }, 0))
    is_line("two\\nlines, value 0, depth 1, 2 positions", alphabeta.search(choice { "two\nlines" }, 0))
    is_line("false, value 0, depth 1, 2 positions", alphabeta.search(choice { false }, 0))
  end)

  it("leaves the result a plain table", function()
    local result = alphabeta.search(nim, 11, { depth = 3, all = true })
    local meta = getmetatable(result)
    assert.equal("__tostring", next(meta))
    assert.is_nil(next(meta, "__tostring"))
    assert.equal(meta, getmetatable(alphabeta.start(nim, 3):result()))
    assert.is_nil(getmetatable(result.moves[1]))
    assert.is_nil(result.__tostring)
    is_line("no move, no value", setmetatable({}, meta))
  end)
end)
