-- The documentation says what the module does: doc/reference.md and lua/alphabeta/meta.lua have the names that
-- it knows, and no others. And its links lead somewhere.

local alphabeta = require "spec.support.public"
local files = require "spec.support.files"

local function files_in(...)
  local list = files.lines_of("find " .. table.concat({ ... }, " "))
  table.sort(list)
  return list
end

local function set_of(list)
  local set = {}
  for _, name in ipairs(list) do set[name] = true end
  return set
end

-- The names of a set, in order, as a failing assertion shows them.
local function names(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return list
end

local function assert_same_names(expected, got, where)
  assert.same(names(expected), names(got), where)
end

------------------------------------------------------------------------------------------------
-- meta.lua

-- Its classes, each as a set of fields with what is said of them; and its functions, methods and constants, as
-- "search", "Search:step".
local function read_annotations(path)
  local classes, public, current, said = {}, {}, nil, ""
  for line in io.lines(path) do
    local name, parent = line:match "^%-%-%-@class ([%w_.]+):? ?([%w_.]*)"
    if name then
      current, classes[name] = name, {}
      for field, text in pairs(classes[parent] or {}) do classes[name][field] = text end
    end
    local field = line:match "^%-%-%-@field ([%w_]+)%??"
    if field then classes[current][field] = said .. " " .. line end
    said = line:match "^%-%-%- " and said .. " " .. line:sub(5) or ""
    local defined = line:match "^function ([%w_.:]+)" or line:match "^(alphabeta%.[%w_]+) = %S"
    if defined and not line:find "= {}$" then public[defined:gsub("^alphabeta%.", "")] = true end
  end
  return classes, public
end

local CLASSES, PUBLIC = read_annotations "lua/alphabeta/meta.lua"

local function class(name) return assert(CLASSES["alphabeta." .. name], name) end

------------------------------------------------------------------------------------------------
-- reference.md

local REFERENCE = files.read "doc/reference.md"

-- What stands in backticks in a text, as a set.
local function quoted(text)
  local set = {}
  for name in text:gmatch "`([^`]+)`" do set[name] = true end
  return set
end

-- The names in the first column of the tables of a part of the reference, with what their rows say. It begins at a
-- line, and ends with the first heading or, if it is the head of a table, with that table.
local function documented(head)
  local at = assert(REFERENCE:find("\n" .. head .. "\n", 1, true), head)
  local part = REFERENCE:sub(at + #head + 2)
  part = head:find "^|" and part:match "^(.-)\n\n" or part:match "^(.-)\n#" or part
  local set = {}
  for cell, row in ("\n" .. part):gmatch "\n| (`[^|]*) |([^\n]*)" do
    for name in pairs(quoted(cell)) do set[name] = (set[name] or "") .. row end
  end
  return set
end

-- The names in { ... } after a phrase.
local function listed_after(phrase)
  local _, last = REFERENCE:find(phrase, 1, true)
  assert(last, phrase)
  local list, set = REFERENCE:sub(last + 1):match "^`{([^}]*)}`", {}
  for name in assert(list, phrase):gmatch "([%a_][%w_]*)" do set[name] = true end
  return set
end

------------------------------------------------------------------------------------------------
-- The module

local nim = require "spec.support.nim" { key = function(heap) return heap end, format = tostring }
local puzzle = setmetatable({ goal = function(heap) return heap == 0 end }, { __index = nim })

-- A heap that three players take from, who get what they take at the end.
local at_once = { -- both choose 1 or 2
  viewpoint = 1, player = function() return 1 end, moves = function() return {} end,
  simultaneous = function(left) if left > 0 then return { 1, 2 }, { 1, 2 } end end,
  play = function(left, a, b) return left - 1, a - b end, evaluate = function() return 0 end,
}

local three = {
  players = 3, player = function(state) return #state % 3 + 1 end,
  moves = function(state) return #state < 3 and { 1, 2 } or {} end,
  play = function(state, take)
    local after = { table.unpack(state) }
    after[#after + 1] = take
    return after
  end,
  evaluate = function(state) return state end,
}

local featured = require "spec.support.nim" {
  features = function(heap) return { heap % 3 } end, phase = function(heap) return 1 - heap / 3 end,
}

local kalah = require "alphabeta.games.kalah"
local oshi = require "alphabeta.games.oshi"
local pig = require "alphabeta.games.pig"
local first = alphabeta.random_player(1)
local traced = alphabeta.search(nim, 3, { trace = true })

-- The functions of a module and of the tables in it; what is no table or function is a constant.
local function public_names(module, prefix, set)
  for name, value in pairs(module) do
    if type(value) == "table" then
      public_names(value, prefix .. name .. ".", set)
    else
      set[prefix .. name] = true
    end
  end
  return set
end

local OBJECTS = { Search = alphabeta.start(nim, 3), Table = alphabeta.table(), State = kalah.initial(),
  Solver = alphabeta.start_solve(nim, 3), Solution = alphabeta.solve(nim, 3),
  Path = alphabeta.start_path(puzzle, 3),
  Session = alphabeta.session(nim, { state = 3 }), Learning = alphabeta.start_learn(featured, 9),
  Learned = alphabeta.learn(featured, 9, { games = 20, opening_plies = 0 }) }

assert(OBJECTS.Solution.value and OBJECTS.Table.dump) -- methods in Lua, which are there from now on

-- Every word of the sources: no option can have a name that is not among them.
local function all_words()
  local set = {}
  for _, path in ipairs(files_in("csrc lua -name '*.[ch]' -o -name '*.lua' ! -name meta.lua")) do
    for word in files.read(path):gmatch "[%a_][%w_]*" do set[word] = true end
  end
  return set
end

local WORDS = all_words()

-- The options that a function takes, found by trying, with what it expects there. The value fits none of them, or it
-- does no harm.
local function options_of(call)
  local set, odd = {}, coroutine.create(print)
  for word in pairs(WORDS) do
    local worked, message = pcall(call, { [word] = odd })
    if worked or not message:find("unknown option", 1, true) then
      set[word] = not worked and message:match("option '" .. word .. "': (.-),? expected, got") or true
    end
  end
  return set
end

-- The fields of the tables that a function gives to `see`, all together.
local function fields_seen(produce)
  local set = {}
  produce(function(value)
    for field in pairs(value) do
      if type(field) == "string" then set[field] = true end
    end
  end)
  return set
end

------------------------------------------------------------------------------------------------

describe("meta.lua", function()
  it("has every public name, and no other", function()
    local expected = public_names(alphabeta, "", {})
    for kind, object in pairs(OBJECTS) do
      for name in pairs(debug.getmetatable(object).__index) do expected[kind .. ":" .. name] = true end
    end
    assert_same_names(expected, PUBLIC)
  end)

  it("is Lua, and is installed with the library", function()
    assert(loadfile "lua/alphabeta/meta.lua")
    assert(files.read "alphabeta-scm-1.rockspec":find('"lua/alphabeta/meta.lua"', 1, true), "not in the rockspec")
  end)

  it("and the sources know the types that they speak of", function()
    local known, spoken_of = {}, {}
    for _, path in ipairs(files_in "lua -name '*.lua'") do
      for kind, rest in files.read(path):gmatch "%-%-%-@(%l+) ([^\n]*)" do
        if kind == "class" or kind == "alias" then known[rest:match "^[%w_.]+"] = true end
        -- what stands in backticks is a function
        for name in rest:gsub("`[^`]*`", ""):gmatch "alphabeta%.[%w_.]*[%w_]" do spoken_of[name] = path end
      end
    end
    for name, path in pairs(spoken_of) do assert(known[name], path .. ": " .. name) end
  end)
end)

describe("the reference", function()
  it("has every public name", function()
    for name in pairs(PUBLIC) do
      local method = name:match ":(.*)"
      local pattern = method and "`%w+:" .. method .. "%(" or "`alphabeta%." .. name:gsub("%.", "%%.") .. "[(` ]"
      assert(REFERENCE:find(pattern), name)
    end
  end)

  it("has no function that is not there", function()
    for name in REFERENCE:gmatch "alphabeta%.([%w_.]+)[({ ]" do
      local known = PUBLIC[name] or name:find "^games" or name == "tree" or name:find "^Game"
      assert(known, name)
    end
  end)
end)

describe("options", function()
  local search = options_of(function(options) alphabeta.search(nim, 3, options) end)
  local series = alphabeta.match(nim, 3, { first, first }, { games = 2 })

  -- What is told: the options that the library takes, the class, and the part of the reference.
  local TOLD = {
    { "search", search, "SearchOptions", "### Search options" },
    { "start", options_of(function(options) alphabeta.start(nim, 3, options) end), "SearchOptions" },
    { "deepen", options_of(function(options) alphabeta.deepen(nim, 3, options) end), "SearchOptions" },
    { "player", options_of(function(options) alphabeta.player(options) end), "PlayerOptions" },
    { "step", options_of(function(limits) alphabeta.start(nim, 3):step(limits) end), "StepLimits",
      "### Limits of a step" },
    { "solve", options_of(function(options) alphabeta.solve(nim, 3, options) end), "SolveOptions",
      "| option of `solve` | |" },
    { "start_solve", options_of(function(options) alphabeta.start_solve(nim, 3, options) end), "SolveOptions" },
    { "pace", options_of(function(limits) alphabeta.start_solve(nim, 3):step(limits) end), "SolverLimits" },
    { "path", options_of(function(options) alphabeta.path(puzzle, 3, options) end), "PathOptions",
      "| option of `path` | |" },
    { "start_path", options_of(function(options) alphabeta.start_path(puzzle, 3, options) end), "PathOptions" },
    { "pace", options_of(function(limits) alphabeta.start_path(puzzle, 3):step(limits) end), "SolverLimits" },
    { "table", options_of(function(options) alphabeta.table(options) end), "TableOptions",
      "| option of `alphabeta.table` | |" },
    { "human", options_of(function(options) alphabeta.human(options) end), "HumanOptions",
      "| option of `human` | |" },
    { "match", options_of(function(options) alphabeta.match(nim, 3, { first, first }, options) end),
      "MatchOptions", "| option of `match` | |" },
    { "merge", options_of(function(options) alphabeta.merge({ series }, options) end),
      "MergeOptions", "| option of `merge` | |" },
    { "levels", options_of(function(options) alphabeta.levels(nim, 3, options) end), "LevelsOptions",
      "| option of `levels` | |" },
    { "learn", options_of(function(options) alphabeta.start_learn(featured, 3, options) end), "LearnOptions",
      "| option of `learn` | |" },
    { "learned:match", options_of(function(options) OBJECTS.Learned:match(options) end), "LearnedMatchOptions",
      "| option of `learned:match` | |" },
    { "learning:step", options_of(function(limits) OBJECTS.Learning:step(limits) end), "LearnLimits" },
    { "review", options_of(function(options) alphabeta.review(nim, 3, {}, options) end), "ReviewOptions",
      "| option of `review` | |" },
    { "session", options_of(function(options) alphabeta.session(nim, options) end), "SessionOptions",
      "| option of `session` | |" },
    { "session:step", options_of(function(limits) OBJECTS.Session:step(limits) end), "SessionLimits" },
    { "check", options_of(function(options) alphabeta.check(nim, 3, options) end), "CheckOptions",
      "| option of `check` | |" },
  }

  for _, row in ipairs(TOLD) do
    local name, taken, annotated, part = table.unpack(row)
    it("of " .. name .. " are in meta.lua, and no others", function()
      assert_same_names(taken, class(annotated))
    end)
    if part then
      it("of " .. name .. " are in the reference, and no others", function()
        local told = documented(part)
        -- a second table of the part says what does not go together: of options, or of fields of a game
        for field in pairs(class "Game") do
          if not taken[field] then told[field] = nil end
        end
        assert_same_names(taken, told)
      end)
    end
  end

  -- Numbers as people write them.
  local SHORT = {
    ["9007199254740992"] = "2^53", ["2147483646"] = "2^31 - 2", ["1000000000"] = "10^9", ["1000000"] = "10^6",
  }

  -- What is to be read where an option is described that takes what is expected; and as its type, in meta.lua.
  local function phrase_of(expected)
    local low, high = expected:match "integer from (%d+) to (%d+)$"
    if low then return (SHORT[low] or low) .. " to " .. (SHORT[high] or high), "integer" end
    local limits = expected:match "^number (.* .*)" or expected:match "^finite number, (.*)"
    if limits then return limits:gsub("^of seconds, ", ""), "number" end
    return "", ({ boolean = "boolean", ["function"] = "fun(", string = "string", number = "number" })[expected] or ""
  end

  for _, row in ipairs(TOLD) do
    local name, taken, annotated, part = table.unpack(row)
    it("of " .. name .. " have the limits that the reference and meta.lua give", function()
      local told = part and documented(part)
      for option, expected in pairs(taken) do
        local phrase, kind = phrase_of(type(expected) == "string" and expected or "")
        local said = class(annotated)[option]
        assert(said:find(phrase, 1, true) and said:find(kind, said:find "@field", true), option .. ": " .. said)
        local text = part and told[option]:gsub("−", "-")
        assert(not part or text:find(phrase, 1, true), option .. ": " .. phrase)
      end
    end)
  end

  it("go with each other, and need each other, as the reference says", function()
    local samples = {}
    for option in pairs(search) do samples[#samples + 1] = { [option] = true } end
    for _, sample in ipairs {
      { depth = 3 }, { nodes = 100 }, { time = 10 }, { window = { -5, 5 } },
      { algorithm = "pvs" }, { algorithm = "F2" },
      { guess = 1 }, { margin = 1 }, { threshold = 0.1 }, { table = alphabeta.table() }, { quiescence = 2 },
      { on_depth = function() end }, { choose = "random" }, { choose = function(moves) return moves[1].move end },
      { margin_random = 1 }, { random = function() return 1 end }, { margin_random = 1, choose = "random" },
      { temperature = 1 }, { guard = 1 }, { temperature = 1, guard = 1 }, { choose = "first" }, { history = { 1 } },
      { algorithm = "mcts" }, { algorithm = "mcts", playouts = 9 }, { playouts = 9 }, { exploration = 1 },
      { helper = 1 }, { threads = 2 },
      { playout_depth = 1 }, { policy = print }, { bias = true }, { bytes = 9 }, { seed = 9 }, { me = 1 },
      { pure = true }, { draws = 9 }, { precision = 1 },
    } do samples[#samples + 1] = sample end

    local full = setmetatable({ noisy = function() end, likelihood = function() return 1 end }, { __index = nim })
    local bare = { moves = nim.moves, play = nim.play, evaluate = nim.evaluate }
    local seen, told = {}, {}
    local function try(game, options)
      local worked, message = pcall(alphabeta.start, game, 3, options)
      local option, relation = (worked and "" or message):match "option '([%w_]+)' (.*)%)$"
      local verb, list = (relation or ""):gsub("^cannot be used", "not"):gsub("['\"]", ""):match "^(%l+) (.*)"
      if verb == "needs" or verb == "not" then
        for item in list:gsub(" or ", ","):gmatch "[^,]+" do seen[option .. " " .. verb .. " " .. item] = true end
      end
    end
    for _, one in ipairs(samples) do
      try(bare, one)
      for _, other in ipairs(samples) do
        local both = {}
        for option, value in pairs(one) do both[option] = value end
        for option, value in pairs(other) do both[option] = value end
        try(full, both)
      end
    end

    local part = REFERENCE:match "Options and fields that contradict each other are an error:\n\n(.-)\n\n"
    for row, cell in part:gmatch "| (`[^|]*) | ([^|\n]*) |" do
      local text = cell:gsub(";.*", ""):gsub('[`"]', ""):gsub(" of the paper", "")
      local relation, list = text:match "^(not with) (.*)"
      if not relation then relation, list = text:match "^(needs) (.*)" end
      for option in pairs(quoted(row)) do
        for item in (search[option] and list or ""):gsub(",? or ", ", "):gmatch "[^,]+" do
          told[option .. " " .. relation .. " " .. item:match "^ ?(.*)"] = true
        end
      end
    end
    assert(next(seen))
    assert_same_names(told, seen)
  end)

  for name, options in pairs(require("spec.hostile.api").options) do
    for _, row in ipairs(TOLD) do
      if row[1] == name then
        it("of " .. name .. " are in spec/hostile/api.lua, and no others", function()
          assert_same_names(row[2], options)
        end)
      end
    end
  end

  it("of a player are those of a search", function()
    local taken = options_of(function(options) alphabeta.player(options) end)
    assert_same_names(search, taken)
  end)

  it("have the algorithms that are in meta.lua, in the reference or in the page about the paper", function()
    local _, message = pcall(alphabeta.search, nim, 3, { algorithm = "?" })
    local taken, annotated = {}, {}
    for name in message:match("one of (.*) expected"):gmatch "'([^']+)'" do taken[name] = true end
    for name in files.read "lua/alphabeta/meta.lua":gmatch '\n%-%-%-| "([^"]+)"' do annotated[name] = true end
    assert_same_names(taken, annotated)
    local text = REFERENCE .. files.read "doc/paper.md"
    for name in pairs(taken) do assert(text:find('`"' .. name .. '"`', 1, true), name) end
  end)

  it("of the sequential test are in both", function()
    local taken = options_of(function(test)
      alphabeta.match(nim, 3, { first, first }, { games = 2, sprt = test })
    end)
    assert_same_names(taken, class "SprtOptions")
    assert_same_names(taken, set_of { "elo0", "elo1", "alpha", "beta" })
    assert(REFERENCE:find("`{ elo0 =, elo1 =, alpha = 0.05, beta = 0.05 }`", 1, true))
  end)

  local VIEWS = { text = "tree.TextOptions", dot = "tree.DotOptions", html = "tree.HtmlOptions" }
  for view, annotated in pairs(VIEWS) do
    it("of tree." .. view .. " are in both", function()
      local taken = options_of(function(options) alphabeta.tree[view](traced, options) end)
      assert_same_names(taken, class(annotated))
      local cell = assert(REFERENCE:match("\n| `alphabeta%.tree%." .. view .. "[^|]*|([^|]*)|"))
      assert_same_names(taken, quoted(cell:gsub("%(.-%)", "")))
    end)
  end

  it("of the games' initial are in the reference", function()
    for _, name in ipairs { "connect4", "ewn", "kalah", "pig", "tiles" } do
      local initial = require("alphabeta.games." .. name).initial
      local cell = assert(REFERENCE:match("\n| `" .. name .. "` | `({[^}]*})`"), name)
      local told = {}
      for option in cell:gmatch "([%a_]+) =" do told[option] = true end
      assert_same_names(options_of(initial), told, name)
    end
  end)

  it("of synthetic.new are in the reference", function()
    local synthetic = require "alphabeta.games.synthetic"
    local part = assert(REFERENCE:match "`synthetic%.new {(.-)modes are.-%(with `width`%)")
    local told = { width = true }
    for option in part:gmatch "([%a_]+) =" do told[option] = true end
    local taken = options_of(synthetic.new)
    for option in pairs(options_of(function(options)
      options.mode = options.mode or "dag"
      synthetic.new(options)
    end)) do
      taken[option] = true
    end
    assert_same_names(taken, told)
  end)
end)

describe("fields", function()
  local RESULTS = {
    {}, { all = true, trace = true }, { choose = "random" }, { nodes = 2 },
    { choose = function(moves) return moves[1].move end }, { algorithm = "mcts", playouts = 5 },
  }
  local results = {}
  for i, options in ipairs(RESULTS) do results[i] = alphabeta.search(nim, 7, options) end

  it("of a result are in both", function()
    local seen = fields_seen(function(see)
      for _, result in ipairs(results) do see(result) end
      see(alphabeta.search(kalah, kalah.initial(), { depth = 1, threads = 2 }))
      see(alphabeta.search(pig, pig.initial(), { depth = 1, draws = 2 }))
      local both = require "spec.support.both"
      local over = { kind = "end", worth = 1 }
      local game, root = both.game(), { kind = "both", rows = 1, columns = 1, cells = { { over } }, worth = 0 }
      see(alphabeta.search(game, root))
      game.players, game.viewpoint, game.evaluate = 2, nil, function() return { 1, 1 } end
      see(alphabeta.search(game, root, { algorithm = "mcts", playouts = 2 }))
    end)
    assert_same_names(seen, class "Result")
    assert_same_names(seen, documented "## The result")
  end)

  it("of its entries are in both", function()
    local entry = fields_seen(function(see) see(results[#results].moves[1]) end)
    assert_same_names(entry, listed_after "a function as `choose`: list of ")
    local choice = fields_seen(function(see) see(alphabeta.search(at_once, 1, { all = true }).moves[1]) end)
    assert_same_names(choice, listed_after "With `strategies`: of ")
    for name in pairs(choice) do entry[name] = true end
    assert_same_names(entry, class "RootMove")
    local use = fields_seen(function(see) see(results[1].table) end)
    assert_same_names(use, class "TableUse")
    assert_same_names(use, listed_after "| `table` | if there is one: ")
  end)

  it("of what players are told are in both", function()
    local seen = fields_seen(function(see)
      local function player(_, _, about)
        see(about)
        return 1
      end
      local game = setmetatable({ repetition = 0, key = function(heap) return heap end }, { __index = nim })
      alphabeta.match(game, 3, { player, player }, { seed = 1 })
      alphabeta.match(at_once, 1, { player, player })
    end)
    assert_same_names(seen, class "About")
    assert_same_names(seen, documented "| field of `about` | |")
  end)

  it("of a level are in both", function()
    local seen = fields_seen(function(see)
      see(alphabeta.levels(nim, 7, { strongest = { depth = 2 }, count = 2, games = 20, seed = 1 })[1])
      see(alphabeta.levels(three, {}, { strongest = { playouts = 5 }, count = 2, games = 21, seed = 1 })[1])
    end)
    assert_same_names(seen, class "Level")
    assert_same_names(seen, documented "| field of a level | |")
  end)

  it("of a reviewed move are in both", function()
    local seen = fields_seen(function(see)
      for _, entry in ipairs(alphabeta.review(nim, 7, { 1, 1, 1, 1, 1, 1, 1 })) do see(entry) end
      for _, entry in ipairs(alphabeta.review(nim, 7, { 1, 1, 1 }, { playouts = 5 })) do see(entry) end
      see(alphabeta.review(at_once, 1, { { 1, 2 } })[1])
      see(alphabeta.review(at_once, 1, { { 1, 2 } }, { playouts = 5 })[1])
    end)
    assert_same_names(seen, class "ReviewedMove")
    assert_same_names(seen, documented "| field of a reviewed move | |")
  end)

  it("of what was learned are in both", function()
    local learned = alphabeta.learn(featured, 9, { games = 60, opening_plies = 0 })
    assert_same_names(fields_seen(function(see) see(learned) end), class "Learned")
    assert_same_names(class "Learned", documented "| field of what was learned | |")
    local points = fields_seen(function(see)
      for _, point in ipairs(alphabeta.learn(featured, 9, { games = 200, opening_plies = 0 }).curve) do see(point) end
    end)
    assert_same_names(points, class "LearnPoint")
  end)

  it("of a session are in both", function()
    local expected = class "Session"
    local session = alphabeta.session(nim, { state = 3, seats = { "human", "human" } })
    for name in pairs(expected) do
      if name ~= "outcome" then assert(session[name] ~= nil, name) end
    end
    while not session.over do session:play(session:moves()[1].move) end
    assert_same_names(fields_seen(function(see) see(session.outcome) end), class "Outcome")
    assert_same_names(expected, documented "| field of a session | |")
  end)

  it("of a finding are in both", function()
    local _, findings = alphabeta.check(setmetatable({ evaluate = function() return 0 / 0 end }, { __index = nim }), 3)
    local seen = fields_seen(function(see) see(findings[1]) end)
    seen.other = true -- only where two positions are compared
    assert_same_names(seen, class "Finding")
    assert_same_names(seen, documented "| field of a finding | |")
  end)

  it("of a path's result are in both", function()
    local seen = fields_seen(function(see)
      see(alphabeta.path(puzzle, 3))
      see(alphabeta.path(puzzle, 3, { nodes = 1 }))
    end)
    assert_same_names(seen, class "PathResult")
    assert_same_names(seen, documented "| field of a path's result | |")
  end)

  it("of a recorded position are in both", function()
    local for_three = {
      players = 3, player = function(turn) return turn end, play = function(turn) return turn + 1 end,
      moves = function(turn) return turn < 3 and { 1, 2 } or {} end, evaluate = function() return { 0, 0, 0 } end,
    }
    local function walk(node, see)
      see(node)
      for _, child in ipairs(node) do walk(child, see) end
    end
    local seen = fields_seen(function(see)
      local options = { depth = 5, trace = true, algorithm = "alphabeta" }
      walk(alphabeta.search(kalah, kalah.initial(), options).tree, see)
      walk(alphabeta.search(pig, pig.initial { target = 6, sides = 3 }, options).tree, see)
      walk(alphabeta.search(oshi, oshi.initial { coins = 2, steps = 1 }, options).tree, see)
      options.trace = 10
      walk(alphabeta.search(kalah, kalah.initial(), options).tree, see)
      options = { algorithm = "mcts", playouts = 9, trace = true }
      walk(alphabeta.search(kalah, kalah.initial(), options).tree, see)
      walk(alphabeta.search(for_three, 1, options).tree, see)
    end)
    assert_same_names(seen, class "Node")
    assert_same_names(seen, documented "### Recorded positions")
  end)

  it("of a table's stats are in both", function()
    local seen = fields_seen(function(see) see(alphabeta.table():stats()) end)
    assert_same_names(seen, class "TableStats")
    assert_same_names(seen, listed_after "| `t:stats()` | ")
  end)

  it("of games and series that were played are in both", function()
    local game = alphabeta.match(kalah, kalah.initial(), { first, first })
    local dots = dofile("examples/dots.lua").for_players(3, 1, 1)
    local round = alphabeta.match(dots, dots.initial(), { first, first, first }, { games = 3 })
    local drawn = fields_seen(function(see)
      see(game)
      see(round.games[1])
    end)
    drawn.winner = true -- nil if that game was a draw
    assert_same_names(drawn, class "MatchGame")
    assert_same_names(drawn, documented "### A game that was played")

    local series = alphabeta.match(kalah, kalah.initial(), { first, first }, {
      games = 2, sprt = { elo0 = 0, elo1 = 10 }, on_game = function() return true end,
    })
    local part = alphabeta.match(kalah, kalah.initial(), { first, first }, { games = 4, seed = 1, part = { 2, 2 } })
    local seen = fields_seen(function(see)
      see(series)
      see(round)
      see(part)
      see(alphabeta.merge { part })
    end)
    assert_same_names(seen, class "MatchSeries")
    assert_same_names(seen, documented "### A series that was played")
    assert_same_names(fields_seen(function(see) see(series.players[1]) end), class "MatchTally")
    local test = fields_seen(function(see) see(series.sprt) end)
    test.verdict = true -- nil: it cannot tell yet
    assert_same_names(test, class "SprtResult")
    assert_same_names(test, listed_after "| `sprt` | with the option: ")
  end)

  -- The names of fields that a game is asked for. Some are asked for only where others are there.
  local function fields_asked(use)
    local set = {}
    local function asked(fields)
      return setmetatable({}, { __index = function(_, name)
        set[name] = true
        return fields[name]
      end })
    end
    use(asked)
    return set
  end

  it("of a game are in both", function()
    local seen = fields_asked(function(asked)
      alphabeta.search(asked(nim), 3)
      alphabeta.solve(asked(nim), 3)
      alphabeta.path(asked(puzzle), 3)
      local nothing = function() end
      alphabeta.search(asked { undo = true, moves = nothing, play = nothing, evaluate = function() return 0 end,
        features = nothing, weights = { 1, 2 }, scale = 1, phase = nothing, phases = 2 }, {})
      local input = { "1", "no such move" }
      local person = alphabeta.human {
        input = function() return table.remove(input) end, output = function() end,
      }
      person(3, asked(nim))
    end)
    for name in pairs(kalah) do seen[name] = true end
    seen.solver = nil -- another game
    assert_same_names(seen, class "NativeGame")
    for name in pairs(class "Game") do seen[name] = nil end
    assert_same_names(seen, documented "### Fields of a native game")
  end)

  it("of a game are in the reference, and no others", function()
    assert_same_names(class "Game", documented "## A game")
  end)

  it("of a game that are not for alphabeta.pure are in the reference", function()
    local pure, refused = require "alphabeta.pure", {}
    for name in pairs(class "Game") do
      local _, message = pcall(pure.search, { [name] = true }, 1)
      refused[name] = message:find "is not supported by alphabeta.pure" and true or nil
    end
    assert_same_names(refused, quoted(REFERENCE:match "names the module in C, and so are the fields(.-)%."))
  end)
end)

------------------------------------------------------------------------------------------------
-- Links

local PAGES = files_in "*.md .ci doc examples spec -name '*.md'"

-- The text of a page without its blocks of code.
local function prose(path)
  local lines, inside = {}, false
  for line in io.lines(path) do
    if line:find "^%s*```" then inside = not inside
    elseif not inside then lines[#lines + 1] = line end
  end
  return table.concat(lines, "\n")
end

-- The anchors of a page, as GitHub makes them of its headings.
local function anchors(path)
  local set = {}
  for title in ("\n" .. prose(path)):gmatch "\n#+ ([^\n]+)" do
    local anchor = title:lower():gsub("Ö", "ö"):gsub("[^%w%s_\128-\255-]", ""):gsub("%s", "-")
    local unique, n = anchor, 0
    while set[unique] do
      n = n + 1
      unique = anchor .. "-" .. n
    end
    set[unique] = true
  end
  return set
end

-- Where a link leads that stands in a page.
local function followed(page, link)
  local path, anchor = link:match "^([^#]*)#?(.*)$"
  if path == "" then return page, anchor end
  path = (page:match "^.*/" or "") .. path
  local shorter
  repeat
    path, shorter = path:gsub("[^/]+/%.%./", "", 1)
  until shorter == 0
  return path, anchor
end

local function exists(path)
  local file = io.open(path)
  if file then file:close() end
  return file ~= nil
end

describe("links", function()
  for _, page in ipairs(PAGES) do
    it("of " .. page .. " lead somewhere", function()
      local text = prose(page):gsub('%ssrc="([^"]*)"', "](%1)"):gsub('%shref="([^"]*)"', "](%1)")
      for link in text:gmatch "%]%(([^%s)]+)%)" do
        if not link:find "^https?:" then
          local path, anchor = followed(page, link)
          assert(exists(path), link)
          assert(anchor == "" or anchors(path)[anchor], link)
        end
      end
    end)
  end

  it("lead from the README to every page of doc/", function()
    local text = files.read "README.md"
    for _, page in ipairs(files_in "doc -name '*.md'") do
      assert(text:find("](" .. page, 1, true), page)
    end
  end)
end)

describe("the version", function()
  it("is that of the C interface, in the rock and in the reference too", function()
    local header, parts = files.read "csrc/alphabeta.h", {}
    for i, part in ipairs { "MAJOR", "MINOR", "PATCH" } do
      parts[i] = header:match("#define AB_VERSION_" .. part .. " (%d+)\n")
    end
    local version = table.concat(parts, ".")
    assert.equal("alphabeta " .. version, alphabeta._VERSION)
    assert(files.read "doc/reference.md":find(('`"alphabeta %s"`'):format(version), 1, true))
    assert.equal(version, (files.read "CHANGELOG.md":match "\n## (%d%S*)"))
    assert(files.read "lua/alphabeta/meta.lua":find(('"alphabeta %s"'):format(version), 1, true))
  end)
end)

-- What a rockspec defines.
local function rockspec_of(text)
  local rockspec = {}
  assert(load(text, "rockspec", "t", rockspec))()
  return rockspec
end

describe("the release", function()
  local development = rockspec_of(files.read "alphabeta-scm-1.rockspec")

  it("has the licence, the versions of Lua and the address that the README gives", function()
    local text = files.read "README.md"
    local low, beyond = development.dependencies[1]:match "^lua >= (5%.%d), < 5%.(%d)$"
    local badges = ("[%s licence](LICENSE) · Lua %s to 5.%d "):format(development.description.license, low, beyond - 1)
    assert(text:find(badges, 1, true), badges)
    assert(files.read "LICENSE":find("^" .. development.description.license .. " "))
    assert(text:find("\ngit clone " .. development.source.url:gsub("^git%+", "") .. " ", 1, true))
  end)

  it("is the rock of the development version, with its number and its tag", function()
    local pipe = assert(io.popen "lua5.4 .ci/release.lua")
    local release = rockspec_of(pipe:read "a")
    pipe:close()
    local version = alphabeta._VERSION:match "%d%S*"
    assert.same({ version .. "-1", "v" .. version }, { release.version, release.source.tag })
    release.version, release.source.tag = development.version, nil
    assert.same(development, release)
  end)

  it("has a date in the changelog as soon as it has a rockspec, and not before", function()
    local count = 0
    for version, when in files.read "CHANGELOG.md":gmatch "\n## (%d[%d.]*) %((.-)%)\n" do
      count = count + 1
      local rockspec = io.open(("alphabeta-%s-1.rockspec"):format(version))
      assert.matches(rockspec and "^%d%d%d%d%-%d%d%-%d%d$" or "^not yet released$", when)
      if rockspec then rockspec:close() end
    end
    assert(count > 0)
  end)

  it("has by CMake the headers that the rock installs", function()
    local text = files.read "CMakeLists.txt"
    for _, path in pairs(development.build.install.conf) do assert(text:find(path, 1, true), path) end
  end)
end)

------------------------------------------------------------------------------------------------
-- Indexes of files

-- The names in the first columns of the tables of a page, or of the part of it below a heading.
local function indexed(path, heading)
  local text = "\n" .. files.read(path)
  if heading then
    local _, last = text:find("\n" .. heading .. ":", 1, true)
    text = text:sub(assert(last, heading) + 1):match "^(.-)\n##" or text:sub(last + 1)
  end
  local set = {}
  for cell in text:gmatch "\n| (`[^|]*) |" do
    for name in pairs(quoted(cell)) do set[name] = true end
  end
  return set
end

describe("the index", function()
  for _, row in ipairs {
    { "### csrc/core/", "csrc/core -name '*.[ch]'", "^csrc/core/(.*)%.[ch]$" },
    { "### csrc/games/", "csrc/games -name '*.[ch]'", "^csrc/games/(.*)%.[ch]$" },
    { "### csrc/lua/", "csrc/lua -name '*.[ch]'", "^csrc/lua/(.*)%.[ch]$" },
    { "### lua/alphabeta/", "lua -name '*.lua'", "^lua/alphabeta/(.*)%.lua$" },
    { nil, ".ci -type f ! -name README.md", "^.ci/(.*)$", ".ci/README.md" },
    { nil, "spec/hostile -maxdepth 1 -type f ! -name README.md", "^spec/hostile/(.*)$", "spec/hostile/README.md" },
  } do
    local heading, where, pattern = row[1], row[2], row[3]
    local page = row[4] or "doc/internals.md"
    it("of " .. (heading or page) .. " has every file, and no other", function()
      local expected = {}
      for _, path in ipairs(files_in(where)) do expected[path:match(pattern)] = true end
      local found = indexed(page, heading)
      found["corpus/"] = nil
      assert_same_names(expected, found, page)
    end)
  end
end)

describe("promises.md", function()
  it("has the limits of the header", function()
    local header, promises = files.read "csrc/alphabeta.h", files.read "doc/promises.md"
    for name, row in pairs {
      AB_MAX_DEPTH = "| depth | %s plies", AB_MAX_MOVES = "| moves in a position, outcomes of chance | %s |",
      AB_MAX_FEATURES = "(features of a game in C: %s)", AB_MAX_PLAYERS = "| players | %s |",
      AB_MAX_POSITIONS = "| positions of a game that is solved | %s by option",
      AB_MAX_JOINT = "| joint moves of a position in which players choose at once | 2^%s |",
      AB_MAX_STATE = "| a native position | 2^%s bytes |",
    } do
      local defined = assert(header:match("\n#define " .. name .. " ([^\n]*)"), name)
      local digits = defined:match "^%(1 << (%d+)%)" or defined:match "^%d+"
      assert(promises:gsub("(%d),(%d)", "%1%2"):find(row:format(digits), 1, true), name)
    end
  end)

  it("names files that exist", function()
    local count = 0
    for path in files.read "doc/promises.md":gmatch "spec/[%w_/]+%.%w+" do
      assert(exists(path), path)
      count = count + 1
    end
    assert(count > 0)
  end)
end)

describe("native-games.md", function()
  it("shows C that is in the repository", function()
    local known = {}
    for _, path in ipairs(files_in "csrc examples -name '*.[ch]'") do
      for line in io.lines(path) do known[line:match "^%s*(.-)%s*$"] = true end
    end
    local count = 0
    for block in files.read "doc/native-games.md":gmatch "\n```c\n(.-)```" do
      for whole in block:gmatch "[^\n]+" do
        local line = whole:match "^%s*(.-)%s*$"
        assert(line == "..." or known[line], line)
        count = count + 1
      end
    end
    assert(count > 20)
  end)
end)
