-- What gets in where nobody expects it: finalizers while a result is read, `undo` while an error unwinds, hooks
-- that raise again, tables that are cleared and taken by another game.

local alphabeta = require "alphabeta"
local compat = require "spec.support.compat"

-- Values of leaves by the path: no two are alike.
local function worth(path)
  local x = 1
  for _, move in ipairs(path) do x = (x * 31 + move * 7) % 23 end
  return x - 11
end

-- A game in place, `depth` plies deep. What `seen[name]` is set to is called first.
local function in_place(depth, seen)
  local function told(name)
    if seen[name] then seen[name]() end
  end
  return {
    moves = function(path) return #path < depth and { 1, 2 } or {} end,
    play = function(path, move) path[#path + 1] = move end,
    undo = function(path)
      path[#path] = nil
      told "undo"
    end,
    evaluate = function(path)
      told "evaluate"
      return worth(path)
    end,
  }
end

describe("a finalizer that steps the search while its result is read", function()
  it("is refused", function()
    local moves = {}
    for i = 1, 1000 do moves[i] = i end
    local game = {
      moves = function(state) return state.ply == 0 and moves or state.ply == 1 and { 1 } or nil end,
      play = function(state, move) return { ply = state.ply + 1, first = state.first or move } end,
      evaluate = function(state) return state.ply > 1 and state.first == 50 and 5 or 0 end,
    }
    local set_back = compat.set_collector(100, 1000)
    local search, reading
    local stepped, refused, tries = 0, 0, 0
    local function intrude()
      if not reading then return end
      if pcall(search.step, search) then stepped = stepped + 1 else refused = refused + 1 end
    end
    repeat -- until a collection comes to its end just then
      tries = tries + 1
      search = alphabeta.start(game, { ply = 0 }, { depth = 2, deepening = true, all = true })
      search:step { depths = 1 }
      compat.when_collected(intrude)
      local waste -- so much more each time: else collections may keep time with the searches
      for _ = 1, tries % 97 * 10 do waste = { waste } end
      reading = true
      local result = search:result()
      reading = false
      assert.equal(1, result.depth)
      assert.equal(1000, #result.best)
    until refused > 0 or tries == 20000
    set_back()
    assert.equal(0, stepped)
    assert.is_true(refused > 0)
  end)

  -- A step waits in a coroutine, the result is read from outside, and a finalizer lets the step go on.
  if compat.has_yields then
    it("does not get in where the step waits in a coroutine", function()
      local moves = {}
      for i = 1, 60 do moves[i] = i end
      local function let_in(number)
        local waits, reading, got_in = true, false, false
        local game = {
          moves = function(state) return state == 0 and moves or {} end,
          play = function(_, move) return move end,
          evaluate = function(state)
            if waits then coroutine.yield() end
            return state
          end,
        }
        local search = alphabeta.start(game, 0, { depth = 1, all = true })
        local step = coroutine.create(function() search:step() end)
        for _ = 1, number do coroutine.resume(step) end
        local function arm()
          compat.when_collected(function()
            if not waits then return end
            if not reading then return arm() end
            got_in, waits = true, false
            coroutine.resume(step)
            search:close()
          end)
        end
        arm()
        for _ = 1, 20 do
          reading = true
          local known = #search:result().moves
          reading = false
          -- nothing that makes garbage itself: most of it is to be made while the result is read
          assert(not got_in and known == number - 1 and collectgarbage "isrunning")
        end
        waits = false
      end
      local set_back = compat.set_collector(100, 1000)
      for number = 20, 50 do let_in(number) end
      set_back()
    end)
  end
end)

describe("while an error brings the position back, a step or close", function()
  local want = alphabeta.search(in_place(4, {}), {}).value

  for name, message in pairs { step = "it cannot be stepped", close = "it cannot be closed" } do
    for _, killed in ipairs { false, true } do
      it("is refused: " .. name .. (killed and ", after the coroutine was killed" or ""), function()
        local tried = 0
        for k = 1, 16 do
          for j = 1, 4 do
            local seen, evaluated, undone, path = {}, 0, 0, {}
            local search, worked, fault
            function seen.evaluate()
              evaluated = evaluated + 1
              if evaluated == k then error("planted", 0) end
            end
            function seen.undo()
              undone = evaluated == k and undone + 1 or 0
              if undone == j then worked, fault = pcall(search[name], search) end
            end
            search = alphabeta.start(in_place(4, seen), path)
            if killed then
              coroutine.resume(coroutine.create(function() search:step() end))
            else
              pcall(search.step, search)
            end
            assert.is_nil(search:result().stopped)
            assert.same({}, path)
            if worked ~= nil then
              tried = tried + 1
              assert.is_false(worked)
              assert.matches(message, fault)
            end
            search:step()
            assert.equal(want, search:result().value)
          end
        end
        assert.is_true(tried > 16)
      end)
    end
  end
end)

it("a hook that raises at two calls in a row leaves a search that can go on, or is dirty", function()
  local want = alphabeta.search(in_place(3, {}), {}).value
  local struck = 0
  for k = 1, 200 do
    local path, calls, on = {}, 0, false
    local search = alphabeta.start(in_place(3, {}), path)
    debug.sethook(function()
      if not on then return end
      calls = calls + 1
      if calls == k or calls == k + 1 then error("time is up", 0) end
    end, "c")
    local worked = pcall(function()
      on = true
      search:step()
      on = false
    end)
    on = false
    debug.sethook()
    if not worked then struck = struck + 1 end
    if search:result().stopped ~= "dirty" then
      search:step()
      assert.equal(want, search:result().value)
      assert.same({}, path)
    end
  end
  assert.is_true(struck > 50)
end)

describe("an iterator of deepen that an error passes", function()
  local game = {
    moves = function(state) return state < 3 and { 1, 2 } or nil end,
    play = function(state) return state + 1 end,
    evaluate = function(state) return state end,
  }

  for _, name in ipairs { "choose", "on_depth" } do
    it("gives the depth again: " .. name, function()
      local raised = false
      local options = { depth = 3 }
      options[name] = function(moves)
        if not raised then
          raised = true
          error("once", 0)
        end
        return name == "choose" and moves[1].move or nil
      end
      local depths, faults = {}, 0
      local next_depth = alphabeta.deepen(game, 0, options)
      for _ = 1, 5 do
        local worked, result = pcall(next_depth)
        if not worked then faults = faults + 1 elseif result then depths[#depths + 1] = result.depth end
      end
      assert.equal(1, faults)
      assert.same({ 1, 2, 3 }, depths)
    end)
  end
end)

describe("a table", function()
  -- Two games with the same moves and keys, and other values.
  local function game_of(factor, fields)
    local game = {
      moves = function(state) return #state < 4 and { "a", "b" } or nil end,
      play = function(state, move) return state .. move end,
      key = function(state) return state end,
      evaluate = function(state)
        local x = 7
        for i = 1, #state do x = (x * 31 + state:byte(i) * factor) % 41 end
        return x - 20
      end,
    }
    for name, field in pairs(fields or {}) do game[name] = field end
    return game
  end

  it("refuses the same functions with another viewpoint, width or way of giving moves", function()
    local player = function(state) return #state % 2 + 1 end
    local one = game_of(1, { player = player })
    local other = setmetatable({ viewpoint = 1 }, { __index = one })
    local play = function(state, move) return #state < 3 and state .. move or nil end
    local narrow = { width = 2, play = play, key = one.key, evaluate = one.evaluate }
    local wide = setmetatable({ width = 5 }, { __index = narrow })
    local function first(state) if #state < 3 then return "a" end end
    local several = { moves = first, variadic = true, play = one.play, key = one.key, evaluate = one.evaluate }
    local states = setmetatable({ variadic = false }, { __index = several })
    local list = { moves = one.moves, play = one.play, key = one.key, evaluate = one.evaluate }
    local filled = setmetatable({ fills = true }, { __index = list })
    for _, pair in ipairs { { one, other }, { narrow, wide }, { several, states }, { list, filled } } do
      local kept = alphabeta.table()
      alphabeta.search(pair[1], "", { table = kept })
      alphabeta.search(pair[1], "", { table = kept })
      assert.has_error(function() alphabeta.search(pair[2], "", { table = kept }) end,
        "bad argument #3 to 'search' (option 'table': it belongs to another game)")
    end
  end)

  it("that was cleared and taken by another game is refused by the search that had it", function()
    local kept = alphabeta.table()
    local search = alphabeta.start(game_of(1), "", { table = kept })
    search:step { nodes = 3 }
    kept:clear()
    alphabeta.search(game_of(5), "", { table = kept })
    local worked, fault = pcall(search.step, search)
    assert.is_false(worked)
    assert.matches("the search's table was cleared and now belongs to another game", fault)
    kept:clear()
    search:step()
    assert.equal(alphabeta.search(game_of(1), "").value, search:result().value)
  end)

  it("that was cleared is filled again from the next step on", function()
    local kept = alphabeta.table()
    local search = alphabeta.start(game_of(1), "", { table = kept })
    search:step { nodes = 3 }
    kept:clear()
    search:step()
    assert.is_true(#kept > 0)
  end)

  it("that is taken from within a callback mixes nothing", function()
    for k = 1, 16 do
      for factor = 1, 4 do
        local kept, calls = alphabeta.table(), 0
        local one, other = game_of(factor), game_of(factor + 7)
        local evaluate = one.evaluate
        local disturbed = setmetatable({ evaluate = function(state)
          calls = calls + 1
          if calls == k then
            kept:clear()
            assert.equal(alphabeta.search(other, "").value, alphabeta.search(other, "", { table = kept }).value)
          end
          return evaluate(state)
        end }, { __index = one })
        local by_depths = { table = kept, nodes = 1000 }
        assert.equal(alphabeta.search(one, "").value, alphabeta.search(disturbed, "", by_depths).value)
        assert.equal(alphabeta.search(other, "").value, alphabeta.search(other, "", { table = kept }).value)
      end
    end
  end)
end)

describe("a limit that strikes early", function()
  it("tells no rank as a value", function()
    local game = {
      moves = function(depth) return depth < 4 and { 1, 2 } or nil end,
      play = function(depth) return depth + 1 end,
      evaluate = function(depth) return depth == 4 and -1 or 0 end,
    }
    local ranked = 0
    for nodes = 1, 60 do
      local result = alphabeta.search(game, 0, { shortest = true, deepening = false, nodes = nodes })
      if result.value and result.stopped then
        ranked = ranked + 1
        assert.equal(-1, result.value)
        assert.equal(1, result.move)
      end
    end
    assert.is_true(ranked > 0)
  end)

  it("leaves the move of the pass before, once there was one", function()
    for _, algorithm in ipairs { "mtdf", "bisection", "aspiration" } do
      local whole = alphabeta.search(in_place(6, {}), {}, { algorithm = algorithm, guess = 3 })
      local first
      for nodes = 1, whole.nodes do
        local result = alphabeta.search(in_place(6, {}), {}, { algorithm = algorithm, guess = 3, nodes = nodes,
          deepening = false })
        first = first or result.move and nodes
        assert.equal(first ~= nil, result.move ~= nil, algorithm .. " " .. nodes)
      end
      assert.is_true(first < 30)
    end
  end)

  it("draws a move where only upper bounds are known", function()
    local game = {
      moves = function(state) return state == 0 and { 1, 2 } or nil end,
      play = function(_, move) return move end,
      evaluate = function() return 1 end,
    }
    local result = alphabeta.search(game, 0, { window = { 5, 10 }, choose = "random", nodes = 2 })
    assert.is_true(result.move == 1 or result.move == 2)
  end)

  it("believes no move that only an infinite order has put first", function()
    local game = {
      moves = function(state) return state.ply < 6 and { 1, 2 } or nil end,
      play = function(state, move) return { ply = state.ply + 1, first = state.first or move } end,
      evaluate = function(state)
        local value = state.first == 2 and 10 or -10
        return state.ply % 2 == 0 and value or -value
      end,
      order = function(_, move) return move == 1 and math.huge or 0 end,
    }
    for nodes = 1, 150 do
      local result = alphabeta.search(game, { ply = 0 }, { nodes = nodes })
      if result.depth >= 1 then assert.equal(2, result.move) end
    end
  end)
end)

it("bisection ends between two denormal values", function()
  local game = {
    moves = function(state) return state == 0 and { 1, 2 } or nil end,
    play = function(_, move) return move end,
    evaluate = function(state) return state == 1 and 0 or -5e-324 end,
  }
  local result = alphabeta.search(game, 0, { algorithm = "bisection", nodes = 1000 })
  assert.equal(5e-324, result.value)
  assert.equal(2, result.move)
end)

it("a game in place that goes on for ever is an error at every step", function()
  local state = { ply = 0 }
  local game = {
    moves = function() return { 1 } end,
    play = function(position)
      position.ply = position.ply + 1
      if position.ply > 1001 then return position, 77 end
      return position
    end,
    undo = function(position) position.ply = position.ply - 1 end,
    evaluate = function() return 5 end,
  }
  local search = alphabeta.start(game, state)
  for _ = 1, 4 do
    local worked, fault = pcall(search.step, search)
    assert.is_false(worked)
    assert.matches("has not ended after 1000 plies", fault)
    assert.equal(0, state.ply)
  end
end)
