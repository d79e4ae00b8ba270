-- Games with chance between players: the referee rolls the dice, and both games of a pair see the same ones.

local generator = require "alphabeta.random"
local referee = require "alphabeta.referee"
local rolling = require "spec.support.rolling"
local seed = require "spec.support.seed"

local game, state_of = rolling.game, rolling.state

local function derived(fields) return setmetatable(fields, { __index = game }) end

describe("The referee", function()
  for form, case in pairs(rolling.forms) do
    it("takes outcomes back, in the form: " .. form, function()
      local playing, draw = referee.begin(case[1], case[2](9)), generator(seed)
      local known = {}
      while not playing:payoff() do
        local outcomes, weights, total = playing:chance()
        known[#playing.line] = { playing:legal(), playing:mover(), playing:plies(), outcomes, weights, total }
        assert.equal(#playing.line % 2 == 0, outcomes ~= nil)
        playing:wander(draw)
      end
      assert.is_nil(playing:chance())
      assert.equal(#playing.line, 2 * playing:plies())
      while #playing.line > 0 do
        playing:take_back()
        local outcomes, weights, total = playing:chance()
        assert.same(known[#playing.line],
          { playing:legal(), playing:mover(), playing:plies(), outcomes, weights, total })
      end
      assert.same(case[2](9), playing.state)
    end)
  end

  it("divides the numbers from 0 to 1 among outcomes by their weights", function()
    local playing = referee.begin(game, state_of(5))
    for number, index in pairs { [0.001] = 1, [0.16] = 1, [0.17] = 2, [0.49] = 2, [0.501] = 3, [0.999] = 3 } do
      assert.equal(index, playing:outcome_at(number), number)
    end
    local tiny = referee.begin(derived { chance = function() return { 1, 2 }, { 1e-300, 1e9 } end }, state_of(5))
    assert.equal(2, tiny:outcome_at(1e-9))
  end)
end)
