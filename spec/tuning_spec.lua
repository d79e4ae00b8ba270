-- examples/tune.lua: parameters are tuned by games, wherever those are played.

package.path = "examples/?.lua;" .. package.path

local elo = require "alphabeta.play.elo"
local elsewhere = require "series.elsewhere"
local files = require "spec.support.files"
local generator = require "alphabeta.base.random"
local programs = require "spec.support.programs"
local seed = require "spec.support.seed"
local spsa = require "series.spsa"

-- Parameters that start some steps away from the best values, each step costing some Elo at the optimum.
local function planted(count, distance, draw)
  local parameters, best = {}, {}
  for i = 1, count do
    local step, start = 10 ^ (draw(5) - 3), draw(9) - 5
    parameters[i] = { name = "p" .. i, start = start, step = step }
    best[i] = start + (draw(2) == 1 and 1 or -1) * step * distance * (0.5 + draw(100) / 200)
  end
  local function off(values)
    local sum = 0
    for i, one in ipairs(parameters) do sum = sum + ((values[one.name] - best[i]) / one.step) ^ 2 end
    return sum
  end
  return parameters, off
end

-- What is left of the distance after so many samples.
local function rest(count, distance, cost, samples, random, score_of)
  local draw = generator(random)
  local parameters, off = planted(count, distance, draw)
  local tuning = spsa.new(parameters, { samples = samples, seed = random })
  local start = off(tuning:values())
  for first = 1, samples, 20 do
    tuning:learn(first, math.min(samples, first + 19), function(sample)
      local plus, minus = tuning:sides(sample)
      return score_of(elo.score(cost * (off(minus) - off(plus))), draw)
    end)
  end
  return (off(tuning:values()) / start) ^ 0.5
end

describe("SPSA", function()
  it("finds a planted quadratic optimum to 2 % of the start's distance, where scores have no noise", function()
    for _, count in ipairs { 1, 3, 8 } do
      for i = 1, 3 do
        local left = rest(count, 5, 20, 2000, seed + i, function(score) return score end)
        assert(left < 0.02, ("seed %d, %d parameters: %.4f"):format(seed + i, count, left))
      end
    end
  end)

  it("comes near it where scores are those of pairs of games", function()
    for i = 1, 3 do
      local left = rest(3, 5, 20, 2000, seed + i, function(score, draw)
        local points = 0
        for _ = 1, 2 do points = points + (draw(1000) / 1000 <= score and 0.5 or 0) end
        return points
      end)
      assert(left < 0.25, ("seed %d: %.4f"):format(seed + i, left))
    end
  end)

  it("stays in the ranges, and plays what is in them", function()
    local tuning = spsa.new({ { name = "a", start = 1, step = 1, low = 0, high = 2 } }, { samples = 400, seed = seed })
    for first = 1, 400, 20 do
      tuning:learn(first, first + 19, function(sample)
        local plus, minus = tuning:sides(sample)
        assert(plus.a >= 0 and plus.a <= 2 and minus.a >= 0 and minus.a <= 2)
        return plus.a > minus.a and 1 or 0
      end)
    end
    assert.same({ a = 2 }, tuning:values())
    assert.equal(21, #tuning.course)
  end)

  it("says what is wrong with parameters", function()
    for message, list in pairs {
      ["list of parameters expected"] = {},
      ["parameter 1: unique name expected"] = { { start = 1, step = 1 } },
      ["parameter 2: unique name expected"] = { { name = "a", start = 1, step = 1 }, { name = "a" } },
      ["parameter 'a': number expected as 'start'"] = { { name = "a", start = "1", step = 1 } },
      ["parameter 'a': number above 0 expected as 'step'"] = { { name = "a", start = 1, step = 0 } },
      ["parameter 'a': number expected as 'low'"] = { { name = "a", start = 1, step = 1, low = 0 / 0 } },
      ["parameter 'a': 'start' is not in its range"] = { { name = "a", start = 1, step = 1, high = 0 } },
    } do assert.equal(message, spsa.flaw(list)) end
    assert.is_nil(spsa.flaw { { name = "a", start = 1, step = 1, low = 1, high = 1 } })
  end)
end)

describe("examples/tune.lua", function()
  it("asks for parameters of a game that it has none for", function()
    assert.equal("tune.lua: a file with parameters and a player expected after 'tictactoe', "
      .. "such as examples/weights.lua for Kalah\n", (programs.output_and_status "tune.lua tictactoe"))
  end)

  local folder, run

  before_each(function()
    folder = files.folder()
    run = function(words)
      return programs.output_and_status("tune.lua kalah examples/weights.lua " .. words:gsub("@", folder .. "/"))
    end
  end)

  after_each(function() os.execute("rm -r " .. folder) end)

  local SMALL = "--samples 20 --batch 5 --games 10 --seed 3"

  local function sorted(name) return files.lines_of(("sort -n %s/%s"):format(folder, name)) end

  it("learns the same wherever pairs are played, and however often it is interrupted", function()
    local wanted, status = run(SMALL)
    assert.equal("0", status)
    assert.matches("^store +[%d.]+  %(at the start 0%.1%)\nholes +[-%d.]+  %(at the start %-0%.5%)\n", wanted)
    assert.matches("\nthe result against the start\n10 games: won ", wanted)
    assert.same({ wanted, "0" }, { run(SMALL .. " --out @one --plot @course.svg") })
    assert.same({ wanted, "0" }, { run(SMALL .. " --out @other --through sh") })
    assert.same(sorted "one", sorted "other")
    local text = files.read(folder .. "/one")
    files.write(folder .. "/torn", text:sub(1, #text // 2))
    -- of three programs only one comes to its end
    assert.same({ wanted, "0" }, { run(SMALL .. " --out @torn --pieces 3 --through 'head -n 1 | sh'") })
    assert.same({}, files.lines_of("find " .. folder .. " -name 'torn.*'"))
    assert.equal(5, select(2, files.read(folder .. "/course.svg"):match 'polyline points="([^"]*)"':gsub(",", "")))
    assert.not_equal(wanted, (run(SMALL .. " --batch 10")))
  end)

  it("tunes a player of three by rounds", function()
    files.write(folder .. "/three.lua", [[
return {
  parameters = { { name = "playouts", start = 3, step = 2, low = 1, high = 90 } },
  player = function(values) return { playouts = math.floor(values.playouts + 0.5), seed = 1 } end,
}]])
    run = function(words)
      return programs.output_and_status(("tune.lua examples/dots.lua %s/three.lua --samples 12 --batch 5 %s")
        :format(folder, words:gsub("@", folder .. "/")))
    end
    local wanted, status = run "--games 9"
    assert.equal("0", status, wanted)
    assert.matches("^playouts +[%d.]+  %(at the start 3%)\nthe result against the start\n9 games of 3 players\n"
      .. "player 1: points 0%.%d+, from ", wanted)
    assert(tonumber(wanted:match "[%d.]+") > 3, wanted) -- more of them play better
    assert.same({ wanted, "0" }, { run "--games 9 --out @one --plot @course.svg" })
    assert.same({ wanted, "0" }, { run "--games 9 --out @other --through sh" })
    assert.same(sorted "one", sorted "other")
    files.refuses(run, {
      ["--games 10"] = "--games: a multiple of 3 expected",
      ["--samples 400000"] = "--samples and --games: 1000000 games at most",
    })
  end)

  it("gives up where nothing is played elsewhere, and says what else is wrong", function()
    files.write(folder .. "/one", files.read "examples/weights.lua")
    files.refuses(run, {
      [SMALL .. " --out @part --through true"] = "pair 1 could not be played elsewhere",
      [SMALL .. " --through sh"] = "--through needs --out",
      [SMALL .. " --out @one"] = "one does not belong to a series",
      ["--games 3"] = "--games: an even number expected",
      ["--gain 0"] = "'0' is not a number above 0",
    })
  end)
end)

describe("A command line", function()
  it("has its words as they are", function()
    local words = { "a b", "it's", "$HOME", 7, '"' }
    local line = elsewhere.line { "printf", "%s\\n", table.unpack(words) }
    assert.same({ "a b", "it's", "$HOME", "7", '"' }, files.lines_of(line))
  end)
end)
