-- Recorded trees as text, for Graphviz and as a page: every node is there once, with what it means, and
-- nothing that a move contains can break a view.

local alphabeta = require "alphabeta"
local contents = require "alphabeta.tell.contents"
local numbers = require "spec.support.numbers"
local pieces = require "alphabeta.tree.pieces"
local visits = require "alphabeta.tree.visits"
local words = require "alphabeta.tree.words"
local files = require "spec.support.files"
local json = require "spec.support.json"
local pig = require "alphabeta.games.pig"
local pi_tree = require "spec.facts.pi_tree"
local quick = require "spec.support.quick"
local trees = require "spec.support.trees"

local view = alphabeta.tree

local SEEDS = quick(70, 200)
local MODES = { "uniform", "uneven", "again", "float", "inf" }
local ALGORITHMS = { "alphabeta", "pvs", "mtdf", "bisection", "aspiration", "branch-and-bound", "minimax" }

-- A tree as nested lists: numbers are leaves, as the player to move there sees them.
local nested = {
  moves = function(node) return numbers(type(node) == "table" and #node or 0) end,
  play = function(node, i) return node[i] end,
  evaluate = function(node) return node end,
}

local SMALL = { { 3, 5 }, { 2, 9 } }

-- A game of one ply with the given moves, all worth the same.
local function choice(...)
  local moves = { ... }
  return {
    moves = function(state) return state == "root" and moves or nil end,
    play = function() return "leaf" end,
    evaluate = function() return 0 end,
    format = function(state) return state end,
  }
end

local function search(game, state, options)
  local given = { trace = true, algorithm = "alphabeta" }
  for name, value in pairs(options or {}) do given[name] = value end
  return alphabeta.search(game, state, given)
end

local function read(tree, line) return visits.read(tree, line, pieces.new()) end

local function search_tree(tree, options, form)
  local game = trees.game(tree, form or "width")
  return search(game, game.initial(), options)
end

local pi = trees.of_leaves(3, 4, pi_tree.digits)

-- Calls `check(result, note)` with recorded searches of seeded random trees, in all modes and with moves
-- of many kinds.
local function each_search(check)
  for seed = 1, SEEDS do
    local mode = MODES[seed % #MODES + 1]
    local form = trees.forms[seed % #trees.forms + 1]
    local algorithm = ALGORITHMS[seed // 7 % #ALGORITHMS + 1]
    local tree = trees.random(mode, seed, 4, 4)
    local note = ("%s, %s, form %s"):format(tree.text, algorithm, form)
    check(search_tree(tree, { algorithm = algorithm }, form), note)
  end
end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch "([^\n]*)\n" do lines[#lines + 1] = line end
  return lines
end

local function count(text, pattern)
  return select(2, text:gsub(pattern, ""))
end

------------------------------------------------------------------------------------------------

describe("visits.read", function()
  -- The visit behind moves from the root, written as a path: 1, 2, 3 are the first, second, third child.
  local function at(root, path)
    for i in path:gmatch "%d" do root = root[tonumber(i)] end
    return root
  end

  it("distinguishes exact values from bounds, and leaves from both", function()
    local list = read(search(nested, SMALL).tree)
    local bounds = {}
    for i, visit in ipairs(list) do bounds[i] = visit.bound end
    assert.same({ "exact", "exact", "given", "given", "lower", "given" }, bounds)
  end)

  it("takes a leaf for a bound outside of the window if it was settled without being valued", function()
    local tree = search(nested, SMALL).tree
    for _, leaf in ipairs { tree[1][1], tree[1][2], tree[2][1] } do leaf.settled = true end
    local list = read(tree)
    assert.equal("exact", list[3].bound)
    assert.equal("lower", list[4].bound) -- 5 in (−inf, 3)
    assert.equal("upper", list[6].bound) -- 2 in (3, inf)
  end)

  it("takes nothing for a bound at an infinite end", function()
    local list = read(search(nested, { { math.huge } }).tree)
    assert.same({ "exact", "exact", "given" }, { list[1].bound, list[2].bound, list[3].bound })
  end)

  it("finds where the bound of each cut-off of figure 3 comes from", function()
    local root = read(search_tree(pi).tree)[1]
    for path, from in pairs {
      ["112"] = "111", ["12"] = "11", ["13"] = "11", ["2"] = "1", ["3"] = "1", ["313"] = "312",
    } do
      assert.equal("shallow", at(root, path).cut, path)
      assert.equal(at(root, from), at(root, path).by, path)
    end
    for path, from in pairs {
      ["211"] = "1", ["212"] = "1", ["213"] = "1", ["311"] = "1", ["321"] = "1", ["322"] = "1",
      ["323"] = "1",
    } do
      assert.equal("deep", at(root, path).cut, path)
      assert.equal(at(root, from), at(root, path).by, path)
    end
  end)

  it("recognises cut-offs by the window of the root and by null windows", function()
    local root = read(search(nested, SMALL, { window = { -5, 2 } }).tree)[1]
    assert.equal("window", root.cut)
    root = read(search(nested, { { 3 }, { 5, { -6, 7 } } }, { algorithm = "pvs" }).tree)[1]
    assert.is_true(root[2].again)
    assert.equal("scout", root[2][2].cut)
    assert.equal(root[2], root[2][2].by)
    assert.is_false(root[3].again)
  end)

  it("finds the bound that was met, on random trees", function()
    local cuts = { shallow = 0, deep = 0, scout = 0, window = 0 }
    for seed = 1, SEEDS do
      local tree = trees.random(MODES[seed % #MODES + 1], seed, 4, 5)
      local algorithm = ALGORITHMS[seed // 2 % 5 + 1]
      local note = tree.text .. ", " .. algorithm
      for _, visit in ipairs(read(search_tree(tree, { algorithm = algorithm }).tree)) do
        assert.equal(visit.node.cut ~= nil, visit.cut ~= nil, note)
        if visit.cut then
          cuts[visit.cut] = cuts[visit.cut] + 1
        end
        if visit.cut == "shallow" or visit.cut == "deep" then
          local by = visit.by
          local sign, up = 1, visit
          while up.ply > by.ply do
            if not up.node.same then sign = -sign end
            up = up.parent
          end
          if (up.node.same or false) ~= (by.node.same or false) then sign = -sign end
          assert.equal(visit.node.beta, sign * by.node.value, note)
          assert.equal(visit.cut == "shallow", by.parent == visit.parent, note)
          assert(by.number < visit.number, note)
        end
      end
    end
    for kind, times in pairs(cuts) do assert(times > 0, kind) end
  end)

  it("marks where the same player moves again", function()
    for seed = 1, SEEDS do
      local tree = trees.random(MODES[seed % 3 + 1], seed, 4, 5)
      local game = trees.game(tree, "functional")

      local function check(node, state)
        for _, child in ipairs(node) do
          local to = game.play(state, child.move)
          assert.equal(to.player == state.player or nil, child.same, tree.text)
          check(child, to)
        end
      end

      check(search(game, tree.root).tree, tree.root)
    end
  end)

  it("marks the given line of best play", function()
    each_search(function(result, note)
      local line = {}
      for _, visit in ipairs(read(result.tree, result.pv)) do
        if visit.pv and visit.parent then line[#line + 1] = visit.node.move end
      end
      assert.same(result.pv, line, note)
    end)
  end)

  it("finds that line by itself", function()
    for seed = 1, SEEDS do
      local tree = trees.random(MODES[seed % 4 + 1], seed, 4, 5)
      local result = search_tree(tree, { algorithm = ALGORITHMS[seed // 2 % 6 + 1] })
      local told = read(result.tree, result.pv)
      for i, visit in ipairs(read(result.tree)) do
        assert.equal(told[i].pv, visit.pv, tree.text)
      end
    end
  end)
end)

------------------------------------------------------------------------------------------------

describe("words", function()
  it("writes numbers in few characters", function()
    for _, case in ipairs {
      { 0, "0" }, { -0.0, "0" }, { 7, "7" }, { -7, "−7" }, { 2.5, "2.5" }, { math.huge, "∞" },
      { -math.huge, "−∞" }, { 1000000, "1000000" }, { 2 ^ 53, "9007199254740992" },
      { 1 / 3, "0.333333" }, { 1e100, "1e+100" }, { 2 + 2 ^ -51, "2⁺" }, { 2 - 2 ^ -52, "2⁻" },
      { -2 - 2 ^ -51, "−2⁻" }, { -2 + 2 ^ -52, "−2⁺" }, { 2 ^ -1074, "0⁺" }, { -2 ^ -1074, "0⁻" },
      { 0.1 + 0.2, "0.3⁺" }, { -17 / 27, "−0.62963" },
    } do
      assert.equal(case[2], words.number(case[1], words.utf8))
    end
    assert.equal("-inf", words.number(-math.huge, words.ascii))
    assert.equal("-2-", words.number(-2 - 2 ^ -51, words.ascii))
  end)

  it("distinguishes the ends of every null window", function()
    for seed = 1, SEEDS do
      local low = (trees.draw(seed, 1, 2 ^ 31) - 2 ^ 30) / (1 + trees.draw(seed, 2, 1000))
      local bits = string.unpack("<i8", string.pack("<d", low))
      local high = string.unpack("<d", string.pack("<i8", low > 0 and bits + 1 or bits - 1))
      local alpha, beta = words.window(low, high, words.utf8)
      assert.not_equal(alpha, beta)
    end
  end)

  it("make one visible line of valid UTF-8 of any bytes", function()
    assert.equal("a\\nb\\t\\000\\127", words.plain("a\nb\t\0\127", words.utf8))
    assert.equal("ö∞🎲", words.plain("ö∞🎲", words.utf8))
    assert.equal("\\195\\182", words.plain("ö", words.ascii))
    assert.equal("\\255\\192\\128\\237\\160\\128", words.plain("\255\192\128\u{D800}", words.utf8))
    assert.equal("\\226\\128\\168 \\194\\155", words.plain("\u{2028} \u{9B}", words.utf8))
    for seed = 1, SEEDS do
      local bytes = {}
      for i = 1, 40 do bytes[i] = string.char(trees.draw(seed, i, 256)) end
      local bytes_of_seed = table.concat(bytes)
      local plain = words.plain(bytes_of_seed, words.utf8)
      assert(utf8.len(plain) and not plain:find "%c", ("%q"):format(bytes_of_seed))
      assert(not words.plain(bytes_of_seed, words.ascii):find "[^\32-\126]", ("%q"):format(bytes_of_seed))
    end
  end)
end)

------------------------------------------------------------------------------------------------

describe("tree.text", function()
  it("draws a small tree", function()
    assert.equal([[
root: 3  (−∞, ∞)
┡━ 1: −3  (−∞, ∞)
│  ┡━ 1: 3  (−∞, ∞)
│  └─ 2: 5  (−∞, 3)
└─ 2: ≥ −2  (−∞, −3)  cut
   └─ 1: 2  (3, ∞)
]], view.text(search(nested, SMALL)))
  end)

  it("draws what three players choose at once, played again with all their choices", function()
    local game = { players = 3, moves = function() return {} end, player = function() return 1 end }
    function game.simultaneous(ply) if ply < 2 then return { 1, 2 }, { 1 }, { 3, 4 } end end
    function game.play(ply, _, _, third)
      assert(third == 3 or third == 4)
      return ply + 1
    end
    function game.evaluate() return { 1, 2, 3 } end
    local result = alphabeta.search(game, 0, { algorithm = "mcts", playouts = 20, trace = 100, seed = 1 })
    local text = view.text(result, { game = game, state = 0 })
    for _, move in ipairs { "1/1/3", "2/1/4" } do assert.truthy(text:find(move, 1, true), text) end
  end)

  it("draws it in ASCII", function()
    assert.equal([[
root: 3  (-inf, inf)
|== 1: -3  (-inf, inf)
|   |== 1: 3  (-inf, inf)
|   `-- 2: 5  (-inf, 3)
`-- 2: >= -2  (-inf, -3)  cut
    `-- 1: 2  (3, inf)
]], view.text(search(nested, SMALL), { ascii = true }))
  end)

  it("leads the heavy line past what comes before the best move", function()
    assert.equal([[
root: 3  (−∞, ∞)
┠─ 1: −2  (−∞, ∞)
┃  └─ 1: 2  (−∞, ∞)
┗━ 2: −3  (−∞, −2)
   ┗━ 1: 3  (2, ∞)
]], view.text(search(nested, { { 2 }, { 3 } })))
  end)

  it("draws figure 3 of the paper", function()
    local result = search_tree(pi, nil, "successors")
    local text = view.text(result)
    assert.equal(result.nodes, #lines_of(text))
    assert.equal(result.cutoffs, count(text, "cut\n"))
    assert.equal(7, count(text, "deep cut\n"))
    assert.matches("\n├─ 2: ≥ −2  %(−∞, −2%)  cut\n", text)
    assert.matches("\n│     └─ 3: ≥ −2  %(−∞, −2%)  deep cut\n│        └─ 1: 2  %(2, ∞%)\n", text)
  end)

  it("says what was searched again, and in which windows", function()
    assert.equal([[
root: 3  (−∞, ∞)
┠─ 1: −2  (−∞, ∞)
┃  └─ 1: 2  (−∞, ∞)
┠─ 2: ?  (−2⁻, −2)  searched again
┃  └─ 1: 3  (2, 2⁺)
┗━ 2: −3  (−∞, −2)
   ┗━ 1: 3  (2, ∞)
]], view.text(search(nested, { { 2 }, { 3 } }, { algorithm = "pvs" })))
  end)

  it("says what was not finished, and what was not recorded", function()
    assert.equal([[
root: ?  (−∞, ∞)  not finished
┗━ 1: −3  (−∞, ∞)
   ┡━ 1: 3  (−∞, ∞)
   └─ 2: 5  (−∞, 3)
]], view.text(search(nested, SMALL, { nodes = 4, deepening = false })))
    assert.equal([[
root: 3  (−∞, ∞)
┗━ 1: −3  (−∞, ∞)
   ┗━ 1: 3  (−∞, ∞)
… more nodes were visited than recorded
]], view.text(search(nested, SMALL, { trace = 3 })))
  end)

  it("folds what is wide, but not the best line", function()
    local result = search(nested, { 5, { -4 }, { -3 }, { 2 }, 1, { 0 } })
    assert.equal([[
root: 2  (−∞, ∞)
┠─ 1: 5  (−∞, ∞)
┠─ … 2 more (4 nodes)
┡━ 4: −2  (−∞, 3)
│  ┗━ 1: 2  (−3, ∞)
└─ … 2 more (3 nodes)
]], view.text(result, { width = 1 }))
  end)

  it("shows 8 children by default", function()
    local result = search(choice(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), "root")
    assert.equal("└─ … 2 more", lines_of(view.text(result))[10])
    assert.equal(11, #lines_of(view.text(result, { width = 10 })))
  end)

  it("folds what is deep", function()
    local result = search(nested, SMALL)
    assert.equal("root: 3  (−∞, ∞)  … 5 below\n", view.text(result, { depth = 0 }))
    assert.equal([[
root: 3  (−∞, ∞)
┡━ 1: −3  (−∞, ∞)  … 2 below
└─ 2: ≥ −2  (−∞, −3)  cut  … 1 below
]], view.text(result, { depth = 1 }))
  end)

  it("takes the tree, or a node of it, for a result", function()
    local result = search(nested, SMALL)
    assert.equal(view.text(result), view.text(result.tree))
    assert.equal("2: ≥ −2  (−∞, −3)  cut\n┗━ 1: 2  (3, ∞)\n", view.text(result.tree[2]))
  end)

  it("writes moves by format_move", function()
    local text = view.text(search(choice("e4", "d4"), "root"), {
      format_move = function(state, move) return state == nil and "1." .. move end,
    })
    assert.equal("root: 0  (−∞, ∞)\n┡━ 1.e4: 0  (−∞, ∞)\n└─ 1.d4: 0  (−∞, 0)\n", text)
  end)

  it("writes the move to a node of the tree without the position before it, which is not known", function()
    local game = { viewpoint = 1, player = function() return 1 end, play = function(ply) return ply + 1 end,
      moves = function(ply) return ply == 1 and { 1 } or {} end, evaluate = function() return 0 end }
    function game.simultaneous(ply) if ply == 0 then return { 1 }, { 2 } end end
    function game.format_move(ply, move) return ("<%d: %d>"):format(ply, move) end
    local result = alphabeta.search(game, 0, { trace = true, depth = 2, table = false })
    local given = { game = game, state = 1 }
    assert.matches("^1/2: 0 .*\n┗━ <1: 1>: 0 ", view.text(result.tree[1], given))
    given.format_move = game.format_move
    assert.matches("^1/2: 0 .*\n┗━ <1: 1>: 0 ", view.text(result.tree[1], given))
  end)

  it("writes moves that are tables by their contents", function()
    local result = search(choice({ to = "e4" }, { to = "d4" }), "root")
    assert.matches("\n┡━ {to=e4}: 0 .*\n└─ {to=d4}: 0 ", view.text(result))
    assert.matches(' {to=e4} "', view.dot(result))
    assert.matches('"{to=d4}"', view.html(result))
  end)

  it("has a line for every node of random trees", function()
    each_search(function(result, note)
      local nodes = #read(result.tree)
      for _, options in ipairs { { width = 100 }, { width = 100, ascii = true } } do
        local text = view.text(result, options)
        assert.equal(nodes, #lines_of(text), note)
        assert(utf8.len(text), note)
        assert(not (options.ascii and text:find "[^\n\32-\126]"), note)
      end
    end)
  end)
end)

describe("words.plain", function()
  it("leaves valid UTF-8 that is seen, and escapes all else", function()
    local function is_nothing(code)
      return code >= 0xfdd0 and code <= 0xfdef or code % 0x10000 >= 0xfffe
    end
    for code = 0xa0, 0x10ffff, 1 do
      local turns = code >= 0x2028 and code <= 0x202e or code >= 0x2066 and code <= 0x2069
      local is_surrogate = code >= 0xd800 and code <= 0xdfff
      -- every code point where something begins or ends, some of the others
      local is_looked_at = code < 0x3000 or code % 251 == 0 or code % 0x10000 >= 0xfd00
      if is_looked_at and not is_surrogate then
        local character = utf8.char(code)
        local plain = words.plain(character, words.utf8)
        if turns or is_nothing(code) then
          assert(plain:find "^[\\%d]+$", ("U+%04X"):format(code))
        else
          assert(plain == character, ("U+%04X"):format(code))
        end
      end
    end
    assert.equal("\\239\\191\\190a\\239\\191\\191", words.plain("\u{FFFE}a\u{FFFF}", words.utf8))
    assert.equal("�", words.plain("\u{FFFD}", words.utf8))
  end)
end)

------------------------------------------------------------------------------------------------

-- The statements of a graph, each with its strings replaced by "#1", "#2" …, and the strings.
local function statements(dot)
  local strings, plain = {}, {}
  local i = 1
  while i <= #dot do
    local quote = dot:find('"', i, true)
    plain[#plain + 1] = dot:sub(i, (quote or #dot + 1) - 1)
    if not quote then break end
    local last = quote
    repeat
      last = assert(dot:find('["\\]', last + 1), "a string without an end")
      local is_escape = dot:sub(last, last) == "\\"
      if is_escape then last = last + 1 end
    until not is_escape
    strings[#strings + 1] = dot:sub(quote + 1, last - 1)
    plain[#plain + 1] = "#" .. #strings
    i = last + 1
  end
  local text = table.concat(plain)
  local body = assert(text:match "^digraph tree {\n(.*)}\n$", "not a graph")
  assert(not body:find "[{}]", "braces")
  local list = {}
  for statement in body:gmatch "%s*([^%[%]]+%b[])" do list[#list + 1] = statement end
  assert(not body:gsub("%s*[^%[%]]+%b[]", ""):find "%S", "something between the statements")
  return list, strings
end

-- The nodes and edges of a graph: how often each name occurs, and each "parent -> child".
local function graph(dot)
  local nodes, edges, labels = {}, {}, {}
  local list, strings = statements(dot)
  for _, statement in ipairs(list) do
    local name, label = statement:match "^(%l+%d+) %[label=#(%d+)"
    local edge = statement:match "^%l+%d+ %-> %l+%d+"
    if name then
      nodes[name] = (nodes[name] or 0) + 1
      labels[name] = strings[tonumber(label)]
    elseif edge then
      edges[edge] = (edges[edge] or 0) + 1
      labels[edge] = strings[tonumber(statement:match "label=#(%d+)")]
    else
      assert(statement:find "^graph " or statement:find "^node " or statement:find "^edge ", statement)
    end
  end
  return nodes, edges, labels
end

describe("tree.dot", function()
  it("writes a small tree", function()
    local nodes, edges, labels = graph(view.dot(search(nested, SMALL)))
    assert.same({ n1 = 1, n2 = 1, n3 = 1, n4 = 1, n5 = 1, n6 = 1, cut5 = 1 }, nodes)
    assert.same({ ["n1 -> n2"] = 1, ["n2 -> n3"] = 1, ["n2 -> n4"] = 1, ["n1 -> n5"] = 1,
      ["n5 -> n6"] = 1, ["n5 -> cut5"] = 1 }, edges)
    assert.equal("≥ −2\\n(−∞, −3)", labels.n5)
    assert.equal(" 2 ", labels["n1 -> n5"])
    assert.equal("cut", labels.cut5)
  end)

  it("draws bounds, cut-offs and the best line differently", function()
    local dot = view.dot(search(nested, SMALL))
    assert.matches('n5 %[label="[^"]*", shape=house', dot)
    assert.matches("n5 %-> cut5 %[style=dashed", dot)
    assert.matches("n1 %-> n2 %[[^\n]*penwidth", dot)
    assert.not_matches("n1 %-> n5 %[[^\n]*penwidth", dot)
    assert.matches('label="≤[^"]*", shape=invhouse', view.dot(search_tree(pi)))
  end)

  it("folds as text does, if asked to", function()
    local result = search(choice(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), "root")
    local _, _, labels = graph(view.dot(result))
    assert.is_nil(labels.more1)
    local nodes
    nodes, _, labels = graph(view.dot(result, { width = 4 }))
    assert.same({ n1 = 1, n2 = 1, n3 = 1, n4 = 1, n5 = 1, more1 = 1 }, nodes)
    assert.equal("… 6 more", labels.more1)
    nodes, _, labels = graph(view.dot(result, { depth = 0 }))
    assert.same({ n1 = 1, more1 = 1 }, nodes)
    assert.equal("… 10 below", labels.more1)
  end)

  it("escapes whatever a move is", function()
    local result = search(choice('say "a\\b"', "two\nlines", "back\\", "&lt;", "\255", "ö", ""), "root")
    local _, _, labels = graph(view.dot(result))
    local found = {}
    for i = 2, 8 do found[#found + 1] = labels["n1 -> n" .. i] end
    assert.same({ ' say \\"a\\\\b\\" ', " two\\\\nlines ", " back\\\\ ", " &amp;lt; ", " \\\\255 ", " ö ",
      "  " }, found)
  end)

  it("cuts a move short that Graphviz would not read", function()
    for _, part in ipairs { "x", "ö", "🎲", "&", '"', "\255" } do
      local _, _, labels = graph(view.dot(search(choice(part:rep(20000)), "root")))
      local label = labels["n1 -> n2"]
      assert.matches("… $", label)
      assert(#label < 16384 and #label > 900 and utf8.len(label), part)
    end
  end)

  it("has every node and every edge of random trees once", function()
    each_search(function(result, note)
      local list = read(result.tree)
      local nodes, edges = graph(view.dot(result))
      for _, visit in ipairs(list) do
        assert.equal(1, nodes["n" .. visit.number], note)
        nodes["n" .. visit.number] = nil
        if visit.parent then
          local edge = ("n%d -> n%d"):format(visit.parent.number, visit.number)
          assert.equal(1, edges[edge], note)
          edges[edge] = nil
        end
        if visit.cut then
          local mark = "cut" .. visit.number
          assert.equal(1, nodes[mark], note)
          assert.equal(1, edges["n" .. visit.number .. " -> " .. mark], note)
          nodes[mark], edges["n" .. visit.number .. " -> " .. mark] = nil, nil
        end
      end
      assert.is_nil(next(nodes), note)
      assert.is_nil(next(edges), note)
    end)
  end)
end)

------------------------------------------------------------------------------------------------

-- The data of a page, and the page without it.
local function data_of(page)
  local opening = '<script id="data" type="application/json">'
  local from, to = page:find(opening, 1, true)
  local closing = page:find("</script", to, true)
  return json.read(page:sub(to + 1, closing - 1)), page:sub(1, from - 1) .. page:sub(closing)
end

describe("every view", function()
  it("says where not all positions were recorded", function()
    for most, is_told in pairs { [5] = true, [1000] = false } do
      local result = search_tree(pi, { trace = most })
      for name, told in pairs {
        text = "… more nodes were visited than recorded\n", dot = "not all nodes were recorded",
        html = '"truncated":true',
      } do
        assert.equal(is_told, alphabeta.tree[name](result):find(told, 1, true) ~= nil, name)
      end
    end
  end)

  it("takes what a table or the game's bounds say of a leaf for a bound", function()
    local game = setmetatable({ bounds = function(node) return node.low or -10, 10 end }, { __index = nested })
    game.evaluate = function(node) return type(node) == "number" and node or 0 end
    local root = { { -1, 3 }, { low = 5, -9, 0 } }
    local result = search(game, root)
    assert.matches("\n└─ 2: ≥ 5  %(−∞, 1%)\n", view.text(result))
    assert.is_true(result.tree[2].settled and result.tree[2].leaf)
    assert.is_nil(result.tree[1][1].settled)
    assert.matches("5\\n%(−∞, 1%)\", shape=house", view.dot(result))

    local shared = { -1, -2 }
    game = setmetatable({ key = function(node) return tostring(node) end }, { __index = nested })
    result = search(game, { { shared, 4 }, { shared, 3 } }, { deepening = false })
    local settled = result.tree[2][1]
    assert.is_true(settled.settled and result.table.hits > 0)
    assert.matches("^1: ≤ 2  %(2, ∞%)\n", view.text(settled))
  end)
end)

describe("the page of viewer/", function()
  it("is the one in the library", function()
    local pipe = assert(io.popen "lua5.4 viewer/make.lua")
    local made = pipe:read "a"
    assert.is_true(pipe:close())
    assert(made == files.read "lua/alphabeta/tree/page.lua",
      "made by hand? lua5.4 viewer/make.lua > lua/alphabeta/tree/page.lua")
  end)

  it("has what its style sheet speaks of", function()
    local sheet = files.read("viewer/tree.css"):gsub("{.-}", " ")
    local rest = files.read "viewer/tree.html" .. files.read "viewer/tree.js"
    local names = 0
    for name in sheet:gmatch "[.#]([%a][%w-]*)" do
      assert(rest:find("%f[%w]" .. name .. "%f[^%w]"), name)
      names = names + 1
    end
    assert(names > 30)
  end)
end)

describe("tree.html", function()
  it("is one page that asks for nothing else", function()
    local page = view.html(search(nested, SMALL))
    assert.matches("^<!DOCTYPE html>\n", page)
    assert.matches("</html>\n$", page)
    assert.matches("default%-src 'none'", page)
    assert.not_matches("https?:", page)
    assert.not_matches("[ \n]src=", page)
  end)

  it("gives only the data on request, which has the title", function()
    local result = search(nested, SMALL)
    local page = view.html(result, { title = 'a "b" <c>' })
    local data = view.html(result, { title = 'a "b" <c>', data = true })
    assert(page:find(data, 1, true))
    assert.equal('a "b" <c>', json.read(data).title)
  end)

  it("has the nodes, and what they mean", function()
    local data = data_of(view.html(search(nested, SMALL)))
    local function texts(column)
      local list = {}
      for i, index in ipairs(data[column]) do list[i] = data.strings[index + 1] end
      return list
    end
    assert.same({ -1, 0, 1, 1, 0, 4 }, data.parent)
    assert.same({ "root", "1", "1", "2", "2", "1" }, texts "move")
    assert.same({ "3", "−3", "3", "5", "−2", "2" }, texts "value")
    assert.same({ "−∞", "−∞", "−∞", "−∞", "−∞", "3" }, texts "alpha")
    assert.same({ "∞", "∞", "∞", "3", "−3", "∞" }, texts "beta")
    assert.same({ 2, 2, 1, 1, 3, 1 }, data.bound)
    assert.same({ 0, 0, 0, 0, 1, 0 }, data.cut)
    assert.same({ -1, -1, -1, -1, 1, -1 }, data.by)
    assert.same({ 1, 1, 1, 0, 0, 0 }, data.pv)
    assert.same({ 6, 3, 1, false }, { data.nodes, data.leaves, data.cutoffs, data.truncated })
  end)

  it("counts the nodes of Monte-Carlo tree search, whose result has no leaves", function()
    local tictactoe = require "alphabeta.games.tictactoe"
    local result = alphabeta.search(tictactoe, tictactoe.initial(),
      { algorithm = "mcts", playouts = 50, trace = 20 })
    local data = data_of(view.html(result))
    assert.same({ 20, 20, 0, true }, { data.nodes, #data.parent, data.cutoffs, data.truncated })
    for _, bound in ipairs(data.bound) do assert.equal(5, bound) end -- a mean
  end)

  it("counts the nodes of a tree that comes without its result", function()
    local data = data_of(view.html(search(nested, SMALL).tree[2]))
    assert.same({ 2, 1, 1 }, { data.nodes, data.leaves, data.cutoffs })
  end)

  it("keeps to its place whatever a move, a title or a position is", function()
    local nasty = '</script><script>alert("1")</script><!-- & \\ \u{2028}\255\0'
    local game = choice(nasty, "x")
    game.format = function(state) return state .. nasty .. "\nsecond line" end
    local page = view.html(search(game, "root"), { title = nasty, game = game, state = "root" })
    local data, rest = data_of(page)
    assert.equal(1, count(rest, "<script"))
    assert.not_matches("alert%(", rest:gsub("&lt;/script&gt;&lt;script&gt;alert%(", ""))
    assert(utf8.len(page))
    local plain = '</script><script>alert("1")</script><!-- & \\ \\226\\128\\168\\255\\000'
    assert.equal(plain, data.strings[data.move[2] + 1])
    assert.equal("root" .. plain .. "\nsecond line", data.strings[data.position[1] + 1])
    assert.matches("<title>&lt;/script&gt;", rest)
  end)

  it("has every node of random trees, as it was recorded", function()
    each_search(function(result, note)
      local page = view.html(result)
      local data = data_of(page)
      assert(utf8.len(page), note)
      local list = read(result.tree, result.pv)
      assert.equal(#list, #data.parent, note)
      for i, visit in ipairs(list) do
        assert.equal(visit.parent and visit.parent.number - 1 or -1, data.parent[i], note)
        assert.equal(visit.node.leaf and 1 or 0, data.leaf[i], note)
        assert.equal(visit.node.cut and true or false, data.cut[i] > 0, note)
        assert.equal(visit.pv and 1 or 0, data.pv[i], note)
      end
    end)
  end)

  it("shows positions, and turns back those that change in place", function()
    for _, form in ipairs(trees.forms) do
      local tree = trees.random("uniform", 11, 3, 3)
      local game = trees.game(tree, form)
      local state = game.initial()
      local function id_of(position) return tostring((position.node or position).id) end
      game.format = id_of
      local result = search(game, state)
      local data = data_of(view.html(result, { game = game, state = state }))
      assert(trees.at_start(tree, state), form)

      local places = {}
      local function expect(visit, node)
        places[#places + 1] = tostring(node.id)
        for _, child in ipairs(visit) do
          expect(child, node[trees.names(form).index(node, child.node.move)])
        end
      end
      expect(read(result.tree)[1], tree.root)
      for i, place in ipairs(places) do
        assert.equal(place, data.strings[data.position[i] + 1], form)
      end

      local calls = 0
      game.format = function(position)
        calls = calls + 1
        if calls == 7 then error("no such luck", 0) end
        return id_of(position)
      end
      assert.error(function() view.html(result, { game = game, state = state }) end, "no such luck")
      assert(trees.at_start(tree, state), form)
    end
  end)

  it("writes moves as the game does, like the other views, if that is given with the state at the root", function()
    for _, form in ipairs(trees.forms) do
      local tree = trees.random("uniform", 12, 3, 3)
      local game = trees.game(tree, form)
      local state = game.initial()
      local result = search(game, state)
      local function named(move) return (tostring(move):gsub(": ", " ")) end
      local function place(position) return tostring((position.node or position).id) end
      game.format_move = function(position, move) return place(position) .. ":" .. named(move) end
      local function expect(list, node, child)
        for _, visit in ipairs(child) do
          list[#list + 1] = node.id .. ":" .. named(visit.move)
          expect(list, node[trees.names(form).index(node, visit.move)], visit)
        end
        return list
      end
      local expected = expect({}, tree.root, result.tree)
      for name, label in pairs { text = "━ (%-?%d+:.-): ", dot = 'label=" (%-?%d+:.-) "' } do
        local found = {}
        local drawn = view[name](result, { game = game, state = state, width = 1000 }):gsub("─ ", "━ ")
        for text in drawn:gmatch(label) do found[#found + 1] = text end
        assert.same(expected, found, form)
      end
      local data = data_of(view.html(result, { game = game, state = state }))
      for i, text in ipairs(expected) do assert.equal(text, data.strings[data.move[i + 1] + 1]) end
      assert.equal(-1, data.position[1])
      assert(trees.at_start(tree, state), form)
      local own = view.text(result, { game = game, state = state, format_move = function(at)
        return "<" .. place(at) .. ">"
      end })
      assert(own:find("━ <" .. tree.root.id .. ">: ", 1, true))
      local first = contents.shown(result.tree[1].move)
      local below = view.text(result.tree[1])
      assert.equal(first .. ": ", below:sub(1, #first + 2))
    end
  end)
end)

------------------------------------------------------------------------------------------------

describe("the arguments of the views", function()
  local result = search(nested, SMALL)

  local function refused(message, name, ...)
    local arguments = table.pack(...)
    local line = debug.getinfo(1, "l").currentline + 2
    local done, problem = pcall(function()
      view[name](table.unpack(arguments, 1, arguments.n))
    end)
    assert.is_false(done)
    assert.equal(("spec/tree_views_spec.lua:%d: %s"):format(line, message), (problem:gsub("^%./", "")))
  end

  it("must be a result with a tree", function()
    for _, name in ipairs { "text", "dot", "html" } do
      refused(("bad argument #1 to '%s' (result or recorded tree expected, got nil)"):format(name), name)
      refused(("bad argument #1 to '%s' (the result has no recorded tree: search with trace = true)")
        :format(name), name, alphabeta.search(nested, SMALL))
      local tiles = require "alphabeta.games.tiles"
      refused(("bad argument #1 to '%s' (a search for a way records no tree: see alphabeta.explain)")
        :format(name), name, alphabeta.path(tiles, tiles.initial()))
    end
  end)

  it("must be options that there are", function()
    refused("bad argument #2 to 'text' (table expected, got number)", "text", result, 3)
    refused("bad argument #2 to 'text' (unknown option 'dept')", "text", result, { dept = 3 })
    refused("bad argument #2 to 'text' (unknown option 'title')", "text", result, { title = "" })
    refused("bad argument #2 to 'dot' (unknown option 'ascii')", "dot", result, { ascii = true })
    refused("bad argument #2 to 'html' (unknown option 'width')", "html", result, { width = 3 })
  end)

  it("must be options that fit", function()
    refused("bad argument #2 to 'text' (option 'depth': integer from 0 to 1000 expected, got -1)",
      "text", result, { depth = -1 })
    refused("bad argument #2 to 'dot' (option 'width': integer from 1 to 1000000000 expected, got 1.5)",
      "dot", result, { width = 1.5 })
    refused("bad argument #2 to 'text' (option 'ascii': boolean expected, got 'yes')",
      "text", result, { ascii = "yes" })
    refused("bad argument #2 to 'html' (option 'game': game expected, got table)",
      "html", result, { game = {}, state = 1 })
    for _, name in ipairs { "text", "dot", "html" } do
      refused(("bad argument #2 to '%s' (option 'game' needs option 'state')"):format(name),
        name, result, { game = choice() })
    end
    refused("bad argument #2 to 'html' (option 'state' needs option 'game')",
      "html", result, { state = 1 })
    refused("bad argument #2 to 'dot' (option 'format_move' returned a table (string expected))",
      "dot", result, { format_move = function() return {} end })
    refused("bad argument #2 to 'text' (option 'format_move' returned a nil (string expected))",
      "text", result, { format_move = function() end })
  end)

  it("may be options of all kinds that can be called", function()
    local format_move = setmetatable({}, { __call = function(_, _, move) return "<" .. move .. ">" end })
    assert.matches("<1>: −3", view.text(result, { format_move = format_move }))
  end)
end)

describe("A chance position", function()
  local state = pig.initial { target = 6, sides = 3 }

  local function shown(name, options)
    local result = alphabeta.search(pig, state, { trace = true, algorithm = "alphabeta", depth = 2, table = false })
    options = options or {}
    options.game, options.state = pig, state
    return view[name](result, options)
  end

  it("is a diamond, with the probability of each outcome", function()
    assert.equal([[
root: 0.277778  (−∞, ∞)
┗━ roll ◇: 0.277778  (−∞, ∞)
   ├─ 1 (33.3 %): 0  (−∞, ∞)
   │  └─ roll: 0  (−∞, ∞)
   ├─ 2 (33.3 %): 0.333333  (−∞, ∞)
   │  ├─ roll: 0.333333  (−∞, ∞)
   │  └─ hold: −0.333333  (−∞, −0.333333)
   └─ 3 (33.3 %): 0.5  (−∞, ∞)
      ├─ roll: 0.5  (−∞, ∞)
      └─ hold: −0.5  (−∞, −0.5)
]], shown "text")
    assert.matches("\n`== roll <>: 0%.277778 ", shown("text", { ascii = true }))
    local dot = shown "dot"
    assert.matches("\n  n2 %[label=\"0%.277778\\n%(−∞, ∞%)\", fillcolor=\"#d9f0dd\", shape=diamond, ", dot)
    assert.matches("\n  n2 %-> n3 %[label=\" 1 %(33%.3 %%%) \"%]\n", dot)
    assert.equal(1, select(2, dot:gsub("shape=diamond", "")))
    local html = shown "html"
    assert(html:find('"1 (33.3 %)"', 1, true) and html:find('"roll ◇"', 1, true))
  end)

  it("has outcomes that were only probed, for a bound", function()
    local function dice(...) return { dice = true, ... } end
    local game = { range = { -10, 10 },
      chance = function(node) return type(node) == "table" and node.dice and { 1, 2 } or nil end,
      key = function(node) return tostring(node) end, moves = nested.moves, play = nested.play,
      evaluate = function(node) return type(node) == "number" and node or 0 end }
    local result = search(game, { 0, dice({ -5, -9 }, { -5, -9 }) })
    assert.matches("1 %(50 %%%): ≥ 5  %(−∞, ∞%)\n", view.text(result))
    assert.is_true(result.tree[2][1].probed)
    local data = json.read(view.html(result, { data = true }))
    assert.same({ 0, 0, 0, 1 }, { data.probed[1], data.probed[2], data.probed[3], data.probed[4] })
    assert.same({ "lower", "upper" }, { read { value = 3, probed = true, same = true, alpha = -1, beta = 9 }[1].bound,
      read { value = 3, probed = true, leaf = true, alpha = -1, beta = 9 }[1].bound })
  end)

  it("is cut off at alpha too, but not behind its last outcome", function()
    local function dice(...) return { dice = true, ... } end
    local game = { range = { -10, 10 }, moves = nested.moves, play = nested.play, player = function() return 1 end,
      chance = function(node) return type(node) == "table" and node.dice and numbers(#node) or nil end,
      evaluate = function(node) return type(node) == "number" and node or 0 end }
    local result = search(game, { dice(9, 9), dice(1, -9, -3), dice(9, 8) })
    local list = read(result.tree)
    assert.equal("alpha", list[1][2].cut)
    assert.same({ 2, "upper" }, { #list[1][3], list[1][3].bound })
    assert.is_nil(list[1][3].cut)
    assert.same({ 1, 6 }, { result.cutoffs, json.read(view.html(result, { data = true })).cut[list[1][2].number] })
  end)

  it("ends the principal variation, and hides where bounds come from", function()
    local function leaf(move, value, probability)
      return { move = move, value = value, probability = probability, same = true, leaf = true, alpha = -1, beta = 1 }
    end
    local root = { alpha = -math.huge, beta = math.huge, value = 1, leaf("one", 1, 0.5), leaf("two", 1, 0.5) }
    local list = read(root)
    assert.same({ true, false, false }, { list[1].pv, list[2].pv, list[3].pv })
    assert.same({ false, false }, { list[2].raises, list[3].raises })
    root[2] = { move = "two", value = 2, probability = 0.5, same = true, alpha = 0, beta = 1.5, cut = true,
      leaf("three", 2) }
    root[2][1].probability = nil
    assert.equal("unknown", read(root)[3].cut)
  end)
end)

------------------------------------------------------------------------------------------------

describe("Among several players", function()
  -- A node is a payoff each, or has a list of nodes below, whose `player` is to move, or chance, or all three at once.
  local turns = {
    players = 3,
    player = function(node) return node.player or node.last or 1 end,
    moves = function(node) return numbers(node.player and #node or 0) end,
    play = function(node, move) return node[move] end,
    evaluate = function(node) return type(node[1]) == "number" and node or { 0, 0, 0 } end,
  }
  local game = setmetatable({
    chance = function(node) return node.chance and numbers(#node) end,
    simultaneous = function(node) if node.all then return { 1, 2 }, nil, { 1, 2 } end end,
    play = function(node, first, _, third) return node[third and 2 * first + third - 2 or first] end,
  }, { __index = turns })

  local function sampled(root, rules)
    return alphabeta.search(rules or turns, root, { algorithm = "mcts", playouts = 200, seed = 1, trace = true })
  end

  it("a move is worth what its node says", function()
    for last = 1, 3 do
      local result = sampled { player = 1, { last = last, 1, -1, 0 }, { last = last, -1, 1, 0 } }
      for _, told in ipairs { result, result.tree } do
        assert.equal("root: 1  (−∞, ∞)\n┡━ 1: 1  (−∞, ∞)\n└─ 2: −1  (−∞, ∞)\n", view.text(told))
        assert.matches('n1 %-> n2 %[label=" 1 ", color=.*n1 %-> n3 %[label=" 2 "%]', view.dot(told))
        local data = json.read(view.html(told, { data = true }))
        assert.same({ { 0, 1, 0 }, { 1, 1, 0 }, "1" }, { data.raises, data.pv, data.strings[data.worth[2] + 1] })
      end
    end
  end)

  it("a line that is not given ends where the value is another player's", function()
    local result = sampled { player = 1, { player = 2, { 1, 3, 0 }, { 0, 1, 0 } } }
    local function heavy(told)
      local moves = {}
      for move in view.text(told):gmatch "[┡┗]━ ([^:]*)" do moves[#moves + 1] = move end
      return table.concat(moves, " ")
    end
    assert.same({ "1 1", "1" }, { heavy(result), heavy(result.tree) })
    assert.same({ 1, 1, 2, 2 }, { result.tree.player, result.tree[1].player, result.tree[1][1].player,
      result.tree[1][2].player })
    local raised = json.read(view.html(result, { data = true })).raises
    assert.same({ 0, 1, 0, 0 }, raised)
    assert.equal("1 1 1", heavy(sampled { player = 3, { player = 3, { player = 3, { 0, 0, 1 } } } }.tree))
  end)

  it("values are those of the player who is named, also below chance and joint moves", function()
    local all = { all = true, { 5, 1, 3 }, { 2, 1, 4 }, { 1, 1, 1 }, { 0, 1, 2 } }
    local root, seen = { player = 3, { chance = true, player = 2, all, { 4, 6, 8 } }, all }, {}
    local result = sampled(root, game)
    local function check(node, state)
      for _, child in ipairs(node) do
        local move = child.move
        local below = child.at_once and game.play(state, move[1], nil, move[3]) or game.play(state, move)
        local kind = child.at_once and "joint" or state.chance and "chance" or "move"
        if type(below[1]) == "number" then assert.equal(below[child.player], child.value) end
        if kind == "move" then assert.equal(state.player, child.player) end
        seen[kind] = (seen[kind] or 0) + 1
        check(child, below)
      end
    end
    check(result.tree, root)
    assert.is_true(seen.joint >= 4 and seen.chance == 2 and seen.move == 2)
    for i, visit in ipairs(read(result.tree, result.pv)) do
      assert.equal(i > 1 and visit.node.value or nil, visit.worth)
    end
  end)
end)

describe("Where something is hidden", function()
  -- Each of two players has a card, which is played; only one's own is known.
  local function hidden(undo)
    local game = { viewpoint = 1, undo = undo, player = function(s) return math.min(s.turn, 2) end,
      moves = function(s) return s[s.turn] and { s[s.turn] } or {} end,
      evaluate = function(s) return s.sum end,
      format = function(s) return "turn " .. s.turn end,
      format_move = function(s, card) return card .. " at turn " .. s.turn end }
    function game.play(s, card)
      assert(s[s.turn] == card, "no such card")
      local after = undo and s or { s[1], s[2] }
      after.turn, after.sum = s.turn + 1, s.sum + card
      return not undo and after or nil
    end
    function game.determinize(s, me)
      return { me == 1 and s[1] or 3, me == 2 and s[2] or 3, turn = s.turn, sum = s.sum }
    end
    return game
  end

  it("no move is played in the true state", function()
    for _, undo in ipairs { false, function(s, card) s.turn, s.sum = s.turn - 1, s.sum - card end } do
      local game, state = hidden(undo or nil), { 2, 5, turn = 1, sum = 0 }
      local result = alphabeta.search(game, state, { algorithm = "mcts", playouts = 100, seed = 1, trace = true })
      local given = { game = game, state = state, data = true }
      assert.matches("2 at turn 1: .* 3 at turn 1: ", view.text(result, { game = game, state = state }))
      local data = json.read(view.html(result, given))
      assert.equal("turn 1", data.strings[data.position[1] + 1])
      for i = 2, #data.position do assert.equal(-1, data.position[i]) end
      given.format_move = function(s, card) return ("%d, %s"):format(card, tostring(s == state)) end
      assert.matches('"2, true".*"3, true"', view.html(result, given))
      assert.same({ 2, 5, turn = 1, sum = 0 }, state)
    end
  end)
end)

describe("option write", function()
  -- What a view writes in pieces, as a caller sees it that pauses after each, and does something meanwhile.
  local function written(name, result, options, meanwhile)
    local parts = {}
    local given = { write = coroutine.yield }
    for key, value in pairs(options) do given[key] = value end
    local making = coroutine.wrap(function() return view[name](result, given), "over" end)
    while true do
      local part, over = making()
      if over then
        assert.is_nil(part)
        return table.concat(parts), parts
      end
      parts[#parts + 1] = part
      meanwhile()
    end
  end

  it("is given the same text, in pieces, and may yield; positions stand as they were meanwhile", function()
    for _, form in ipairs(trees.forms) do
      local tree = trees.random("uniform", 13, 3, quick(4, 5))
      local game = trees.game(tree, form)
      local state = game.initial()
      game.format = function(position) return tostring((position.node or position).id) end
      local result = search(game, state, { algorithm = "minimax" })
      local with_game = { game = game, state = state }
      for _, name in ipairs { "text", "dot", "html" } do
        for _, options in ipairs { with_game, {} } do
          local whole = view[name](result, options)
          local text, parts = written(name, result, options, function() assert(trees.at_start(tree, state), form) end)
          assert(whole == text, form .. " " .. name)
          assert(#parts > #read(result.tree) / 100, name)
        end
      end
    end
  end)

  it("waits for 100 visits at most, whatever is being done", function()
    local plays, longest = 0, 0
    local game = { evaluate = function(state) return #state % 7 end }
    function game.moves(state) return #state < 5 and { 1, 2, 3, 4 } or {} end
    function game.play(state, move)
      plays = plays + 1
      return state .. move
    end
    function game.format_move(_, move) return tostring(move) end
    game.format = tostring
    local result = search(game, "", { algorithm = "minimax" })
    assert.equal(1365, result.nodes)
    local instructions, most_plays = 0, 0
    local function write()
      longest, most_plays = math.max(longest, instructions), math.max(most_plays, plays)
      instructions, plays = 0, 0
    end
    for _, name in ipairs { "text", "dot", "html" } do
      instructions, plays, longest, most_plays = 0, 0, 0, 0
      debug.sethook(function() instructions = instructions + 100 end, "", 100)
      view[name](result, { game = game, state = "", write = write, width = name ~= "html" and 4 or nil })
      debug.sethook()
      write()
      assert(longest < 40000, ("%s: %d instructions at once"):format(name, longest))
      assert(most_plays <= 100 + 5, ("%s: %d moves at once"):format(name, most_plays)) -- and those of the path again
    end
  end)

  it("raises what the function raises, and leaves the position as it was", function()
    for _, form in ipairs(trees.forms) do
      local tree = trees.random("uniform", 14, 3, 6)
      local game = trees.game(tree, form)
      local state = game.initial()
      local result = search(game, state, { algorithm = "minimax" })
      local calls = 0
      local function write()
        calls = calls + 1
        if calls == 6 then error("the disk is full", 0) end
      end
      assert.error(function() view.html(result, { game = game, state = state, write = write }) end, "the disk is full")
      assert(trees.at_start(tree, state), form)
    end
  end)
end)
