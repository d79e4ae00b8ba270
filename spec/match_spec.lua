-- Games between players: whatever the form of the game, whatever the players do.

local alphabeta = require "alphabeta"
local elo = require "alphabeta.play.elo"
local generator = require "alphabeta.base.random"
local kalah = require "alphabeta.twins.kalah"
local nim = require "spec.support.nim"
local answer = require "spec.support.person"
local referee = require "alphabeta.play.referee"
local tictactoe = require "alphabeta.twins.tictactoe"

local random_player = alphabeta.random_player

-- Nim in every form a game can have: each entry is the game and what makes its state from a heap.
local list = nim()
local takes, mover_has_lost = list.moves, list.evaluate

local function same(heap) return heap end
local function boxed(heap) return { heap } end

local in_place = {
  moves = function(box) return takes(box[1]) end,
  play = function(box, take) box[1] = box[1] - take end,
  undo = function(box, take) box[1] = box[1] + take end,
  evaluate = mover_has_lost,
}

local function derived(game, fields) return setmetatable(fields, { __index = game }) end

local FORMS = {
  ["moves as a list"] = { list, same },
  ["no moves: nil"] = { derived(list, {
    moves = function(heap) return heap > 0 and takes(heap) or nil end,
  }), same },
  ["moves as an iterator"] = { derived(list, {
    moves = function(heap)
      local take = 0
      return function()
        take = take + 1
        return take <= math.min(3, heap) and take or nil
      end
    end,
  }), same },
  ["moves as multiple results"] = { derived(list, {
    variadic = true,
    moves = function(heap) return table.unpack(takes(heap)) end,
  }), same },
  ["moves that fill a list"] = { derived(list, {
    fills = true,
    moves = function(heap, given)
      for take = 1, math.min(3, heap) do given[take] = take end
      return math.min(3, heap)
    end,
  }), same },
  ["width"] = { {
    width = 3,
    play = function(heap, take)
      if take <= heap then return heap - take end
    end,
    evaluate = mover_has_lost,
  }, same },
  ["successors"] = { {
    successors = function(heap)
      local states = {}
      for i, take in ipairs(takes(heap)) do states[i] = heap - take end
      return states
    end,
    evaluate = mover_has_lost,
  }, same },
  ["undo"] = { in_place, boxed },
  ["undo and width"] = { {
    width = 3,
    play = function(box, take)
      if take > box[1] then return false end
      box[1] = box[1] - take
    end,
    undo = in_place.undo,
    evaluate = mover_has_lost,
  }, boxed },
  ["payoff from play"] = { {
    moves = function(heap) return heap > 0 and takes(heap) or error "asked for moves at the end" end,
    play = function(heap, take)
      if heap == take then return 0, -1 end
      return heap - take
    end,
    evaluate = function(heap) return heap > 0 and 0 or error "asked for a value at the end" end,
  }, same },
  ["undo, and payoff from play"] = { derived(in_place, {
    play = function(box, take)
      box[1] = box[1] - take
      return nil, box[1] == 0 and -1 or nil
    end,
  }), boxed },
  ["player"] = { {
    moves = function(state) return takes(state.heap) end,
    play = function(state, take) return { heap = state.heap - take, player = 3 - state.player } end,
    player = function(state) return state.player end,
    evaluate = mover_has_lost,
  }, function(heap) return { heap = heap, player = 1 } end },
  ["player and viewpoint"] = { {
    viewpoint = 1,
    moves = function(state) return takes(state.heap) end,
    play = function(state, take)
      local after = { heap = state.heap - take, player = 3 - state.player }
      return after, after.heap == 0 and (after.player == 1 and -1 or 1) or nil
    end,
    player = function(state) return state.player end,
    evaluate = function() return 0 end,
  }, function(heap) return { heap = heap, player = 1 } end },
  ["moves that are tables, new ones each time"] = { {
    moves = function(heap)
      local moves = {}
      for i, take in ipairs(takes(heap)) do moves[i] = { take = { take } } end
      return moves
    end,
    play = function(heap, move) return heap - move.take[1] end,
    evaluate = mover_has_lost,
  }, same },
}

-- The error that a call raises at the line where it is made, without its place.
local function error_of(...)
  local ok, message = pcall(...)
  assert.is_false(ok)
  return message
end

-- A player that makes the same move in every position.
local function always(move) return function() return move end end

describe("A game", function()
  for form, case in pairs(FORMS) do
    local game, state_of = case[1], case[2]
    local is_in_place = game.undo ~= nil

    it("is played in the form: " .. form, function()
      for heap, winner in pairs { [9] = 1, [10] = 1, [11] = 1, [12] = 2 } do
        local state = state_of(heap)
        local result = alphabeta.match(game, state, { alphabeta.player(), alphabeta.player() })
        assert.equal(winner, result.winner, heap .. " counters")
        assert.equal("finished", result.reason)
        assert.equal(winner == 1 and 1 or -1, result.payoff)
        assert.equal(result.plies, #result.moves)
        assert.equal(winner, result.plies % 2 == 1 and 1 or 2, "who makes the last move wins")
        assert.same(state_of(heap), state)
        assert.equal(is_in_place, result.state == nil)
        if not is_in_place then
          assert.equal(0, type(result.state) == "table" and result.state.heap or result.state)
        end
      end
    end)

    it("can begin with drawn moves, twice each, in the form: " .. form, function()
      local state = state_of(30)
      local series = alphabeta.match(game, state, { random_player(1), random_player(2) },
        { games = 6, opening_plies = 3, seed = 5 })
      for number = 1, 6, 2 do
        local one, other = series.games[number], series.games[number + 1]
        assert.equal(3, one.opening)
        for ply = 1, 3 do assert.same(one.moves[ply], other.moves[ply]) end
        assert.same({ 1, 2 }, { one.first, other.first })
      end
      assert.same(state_of(30), state)
    end)

    it("is lost by an illegal move, in the form: " .. form, function()
      local state = state_of(2)
      local result = alphabeta.match(game, state, { always(4), alphabeta.player() })
      assert.equal(2, result.winner)
      assert.equal("illegal move 4", result.reason)
      assert.is_nil(result.payoff)
      assert.same({}, result.moves)
      assert.same(state_of(2), state)
    end)
  end

  it("is a draw if the payoff is 0", function()
    local result = alphabeta.match(tictactoe, tictactoe.initial(), { alphabeta.player(), alphabeta.player() })
    assert.is_nil(result.winner)
    assert.equal("finished", result.reason)
    assert.equal(0, result.payoff)
    assert.equal(9, result.plies)
    assert.equal("a draw", tictactoe.format(result.state):match "[^\n]+$")
  end)

  it("is no draw of minus nothing", function()
    local zero
    local game = {
      moves = function(state) return state > 0 and { 1 } or nil end,
      play = function(state) return state - 1 end,
      evaluate = function() return zero end,
    }
    local function mover() return 1 end
    for plies = 1, 2 do
      for _, worth in ipairs { 0.0, -0.0 } do
        zero = worth
        assert.equal("0.0", ("%.1f"):format(alphabeta.match(game, plies, { mover, mover }).payoff))
      end
    end
  end)

  -- A position whose move is a table that knows itself.
  local function move_of(piece, extra)
    local move = { piece = piece, extra = extra }
    move.self = move
    return move
  end

  it("takes a new table for a move if it has the same fields, and no others", function()
    local game = {
      moves = function(state) return state == 0 and { move_of "rook", move_of "king" } or nil end,
      play = function(_, move) return move.piece end,
      evaluate = function() return 1 end,
    }
    local function moving(...)
      local move = move_of(...)
      return alphabeta.match(game, 0, { function() return move end, alphabeta.random_player() })
    end
    assert.equal("king", moving("king").state)
    assert.equal("finished", moving("rook").reason)
    assert.equal("illegal move {piece=queen,self=<table>}", moving("queen").reason)
    assert.equal("illegal move {extra=true,piece=king,self=<table>}", moving("king", true).reason)
  end)

  it("of a native game goes as that of its twin", function()
    for _, name in ipairs { "connect4", "kalah", "othello", "tictactoe" } do
      local native = require("alphabeta.games." .. name)
      local function series_of(game)
        -- Connect Four in C counts full columns, so that chance takes another one of the best moves
        local seed = name ~= "connect4" and 1 or nil
        local players = { alphabeta.player { depth = 2, seed = seed }, random_player(3) }
        local series = alphabeta.match(game, game.initial(), players, { games = 4, opening_plies = 2, seed = 5 })
        local moves = {}
        for i, played in ipairs(series.games) do moves[i] = played.moves end
        return { series.wins, series.draws, series.losses, moves }
      end
      assert.same(series_of(native.lua), series_of(native))
    end
  end)

  it("lets a player move again where the game says so", function()
    local owners = {}
    local players = { alphabeta.player { depth = 2 }, random_player(3) }
    local result = alphabeta.match(kalah, kalah.initial(), players, {
      on_move = function(_, _, _, player) owners[#owners + 1] = player end,
    })
    local state = kalah.initial()
    for i, move in ipairs(result.moves) do
      assert.equal(kalah.player(state), owners[i])
      state = kalah.play(state, move)
    end
    assert.same(state, result.state)
    local margin = state[7] - state[14]
    assert.equal(margin, result.payoff)
    assert.equal(margin > 0 and 1 or margin < 0 and 2 or nil, result.winner)
  end)

  it("is a draw if it takes too long", function()
    local endless = { moves = function() return { 1 } end, play = same, evaluate = mover_has_lost }
    local result = alphabeta.match(endless, 1, { always(1), always(1) }, { max_plies = 7 })
    assert.is_nil(result.winner)
    assert.equal("not finished after 7 plies", result.reason)
    assert.equal(7, result.plies)
    assert.equal(1000, alphabeta.match(endless, 1, { always(1), always(1) }).plies)
  end)

  it("reports each move, and what the player has returned with it", function()
    local told = {}
    local function first() return 2, { nodes = 5, time = 0.25, value = 1 } end
    local result = alphabeta.match(list, 5, { first, always(1) }, {
      on_move = function(state, move, info, player)
        told[#told + 1] = { state, move, info and info.value, player }
      end,
    })
    assert.same({ { 3, 2, 1, 1 }, { 2, 1, nil, 2 }, { 0, 2, 1, 1 } }, told)
    assert.same({ nodes = 10, time = 0.5, moves = 2 }, result.players[1])
    assert.equal(0, result.players[2].nodes)
    assert.equal(1, result.players[2].moves)
  end)
end)

describe("A player", function()
  local function loses_with(player, reason)
    local result = alphabeta.match(list, 7, { always(1), player })
    assert.equal(1, result.winner)
    assert.equal(reason, result.reason)
    assert.same({ 1 }, result.moves)
  end

  it("loses by an error", function()
    loses_with(function() error("no idea", 0) end, "error: no idea")
    loses_with(function() error(setmetatable({}, { __tostring = function() return "lost" end })) end,
      "error: lost")
  end)

  -- What match raises where the second player is this one.
  local function raised_with(player, options)
    local ok, problem = pcall(alphabeta.match, list, 7, { always(1), player }, options)
    assert.is_false(ok)
    return problem
  end

  it("does not lose by the lack of memory", function()
    assert.equal("not enough memory", raised_with(function() error("not enough memory", 0) end))
    -- with a place, as it leaves a coroutine
    assert.matches("^.+: not enough memory$", raised_with(function() error "not enough memory" end))
  end)

  -- Runs f with a debug hook that raises a fault once it is armed.
  local function with_hook(fault, f)
    local armed = false
    local function strike()
      if not armed then return end
      armed = false
      error(fault, 0)
    end
    debug.sethook(strike, "", 10)
    local results = { pcall(f, function() armed = true end) }
    debug.sethook()
    return results[1], results[2]
  end

  it("does not lose by the error of a hook, from wherever it is called", function()
    local stop = setmetatable({}, { __tostring = function() return "time is up" end })
    for _, fault in ipairs { "time is up", stop } do
      local problem
      local function busy(arm)
        arm()
        for i = 1, 1e4 do problem = tostring(i) end
      end
      for _, player in ipairs {
        function(arm) return busy(arm) end,
        function(arm)
          local game = derived(list, { evaluate = function(state)
            busy(arm)
            return list.evaluate(state)
          end })
          return alphabeta.player { depth = 3 }(7, game)
        end,
      } do
        local ok
        ok, problem = with_hook(fault, function(arm)
          return alphabeta.match(list, 7, { always(1), function() return player(arm) end })
        end)
        assert.is_false(ok)
        assert.equal(fault, problem)
      end
    end
  end)

  it("loses by an error of its own where a hook is set, or is at work farther up", function()
    local ok, result
    with_hook("never", function()
      ok, result = pcall(alphabeta.match, list, 7, { always(1), function() error("no idea", 0) end })
    end)
    assert.is_true(ok)
    assert.equal("error: no idea", result.reason)

    local function sink(levels) -- deeper than anybody looks for a hook
      if levels == 0 then error("no way", 0) end
      return (sink(levels - 1))
    end
    with_hook("never", function()
      ok, result = pcall(alphabeta.match, list, 7, { always(1), function() return (sink(150)) end })
    end)
    assert.is_true(ok)
    assert.equal("error: no way", result.reason)

    local done = false
    debug.sethook(function()
      if done then return end
      done = true
      ok, result = pcall(alphabeta.match, list, 7, { always(1), function() error("no clue", 0) end })
    end, "", 1)
    for _ = 1, 100 do tostring(done) end
    debug.sethook()
    assert.is_true(ok)
    assert.equal("error: no clue", result.reason)
  end)

  it("loses by no error with the option errors = 'raise'", function()
    local fault = {}
    assert.equal("no idea", raised_with(function() error("no idea", 0) end, { errors = "raise" }))
    assert.equal(fault, raised_with(function() error(fault) end, { errors = "raise" }))
    assert.equal("error: no idea", alphabeta.match(list, 7, { always(1), function() error("no idea", 0) end },
      { errors = "lose" }).reason)
    assert.matches("%(option 'errors': 'lose' or 'raise' expected, got 'win'%)",
      error_of(alphabeta.match, list, 7, { always(1), always(1) }, { errors = "win" }))
  end)

  it("loses without a move, and by giving up", function()
    loses_with(function() end, "no move")
    loses_with(function() return nil, "resigned" end, "resigned")
  end)

  it("loses by a move of another kind", function()
    loses_with(always "1", "illegal move '1'")
    loses_with(always {}, "illegal move {}")
    loses_with(always(0 / 0), "illegal move NaN")
  end)

  it("loses by yielding where nobody waits", function()
    local result = alphabeta.match(list, 7, { coroutine.yield, always(1) })
    assert.equal(2, result.winner)
    assert.matches("^error: attempt to yield", result.reason)
  end)

  it("may yield in a coroutine", function()
    local box = { 7 }
    local game = coroutine.wrap(function()
      return alphabeta.match(in_place, box, { coroutine.yield, always(1) })
    end)
    local state, rules = game()
    assert.equal(box, state)
    assert.equal(in_place, rules)
    assert.same({ 7 }, state)
    assert.same({ 4 }, game(2))
    local result = game(3)
    assert.same({ 2, 1, 3, 1 }, result.moves)
    assert.equal(2, result.winner)
    assert.same({ 7 }, box)
  end)

  it("may be a table that can be called", function()
    local one = setmetatable({}, { __call = function() return 1 end })
    assert.equal(1, alphabeta.match(list, 3, { one, one }).winner)
  end)

  it("may make a move that is false", function()
    local game = {
      moves = function(n) return n < 2 and { false } or {} end,
      play = function(n) return n + 1 end,
      evaluate = mover_has_lost,
    }
    assert.same({ false, false }, alphabeta.match(game, 0, { always(false), always(false) }).moves)
  end)
end)

describe("The state of a game with undo", function()
  local ones = { always(1), always(1) }

  local function is_restored(game, players, options, message)
    local box = { 7 }
    local ok, problem = pcall(alphabeta.match, game, box, players, options)
    assert.is_false(ok)
    assert.matches(message, problem)
    assert.same({ 7 }, box)
  end

  it("is restored after an error in a callback", function()
    is_restored(in_place, ones, { on_move = function() error "stop" end }, "stop")
    is_restored(in_place, ones, { on_game = function() error "stop" end }, "stop")
  end)

  it("is restored after an interrupt, which is no player's fault", function()
    is_restored(in_place, { always(1), function() error("interrupted!", 0) end }, nil, "^interrupted!$")
  end)

  it("is restored after an error of the game", function()
    local broken = derived(in_place, { evaluate = function() error "no value" end })
    is_restored(broken, ones, nil, "no value")
    broken = derived(in_place, {
      moves = function(box) return box[1] > 4 and takes(box[1]) or error "no moves" end,
    })
    is_restored(broken, ones, nil, "no moves")
    is_restored(broken, ones, { opening_plies = 5, seed = 1 }, "no moves")
  end)

  it("is left alone after an error in play: nobody knows what has been done", function()
    local undone = 0
    local broken = derived(in_place, {
      play = function(box, take)
        if box[1] == 5 then error "stuck" end
        box[1] = box[1] - take
      end,
      undo = function() undone = undone + 1 end,
    })
    assert.matches("stuck", error_of(alphabeta.match, broken, { 7 }, ones))
    assert.equal(0, undone)
  end)
end)

describe("What a game returns is checked:", function()
  local function message_for(fields)
    local game = derived(list, fields)
    return error_of(alphabeta.match, game, 1, { always(1), always(1) })
  end

  it("evaluate", function()
    assert.equal("game 'nim': 'evaluate' returned nil (number expected) at ply 1",
      message_for { evaluate = function() end })
    assert.equal("game 'nim': 'evaluate' returned NaN (number expected) at ply 1",
      message_for { evaluate = function() return 0 / 0 end })
  end)

  it("play, player, moves", function()
    assert.equal("game 'nim': 'play' returned nil (state expected) at ply 1",
      message_for { play = function() end })
    assert.equal("game 'nim': 'player' returned 3 (1 or 2 expected) at ply 0",
      message_for { player = function() return 3 end })
    assert.equal("game 'nim': 'moves' returned 7 (list expected) at ply 0",
      message_for { moves = function() return 7 end })
    for _, count in ipairs { 1.5, -1, 65536 } do
      local wanted = "game 'nim': 'moves' returned %s (number of moves from 0 to 65535 expected) at ply 0"
      assert.equal(wanted:format(count), message_for { fills = true, moves = function() return count end })
    end
  end)
end)

describe("The referee", function()
  for form, case in pairs(FORMS) do
    it("takes moves back, to the last one and beyond the end, in the form: " .. form, function()
      local playing = referee.begin(case[1], case[2](9))
      local legal, movers = {}, {}
      while not playing:payoff() do
        local ply = #playing.line
        legal[ply], movers[ply] = playing:legal(), playing:mover()
        playing:play(legal[ply][1])
      end
      assert.equal(9, #playing.line)
      assert.same({}, playing:legal())
      for ply = 8, 0, -1 do
        playing:take_back()
        assert.is_nil(playing:payoff())
        assert.same(legal[ply], playing:legal())
        assert.equal(movers[ply], playing:mover())
      end
      assert.same(case[2](9), playing.state)
    end)
  end

  it("lets either player begin where they alternate", function()
    local playing = referee.begin(list, 1, 2)
    assert.equal(2, playing:mover())
    playing:play(1)
    assert.equal(1, playing:mover())
    assert.equal(-1, playing:payoff())
  end)
end)

describe("A random game", function()
  it("has each legal move with the same chance, also where not all may be played", function()
    local wide = {
      width = 7,
      play = function(state, move) return move % 3 == 1 and state .. move or nil end,
      evaluate = function() return 0 end,
    }
    local draw, count = generator(3), { [1] = 0, [4] = 0, [7] = 0 }
    for _ = 1, 3000 do
      local playing = referee.begin(wide, "")
      local number = playing:wander(draw)
      assert.same({ number }, playing.line)
      count[number] = count[number] + 1
    end
    for _, times in pairs(count) do assert(math.abs(times - 1000) < 100, times) end -- 4 standard deviations
  end)

  it("goes on with legal moves, and ends where there is none", function()
    for name, case in pairs(FORMS) do
      local playing, draw = referee.begin(case[1], case[2](9)), generator(1)
      while playing:wander(draw) do assert(#playing.line <= 9) end
      assert.is_true(playing:is_over(), name)
      playing:rewind()
    end
  end)
end)

describe("A series", function()
  local function series(options, one, other)
    options.opening_plies = options.opening_plies or 2
    return alphabeta.match(list, 30,
      { one or alphabeta.player { depth = 5 }, other or random_player(4) }, options)
  end

  local function lines(result)
    local texts = {}
    for i, game in ipairs(result.games) do texts[i] = table.concat(game.moves, " ") end
    return texts
  end

  it("counts a draw as half a game", function()
    local drawn = { -- the first of two moves loses, the second one draws
      width = 2,
      play = function(state, move) return state + 1, move == 1 and 1 or 0 end,
      evaluate = function() return 0 end,
    }
    local function first() return 1 end
    local function second() return 2 end
    local result = alphabeta.match(drawn, 0, { second, first }, { games = 4 })
    assert.same({ 2, 2, 0, 0.75 }, { result.wins, result.draws, result.losses, result.score })
    assert.same({ 0, 0, 0, 2, 0 }, result.pairs)
    result = alphabeta.match(drawn, 0, { second, second }, { games = 2 })
    assert.same({ 0, 2, 0, 0.5 }, { result.wins, result.draws, result.losses, result.score })
  end)

  it("counts for the player, not for the side", function()
    local result = series({ games = 20, seed = 3 })
    assert.equal(20, #result.games)
    assert.equal(20, result.wins + result.draws + result.losses)
    local wins = 0
    for i, game in ipairs(result.games) do
      assert.equal(i % 2 == 1 and 1 or 2, game.first)
      local winning_side = game.payoff > 0 and 1 or 2
      local winner = winning_side == 1 and game.first or 3 - game.first
      assert.equal(winner, game.winner)
      wins = wins + (winner == 1 and 1 or 0)
    end
    assert.equal(wins, result.wins)
    assert.is_true(result.wins > 15)
    assert.equal(wins / 20, result.score)
    local pairs_played, points = 0, 0
    for i, count in ipairs(result.pairs) do
      pairs_played, points = pairs_played + count, points + count * (i - 1) / 2
    end
    assert.equal(10, pairs_played)
    assert.equal(wins, points)
  end)

  it("adds up what the players report", function()
    local result = series({ games = 4, seed = 3 })
    local nodes, moves = 0, 0
    for _, game in ipairs(result.games) do
      nodes, moves = nodes + game.players[1].nodes, moves + game.players[1].moves
    end
    assert.equal(nodes, result.players[1].nodes)
    assert.equal(moves, result.players[1].moves)
    assert.is_true(nodes > moves and moves > 0)
  end)

  it("is the same for the same seed", function()
    local function played(seed)
      return lines(series({ games = 10, seed = seed }, random_player(seed), random_player(seed + 1)))
    end
    assert.same(played(7), played(7))
    assert.not_same(played(7), played(8))
  end)

  it("leaves math.random alone if it has a seed", function()
    math.randomseed(11)
    local wanted = math.random(1 << 30)
    math.randomseed(11)
    series({ games = 4, seed = 1 }, alphabeta.player { seed = 1, depth = 2 }, random_player(2))
    assert.equal(wanted, math.random(1 << 30))
  end)

  it("draws different openings as long as there are any", function()
    local seen, different = {}, 0
    local result = series({ games = 18, seed = 1, opening_plies = 2 })
    for i = 1, 18, 2 do
      local moves = result.games[i].moves
      local text = moves[1] .. " " .. moves[2]
      different = different + (seen[text] and 0 or 1)
      seen[text] = true
    end
    assert.equal(9, different)
    assert.equal(22, #series({ games = 22, seed = 1, opening_plies = 2 }).games)
  end)

  it("no longer looks for other openings where there are none left", function()
    local plays = 0
    local counting = derived(list, { play = function(heap, take)
      plays = plays + 1
      return heap - take
    end })
    local function resigning() return nil end
    alphabeta.match(counting, 9, { resigning, resigning }, { games = 2000, opening_plies = 1, seed = 1 })
    assert(plays < 2 * 2000, plays)
  end)

  it("draws no opening in which the game is over", function()
    for seed = 1, 20 do
      local result = alphabeta.match(list, 6, { always(1), always(1) },
        { games = 2, opening_plies = 4, seed = seed })
      assert.is_true(result.games[1].plies > 4, "seed " .. seed)
    end
  end)

  it("takes openings from a list, each for a pair", function()
    local result = alphabeta.match(list, nil, { always(1), always(1) }, { openings = { 3, 4 } })
    assert.same({ "1 1 1", "1 1 1", "1 1 1 1", "1 1 1 1" }, lines(result))
    result = alphabeta.match(list, nil, { always(1), always(1) }, { openings = { 3, 4 }, games = 6 })
    assert.equal("1 1 1", lines(result)[6])
  end)

  it("takes openings from a function", function()
    local asked = {}
    local result = alphabeta.match(list, function(pair)
      asked[#asked + 1] = pair
      return pair
    end, { always(1), always(1) }, { games = 6 })
    assert.same({ 1, 2, 3 }, asked)
    assert.same({ "1", "1", "1 1", "1 1", "1 1 1", "1 1 1" }, lines(result))
    assert.equal("bad argument #2 to 'match' (no state for pair 2 of games)",
      error_of(alphabeta.match, list, function(pair) return pair == 1 and 3 or nil end,
        { always(1), always(1) }, { games = 4 }))
  end)

  it("ends after the pair if on_game says so", function()
    local numbers = {}
    local result = series({ games = 10, seed = 1, on_game = function(game, number)
      numbers[#numbers + 1] = number
      assert.equal("finished", game.reason)
      return number == 3
    end })
    assert.same({ 1, 2, 3, 4 }, numbers)
    assert.equal(4, #result.games)
    assert.equal("callback", result.stopped)
    assert.is_nil(series({ games = 2, seed = 1 }).stopped)
  end)

  it("goes on after a game that a player has lost by an error", function()
    local calls = 0
    local result = series({ games = 4, seed = 1 }, function()
      calls = calls + 1
      error "again"
    end)
    assert.equal(4, calls)
    assert.equal(4, result.losses)
    assert.matches("again", result.games[4].reason)
  end)

  it("ends when the sequential test has a verdict", function()
    local test = { elo0 = 0, elo1 = 100 }
    local result = series({ games = 1000, opening_plies = 6, seed = 1, sprt = test })
    assert.equal("sprt", result.stopped)
    assert.equal("H1", result.sprt.verdict)
    assert.is_true(#result.games < 200)
    assert.is_true(result.sprt.llr >= result.sprt.upper)
    assert.equal(elo.llr(result.pairs, 0, 100), result.sprt.llr)

    result = series({ games = 1000, opening_plies = 6, seed = 1, sprt = test },
      random_player(1), alphabeta.player { depth = 5 })
    assert.equal("H0", result.sprt.verdict)
    assert.is_true(result.sprt.llr <= result.sprt.lower)

    result = series({ games = 4, seed = 1, sprt = test })
    assert.is_nil(result.sprt.verdict)
    assert.is_nil(result.stopped)
  end)
end)

describe("A pair of games", function()
  local ewn = require "alphabeta.games.ewn"

  -- The moves of the games of a series.
  local function moves_of(rules, players, options)
    local games = {}
    local series = alphabeta.match(rules, rules.initial(), players, options)
    for i, record in ipairs(series.games) do games[i] = record.moves end
    return games, series.players[1].nodes
  end

  local function seeded() return { alphabeta.player { depth = 2, seed = 3 }, random_player(4) } end

  it("is told to players: the seed, the pair, the game, the ply", function()
    local told = {}
    local function player(_, _, about)
      told[#told + 1] = ("%s %d %d %d"):format(about.seed, about.pair, about.number, about.ply)
      return 1
    end
    alphabeta.match(list, 3, { player, player }, { games = 4, seed = 9, opening_plies = 1 })
    alphabeta.match(list, 1, { player, player })
    local plies = {}
    for i, text in ipairs(told) do plies[i] = text:match "%S+ %S+ %S+" end
    local at = 0
    for pair = 1, 2 do
      for number = 1, 2 do
        repeat
          at = at + 1
          assert.equal(("9 %d %d"):format(pair, number), plies[at])
        until plies[at + 1] ~= plies[at]
      end
    end
    assert.equal("9 1 1 1", told[1])
    assert.same({ "nil 1 1 0" }, { table.unpack(told, at + 1) })
  end)

  it("goes the same whatever players have played before", function()
    for _, rules in ipairs { kalah, ewn } do
      local options, players = { games = 8, seed = 5, opening_plies = 2 }, seeded()
      local once = moves_of(rules, players, options)
      assert.same(once, moves_of(rules, players, options))
      assert.same(once, moves_of(rules, seeded(), options))
      players[1](9, list) -- with a table of another game, and a number drawn
      assert.same(once, moves_of(rules, players, options))
      assert.not_same(once[1], once[2])
    end
  end)

  it("takes the same positions: players begin each game with an empty table", function()
    local players = { alphabeta.player { depth = 5, seed = 1 }, random_player(2) }
    local function nodes() return select(2, moves_of(kalah, players, { games = 2, seed = 1 })) end
    assert.equal(nodes(), nodes())
  end)

  it("is the same again after an error in it", function()
    local players, fails = seeded(), true
    local whole = moves_of(kalah, players, { games = 4, seed = 1 })
    local ok = pcall(moves_of, kalah, players, { games = 4, seed = 1, on_move = function()
      fails = not fails
      if fails then error "stop" end
    end })
    assert.is_false(ok)
    assert.same(whole, moves_of(kalah, players, { games = 4, seed = 1 }))
  end)

  it("differs from the next one, and its games from each other, by what players draw", function()
    local open = derived(list, { key = same, evaluate = function() return 0 end })
    local function drawn(player)
      local texts, seen, count = {}, {}, 0
      for i, record in ipairs(alphabeta.match(open, 60, { player, player }, { games = 20, seed = 1 }).games) do
        texts[i] = table.concat(record.moves, " ")
        count = count + (seen[texts[i]] and 0 or 1)
        seen[texts[i]] = true
      end
      return count
    end
    assert.equal(20, drawn(random_player(1)))
    assert.equal(20, drawn(alphabeta.player { depth = 1, seed = 1 }))
    assert.equal(1, drawn(alphabeta.player { depth = 1 }))
  end)

  it("says nothing of other pairs: neighbouring numbers are drawn independently", function()
    for _, draw_of in ipairs {
      function(i) return generator(1, i, 1) end, function(i) return generator(1, 1, i) end,
      function(i) return generator(1, i) end, function(i) return generator(i, 1) end,
    } do
      local counts, last, n = {}, nil, 4000
      for i = 1, 36 do counts[i] = 0 end
      for i = 1, n do
        local now = draw_of(i)(6)
        if last then counts[6 * last + now - 6] = counts[6 * last + now - 6] + 1 end
        last = now
      end
      local chi = 0
      for i = 1, 36 do chi = chi + (counts[i] - n / 36) ^ 2 / (n / 36) end
      assert(chi < 35 + 4 * 70 ^ 0.5, chi) -- 35 degrees of freedom
    end
  end)

  it("is not known to players that are called otherwise: they draw on, and keep their tables", function()
    local player = random_player(1)
    local function eight()
      local moves = {}
      for i = 1, 8 do moves[i] = player(9, list) end
      return moves
    end
    assert.not_same(eight(), eight())
    for _, about in ipairs { 7, "pair", {}, { pair = 1 }, { pair = "1", number = 1 }, { pair = 1.5, number = 1 } } do
      assert.is_number(player(9, list, about))
    end
    local told = { pair = 2, number = 1 } -- the ply is not told
    local moves = { player(9, list, told), player(9, list, told), player(9, list, told), player(9, list, told) }
    local draw = generator(1, 2, 1)
    assert.same({ draw(3), draw(3), draw(3), draw(3) }, moves)
  end)
end)

describe("The Elo difference", function()
  local NEAR = 1e-5

  local function near(wanted, got, tolerance)
    assert.is_true(math.abs(wanted - got) <= (tolerance or NEAR), ("%.9g is not %.9g"):format(got, wanted))
  end

  local HALF_CHI = 1.959964 ^ 2 / 2 -- by how much the log-likelihood may fall, 95 %

  it("follows from the score", function()
    -- wins, draws, losses: 400 log10(score / (1 - score))
    near(0, elo.difference((5 + 10 / 2) / 20))
    near(190.848501888, elo.difference((70 + 10 / 2) / 100))
    near(147.190714, elo.difference((60 + 20 / 2) / 100))
    near(-147.190714, elo.difference((20 + 20 / 2) / 100))
    assert.equal(math.huge, elo.difference(1))
    assert.equal(-math.huge, elo.difference(0))
    for difference = -800, 800, 50 do near(difference, elo.difference(elo.score(difference))) end
  end)

  it("of a series has no upper end if all is won, and a lower one that the number of pairs gives", function()
    for _, count in ipairs { 1, 2, 10, 500 } do
      local low, high = elo.interval { 0, 0, 0, 0, count }
      near(elo.difference(math.exp(-HALF_CHI / count)), low) -- count * log(score) = -HALF_CHI
      assert.equal(math.huge, high)
      low, high = elo.interval { count, 0, 0, 0, 0 }
      assert.equal(-math.huge, low)
      near(-elo.difference(math.exp(-HALF_CHI / count)), high)
    end
  end)

  it("of a series has both ends if every pair is shared", function()
    for _, count in ipairs { 1, 8, 100 } do
      local low, high = elo.interval { 0, 0, count, 0, 0 }
      -- likeliest: chance 2 * score - 1 for a pair won, the rest for a pair shared
      near(elo.difference(1 - math.exp(-HALF_CHI / count) / 2), high)
      near(-high, low)
    end
  end)

  -- The likelihood of pairs lost, shared and won at best, by trying: `lost` is the one chance left free.
  local function log_likelihood(lost, shared, won, score)
    local function at(chance)
      local win = chance + 2 * score - 1
      local function part(count, p) return count == 0 and 0 or p > 0 and count * math.log(p) or -math.huge end
      return part(lost, chance) + part(shared, 1 - chance - win) + part(won, win)
    end
    local low, high = math.max(0, 1 - 2 * score), 1 - score
    for _ = 1, 200 do
      local third = (high - low) / 3
      if at(low + third) < at(high - third) then low = low + third else high = high - third end
    end
    return at((low + high) / 2)
  end

  local CASES = { { 3, 4, 5 }, { 0, 7, 2 }, { 10, 0, 1 }, { 1, 30, 9 }, { 0, 0, 4 }, { 20, 5, 60 } }

  it("lies between the scores at which the likelihood has fallen so far", function()
    for _, case in ipairs(CASES) do
      local lost, shared, won = table.unpack(case)
      local best = log_likelihood(lost, shared, won, (shared / 2 + won) / (lost + shared + won))
      local low, high = elo.interval { lost, 0, shared, 0, won }
      for _, limit in ipairs { low, high } do
        if math.abs(limit) < math.huge then
          near(best - HALF_CHI, log_likelihood(lost, shared, won, elo.score(limit)), 1e-5)
        end
      end
      assert.is_true(low < high)
    end
  end)

  it("has the interval of the normal approximation for many pairs", function()
    local counts = { 1000, 2000, 4000, 2500, 1200 }
    local sum, squares, n = 0, 0, 0
    for i, count in ipairs(counts) do
      local score = (i - 1) / 4
      sum, squares, n = sum + count * score, squares + count * score ^ 2, n + count
    end
    local mean = sum / n
    local deviation = math.sqrt((squares / n - mean ^ 2) / n)
    local low, high = elo.interval(counts)
    near(elo.difference(mean - 1.959964 * deviation), low, 0.01)
    near(elo.difference(mean + 1.959964 * deviation), high, 0.01)
  end)

  it("is tested by the ratio of the likelihoods", function()
    for _, case in ipairs(CASES) do
      local lost, shared, won = table.unpack(case)
      for _, hypotheses in ipairs { { 0, 10 }, { -20, 35 }, { 100, 200 } } do
        local elo0, elo1 = table.unpack(hypotheses)
        near(log_likelihood(lost, shared, won, elo.score(elo1))
          - log_likelihood(lost, shared, won, elo.score(elo0)),
          elo.llr({ lost, 0, shared, 0, won }, elo0, elo1), 1e-5)
      end
    end
    for elo1 = 1000, 10000, 500 do -- expected scores that are 1 after rounding, too
      for _, counts in ipairs { { 0, 0, 0, 0, 50 }, { 50, 0, 0, 0, 0 }, { 1, 2, 3, 4, 5 } } do
        local up, down = elo.llr(counts, 0, elo1), elo.llr(counts, -elo1, 0)
        assert(up - up == 0 and down - down == 0, elo1)
        assert(counts[5] ~= 50 or up > 30, up)
      end
    end
    -- pairs won and lost alone: the ratio of two binomial likelihoods
    near(30 * math.log(elo.score(50) / 0.5) + 10 * math.log((1 - elo.score(50)) / 0.5),
      elo.llr({ 10, 0, 0, 0, 30 }, 0, 50))
  end)

  it("has the normal approximation of the test for many pairs", function()
    local counts, n = { 100, 200, 400, 260, 110 }, 1070
    local sum, squares = 0, 0
    for i, count in ipairs(counts) do
      sum, squares = sum + count * (i - 1) / 4, squares + count * ((i - 1) / 4) ^ 2
    end
    local variance = squares / n - (sum / n) ^ 2
    local s0, s1 = elo.score(0), elo.score(5)
    near((s1 - s0) * (2 * sum / n - s0 - s1) * n / (2 * variance), elo.llr(counts, 0, 5), 0.02)
  end)

  it("is tested between Wald's limits", function()
    local lower, upper = elo.limits(0.05, 0.05)
    near(-2.944438979, lower)
    near(2.944438979, upper)
    lower, upper = elo.limits(0.01, 0.2)
    near(math.log(0.2 / 0.99), lower)
    near(math.log(0.8 / 0.01), upper)
  end)
end)

describe("alphabeta.play.player", function()
  it("plays what the search finds, and returns its result", function()
    local state = kalah.initial()
    local move, info = alphabeta.player { depth = 4 } (state, kalah)
    local result = alphabeta.search(kalah, state, { depth = 4 })
    for _, field in ipairs { "value", "depth", "nodes" } do assert.equal(result[field], info[field]) end
    assert.equal(result.move, move)
    assert.same(result.pv, info.pv)
  end)

  it("chooses among the best moves by its seed", function()
    local level = derived(list, { evaluate = function() return 0 end })
    local seen = {}
    for seed = 1, 30 do
      local player = alphabeta.player { depth = 1, seed = seed }
      local again = alphabeta.player { depth = 1, seed = seed }
      for _ = 1, 5 do
        local move = player(9, level)
        assert.equal(move, (again(9, level)), "seed " .. seed)
        seen[move] = true
      end
    end
    assert.same({ true, true, true }, seen)
    assert.equal(1, (alphabeta.player { depth = 1, seed = 5, choose = "first" } (9, level)))
  end)

  it("keeps a table from move to move, for one game at a time", function()
    local keyed = derived(list, { key = same })
    local other = derived(list, { key = function(heap) return heap end })
    local player = alphabeta.player { depth = 12 }
    local function nodes(game)
      local _, info = player(40, game)
      return info.nodes
    end
    local fresh = nodes(keyed)
    assert.is_true(nodes(keyed) < fresh)
    assert.equal(fresh, nodes(other))
  end)

  it("keeps none with table = false, and the one it is given", function()
    local keyed = derived(list, { key = same })
    local player = alphabeta.player { depth = 6, table = false }
    local _, info = player(40, keyed)
    assert.is_nil(info.table)
    local own = alphabeta.table()
    alphabeta.player { depth = 6, table = own } (40, keyed)
    assert.is_true(#own > 0)
  end)

  it("has a legal move even if there was no time for one", function()
    local result = alphabeta.match(list, 20, { alphabeta.player { nodes = 1 }, always(1) })
    assert.equal("finished", result.reason)
    assert.equal(1, result.moves[1])
  end)

  it("refuses options that the search would refuse, at once", function()
    local function message_for(options) return error_of(alphabeta.player, options) end
    assert.equal("bad argument #1 to 'player' (unknown option 'dept')", message_for { dept = 1 })
    assert.equal("bad argument #1 to 'player' (option 'depth': integer from 0 to 1000 expected, got -1)",
      message_for { depth = -1 })
    assert.equal("bad argument #1 to 'player' (option 'seed': integer from 0 to 9007199254740992 expected, "
      .. "got 1.5)", message_for { seed = 1.5 })
    assert.equal("bad argument #1 to 'player' (table expected, got number)", message_for(7))
  end)
end)

describe("A random player", function()
  it("makes every legal move, equally often", function()
    local player, counts = random_player(2), { 0, 0, 0 }
    for _ = 1, 3000 do
      local move = player(9, list)
      counts[move] = counts[move] + 1
    end
    for take = 1, 3 do assert.is_true(math.abs(counts[take] - 1000) < 120, table.concat(counts, " ")) end
  end)

  it("plays by math.random without a seed", function()
    local player = random_player()
    local function moves()
      math.randomseed(5)
      local text = ""
      for _ = 1, 20 do text = text .. player(9, list) end
      return text
    end
    assert.equal(moves(), moves())
  end)
end)

describe("The generator", function()
  it("is the minimal standard one of Park and Miller", function()
    -- their check: beginning with 1, the 10,000th number after it is 1043618065
    local draw, last = generator(0), nil
    for _ = 4, 10000 do last = draw(2147483646) end -- it has drawn three itself
    assert.equal(1043618065, last)
  end)

  it("draws from 1 to n", function()
    local draw, seen = generator(3), {}
    for _ = 1, 1000 do seen[draw(6)] = true end
    assert.same({ true, true, true, true, true, true }, seen)
    for _ = 1, 100 do assert.equal(1, draw(1)) end
  end)
end)

describe("a series that shows how far it is", function()
  local terminal, stderr = require "alphabeta.tell.terminal", io.stderr
  local is_terminal = terminal.is_terminal

  local function finders() return { alphabeta.player { depth = 9 }, alphabeta.player { depth = 9 } } end

  -- What a series writes to standard error, of two games for each player.
  local function written(on_terminal, game, state, players)
    local pieces = {}
    terminal.is_terminal = function(descriptor) return on_terminal and descriptor == 2 end
    io.stderr = { -- luacheck: ignore
      write = function(_, ...) pieces[#pieces + 1] = table.concat { ... } end,
      flush = function() end,
    }
    local worked, message = pcall(alphabeta.match, game, state, players, { games = 2 * #players, progress = true })
    terminal.is_terminal, io.stderr = is_terminal, stderr -- luacheck: ignore
    assert(worked, message)
    return pieces
  end

  it("draws a line over the last one, and wipes it out in the end", function()
    local pieces = written(true, list, 5, finders())
    local half, whole = "2/4: +1 =0 -1, Elo ", "4/4: +2 =0 -2, Elo "
    assert.equal(3, #pieces)
    assert.equal("\r" .. half, pieces[1]:sub(1, 1 + #half))
    assert.matches("Elo %+0 %([-+%dinf]+ to [-+%dinf]+%)$", pieces[1])
    assert.equal("\r" .. whole, pieces[2]:sub(1, 1 + #whole))
    assert.equal("\r" .. (" "):rep(#pieces[2]:gsub(" +$", "") - 1) .. "\r", pieces[3])
  end)

  it("says what each has won where more than two play", function()
    local three = { players = 3, player = function(left) return 3 - left % 3 end,
      moves = function(left) return left > 0 and { 1 } or {} end, play = function(left) return left - 1 end,
      evaluate = function() return { 0.5, 2, 0 } end }
    local first = function(state, rules) return rules.moves(state)[1] end
    local pieces = written(true, three, 3, { first, first, first })
    assert.equal("\r3/6: points 0.50 0.50 0.50", pieces[1])
    assert.equal("\r6/6: points 0.50 0.50 0.50", pieces[2])
  end)

  it("fits into 40 columns, whatever the numbers", function()
    terminal.is_terminal = function() return true end
    local drawn
    io.stderr = { -- luacheck: ignore
      write = function(_, ...) drawn = table.concat { ... } end, flush = function() end,
    }
    local progress = require "alphabeta.tell.progress"
    local games = {}
    for i = 1, 2000 do games[i] = {} end
    local long = { games = games, wins = 1000, draws = 500, losses = 500, elo = 90, elo_low = 75, elo_high = 105 }
    progress.series(2000)(long)
    local elo_alone = drawn
    local points = {}
    for who = 1, 8 do points[who] = 1 / 8 end
    progress.series(2000) { games = games, points = points }
    local many = drawn
    local levels = {}
    for i, seconds in ipairs { 89, 90, 5400 } do
      progress.levels(5)(0.95, 5, seconds)
      levels[i] = drawn
    end
    progress.solving()(249999999, 250000000)
    local solving = drawn
    terminal.is_terminal, io.stderr = is_terminal, stderr -- luacheck: ignore
    assert.equal("\r2000/2000: Elo +90 (+75 to +105)", elo_alone)
    assert.matches("^\r2000/2000: points 0%.12 0%.12", many)
    assert.equal("\r[#########.] level 5 of 5, up to 89 s", levels[1])
    assert.matches("5 of 5, up to 2 min$", levels[2])
    assert.matches("5 of 5, up to 1%.5 h$", levels[3])
    for _, line in ipairs { many, solving } do assert.equal(40, #line) end
  end)

  it("says nothing where standard error is no terminal", function()
    assert.same({}, written(false, list, 5, finders()))
  end)
end)

describe("alphabeta.human", function()
  local notation = derived(list, {
    format = function(heap) return ("|"):rep(heap) end,
    format_move = function(heap, take) return "take" .. take .. "of" .. heap end,
    parse_move = function(_, text) return tonumber((text:match "^(%d+)$" or text:match "^take(%d+)")) end,
  })

  it("shows the position, asks, and asks again until the move is legal", function()
    local move, text = answer(notation, 2, { "", "  what? ", "3", "take2" })
    assert.equal(2, move)
    assert.equal("||\nyour move: your move: "
      .. "'what?' is not a legal move; the legal moves are: take1of2 take2of2\nyour move: "
      .. "'3' is not a legal move; the legal moves are: take1of2 take2of2\nyour move: ", text)
  end)

  it("shows in a match how the game has ended, if it shows positions", function()
    for _, show in ipairs { true, false } do
      local lines, text = { "2", "1" }, {}
      local person = alphabeta.human {
        input = function() return table.remove(lines, 1) end, output = function(piece) text[#text + 1] = piece end,
        show = show,
      }
      local rival = function() return 1 end
      local record = alphabeta.match(notation, 4, { person, rival })
      assert.equal("finished", record.reason)
      assert.equal(show and "||||\nyour move: your opponent plays take1of2\n|\nyour move: \n"
        or "your move: your opponent plays take1of2\nyour move: ", table.concat(text))
    end
  end)

  it("does not show how a game has ended in which something is hidden", function()
    local hidden = derived(notation, {
      player = function(heap) return heap % 2 + 1 end,
      determinize = function(heap) return heap end,
      format = function(_, player) return player and "what player " .. player .. " sees" or "all" end,
    })
    local text = {}
    local person = alphabeta.human {
      input = function() return "1" end, output = function(piece) text[#text + 1] = piece end,
    }
    alphabeta.match(hidden, 2, { person, function() return 1 end })
    assert.matches("what player 1 sees", table.concat(text))
    assert.is_nil(table.concat(text):find "all")
  end)

  it("takes moves as text where the game has no notation", function()
    local move, text = answer(list, 5, { "4", " 3 " })
    assert.equal(3, move)
    assert.equal("your move: '4' is not a legal move; the legal moves are: 1 2 3\nyour move: ", text)
  end)

  it("passes on what the notation says is wrong", function()
    local picky = derived(notation, {
      parse_move = function(_, text)
        if text == "2" then return 2 end
        return nil, "no number"
      end,
    })
    local _, text = answer(picky, 5, { "two", "2" }, { show = false })
    assert.equal("your move: no number\nyour move: ", text)
  end)

  it("gives up at the end of the input, and with resign", function()
    for lines, reason in pairs { [{}] = "the input has ended", [{ "resign" }] = "resigned" } do
      local move, _, info = answer(list, 5, lines)
      assert.is_nil(move)
      assert.equal(reason, info)
    end
    local person = alphabeta.human { input = function() end, output = function() end }
    local result = alphabeta.match(list, 5, { person, always(1) })
    assert.equal(2, result.winner)
    assert.equal("the input has ended", result.reason)
  end)

  it("has commands, which may answer", function()
    local heard = {}
    local commands = {
      hint = function(state, game, argument)
        heard[#heard + 1] = { state, game == list, argument }
      end,
      any = function() return 2, { value = 7 } end,
      leave = function() return nil, "has to leave" end,
      ["1"] = function() error "a legal move is no command" end,
    }
    local move, text, info = answer(list, 5, { "hint please ", "any" }, { commands = commands, prompt = ">" })
    assert.same({ { 5, true, "please" } }, heard)
    assert.equal(2, move)
    assert.same({ value = 7 }, info)
    assert.equal(">>", text)
    move, text, info = answer(list, 5, { "leave" }, { commands = commands })
    assert.equal("your move: ", text)
    assert.is_nil(move)
    assert.equal("has to leave", info)
    assert.equal(1, (answer(list, 5, { "1" }, { commands = commands })))
  end)

  it("asks as it is told to", function()
    local _, text = answer(notation, 2, { "1" }, {
      show = false,
      prompt = function(state, game) return ("%s, %d left: "):format(game.name, state) end,
    })
    assert.equal("nim, 2 left: ", text)
  end)

  it("talks through files", function()
    local input, output = assert(io.tmpfile()), assert(io.tmpfile())
    input:write "9\n2\n"
    input:seek "set"
    local person = alphabeta.human { input = input, output = output, prompt = "? " }
    assert.equal(2, (person(5, list)))
    local move, reason = person(3, list)
    assert.is_nil(move)
    assert.equal("the input has ended", reason)
    output:seek "set"
    assert.equal("? '9' is not a legal move; the legal moves are: 1 2 3\n? ? ", output:read "a")
  end)
end)

describe("Wrong arguments are reported at the caller's line:", function()
  local players = { always(1), always(1) }

  local function message_for(call, ...)
    local arguments = table.pack(...)
    local here = "spec/match_spec.lua:" .. debug.getinfo(1, "l").currentline + 1 .. ": "
    local message = error_of(function() call(table.unpack(arguments, 1, arguments.n)) return true end)
    assert.equal(here, message:sub(1, #here))
    return message:sub(#here + 1)
  end

  local function complains(message, ...)
    assert.equal("bad argument " .. message, message_for(alphabeta.match, ...))
  end

  it("game, state and players", function()
    complains("#1 to 'match' (game expected, got nil)")
    complains("#1 to 'match' (game 'nim': field 'play': function expected, got nil)",
      { name = "nim", moves = takes, evaluate = mover_has_lost }, 5, players)
    complains("#1 to 'match' (game 'come to 'start' #3': field 'moves': function expected, got nil)",
      { name = "come to 'start' #3" }, 5, players)
    complains("#2 to 'match' (state expected, got nil)", list, nil, players)
    local native = require "alphabeta.games.kalah"
    complains("#2 to 'match' (state of 'kalah' expected, got number)", native, 5, players)
    complains("#3 to 'match' (list of two players (functions) expected)", native, native.initial)
    complains("#3 to 'match' (list of two players (functions) expected)", list, 5)
    complains("#3 to 'match' (list of two players (functions) expected)", list, 5, { always(1) })
  end)

  it("options", function()
    complains("#4 to 'match' (table expected, got number)", list, 5, players, 7)
    complains("#4 to 'match' (unknown option 'gaems')", list, 5, players, { gaems = 2 })
    complains("#4 to 'match' (option 'games': even integer from 2 to 1000000 expected, got 3)",
      list, 5, players, { games = 3 })
    complains("#4 to 'match' (option 'max_plies': integer from 1 to 1000000 expected, got 'ten')",
      list, 5, players, { max_plies = "ten" })
    complains("#4 to 'match' (option 'on_move': function expected, got boolean)",
      list, 5, players, { on_move = true })
    complains("#4 to 'match' (option 'openings': list that is not empty expected, got table)",
      list, nil, players, { openings = {} })
    complains("#2 to 'match' (nil expected, because there is an option 'openings')",
      list, 5, players, { openings = { 5 } })
    complains("#4 to 'match' (option 'opening_plies': the game is over within 9 plies)",
      list, 5, players, { opening_plies = 9, seed = 1 })
    complains("#3 to 'match' (list of two players (functions) expected)", list, 5,
      { players[1], players[2], players[1] })
  end)

  it("the sequential test", function()
    local function of(sprt, games) return list, 5, players, { games = games or 10, sprt = sprt } end
    complains("#4 to 'match' (option 'sprt': elo0 < elo1 expected)", of { elo0 = 5, elo1 = 5 })
    complains("#4 to 'match' (option 'sprt': elo0 < elo1 expected)", of {})
    complains("#4 to 'match' (option 'sprt': unknown option 'elo2')", of { elo2 = 5 })
    complains("#4 to 'match' (option 'sprt': option 'alpha': number between 0 and 0.5 expected, got 0)",
      of { elo0 = 0, elo1 = 5, alpha = 0 })
    complains("#4 to 'match' (option 'sprt' needs 'games' or 'openings')",
      list, 5, players, { sprt = { elo0 = 0, elo1 = 5 } })
  end)

  it("of the players", function()
    assert.equal("bad argument #1 to 'player' (unknown option 'dept')",
      message_for(alphabeta.player, { dept = 1 }))
    assert.equal("bad argument #1 to 'random_player' (integer from 0 to 9007199254740992 expected, got 'x')",
      message_for(alphabeta.random_player, "x"))
    assert.equal("bad argument #1 to 'human' (unknown option 'inptu')",
      message_for(alphabeta.human, { inptu = io.stdin }))
    assert.equal("bad argument #1 to 'human' (option 'input': file or function expected, got 'stdin')",
      message_for(alphabeta.human, { input = "stdin" }))
    for _, player in ipairs { alphabeta.player {}, alphabeta.random_player(1), alphabeta.human() } do
      assert.equal("bad argument #2 to 'player' (game expected, got nil)", message_for(player, 4))
      assert.equal("bad argument #2 to 'player' (game: field 'moves': function expected, got nil)",
        message_for(player, 4, {}))
      assert.equal("bad argument #2 to 'player' (game: field 'play': function expected, got nil)",
        message_for(player, 4, { moves = list.moves, evaluate = list.evaluate }))
    end
    local puzzle = { moves = list.moves, play = list.play, goal = function() return false end }
    assert(alphabeta.random_player(1)(4, puzzle))
    assert.equal("bad argument #2 to 'player' (game: field 'evaluate': function expected, got nil)",
      message_for(alphabeta.player {}, 4, puzzle))
  end)
end)

describe("A player that draws by a seed", function()
  local function line(result) return table.concat(result.moves, " ") end

  it("draws the same in a game whatever it has played before, however short that was", function()
    local function resigning() end
    local fresh = line(alphabeta.match(list, 20, { random_player(2), random_player(1) }))
    local player = random_player(1)
    alphabeta.match(list, 20, { player, resigning })
    assert.equal(fresh, line(alphabeta.match(list, 20, { random_player(2), player })))
    local function searching() return alphabeta.player { seed = 1, temperature = 3, depth = 1 } end
    fresh = line(alphabeta.match(list, 20, { random_player(2), searching() }))
    player = searching()
    alphabeta.match(list, 20, { player, resigning })
    assert.equal(fresh, line(alphabeta.match(list, 20, { random_player(2), player })))
  end)

  it("draws the same where it is told of the beginning once more", function()
    local player, about = random_player(7), { pair = 1, number = 1, ply = 0 }
    local first, drawn = player(1000, list, about), {}
    for i = 1, 20 do drawn[i] = player(1000, list, about) end
    for i = 1, 20 do assert.equal(first, drawn[i]) end
  end)

  it("draws on where it is asked for both sides at once", function()
    local at_once = {
      viewpoint = 1, player = function() return 1 end, moves = function() return {} end,
      simultaneous = function(played) if played < 12 then return { 1, 2, 3, 4 }, { 1, 2, 3, 4 } end end,
      play = function(played) return played + 1 end, evaluate = function() return 0 end,
    }
    local player, seen = random_player(1), {}
    for _, joint in ipairs(alphabeta.match(at_once, 0, { player, player }).moves) do
      seen[joint[1] .. joint[2]] = true
    end
    local count = 0
    for _ in pairs(seen) do count = count + 1 end
    assert(count > 5, count)
  end)
end)
