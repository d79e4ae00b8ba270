-- What all programs share: a command line, and an end with a clean message where something goes wrong.

local argparse = require "argparse"
local files = require "terminal.files"
local kinds = require "terminal.kinds"
local screen = require "terminal.screen"

local command = {}

local INTERRUPTED = 130 -- as a shell would report it

-- Where the library is called from: by itself, by what programs share, and by the program.
local PROGRAM = arg[0]:match "[^/\\]+$":gsub("%W", "%%%0")
local PLACES = { "alphabeta[/\\]%l+[/\\]%l+%.lua", "terminal[/\\]%l+%.lua", PROGRAM }

-- What the library says of a game, or of options, may come with the place that has called it, which is not to blame.
local function without_place(problem)
  if type(problem) ~= "string" then return problem end
  local said = problem
  for _, place in ipairs(PLACES) do said = said:match("^[^\n]*" .. place .. ":%d+: (.*)$") or said end
  if said:find "^attempt to " then return problem end -- a mistake in the program itself
  return said:match "^bad argument[^\n]-%(([^\n]*)%)$" or said
end

--- Ends the program with a message of one line.
---@param name string of the program
---@param problem any what is wrong: a text, or the value of an error
function command.fail(name, problem)
  io.stderr:write(screen.line(name), ": ", screen.message(problem), "\n")
  os.exit(1)
end

-- A negative number is the value of the option before it, not an option.
local function with_values(words)
  local joined = {}
  for _, word in ipairs(words) do
    local option = joined[#joined]
    if option and option:find "^%-%-[^=]+$" and word:find "^%-%.?%d" then
      joined[#joined] = option .. "=" .. word
    else
      joined[#joined + 1] = word
    end
  end
  return joined
end

--- A parser of a command line, whose help is as wide as the terminal.
---@param name string of the program
---@param summary string what it does
---@return table
function command.parser(name, summary)
  return argparse(name, summary):help_max_width(screen.width):usage_max_width(screen.width)
end

--- Adds the options of a program whose games other programs can play.
---@param what string what is split
---@param most integer pieces
function command.add_through(parser, what, most)
  parser:option("--through", "Play through a command that runs the command lines it is given, such as 'parallel -j 8'.")
    :argname "COMMAND"
  parser:option("--pieces", ("With --through: how many programs %s split into."):format(what))
    :convert(kinds.integer(1, most)):default "2"
end

--- Reads the command line; ends the program where it cannot be understood.
---@param parser table of argparse
---@param words? string[] (default: those of the command line)
---@return table arguments
function command.read(parser, words)
  local ok, arguments = parser:pparse(with_values(words or arg))
  if ok then return arguments end
  io.stderr:write(screen.lines(("%s\n\nError: %s\n"):format(parser:get_usage(), arguments)))
  os.exit(1)
end

--- Writes a file, or raises an error.
function command.write(path, text)
  local ok, message = files.write(path, text)
  if not ok then error(message, 0) end
end

--- Runs a program. An error ends it with a message, an interruption from the keyboard without a word.
---@param name string
---@param main fun(...)
function command.run(name, main, ...)
  local ok, problem = pcall(main, ...)
  if ok then return end
  if type(problem) == "string" and problem:find "interrupted!$" then
    screen.print ""
    os.exit(INTERRUPTED)
  end
  command.fail(name, without_place(problem))
end

return command
