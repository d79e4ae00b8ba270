-- The programs in examples/, driven through pipes as a person would drive them. Most of what they take is the time to
-- start, so the default run has most of them in its own process.

local files = require "spec.support.files"
local inside = require "spec.support.inside"
local quick = require "spec.support.quick"

local programs = {}

local SECONDS = 60
local LISTENS = { ["uci.lua"] = true } -- to its input, while it thinks

--- What a command prints, and whether it ended well. "PROGRAM" in it is an interpreter, in the folder of examples.
function programs.shell(command)
  local pipe = assert(io.popen((command:gsub("PROGRAM ", ("timeout %d lua5.4 examples/"):format(SECONDS)))))
  local output = pipe:read "a"
  return output, pipe:close() == true
end

-- What `inside` takes: path, words, and the environment by its names; nil: it is for a shell, or to be a process.
local function taken_apart(command, environment)
  local words, variables = {}, {}
  if not quick(true, false) or command:find "[^%w%s./_=-]" then return nil end
  for word in command:gmatch "%S+" do words[#words + 1] = word end
  if LISTENS[words[1]] then return nil end
  for setting in (environment or ""):gmatch "%S+" do
    local name, value = setting:match "^([%w_]+)=([^;]*)$"
    if not name then return nil end
    variables[name] = value
  end
  return "examples/" .. table.remove(words, 1), words, variables
end

local function text_of(lines) return table.concat(lines or {}, "\n") .. "\n" end

--- Like `run`, but always in a process of its own, through pipes.
---@param streams? string where its output goes
function programs.process(command, lines, environment, streams)
  local input = files.new(text_of(lines))
  local output, ok = programs.shell(("%s PROGRAM %s <%s %s"):format(environment or "", command, input,
    streams or "2>&1"))
  os.remove(input)
  return output, ok
end

--- What a program prints, errors included, when these lines are its input; and whether it ended well.
function programs.run(command, lines, environment)
  local path, words, variables = taken_apart(command, environment)
  if not path then return programs.process(command, lines, environment) end
  local output, status = inside.run(path, words, text_of(lines), variables)
  return output, status == 0
end

--- What a program prints that gets no input, errors included, and its exit status, as text.
function programs.output_and_status(command)
  local path, words, variables = taken_apart(command)
  if not path then return files.output_of("lua5.4 examples/" .. command) end
  local output, status = inside.run(path, words, "", variables)
  return output, tostring(status)
end

--- The same for what it writes to the standard error.
function programs.errors_of(command, lines)
  local path, words, variables = taken_apart(command)
  if not path then return programs.process(command, lines, nil, "2>&1 >/dev/null") end
  local _, status, errors = inside.run(path, words, text_of(lines), variables)
  return errors, status == 0
end

--- The same for a program that must end well.
function programs.output_of(...)
  local output, ok = programs.run(...)
  assert(ok, output)
  return output
end

--- A text must be in what is printed.
function programs.shows(text, output)
  assert(output:find(text, 1, true), ("%q is not in:\n%s"):format(text, output))
end

return programs
