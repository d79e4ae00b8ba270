-- alphabeta.text and parse: each is the other's inverse, in every form of a game, and no state is changed. A move is
-- known again although `play` has written into it.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local generator = require "alphabeta.base.random"
local referee = require "alphabeta.play.referee"
local rolling = require "spec.support.rolling"
local seed = require "spec.support.seed"
local trees = require "spec.support.trees"

-- At each position of a random game the text of each move, and outcome, means that move.
local function is_inverse(game, state, number)
  local playing = referee.begin(game, state)
  local draw = generator(seed, number)
  local count = 0
  repeat
    for _, move in ipairs(playing:legal()) do
      local text = alphabeta.text(game, playing.state, move)
      local found, message = alphabeta.parse(game, playing.state, text)
      assert.equal(playing:number_of(move), playing:number_of(found), message)
      count = count + 1
    end
  until playing:is_over() or not playing:wander(draw)
  playing:rewind()
  return count
end

describe("The text of a move", function()
  for _, form in ipairs(trees.forms) do
    it("means that move: " .. form, function()
      local count = 0
      for i = 1, effort(6) do
        local tree = trees.random("again", seed + i, 4, 4)
        local game = trees.game(tree, form, { player = true })
        count = count + is_inverse(game, trees.state_at(game, tree.root), i)
      end
      assert(count > 0)
    end)
  end

  for form, row in pairs(rolling.forms) do
    it("means that move, or outcome of chance: " .. form, function()
      for i = 1, 5 do assert(is_inverse(row[1], row[2](9), i) > 5) end
    end)
  end

  it("means the move of a puzzle, too, which has no `evaluate`", function()
    local tiles = require "alphabeta.games.tiles"
    local state = tiles.initial { scramble = 9, seed = 2 }
    for _, move in ipairs(tiles.moves(state)) do
      assert.equal(move, alphabeta.parse(tiles, state, alphabeta.text(tiles, state, move)))
    end
  end)

  it("is preferred to the number of another move", function()
    local game = {
      moves = function() return { "2", "1", "a long road", "x" } end, play = function() return 1 end,
      evaluate = function() return 0 end, format_move = function(_, move) return #move > 2 and "x" or move end,
    }
    assert.equal("2", alphabeta.parse(game, 1, "2"))
    assert.equal("1", alphabeta.parse(game, 1, "1"))
    assert.equal("a long road", alphabeta.parse(game, 1, "3"))
    assert.equal("x", alphabeta.parse(game, 1, "4"))
    assert.is_nil(alphabeta.parse(game, 1, "x"))
  end)

  it("which is a table may have spaces instead of commas, and its fields in any order", function()
    local game = {
      moves = function() return { { from = "a2", to = "a3" }, { from = "a3", to = "a2" }, { 1, 2 }, { 2, 1 } } end,
      play = function() return 2 end,
      evaluate = function() return 0 end,
    }
    for text, number in pairs { ["to=a3,from=a2"] = 1, [" { to = a2  from = a3 } "] = 2, ["from=a2 to=a3"] = 1,
      ["1 2"] = 3, ["2,1"] = 4, ["{ 2 , 1 }"] = 4 } do
      assert.same(game.moves()[number], (alphabeta.parse(game, 1, text)), text)
    end
    for _, text in ipairs { "a2,a3", "from=a2", "from=a2,to=a3,to=a3", "", "{}", "1,2,", "=" } do
      assert.is_nil((alphabeta.parse(game, 1, text)), text)
    end
  end)

  it("is read by the game's own parse_move, which may say what is wrong", function()
    local game = {
      moves = function() return { 1, 2 } end, play = function() return 1 end, evaluate = function() return 0 end,
      format_move = function(_, move) return "no. " .. move end,
      parse_move = function(_, text)
        if tonumber(text) then return tonumber(text) end
        return nil, "no number"
      end,
    }
    assert.equal(2, alphabeta.parse(game, 1, "2"))
    assert.equal(2, alphabeta.parse(game, 1, "no. 2"))
    assert.same({ nil, "no number" }, { alphabeta.parse(game, 1, "two") })
    assert.same({ nil, "'3' is not a legal move; the legal moves are: no. 1  no. 2" },
      { alphabeta.parse(game, 1, "3") })
  end)

  it("wants arguments that fit, at the caller's line", function()
    local tictactoe = require "alphabeta.games.tictactoe"
    local state = tictactoe.initial()
    local function raises(message, f, ...)
      local _, told = pcall(f, ...)
      assert.matches(message, told, 1, true)
    end
    raises("bad argument #3 to 'text' (move expected, got nil)", alphabeta.text, tictactoe, state)
    raises("bad argument #3 to 'parse' (string expected, got 5)", alphabeta.parse, tictactoe, state, 5)
    raises("bad argument #1 to 'parse'", alphabeta.parse, 5, state, "5")
    raises("bad argument #2 to 'text'", alphabeta.text, tictactoe, nil, 5)
    assert.equal("5", alphabeta.text(tictactoe, state, 5))
    assert.equal(5, alphabeta.parse(tictactoe, state, "5"))
  end)
end)

describe("A move into which play has written", function()
  local jumps = require "spec.support.jumps"
  local restored, copying = {}, {}
  for field, value in pairs(jumps) do restored[field], copying[field] = value, value end
  restored.undo, copying.undo = true, nil
  function copying.play(state, move)
    local copy = alphabeta.copy(state)
    jumps.play(copy, move)
    return copy
  end

  for form, game in pairs { ["undo by hand"] = jumps, ["undo = true"] = restored, copies = copying } do
    it("is still that move: " .. form, function()
      local player = alphabeta.player { depth = 5 }
      local players = { player, alphabeta.random_player(1) }
      local series = alphabeta.match(game, game.initial(), players, { games = 6, seed = 1 })
      for _, record in ipairs(series.games) do assert.equal("finished", record.reason) end
      assert.is_true(series.wins > 0)

      local state = game.initial()
      local result = alphabeta.search(game, state, { depth = 5 })
      local text = alphabeta.text(game, state, result.move)
      assert.same({ by = result.move.by, far = result.move.far }, alphabeta.parse(game, state, text))

      local session = alphabeta.session(game, { seats = { "computer", "computer" }, seed = 1 })
      while session:step() do end
      assert.equal("finished", session.outcome.reason)
      local moves = {}
      for i, entry in ipairs(session:played()) do moves[i] = entry.move end
      assert.equal(#moves, #alphabeta.review(game, game.initial(), moves, { depth = 4 }))
    end)
  end

  it("is the one with the most fields, all of which it has", function()
    local playing = referee.begin({
      moves = function()
        return { { from = 1 }, { from = 1, to = 2 }, { from = 1, to = 3 }, { 1, 2 }, { 1, 2, 3 }, {}, 7, { to = 3 } }
      end,
      play = function() return 1 end, evaluate = function() return 0 end,
    }, 1)
    for move, number in pairs {
      [{ from = 1, taken = "x" }] = 1, [{ from = 1, to = 2, taken = "x" }] = 2, [{ from = 1, to = 4 }] = 1,
      [{ from = 1, to = 3, taken = "x" }] = 3,
      [{ 1, 2, taken = "x" }] = 4, [{ 1, 2, 3, taken = "x" }] = 5, [{}] = 6, [7] = 7,
    } do
      assert.equal(number, playing:number_of(move))
    end
    for _, move in ipairs { { to = 2 }, { 1, 2, 4 }, { 1 }, { taken = "x" }, 8, "7" } do
      assert.is_nil(playing:number_of(move))
    end
  end)
end)

describe("The moves of a session that are tables", function()
  -- How much is done to list so many, in hundreds of instructions of Lua.
  local function work(count)
    local session = alphabeta.session({
      initial = function() return {} end,
      moves = function()
        local list = {}
        for i = 1, count do list[i] = { from = i, to = i + 1 } end
        return list
      end,
      play = function() return {} end, evaluate = function() return 0 end,
    }, {})
    local done, hook, mask, every = 0, debug.gethook() -- others may count as well
    debug.sethook(function() done = done + 1 end, "", 100)
    session:moves()
    debug.sethook(hook, mask, every)
    return done
  end

  it("are not compared with each other to be written", function()
    local few, many = work(200), work(800)
    assert(many < 6 * few, ("%d for 200 moves, %d for 800"):format(few, many))
  end)
end)
