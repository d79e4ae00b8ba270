-- A program in examples/, run in this process as it runs in one of its own: that takes a fifth of the time. It gets its
-- own globals, and its own copy of all modules but the library's; what it reads and writes are texts.

local inside = {}

local chunks = {} -- by path: a chunk that is run again makes everything anew
local runs = 0

local function chunk_of(path, globals)
  chunks[path] = chunks[path] or assert(loadfile(path, "t", globals))
  debug.setupvalue(chunks[path], 1, globals) -- whoever ran it before has ended
  return chunks[path]
end

-- A stream that is written to.
local function sink(parts, own)
  local stream = {}
  function stream.write(_, ...)
    local text = table.concat { ... }
    parts[#parts + 1], own[#own + 1] = text, text
    return stream
  end
  function stream.flush() return stream end
  function stream.setvbuf() return true end
  return stream
end

-- A stream that a text is read from, by characters.
local function source(text)
  local at = 0
  return { read = function(_, count)
    assert(count == 1)
    at = at + 1
    return at <= #text and text:sub(at, at) or nil
  end }
end

-- Like `io`, for streams of its own. Second, what all have been written, and third, files that were opened: a process
-- closes them at its end.
local function streams(input, output, errors)
  local all, opened = {}, {}
  local own = { stdin = source(input), stdout = sink(all, output), stderr = sink(all, errors) }
  function own.open(...)
    local file, message, code = io.open(...)
    opened[#opened + 1] = file
    return file, message, code
  end
  function own.write(...) return own.stdout:write(...) end
  function own.flush() return own.stdout end
  return setmetatable(own, { __index = io }), all, opened
end

-- A module finds the library in this process, and everything else once more.
local function new_require(globals)
  local loaded = { ["alphabeta.tell.terminal"] = { is_terminal = function() return false end } }
  return function(name)
    if loaded[name] == nil then
      if name:find "^alphabeta" then return require(name) end
      local path, message = package.searchpath(name, globals.package.path)
      if not path then error(("module '%s' not found:\n\t%s"):format(name, message), 2) end
      local value = chunk_of(path, globals)(name, path)
      loaded[name] = value == nil or value
    end
    return loaded[name]
  end
end

local function globals_for(words, own_io, environment)
  local globals = { arg = words, io = own_io, package = { path = package.path } }
  globals._G, globals.require = globals, new_require(globals)
  function globals.print(...)
    local texts = {}
    for i = 1, select("#", ...) do texts[i] = tostring((select(i, ...))) end
    own_io.write(table.concat(texts, "\t"), "\n")
  end
  function globals.load(text, name, mode, own) return load(text, name, mode, own or globals) end
  globals.os = setmetatable({
    exit = coroutine.yield, -- nobody goes on with it
    getenv = function(name) return environment[name] or os.getenv(name) end,
  }, { __index = os })
  return setmetatable(globals, { __index = _G })
end

-- The exit status for what `os.exit` is called with; nil: the program has come to its end.
local function status_for(code)
  if code == nil or code == true then return 0 end
  return code or 1
end

--- Runs a program.
---@param path string
---@param words string[] its arguments
---@param input string
---@param environment table<string, string> what is different there
---@return string output what it prints, errors included
---@return integer status 0: it has ended well
---@return string errors what it has written to the standard error
function inside.run(path, words, input, environment)
  local errors = {}
  local own_io, all, opened = streams(input, {}, errors)
  words[-1], words[0] = "lua5.4", path
  runs = runs + 1
  math.randomseed(os.time(), runs) -- no two processes draw the same
  local running = coroutine.create(chunk_of(path, globals_for(words, own_io, environment)))
  local ok, code = coroutine.resume(running)
  if not ok then own_io.stderr:write("lua5.4: ", tostring(code), "\n") end
  for _, file in ipairs(opened) do
    if io.type(file) == "file" then file:close() end
  end
  return table.concat(all), ok and status_for(code) or 1, table.concat(errors)
end

return inside
