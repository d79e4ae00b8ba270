-- A session is the game that was played, whatever its form, and however it is stepped, taken back, asked, interrupted.

local alphabeta = require "alphabeta"
local checked_lines = require "alphabeta.base.checked_lines"
local effort = require "spec.support.effort"
local generator = require "alphabeta.base.random"
local quick = require "spec.support.quick"
local referee = require "alphabeta.play.referee"
local rolling = require "spec.support.rolling"
local seed = require "spec.support.seed"
local several = require "spec.support.several"
local trees = require "spec.support.trees"
local words = require "alphabeta.play.words"

local tictactoe = require "alphabeta.games.tictactoe"
local twin = require "alphabeta.twins.tictactoe"
local trick = require "spec.support.trick" (3)

local FORMS_TREES = effort(4)

local function raises(message, f, ...)
  local ok, told = pcall(f, ...)
  assert.is_false(ok)
  assert.matches(message, told, 1, true)
  assert.matches("session_spec.lua:%d+: ", told)
end

-- The games: a name, and a function from a number to the game and what makes its first state.
local GAMES = {}

for _, form in ipairs(trees.forms) do
  GAMES[form] = function(number)
    local tree = trees.random("again", seed * 1000 + number, 3, 5)
    local key = number % 2 == 0 and function(node) return node.id end or nil
    local game = trees.game(tree, form, { player = true, key = key })
    return game, function() return trees.state_at(game, tree.root) end
  end
  GAMES["three players, " .. form] = function(number)
    local tree = several.tree(3, "free", 3, 5, seed * 1000 + number, 4)
    local game = several.game(tree, form)
    return game, function() return trees.state_at(game, tree.root) end
  end
end

for form, row in pairs(rolling.forms) do
  GAMES["chance, " .. form] = function() return row[1], function() return row[2](9) end end
end

GAMES["hidden cards"] = function() return trick, function() return trick.initial("a1b2b3", "-") end end
GAMES["native"] = function() return tictactoe, tictactoe.initial end
GAMES["repetition"] = function()
  local game = { name = "round", repetition = 0, key = function(state) return state end }
  function game.moves(state) return state < 20 and { 1, 2, 7 } or {} end
  function game.play(state, by) return by == 7 and state + 7 or (state + by) % 4 end
  function game.evaluate() return -1 end
  return game, function() return 0 end
end
GAMES["table moves"] = function()
  local game = { name = "duel" }
  function game.moves(left) return left > 0 and { { kind = "attack" }, { kind = "guard" } } or nil end
  function game.play(left, move) return left - (move.kind == "attack" and 2 or 1) end
  function game.evaluate(left) return left end
  return game, function() return 9 end
end

-- `play` notes in a move what `undo` needs.
GAMES["moves with notes"] = function()
  local game = { name = "heap" }
  function game.moves(heap)
    return heap.left > 0 and { { take = 1 }, { take = 2 }, { take = 2, from = "top" } } or nil
  end
  function game.play(heap, move) move.left, heap.left = heap.left, heap.left - move.take end
  function game.undo(heap, move) heap.left = move.left end
  function game.evaluate(heap) return heap.left end
  return game, function() return { left = 9 } end
end

-- What the referee says of a game after these moves, as text; those of the session, likewise.
local function told_by_referee(game, state, played)
  return referee.with(game, state, function(playing)
    for i = 1, #played do playing:play(playing:find(played[i].move)) end
    local over = playing:is_over()
    local mover = not over and not playing:chance() and playing:mover()
    return ("%s moves, player %s, over %s, payoffs %s"):format(playing:plies(), mover or "none", tostring(over),
      over and table.concat(playing:payoffs(), " ") or "none")
  end)
end

local function told_by_session(session)
  return ("%s moves, player %s, over %s, payoffs %s"):format(session.turn, session.player or "none",
    tostring(session.over), session.outcome and table.concat(session.outcome.payoffs, " ") or "none")
end

local SEARCHES = { { depth = 2 }, { nodes = 20 }, { depth = 1, temperature = 1 } }
local SAMPLES = { { playouts = 20 }, { nodes = 50 } }

-- Does something at random. Returns what it was.
local function act(session, draw, game)
  local searches = (game.players or game.determinize) and SAMPLES or SEARCHES
  local number = draw(13)
  if number == 13 then
    session:review(searches[draw(2)])
  elseif number <= 5 then
    session:step { nodes = draw(30) }
  elseif number <= 8 then
    local moves = session:moves()
    if #moves > 0 then
      local pick = moves[draw(#moves)]
      assert(session:play(draw(2) == 1 and pick.move or pick.text))
    else
      assert.is_nil((session:play "no move of any game"))
    end
  elseif number == 9 then
    local count, method = draw(3), draw(2) == 1 and "take_back" or "redo"
    session[method](session, draw(2) == 1 and count or nil)
  elseif number == 10 then
    session:hint(searches[draw(#searches)])
  elseif number == 11 then
    session:values(searches[draw(2)])
  elseif draw(2) == 1 then
    session:set_level(draw(2), draw(2))
  else
    session:set_seat(draw(2), draw(2) == 1 and "human" or "computer")
  end
end

local function new_session(game, state, number)
  local is_sampled = game.players or game.determinize
  return alphabeta.session(game, {
    state = state, seed = number, level = 2, think = is_sampled and { playouts = 30 } or { depth = 2 },
  })
end

describe("A session", function()
  for name, make in pairs(GAMES) do
    it("is the game that was played: " .. name, function()
      for number = 1, FORMS_TREES do
        local game, first = make(number)
        local session, draw = new_session(game, first(), number), generator(seed, number)
        for _ = 1, 40 do
          act(session, draw, game)
          assert.equal(told_by_referee(game, first(), session:played()), told_by_session(session),
            ("seed %s, game %d"):format(seed, number))
        end
      end
    end)

    it("is played to the end by the computer, the same however it is sliced: " .. name, function()
      local function run(slice)
        local game, first = make(1)
        local session = new_session(game, first(), 5)
        for seat = 1, game.players or 2 do session:set_seat(seat, "computer") end
        local steps = 0
        while session:step(slice) do steps = steps + 1 end
        assert.is_true(session.over)
        local texts = {}
        for i, entry in ipairs(session:played()) do texts[i] = entry.text end
        return table.concat(texts, " "), steps
      end
      local whole, few = run()
      local sliced, many = run { nodes = 1 }
      assert.equal(whole, sliced)
      assert(many >= few)
    end)
  end

  it("leaves the state of a game with undo as it stands in the game", function()
    for _, form in ipairs { "undo", "restored" } do
      local tree = trees.random("again", seed, 3, 5)
      local game = trees.game(tree, form, { player = true })
      local state = trees.state_at(game, tree.root)
      local session = alphabeta.session(game, { state = state, seats = { "human", "human" }, seed = 1 })
      while not session.over do session:play(session:moves()[1].move) end
      assert.equal(state, session.state)
      assert.is_false(trees.at_start(tree, state))
      while session:take_back() do end
      assert.is_true(trees.at_start(tree, state))
    end
  end)
end)

describe("The callbacks of a session", function()
  it("hear of moves, turns and the end, in this order", function()
    local heard = {}
    local function note(what) heard[#heard + 1] = what end
    local session = alphabeta.session(tictactoe, {
      seats = { "human", "human" },
      on_move = function(entry) note(entry.player .. ":" .. entry.text) end,
      on_turn = function(player) note("turn " .. player) end,
      on_end = function(outcome) note(outcome.text) end,
    })
    session:step()
    for _, cell in ipairs { 1, 4, 2, 5, 3 } do assert(session:play(cell)) end
    session:take_back()
    assert.equal("turn 1 1:1 turn 2 2:4 turn 1 1:2 turn 2 2:5 turn 1 1:3 X wins. turn 1", table.concat(heard, " "))
    assert.same({ nil, "there are only 4 moves to take back" }, { session:take_back(6) })
    assert.same({ nil, "there is only 1 move to redo" }, { session:redo(2) })
    assert.equal(1, session:redo())
    assert.same({ nil, "there is nothing to redo" }, { session:redo() })
    assert.equal(5, session:take_back(5))
    assert.same({ nil, "there is nothing to take back" }, { session:take_back(1) })
  end)

  it("may play, take back and raise errors, after which the session goes on", function()
    local session
    local raised = 0
    session = alphabeta.session(tictactoe, {
      seats = { "human", "human" },
      on_turn = function(player)
        if session.turn == 2 and raised == 0 then
          raised = 1
          error("a turn too far", 0)
        end
        if session.turn < 4 then session:play(session:moves()[player].move) end
      end,
    })
    local ok, message = pcall(session.step, session)
    assert.is_false(ok)
    assert.equal("a turn too far", message)
    assert.equal(2, session.turn)
    assert(session:play(session:moves()[1].move))
    assert.equal(4, session.turn)
    session:step()
  end)

  it("do not hear of a turn that is past", function()
    local turns, session = {}, nil
    session = alphabeta.session(tictactoe, {
      seats = { "human", "human" },
      on_move = function(entry)
        if entry.move == 9 then session:take_back() end
      end,
      on_turn = function(player) turns[#turns + 1] = player end,
    })
    session:step()
    session:play(9)
    assert.equal(0, session.turn)
    assert.same({ 1, 1 }, turns)
  end)

  if pcall(coroutine.wrap(function() pcall(coroutine.yield) end)) then
    it("and callbacks of the game may yield; nothing else is done meanwhile", function()
      local waits = true
      local game = {
        evaluate = function(state)
          if waits then coroutine.yield "waiting" end
          return tictactoe.evaluate(state)
        end,
        moves = tictactoe.moves, play = tictactoe.play, initial = tictactoe.initial,
      }
      local session = alphabeta.session(game, { seats = { "computer", "human" }, think = { depth = 2 }, level = 5 })
      local thread = coroutine.create(function() return session:step() end)
      assert.same({ true, "waiting" }, { coroutine.resume(thread) })
      raises("the session is busy", function() session:step() end)
      raises("the session is busy", function() session:take_back() end)
      waits = false
      assert.same({ true, false }, { coroutine.resume(thread) })
      assert.equal(1, session.turn)

      waits = true
      session:set_seat(2, "computer")
      coroutine.resume(coroutine.create(function() return session:step() end)) -- which is dropped
      waits = false
      collectgarbage()
      collectgarbage()
      session:step()
      assert.equal(2, session.turn)
    end)
  end

  it("of the game may fail: the next step asks again", function()
    local fails = true
    local game = setmetatable({
      evaluate = function(state)
        if fails then error("no answer", 0) end
        return twin.evaluate(state)
      end,
    }, { __index = twin })
    local session = alphabeta.session(game, { seats = { "computer", "human" }, think = { depth = 2 }, level = 5 })
    assert.same({ false, "no answer" }, { pcall(session.step, session) })
    fails = false
    assert.is_false(session:step())
    assert.equal(1, session.turn)
  end)

  it("of the game may fail after a move: the fields are those of the position that it has led to", function()
    local fails = false
    local game = {
      initial = function() return 2 end, play = function(heap) return heap - 1 end,
      moves = function(heap)
        if fails then error("no answer", 0) end
        return heap > 0 and { 1 } or {}
      end,
      evaluate = function() return -1 end,
    }
    local session = alphabeta.session(game, { seats = { "human", "human" } })
    local function fields() return { session.state, session.turn, session.over, session.player, session.outcome } end
    local function failing(name, ...)
      fails = true
      assert.same({ false, "no answer" }, { pcall(session[name], session, ...) })
      fails = false
    end
    session:play(1)
    session:play(1)
    assert.is_true(session.over)
    failing("take_back", 1)
    assert.same({ 1, 1, false }, fields())
    assert.equal(1, #session:played())
    session:step()
    assert.equal(2, session.player)
    session:play(1)
    assert.is_true(session.over)
  end)

  it("are not lost half-way through a move in place: nobody knows what the position is", function()
    local fails = false
    local game = {
      moves = function(state) return state.left > 0 and { 1, 2 } or {} end,
      play = function(state, move)
        state.left = state.left - move
        if fails then error("half-way", 0) end
      end,
      undo = function(state, move) state.left = state.left + move end,
      evaluate = function() return -1 end,
    }
    local session = alphabeta.session(game, { state = { left = 9 }, seats = { "human", "computer" }, level = 1 })
    session:play(1)
    fails = true
    assert.same({ false, "half-way" }, { pcall(session.step, session) })
    raises("the session is lost", function() session:step() end)
  end)
end)

describe("The end of a session", function()
  it("is told in words", function()
    local session = alphabeta.session(tictactoe, { seats = { "human", "human" } })
    session:step()
    for _, cell in ipairs { 1, 2, 3, 5, 4, 6, 8, 7, 9 } do assert(session:play(cell)) end
    assert.equal("A draw.", session.outcome.text)
    for text, places in pairs {
      ["A draw."] = { 1, 1, 1 },
      ["Player 2 wins."] = { 2, 1, 3 },
      ["Player 1 and player 3 share the first place."] = { 1, 3, 1 },
      ["Player 1, player 2 and player 4 share the first place."] = { 1, 1, 4, 1 },
    } do assert.equal(text, words.ending({}, places)) end
    assert.equal("A draw, by repetition.", words.ending({}, { 1, 1 }, "repetition"))
  end)
end)

describe("A session without persons", function()
  it("takes back a move at a time", function()
    local first = alphabeta.player { depth = 1, seed = 1 }
    local session = alphabeta.session(tictactoe, { seats = { first, first } })
    while not session.over do session:step() end
    local plies = session.turn
    assert.equal(1, session:take_back())
    assert.same({ plies - 1, false }, { session.turn, session.over })
    assert.same({ nil, ("there are only %d moves to take back"):format(plies - 1) }, { session:take_back(50) })
    assert.equal(1, session:redo())
    assert.is_true(session.over)
  end)
end)

describe("Players of a session", function()
  it("are persons, the computer, and functions", function()
    local asked = {}
    local session = alphabeta.session(tictactoe, { seed = 4, seats = { "human", function(_, game, about)
      asked[#asked + 1] = { game = game, ply = about.ply, seed = about.seed }
      return 5, "thought"
    end } })
    assert.same({ nil, "illegal move 'ten'" }, { session:play(10) and "played", "illegal move 'ten'" })
    assert.is_nil((session:play(10)))
    assert(session:play "1")
    assert.same({ nil, "the computer is to move" }, { session:play(2) })
    assert.same({ nil, "the computer is to move" }, { session:hint() })
    assert.same({}, session:moves())
    assert.is_false(session:step())
    assert.same({ { game = tictactoe, ply = 1, seed = 4 } }, asked)
    assert.equal("thought", session:played()[2].info)
  end)

  it("lose by illegal moves and by none, which can be taken back", function()
    for reason, move in pairs { ["illegal move 77"] = { 77 }, ["no move"] = {}, resigned = { nil, "resigned" } } do
      local session = alphabeta.session(tictactoe, {
        seats = { "human", function() return move[1], move[2] end },
      })
      session:play(1)
      assert.is_false(session:step())
      assert.same({ winner = 1, reason = reason, text = ("O loses: %s."):format(reason) }, session.outcome)
      assert.same({ nil, "the game is over" }, { session:play(2) })
      assert.equal(1, session:take_back())
      assert.is_false(session.over)
      assert.equal(1, session.player)
    end
  end)

  it("think in slices, if they are of alphabeta.player", function()
    local session = alphabeta.session(tictactoe, { seats = { alphabeta.player { depth = 9 }, "human" } })
    local steps = 0
    session:step { nodes = 3 }
    assert.equal(0, session:thinking().depth)
    while session:step { nodes = 50 } do
      steps = steps + 1
      local found = session:thinking()
      assert(found == nil or found.nodes > 0 and found.time > 0 and found.depth >= 0)
      assert(found == nil or type(found.text) == "string" and #found.line == (found.pv and #found.pv or 0))
    end
    assert(steps > 3)
    assert.is_nil(session:thinking())
  end)

  it("are told, with the levels that there are", function()
    local session = alphabeta.session(tictactoe, { seats = { "computer", function() end }, level = { 4, 5 },
      think = { depth = 7 } })
    assert.same({ { kind = "computer", level = 4 }, { kind = "player", level = 5 } }, session:seated())
    session:set_seat(2, "human")
    session:set_level(1, "weak")
    assert.same({ { kind = "computer", level = 1 }, { kind = "human", level = 5 } }, session:seated())
    local names, levels = {}, session:levels()
    for i, level in ipairs(levels) do names[i] = level.name end
    assert.same({ "weak", "easy", "medium", "strong", "strongest" }, names)
    assert.same({ depth = 7 }, levels[5].options)
    levels[5].options.depth = 99 -- a copy
    assert.same({ depth = 7 }, session:levels()[5].options)
    session = alphabeta.session(tictactoe, { levels = { { options = { depth = 2 } } } })
    assert.same({ { name = "1", options = { depth = 2 } } }, session:levels())
  end)

  it("play at levels, by name and number, of their own or those that were found", function()
    local levels = { { options = { depth = 1 } }, { options = { depth = 3 } } }
    local session = alphabeta.session(tictactoe, {
      levels = levels, level = { 1, 2 }, seats = { "computer", "computer" },
    })
    session:step()
    session:step()
    assert.equal(1, session:played()[1].info.depth)
    assert.equal(3, session:played()[2].info.depth)
    session:set_level(1, 2)
    session:step()
    assert.equal(3, session:played()[3].info.depth)
    raises("bad argument #2 to 'set_level' (unknown level 'weak' (expected 1-2))",
      function() session:set_level(1, "weak") end)
    raises("bad argument #1 to 'set_level' (integer from 1 to 2 expected, got 3)",
      function() session:set_level(3, "weak") end)
    raises("bad argument #2 to 'set_seat' ('human', 'computer' or a player (a function) expected, got 'me')",
      function() session:set_seat(1, "me") end)
    for number, name in ipairs { "weak", "easy", "medium", "strong" } do
      local depth = ({ 1, 2, 4, 6 })[number]
      session = alphabeta.session(tictactoe, { level = name, seats = { "computer", "human" } })
      session:step()
      assert.equal(depth, session:played()[1].info.depth)
    end
  end)
end)

describe("Levels that were found", function()
  -- Whoever takes the last of the counters gets a point, of three.
  local three = {
    name = "three", players = 3, player = function(state) return state.turn end,
    moves = function(state) return state.left > 1 and { 1, 2 } or state.left == 1 and { 1 } or {} end,
    play = function(state, take) return { left = state.left - take, turn = state.turn % 3 + 1, last = state.turn } end,
    evaluate = function(state)
      local payoffs = { 0, 0, 0 }
      payoffs[state.last or 1] = state.left == 0 and 1 or 0
      return payoffs
    end,
    initial = function() return { left = 8, turn = 1 } end,
  }

  for name, row in pairs {
    ["of three players"] = { three, three.initial },
    ["of hidden cards"] = { trick, function() return trick.initial("a1b2b3", "-") end },
  } do
    it("are those of a session, and of one that its text begins: " .. name, function()
      local game, first = row[1], row[2]
      local found = alphabeta.levels(game, first(), { strongest = { playouts = 10 }, count = 2, games = 24, seed = 1 })
      local levels = load(tostring(found))()
      local seats = { "human", "computer", game.players and "computer" }
      local session = alphabeta.session(game, { state = first(), seats = seats, levels = levels, level = 1, seed = 4 })
      session:play(session:moves()[1].move)
      levels = load(tostring(found))()
      local again = alphabeta.session(game, { state = first(), levels = levels, text = session:text() })
      for _, one in ipairs { session, again } do
        assert.equal(levels[1].options.temperature, one:levels()[one:seated()[2].level].options.temperature)
        while one:step() do end
      end
      assert.equal(session:text(), again:text())
      assert.equal(10, again:played()[2].info.playouts)
    end)
  end
end)

describe("Chance in a session", function()
  it("gives whoever takes back the same dice again", function()
    local game, first = rolling.forms["a list"][1], rolling.forms["a list"][2]
    local session = alphabeta.session(game, { state = first(30), seats = { "human", "human" }, seed = 3 })
    local function roll()
      while session:step() do end
      return session:played()[#session:played()].text
    end
    local rolls = {}
    for i = 1, 4 do
      rolls[i] = roll()
      session:play(session:moves()[1].move)
    end
    session:take_back(4)
    assert.equal(0, session.turn)
    assert.equal(1, #session:played())
    for i = 1, 4 do
      assert.equal(rolls[i], roll())
      session:play(session:moves()[1].move)
    end
  end)
end)

describe("Advice in a session", function()
  it("is asked, worked on by steps, and forgotten with the position", function()
    local session = alphabeta.session(tictactoe, { seats = { "human", "human" }, think = { depth = 9 } })
    for _, cell in ipairs { 1, 4, 2, 5 } do session:play(cell) end
    assert.is_nil((session:hint()))
    assert.is_true(session:step { nodes = 1 })
    while session:step { nodes = 20 } do end
    local hint = session:hint()
    assert.equal(3, hint.move)
    assert.matches("^3, worth %+1, %d plies ahead: 3 %(the game is over%)$", hint.text)
    assert.is_nil((session:hint { depth = 1 })) -- another question
    while session:step() do end
    assert.equal(1, session:hint({ depth = 1 }).depth)

    assert.is_nil((session:values()))
    while session:step() do end
    local values = session:values()
    assert.equal(5, #values)
    assert.same({ move = 3, text = "3", value = 1 }, values[1])
    session:play(3)
    assert.same({ nil, "the game is over" }, { session:values() })
    raises("bad argument #1 to 'hint' (unknown option 'depht')", function() session:hint { depht = 1 } end)
  end)

  for name, make in pairs(GAMES) do
    it("comes, or the reason why there is none: who waits for either waits no longer: " .. name, function()
      local game, first = make(1)
      local session, draw = new_session(game, first(), 1), generator(seed, 5)
      for _ = 1, 60 do
        for _, question in ipairs { "hint", "values", "review" } do
          local answer, message
          for round = 1, 200 do
            answer, message = session[question](session)
            session:step()
            if answer or message then break end
            assert(round < 200, ("seed %s: %s"):format(seed, question))
          end
          assert.equal(answer and "nil" or "string", type(message))
        end
        act(session, draw, game)
      end
    end)
  end

  it("where cards are hidden knows only what the seat knows", function()
    local seen = {}
    local game = setmetatable({ determinize = function(state, player, random)
      seen[player] = true
      return trick.determinize(state, player, random)
    end }, { __index = trick })
    local session = alphabeta.session(game, {
      state = trick.initial("a1b2b3", "-"), seats = { "human", "human" }, think = { playouts = 40 },
    })
    local player = session.player
    session:hint()
    while session:step() do end
    assert.matches(" after 40 playouts$", session:hint().text)
    assert.same({ [player] = true }, seen)
  end)
end)

describe("A review in a session", function()
  -- A session of a game that was played to its end, and how a review of it is to be limited.
  local function played(make)
    local game, first = make(1)
    local session = new_session(game, first(), 3)
    for seat = 1, game.players or 2 do session:set_seat(seat, alphabeta.random_player(seat)) end
    while session:step() do end
    local is_sampled = game.players or game.determinize
    return session, game, first, is_sampled and { playouts = 30 } or { depth = 2 }
  end

  for name, make in pairs(GAMES) do
    it("is that of the whole game, in slices, and moves nothing: " .. name, function()
      local session, game, first, limits = played(make)
      local before, moves = told_by_session(session), {}
      for i, entry in ipairs(session:played()) do moves[i] = entry.move end
      local steps, list = 0
      repeat
        list = session:review(limits)
        if not list then
          assert.is_true(session:step { nodes = 3 } or session:review(limits) ~= nil)
          assert.equal(before, told_by_session(session))
          assert.equal(before, told_by_referee(game, first(), session:played()))
        end
        steps = steps + 1
      until list
      assert(steps > #moves)
      local whole = alphabeta.review(game, first(), moves, limits)
      assert.equal(tostring(whole), tostring(list))
      assert.equal(#moves, #list)
      for i, entry in ipairs(whole) do
        for field, value in pairs(entry) do
          if type(value) == "number" then assert.equal(value, list[i][field]) end
        end
      end
      assert(session:take_back(1) and not session.over)
    end)
  end

  it("uses up its slice, and tells how far it is", function()
    local session = played(GAMES.native)
    assert.is_nil(session:review())
    session:step { nodes = 1 }
    assert.matches("^0 of %d moves reviewed$", session:thinking().text)
    assert.equal(0, session:thinking().depth)
    assert.is_false(session:step { time = 60 })
    assert.equal(#session:played(), #session:review())
    assert.is_nil(session:thinking())
  end)

  it("has the limits of the option think, and its own", function()
    local session = alphabeta.session(tictactoe, { seats = { "human", "human" }, think = { depth = 9 } })
    for _, move in ipairs { 5, 2, 1 } do session:play(move) end
    assert.is_nil(session:review())
    session:step()
    assert.equal(1, session:review()[2].loss)
    assert.is_nil(session:review { depth = 1, thresholds = { 1, 2, 3 } })
    session:step()
    assert.equal(0, session:review { depth = 1, thresholds = { 1, 2, 3 } }[2].loss)
    raises("bad argument #1 to 'review' (option 'depth': integer from 1 to 1000 expected, got 0)",
      function() session:review { depth = 0 } end)
  end)

  it("waits for the end of the game where cards are hidden", function()
    local session = alphabeta.session(trick, { state = trick.initial("a1b2b3", "-"), seats = { "human", "human" } })
    local list, message = session:review()
    assert.is_nil(list)
    assert.equal("cards are hidden until the game is over", message)
    while not session.over do session:play(session:moves()[1].move) end
    assert.is_nil(session:review { playouts = 10 })
    session:step()
    assert.equal(6, #session:review { playouts = 10 })
  end)

  it("goes on after errors of the game, which stands where it stood", function()
    for _, undo in ipairs { false, true } do
      local broken, draw = false, generator(seed)
      local game = { undo = undo or nil }
      function game.moves(state) return state.left > 0 and { 1, 2 } or {} end
      function game.play(state, take)
        if broken and draw(40) == 1 then error "no play" end
        if not undo then return { left = state.left - take } end
        state.left = state.left - take
      end
      function game.evaluate(state)
        if broken and draw(6) == 1 then error "no value" end
        return -state.left
      end
      local session = alphabeta.session(game, { state = { left = 9 }, seats = { "human", "human" } })
      while not session.over do session:play(1) end
      local whole = alphabeta.review(game, { left = 9 }, { 1, 1, 1, 1, 1, 1, 1, 1, 1 }, { depth = 3 })
      broken = true
      local failures, stands, list = 0, 0, nil
      for _ = 1, 10000 do
        local ok, found = pcall(session.review, session, { depth = 3 })
        if ok and found then
          list = found
          break
        end
        if pcall(session.step, session, { nodes = 5 }) then
          assert.equal(0, session.state.left)
        else
          failures, stands = failures + 1, stands + (session.state.left == 0 and 1 or 0)
        end
      end
      broken = false
      assert(failures > 5 and stands > failures / 2, ("%d of %d"):format(stands, failures)) -- going on may fail, too
      assert.equal(tostring(whole), tostring(list))
      assert.equal(9, #session:played())
      assert.equal(0, session.state.left)
      assert.equal(9, session:take_back(9))
      assert.equal(9, session.state.left)
    end
  end)
end)

describe("A review in a session that an error has struck", function()
  it("counts no move twice", function()
    local function reviewed(failing)
      local calls = -math.huge
      local game = {
        moves = function(s) return #s < 4 and { 1, 2, 3, 4 } or nil end,
        play = function(s, move) return s .. move end,
        evaluate = function(s)
          local sum = 0
          for ply = 1, #s do sum = sum + (ply % 2 == 1 and 1 or -1) * tonumber(s:sub(ply, ply)) ^ ply end
          return sum
        end,
        format_move = function(_, move)
          calls = calls + 1
          if calls == failing then error "odd" end
          return "m" .. move
        end,
      }
      local session = alphabeta.session(game, { state = "", seats = { "human", "human" }, seed = 1 })
      for move = 1, 4 do session:play(move) end
      calls = 0
      local review
      for _ = 1, 100 do
        local ok, found = pcall(session.review, session, {})
        review = ok and found
        if review then break end
        pcall(session.step, session)
      end
      return tostring(review), calls
    end
    local expected, calls = reviewed(0)
    assert(calls > 4 and expected:find "costs", expected)
    for failing = 1, calls do assert.equal(expected, (reviewed(failing))) end
  end)
end)

describe("The text of a session", function()
  for name, make in pairs(GAMES) do
    it("is the whole game: " .. name, function()
      for number = 1, FORMS_TREES do
        local game, first = make(number)
        local session, draw = new_session(game, first(), number), generator(seed, 7, number)
        for _ = 1, 30 do act(session, draw, game) end
        local text, think = session:text(), session.think
        local loaded = alphabeta.session(game, { state = first(), text = text, think = think })
        local where = ("seed %s, game %d"):format(seed, number)
        assert.equal(told_by_session(session), told_by_session(loaded), where)
        assert.equal(text, loaded:text(), where)
        for i, entry in ipairs(session:played()) do
          local again = loaded:played()[i]
          assert.equal(entry.player, again.player, where)
          if type(entry.move) ~= "table" then assert.equal(entry.text, again.text, where) end
        end
        assert(loaded:take_back(1) or session.turn == 0, where)
      end
    end)
  end

  local function played()
    local session = alphabeta.session(tictactoe, { seats = { "human", "human" }, seed = 3, level = { 1, 4 } })
    for _, cell in ipairs { 1, 4, 2 } do session:play(cell) end
    return session
  end

  it("is lines that people can read, each with a checksum", function()
    assert.equal([[
session 1
game tictactoe
start START
seed 3
seat human 1 of 5
seat human 4 of 5
move 1
move 4
move 2
end
]], (played():text():gsub("%f[^\0\n]%x%x%x%x%x%x ", ""):gsub("start %x+", "start START")))
  end)

  -- Written by version 1.0.0: what no later one may fail to read.
  local KEPT = {
    [tictactoe] = [[
2accc1 session 1
615d03 game tictactoe
d3a351 start 0f3074
6f4b8b seed 3
3d35b3 seat human 1 of 5
a3d0bc seat human 4 of 5
662a3e move 1
ab0774 move 4
147dbb move 2
38f15f end
]],
    [require "alphabeta.games.pig"] = [[
2accc1 session 1
690faa game pig
1e161b start ee32ea
8b3f63 seed 3
18dab6 seat human 3 of 5
9fa542 seat human 3 of 5
b18ea0 move roll
f2ed27 chance 3
98c73a move roll
a4c6a3 chance 3
d1c3a7 move roll
2cf1ac end
]],
  }

  it("is read whenever it was written", function()
    for game, text in pairs(KEPT) do
      local session = alphabeta.session(game, { text = text })
      assert.equal(3, session.turn)
      assert.equal(text, session:text())
    end
  end)

  it("keeps who sits where, and options come before it", function()
    local text = played():text()
    local session = alphabeta.session(tictactoe, { text = text })
    assert.equal(text, session:text())
    assert.matches("seat computer 2 of 5\n", alphabeta.session(tictactoe, { text = text, level = 2,
      seats = { "human", "computer" } }):text())
    assert.matches("seed 9\n", alphabeta.session(tictactoe, { text = text, seed = 9 }):text())
    session:set_seat(2, function() return 9 end)
    raises("(option 'text': line 6: this seat had a player of your own (option 'seats' needed))",
      function() alphabeta.session(tictactoe, { text = session:text() }) end)
    raises("(option 'text': line 5: it was written with 5 levels, and there are 1)",
      function() alphabeta.session(tictactoe, { text = text, levels = { { options = { depth = 1 } } } }) end)
  end)

  it("with other ends of lines, or without the last one, is the same", function()
    local text = played():text()
    assert.equal(text, alphabeta.session(tictactoe, { text = text:gsub("\n", "\r\n") }):text())
    assert.equal(text, alphabeta.session(tictactoe, { text = text:sub(1, -2) }):text())
  end)

  it("that was changed or torn is an error that names the line", function()
    local text = played():text()
    for at = 1, #text - 1 do
      local line = 1 + select(2, text:sub(1, at - 1):gsub("\n", ""))
      for _, byte in ipairs { "x", " ", "\n", "0" } do
        if text:sub(at, at) ~= byte then
          raises(("(option 'text': line %d: "):format(line), function()
            alphabeta.session(tictactoe, { text = text:sub(1, at - 1) .. byte .. text:sub(at + 1) })
          end)
        end
      end
      raises("(option 'text': line ", function() alphabeta.session(tictactoe, { text = text:sub(1, at - 1) }) end)
    end
    raises("(option 'text': line 11: the checksum does not match)",
      function() alphabeta.session(tictactoe, { text = text .. "and more\n" }) end)
  end)

  -- The text with one line instead of another, or without it, and with right checksums.
  local function forged(number, line)
    local lines = checked_lines.read(played():text())
    if line then lines[number] = line else table.remove(lines, number) end
    return checked_lines.write(lines)
  end

  it("of another game, or that is not one, is an error that names the line", function()
    for message, text in pairs {
      ["line 1: not the text of a session of this version"] = forged(1, "session 2"),
      ["line 1: not the text of a session)"] = "game coins\n" .. played():text(),
      ["line 1: not the text of a session) "] = "",
      ["line 2: 'game tictactoe' expected: the text is of another game"] = forged(2, "game go"),
      ["line 3: the game began with another position (option 'state')"] = forged(3, "start 000000"),
      ["line 4: seed expected"] = forged(4, "seed x"),
      ["line 6: seat expected"] = forged(6),
      ["line 8: '1' is not a legal move; the legal moves are: 2 3 4 5 6 7 8 9"] = forged(8, "move 1"),
      ["line 8: there is no move 9"] = forged(8, "move-number 9"),
      ["line 8: move expected, got 'chance'"] = forged(8, "chance 4"),
      ["line 8: move expected, got 'nil'"] = forged(8, "4"),
    } do
      raises("(option 'text': " .. message:gsub(" $", ""), function() alphabeta.session(tictactoe, { text = text }) end)
    end
    local over = alphabeta.session(tictactoe, { text = played():text() })
    for _, cell in ipairs { 5, 3 } do over:play(cell) end
    local lines = checked_lines.read(over:text())
    lines[#lines + 1] = "move 9"
    raises("(option 'text': line 12: the game is already over)",
      function() alphabeta.session(tictactoe, { text = checked_lines.write(lines) }) end)
    raises("(option 'text': string expected, got 5)", function() alphabeta.session(tictactoe, { text = 5 }) end)
  end)

  it("that cannot be played to its end leaves the state as it was", function()
    for _, form in ipairs { "undo", "restored" } do
      local tree = trees.random("again", seed, 3, 5)
      local game = trees.game(tree, form, { player = true })
      local session = alphabeta.session(game, { state = trees.state_at(game, tree.root), seats = { "human", "human" } })
      while not session.over do session:play(session:moves()[1].move) end
      local lines = checked_lines.read(session:text())
      lines[#lines + 1] = lines[#lines]
      local state = trees.state_at(game, tree.root)
      raises(("line %d: "):format(#lines), function()
        alphabeta.session(game, { state = state, text = checked_lines.write(lines) })
      end)
      assert.is_true(trees.at_start(tree, state))
    end
  end)

  it("writes numbers where texts are no help", function()
    local game = {
      moves = function(left) return left > 0 and { { n = 1 }, { n = 2 }, { n = 3 } } or {} end,
      play = function(left, move) return left - move.n end, evaluate = function(left) return left end,
      format_move = function(_, move) return ({ "same", "same", "two\nlines" })[move.n] end,
    }
    local function text_of_all()
      local session = alphabeta.session(game, { state = 9, seats = { "human", "human" } })
      for n = 1, 3 do session:play { n = n } end
      local text = session:text()
      assert.equal(3, alphabeta.session(game, { state = 9, text = text }).state)
      return text
    end
    assert.matches("move%-number 1\n.*move%-number 2\n.*move%-number 3\n", text_of_all())
    function game.parse_move(_, text) return text == "same" and { n = 1 } or nil end
    assert.matches("move same\n.*move%-number 2\n.*move%-number 3\n", text_of_all())
  end)

  it("writes numbers of moves that hold so much that some of it may change", function()
    local day = "Monday"
    local game = {
      moves = function(left) return left > 0 and { { n = 1, on = day:rep(7) }, { n = 2, on = day:rep(7) } } or {} end,
      play = function(left, move) return left - move.n end, evaluate = function(left) return left end,
    }
    local session = alphabeta.session(game, { state = 9, seats = { "human", "human" } })
    for n = 1, 2 do session:play(session:moves()[n].move) end
    local text = session:text()
    day = "Tuesday"
    assert.equal(6, alphabeta.session(game, { state = 9, text = text }).state)
  end)
end)

describe("A session of which the text cannot be played", function()
  for _, form in ipairs { "undo", "restored" } do
    it("leaves the state as it was: " .. form, function()
      local fails
      local game = {
        moves = function(heap)
          if fails == "moves" and heap.left == 4 then error "out of order" end
          return heap.left > 0 and { 1, 2 } or nil
        end,
        play = function(heap, take) heap.left = heap.left - take end,
        undo = form == "restored" or function(heap, take) heap.left = heap.left + take end,
        evaluate = function() if fails == "evaluate" then error "out of order" end return -1 end,
      }
      local session = alphabeta.session(game, { state = { left = 7 }, seats = { "human", "human" }, seed = 1 })
      while not session.over do session:play(1) end
      for _, name in ipairs { "moves", "evaluate" } do
        local heap = { left = 7 }
        fails = name
        local _, message = pcall(alphabeta.session, game, { state = heap, text = session:text() })
        assert.matches("out of order", message)
        assert.same({ left = 7 }, heap)
        fails = nil
      end
    end)
  end
end)

describe("Making a session", function()
  it("wants arguments that fit", function()
    for message, given in pairs {
      ["unknown option 'sead'"] = { sead = 1 },
      ["option 'seats': list of 2 expected, got 3"] = { seats = { "human", "human", "human" } },
      ["option 'level': list of 2 expected, got 3"] = { level = { 1, 1, 1 } },
      ["option 'seats': seat 2: 'human', 'computer' or a player (a function) expected, got nil"] = {
        seats = { "human" } },
      ["option 'level': unknown level 6 (expected 1-5, or weak, easy, medium, strong, strongest)"] = {
        level = 6 },
      ["option 'levels': level 1: unknown option 'depht'"] = { levels = { { options = { depht = 1 } } } },
      ["option 'levels': level 1: table expected, got 5"] = { levels = { 5 } },
      ["option 'think': option 'depth'"] = { think = { depth = -1 } },
      ["option 'state': "] = { state = false },
    } do
      raises(message, function() alphabeta.session(tictactoe, given) end)
    end
    raises("option 'state' needed: the game has no field 'initial'", function()
      alphabeta.session { moves = print, play = print, evaluate = print }
    end)
    raises("bad argument #1 to 'session'", function() alphabeta.session(5) end)
    local session = alphabeta.session(tictactoe)
    raises("bad argument #1 to 'step' (unknown option 'depth')", function() session:step { depth = 1 } end)
    raises("bad argument #1 to 'take_back' (integer from 1 to 65535 expected, got 0)",
      function() session:take_back(0) end)
    raises("bad argument #1 to 'play' (move expected, got nil)", function() session:play() end)
    session:close()
    session:close()
    raises("the session is closed", function() session:play(1) end)
  end)
end)

describe("Computers in a session", function()
  it("who choose at once draw numbers of their own", function()
    local hands = {
      viewpoint = 1, player = function() return 1 end, moves = function() return {} end,
      simultaneous = function(state) if state == 0 then return { 1, 2, 3 }, { 1, 2, 3 } end end,
      play = function(_, first, second) return 1 + (first - second) % 3 end,
      evaluate = function(state) return state == 2 and 1 or state == 3 and -1 or 0 end,
    }
    local count = { 0, 0, 0 }
    for number = 1, 90 do
      local session = alphabeta.session(hands, { state = 0, seed = number, seats = { "computer", "computer" } })
      repeat until not session:step()
      count[session.state] = count[session.state] + 1
    end
    for ending = 1, 3 do assert(count[ending] > 15, table.concat(count, " ")) end
  end)
end)

describe("An error in `play`", function()
  it("changes nothing where the library takes moves back", function()
    local fails = true
    local session = alphabeta.session({
      undo = true, initial = function() return { heap = 8 } end,
      moves = function(state) return state.heap > 0 and { 1, 2 } or {} end,
      play = function(state, take)
        state.heap = state.heap - take
        if fails then error "not now" end
      end,
      evaluate = function() return -1 end,
    }, { seats = { "human", "human" } })
    raises("not now", session.play, session, 1)
    assert.same({ 8, 0 }, { session.state.heap, session.turn })
    fails = false
    assert(session:play(1))
    assert.same({ 7, 1 }, { session.state.heap, session.turn })
    session:take_back()
    assert.same({ 8, 0 }, { session.state.heap, session.turn })
  end)
end)

-- A pile from which one to three are taken, in place; `pause` is called whenever it is asked something.
local function pile(form, pause)
  local function paused(f)
    return function(...)
      pause()
      return f(...)
    end
  end
  local function move(by)
    return function(state, take) state.left, state.player = state.left + by * take, 3 - state.player end
  end
  return {
    initial = function() return { left = 12, player = 1 } end,
    undo = form == "undo = true" or move(1),
    player = function(state) return state.player end,
    key = function(state) return state.left * 2 + state.player end,
    repetition = 0,
    moves = paused(function(state)
      local list = {}
      for take = 1, math.min(3, state.left) do list[take] = take end
      return list
    end),
    play = form == "undo = true" and paused(move(-1)) or move(-1),
    evaluate = function(state) return state.left == 0 and -1 or 0 end,
  }
end

local ASKING = {
  computer = function(session) session:step() end,
  player = function(session) session:step() end,
  move = function(session) session:play(3) end,
}
for _, method in ipairs { "hint", "values", "review" } do
  ASKING[method] = function(session)
    while not session[method](session) do session:step() end
  end
end

local CAN_YIELD = pcall(coroutine.wrap(function() pcall(coroutine.yield) end)) or false

describe("A coroutine that is killed in a method of a session", function()
  if not CAN_YIELD then return end

  -- Its n-th pause is its last. Returns whether it came so far.
  local function kill(ask, session, closes)
    local thread = coroutine.create(ask)
    assert(coroutine.resume(thread, session))
    if coroutine.status(thread) == "dead" then return false end
    if closes then
      coroutine.close(thread)
    else
      thread = nil -- luacheck: ignore 311
      collectgarbage()
      collectgarbage()
    end
    return true
  end

  for _, form in ipairs { "undo = true", "a function" } do
    for name, ask in pairs(ASKING) do
      it(("leaves the position as it was, or a session that is lost: %s, with %s"):format(name, form), function()
        local left, lost, kills = 0, 0, 0
        local function pause()
          left = left - 1
          if left == 0 then coroutine.yield() end
        end
        local opponent = name == "player" and alphabeta.player { depth = 10 } or name == "computer" and name or "human"
        for strike = 1, 1000, quick(7, 1) do
          local session = alphabeta.session(pile(form, pause), { seats = { "human", opponent }, seed = seed, level = 5,
            think = { depth = 10 } })
          session:play(2)
          left = strike
          if not kill(ask, session, coroutine.close and strike % 2 == 0) then break end
          left, kills = 0, kills + 1
          local worked, moves = pcall(session.moves, session)
          if worked then
            local taken = 0
            for _, entry in ipairs(session:played()) do taken = taken + entry.move end
            assert.equal(12 - taken, session.state.left)
            assert(#moves == 3 or opponent ~= "human")
            session:set_seat(2, "human")
            session:play(1)
            assert.equal(11 - taken, session.state.left)
          else
            raises("the session is lost", function() session:moves() end)
            lost = lost + 1
          end
        end
        assert(kills > 0 and lost <= (form == "undo = true" and 0 or name == "hint" and 2 or 0), lost)
      end)
    end
  end
end)

describe("A game under way whose coroutine is killed in `play`", function()
  if not CAN_YIELD then return end

  it("is at the position before, which has not occurred twice for that", function()
    local waits
    local playing = referee.begin(pile("undo = true", function() if waits then coroutine.yield() end end),
      { left = 12, player = 1 })
    playing:play(2)
    waits = true
    coroutine.resume(coroutine.create(function() playing:play(1) end))
    waits = false
    playing.repeated = nil
    playing:recover(1)
    assert(not playing:is_over() and #playing:history() == 1 and playing.state.left == 10)
  end)
end)

describe("What is asked of a session", function()
  local function answer(session, method, given)
    while true do
      local found = session[method](session, given)
      if found then return found end
      session:step()
    end
  end

  it("is asked anew where the options are others, in the same table or not", function()
    local session, given = alphabeta.session(twin, { seed = seed }), { depth = 1 }
    assert.equal(1, answer(session, "hint", given).depth)
    given.depth = 3
    assert.is_nil(session:hint(given))
    assert.equal(3, answer(session, "hint", given).depth)
  end)

  it("is what each move is worth, whatever window or shortest win `think` looks for", function()
    local kalah = require "alphabeta.games.kalah"
    for _, think in ipairs { { depth = 4, shortest = true }, { depth = 4, window = { -1, 1 } } } do
      local session = alphabeta.session(kalah, { seed = seed, think = think })
      local right = alphabeta.search(kalah, kalah.initial(), { depth = 4, all = true })
      local worth = {}
      for _, found in ipairs(right.moves) do worth[found.move] = found.value end
      for _, entry in ipairs(answer(session, "values")) do assert.equal(worth[entry.move], entry.value) end
    end
  end)

  it("is what is best, however `think` draws moves", function()
    local three = { moves = function() return { 1, 2, 3 } end, play = function(_, move) return {}, move - 1 end,
      initial = function() return {} end, evaluate = function() return 0 end }
    for _, think in ipairs { { temperature = 100, guard = 1 }, { choose = "random", margin_random = 5 },
      { choose = function(list) return list[3].move end } } do
      think.depth = 1
      local session = alphabeta.session(three, { seed = seed, think = think })
      for number = 1, 10 do
        local hint = answer(session, "hint", number == 1 and { depth = 1 } or nil)
        assert.same({ 1, 0 }, { hint.move, hint.value })
      end
      assert.equal(-2, answer(session, "values")[3].value)
    end
  end)

  it("is played again after a player has resigned in another line", function()
    local resigns = false
    local session = alphabeta.session(twin, { seed = seed, seats = { "human", function(state)
      if resigns then return nil, "resigned" end
      return twin.moves(state)[1]
    end } })
    session:play(5)
    session:step()
    session:play(9)
    session:take_back(1)
    session:take_back(1)
    resigns = true
    session:step()
    assert.is_true(session.over)
    assert.equal(1, session:redo(1))
    assert(not session.over and session.player == 1 and #session:moves() == 7)
  end)
end)
