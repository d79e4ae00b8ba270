-- The recipe of doc/hidden-cards.md, perfect-information Monte Carlo, does what is said of it; and a search on
-- information sets knows nothing that its player does not.

local alphabeta = require "alphabeta"
local facts = require "spec.support.facts"
local files = require "spec.support.files"
local generator = require "alphabeta.base.random"
local quick = require "spec.support.quick"
local seed = require "spec.support.seed"
local trick = require "spec.support.trick"

local WORLDS = 100

-- The recipe, and the game with which its fault is shown.
local function recipe()
  local page = files.read "doc/hidden-cards.md"
  local code = assert(page:match "## Perfect%-information Monte Carlo.-```lua\n(.-)local move, sums")
  return assert(load(code .. "return best_on_average, guess"))()
end

local best_on_average, guess = recipe()
local rows = facts.rows "spec/facts/trick.tsv"

describe("perfect-information Monte Carlo", function()
  it("tends to the mean over all worlds", function()
    assert(#rows > 15)
    for number, row in ipairs(rows) do
      local game = trick(row.ranks)
      local state = game.initial(row.hand, row.led)
      local means, sds = facts.numbers(row.means), facts.numbers(row.sds)
      local move, sums = best_on_average(game, state, WORLDS, generator(seed, number))
      local i, best = 0, -math.huge
      for card in row.cards:gmatch "%a%d" do
        i = i + 1
        local mean = sums[card] / WORLDS
        local limit = 4.5 * sds[i] / WORLDS ^ 0.5 + 1e-9
        assert(math.abs(mean - means[i]) <= limit, row.hand .. " " .. row.led .. " " .. card)
        best = math.max(best, mean)
      end
      assert.equal(best, sums[move] / WORLDS)
      assert.equal(i, #game.moves(state))
    end
  end)

  it("finds the best card where it is best by far", function()
    local clear = 0
    for number, row in ipairs(rows) do
      local means, sds = facts.numbers(row.means), facts.numbers(row.sds)
      local order = { table.unpack(means) }
      table.sort(order)
      if #order > 1 and order[#order] - order[#order - 1] > 9 * math.max(table.unpack(sds)) / WORLDS ^ 0.5 then
        local game = trick(row.ranks)
        local move = best_on_average(game, game.initial(row.hand, row.led), WORLDS, generator(seed, number))
        assert.equal(row.best, move)
        clear = clear + 1
      end
    end
    assert(clear > 0)
  end)

  it("waits for what it will not know, and a search on information sets does not", function()
    for hidden = 1, 4 do
      local move, sums = best_on_average(guess, { hidden = hidden }, WORLDS, generator(seed))
      assert.equal("wait", move)
      assert(math.abs(sums.wait - 0.9 * WORLDS) < 1e-9)
      local result = alphabeta.search(guess, { hidden = hidden }, { algorithm = "mcts", playouts = 1000, seed = seed })
      assert.equal("number", type(result.move))
      assert(result.value < 0.5)
    end
  end)
end)

-- What a search says of all moves.
local function print_of(result)
  local parts = { tostring(result.move) }
  for i, found in ipairs(result.moves) do
    parts[i + 1] = ("%s %d %.17g"):format(found.move, found.visits, found.value)
  end
  return table.concat(parts, ", ")
end

describe("Monte-Carlo tree search", function()
  it("is the same in all states that its player cannot tell apart, visit for visit", function()
    for number, row in ipairs(rows) do
      local game, draw = trick(row.ranks), generator(seed, number)
      local state = game.initial(row.hand, row.led)
      local options = { algorithm = "mcts", playouts = 60, seed = number }
      local expected = print_of(alphabeta.search(game, state, options))
      for _ = 1, 5 do
        local other = game.determinize(state, 1, draw)
        assert.equal(expected, print_of(alphabeta.search(game, other, options)), row.hand)
      end
    end
  end)

  -- Three cards, one of them hidden, which is worth its number to whoever names it; then a die decides who is paid.
  -- States are numbers, strings or tables; their digits: the hidden card, what was named, what was rolled.
  it("knows moves by their numbers where they are positions, whatever these are", function()
    for _, kind in ipairs { "number", "string", "table" } do
      local function state_of(digits)
        return kind == "string" and tostring(digits) or kind == "table" and { digits } or digits
      end
      local function digits_of(state) return tonumber(kind == "table" and state[1] or state) end
      local function named(state) return math.floor(digits_of(state) / 10) % 10 end
      local function after(state, card) return state_of(digits_of(state) + 10 * card) end
      local by_moves = {
        viewpoint = 1, player = function() return 1 end,
        moves = function(state) return named(state) == 0 and { 1, 2, 3 } or {} end,
        chance = function(state) -- the worlds list what may be rolled in an order of their own
          if named(state) == 0 or digits_of(state) % 10 > 0 then return nil end
          local weights, hidden, outcomes, ordered = { 1, 1, named(state) }, math.floor(digits_of(state) / 100), {}, {}
          for i = 1, 3 do
            outcomes[i] = 1 + (hidden + i) % 3
            ordered[i] = weights[outcomes[i]]
          end
          return outcomes, ordered
        end,
        play = function(state, move)
          return named(state) == 0 and after(state, move) or state_of(digits_of(state) + move)
        end,
        evaluate = function(state)
          local digits = digits_of(state)
          return named(state) == math.floor(digits / 100) and named(state) * (digits % 10) or 0
        end,
        determinize = function(state, _, random) return state_of(100 * random(3) + digits_of(state) % 100) end,
      }
      local by_positions = setmetatable({
        successors = function(state)
          return named(state) == 0 and { after(state, 1), after(state, 2), after(state, 3) } or {}
        end,
      }, { __index = function(_, name) return name ~= "moves" and by_moves[name] or nil end })
      local function grown(node)
        local parts = {}
        for i, child in ipairs(node) do parts[i] = grown(child) end
        table.sort(parts)
        return ("%s:%d(%s)"):format(tostring(node.move), node.visits, table.concat(parts, " "))
      end
      for _, playouts in ipairs { 1, 10, 1000 } do
        local options = { algorithm = "mcts", playouts = playouts, trace = 100 }
        local expected = alphabeta.search(by_moves, state_of(100), options)
        local found = alphabeta.search(by_positions, state_of(300), options)
        assert.same({ expected.move, expected.value, expected.moves }, { found.move, found.value, found.moves }, kind)
        assert.equal(grown(expected.tree), grown(found.tree), kind)
      end
    end
  end)

  it("is so in Briscola, in the middle of games", function()
    local briscola = dofile "examples/briscola.lua"
    for players = 2, 4 do
      local game, draw = briscola.for_players(players), generator(seed, players)
      for number = 1, 3 do
        local state = game.initial { seed = number }
        for _ = 1, draw(25) do
          local moves = game.moves(state)
          state = game.play(state, moves[draw(#moves)])
        end
        local options = { algorithm = "mcts", playouts = 40, seed = number }
        local me, differ = game.player(state), false
        local expected = print_of(alphabeta.search(game, state, options))
        for _ = 1, 3 do
          local other = game.determinize(state, me, draw)
          other.observer = nil -- as a true state is
          differ = differ or game.format(other) ~= game.format(state)
          assert.equal(expected, print_of(alphabeta.search(game, other, options)))
        end
        assert(differ)
      end
    end
  end)

  it("is what a player with options for alpha-beta is told of", function()
    local briscola = dofile "examples/briscola.lua"
    local state = briscola.initial { seed = 1 }
    for _, options in ipairs { { depth = 3 }, { depth = 3, seed = 1 } } do
      local player = alphabeta.player(options)
      local here = debug.getinfo(1, "l").currentline + 1
      local worked, message = pcall(function() return (player(state, briscola)) end)
      assert.is_false(worked)
      assert.equal(("spec/hidden_cards_spec.lua:%d: bad argument #1 to 'player' (option 'depth' cannot be used with "
        .. "algorithm 'mcts', by which a game with 'determinize' is played)"):format(here), message)
    end
  end)

  it("beats players at cards who draw theirs", function()
    local briscola = dofile "examples/briscola.lua"
    local series = alphabeta.match(briscola, function(pair) return briscola.initial { seed = pair } end,
      { alphabeta.player { playouts = 20, seed = 1 }, alphabeta.random_player(2) }, { games = quick(12, 20), seed = 1 })
    assert(series.score > 0.6, series.score)
  end)
end)
