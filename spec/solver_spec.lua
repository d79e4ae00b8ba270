-- Connect Four told for solving it: its exact scores, against published ones and against the same game
-- told plainly.

local alphabeta = require "alphabeta"
local connect4 = require "alphabeta.games.connect4"
local facts = require "spec.support.facts"

local solver, plain = connect4.solver, connect4.lua.score

-- The position after some moves, in the game told plainly and in the other one.
local function after(columns)
  local state = plain.initial()
  for column in columns:gmatch "%d" do state = plain.play(state, tonumber(column)) end
  return state, solver.read(connect4.lua.write(state))
end

-- Random legal positions that are not over, so many discs before the end.
local function each_late_position(count, left, visit)
  local draw = require "alphabeta.random"(os.time())
  local seed = os.time()
  for _ = 1, count do
    local columns, state, over
    repeat
      columns, state, over = "", plain.initial(), nil
      for _ = 1, 42 - left do
        local moves = plain.moves(state)
        local column = moves[draw(#moves)]
        state, over = plain.play(state, column)
        if over then break end
        columns = columns .. column
      end
    until not over
    visit(columns, "columns " .. columns .. ", seed " .. seed)
  end
end

describe("connect4.solver", function()
  it("has the published scores", function()
    local solved = 0
    for _, row in ipairs(facts.rows "spec/facts/connect4-positions.tsv") do
      local columns, discs, score = row.moves, row.discs, row.value
      if discs >= 12 then
        local _, state = after(columns)
        local result = alphabeta.search(solver, state, { algorithm = "bisection" })
        assert.equal(score, result.value, columns)
        solved = solved + 1
      end
    end
    assert(solved >= 8)
  end)

  it("is worth what the game told plainly is worth, and its move is one of the best", function()
    each_late_position(60, 12, function(columns, note)
      local position, state = after(columns)
      local expected = alphabeta.search(plain, position, { all = true, table = false })
      local result = alphabeta.search(solver, state, { algorithm = "bisection" })
      assert.equal(expected.value, result.value, note)
      local best = {}
      for _, move in ipairs(expected.best) do best[move] = true end
      assert(best[result.move], note)
    end)
  end)

  it("is worth the same to every algorithm", function()
    each_late_position(20, 16, function(columns, note)
      local _, state = after(columns)
      local value = alphabeta.search(solver, state, { algorithm = "bisection" }).value
      for _, algorithm in ipairs { "alphabeta", "pvs", "mtdf", "aspiration" } do
        assert.equal(value, alphabeta.search(solver, state, { algorithm = algorithm }).value, note)
      end
    end)
  end)
end)
