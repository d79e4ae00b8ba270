-- alphabeta.copy, and the same in alphabeta.pure: graphs of tables, what is not followed, what is refused.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local errors = require "spec.support.errors"
local pure = require "alphabeta.pure"
local trees = require "spec.support.trees"

local function is_copy(a, b, seen)
  if type(a) ~= "table" then return a == b end
  if seen[a] then return seen[a] == b end
  if type(b) ~= "table" or a == b or getmetatable(a) ~= getmetatable(b) then return false end
  seen[a] = b
  local count = 0
  for key, value in next, a do
    count = count + 1
    local other = key
    if type(key) == "table" then
      if not seen[key] then -- a key that was not met before: the only one that fits
        for candidate in next, b do
          if type(candidate) == "table" and candidate.id == key.id then other = candidate end
        end
      else
        other = seen[key]
      end
      if not is_copy(key, other, seen) then return false end
    end
    if not is_copy(value, rawget(b, other), seen) then return false end
  end
  for _ in next, b do count = count - 1 end
  return count == 0
end

local CLASS = { __index = function() error "raw" end, __newindex = function() error "raw" end,
  __eq = function() error "raw" end, __len = function() error "raw" end, __pairs = function() error "raw" end }

-- Tables that refer to each other at random, by fields, list items and keys.
local function graph(seed, size)
  local nodes = {}
  for i = 1, size do nodes[i] = { id = i, print, "text", 0.5 } end
  for i, node in ipairs(nodes) do
    for k = 1, trees.draw(seed, i, 5) do
      local other = nodes[1 + trees.draw(seed, 100 * i + k, size)]
      local way = trees.draw(seed, 100 * i + k + 50, 3)
      if way == 0 then node["field" .. k] = other elseif way == 1 then node[3 + k] = other else node[other] = k end
    end
  end
  for i, node in ipairs(nodes) do
    if trees.draw(seed, i, 4) == 0 then setmetatable(node, { __name = "own" }) end
  end
  return nodes[1]
end

for name, library in pairs { alphabeta = alphabeta, ["alphabeta.pure"] = pure } do
  describe(name .. ".copy", function()
    local copy = library.copy

    it("keeps the shape of graphs, with circles, shared tables and metatables", function()
      for seed = 1, effort(300) do
        local state = graph(seed, 1 + seed % 40)
        assert(is_copy(state, copy(state), {}), seed)
      end
    end)

    it("asks no metamethod, and shares what is no table", function()
      local state = setmetatable({ 1, thread = coroutine.create(function() end), file = io.stdout }, CLASS)
      rawset(state, "f", copy)
      local got = copy(state)
      assert(not rawequal(state, got))
      assert.equal(CLASS, getmetatable(got))
      for _, key in ipairs { 1, "thread", "file", "f" } do assert.equal(rawget(state, key), rawget(got, key)) end
      for _, value in ipairs { 3, "text", true, print, io.stdout } do assert.equal(value, copy(value)) end
      assert.equal(false, copy(false))
    end)

    it("has no trouble with long lists and chains", function()
      local chain, list = {}, {}
      local at = chain
      for _ = 1, 10000 do
        at.next = {}
        at = at.next
      end
      for i = 1, 10000 do list[i] = i end
      local got, length = copy { chain, list }, 0
      at = got[1]
      while at do at, length = at.next, length + 1 end
      assert.equal(10001, length)
      assert.same(list, got[2])
    end)

    it("refuses the whole program, and says on which way it is reached", function()
      local function refused(path, what, state)
        assert.equal(("bad argument #1 to 'copy' (%s is %s, which cannot be copied)"):format(path, what),
          errors.of(copy, state))
      end
      refused("state", "_G", _G)
      refused("state.units[3].world", "_G", { units = { 1, 2, { world = _G } } })
      refused("state[0.5]", "package", { [0.5] = package })
      refused("state[boolean].modules", "package.loaded", { [true] = { modules = package.loaded } })
      refused("state[a key].weak", "a weak table", { [{ weak = setmetatable({}, { __mode = "k" }) }] = 1 })
      refused("state.handle", "a table with '__gc'", { handle = setmetatable({}, { __gc = function() end }) })
      refused("state.file", "a to-be-closed value", { file = setmetatable({}, { __close = function() end }) })
      local before = rawget(_G, "love")
      rawset(_G, "love", {})
      refused("state.host", "love", { host = rawget(_G, "love") })
      rawset(_G, "love", before)
    end)

    it("refuses more tables than there may be", function()
      local message = "bad argument #1 to 'copy' (more than %d tables (option 'tables' is the limit), "
        .. "the last one in %s)"
      assert.equal(message:format(3, "state[2]"), errors.of(copy, { {}, { {} } }, { tables = 3 }))
      assert.same({ {}, { {} } }, copy({ {}, { {} } }, { tables = 4 }))
      local many = {}
      for i = 1, 65535 do many[i] = {} end
      assert.equal(65535, #copy(many))
      many[65536] = {}
      assert.equal(message:format(65536, "state"), errors.of(copy, many))
    end)

    it("refuses nil, and options that there are not", function()
      assert.equal("bad argument #1 to 'copy' (state expected, got nil)", errors.of(copy, nil))
      assert.matches("bad argument #2 to 'copy' %(unknown option 'table'", errors.of(copy, {}, { table = 3 }))
      assert.equal("bad argument #2 to 'copy' (option 'tables': integer from 1 to 16777216 expected, got 0)",
        errors.of(copy, {}, { tables = 0 }))
      assert.equal("bad argument #2 to 'copy' (table expected, got number)", errors.of(copy, {}, 3))
    end)
  end)
end

it("makes rules that change their state a game without `undo`", function()
  local function take(state, count)
    state.heap.size, state.turns[#state.turns + 1] = state.heap.size - count, count
    return state
  end
  local game = {
    moves = function(state) return state.heap.size > 0 and { 1, 2, 3, state.heap.size < 3 and 9 or nil } or nil end,
    play = function(state, count) return take(alphabeta.copy(state), math.min(count, state.heap.size)) end,
    evaluate = function() return -1 end,
  }
  local result = alphabeta.search(game, { heap = { size = 7 }, turns = {} })
  assert.equal(3, result.move)
  assert.equal(1, result.value)
end)
