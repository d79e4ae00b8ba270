-- The programs in examples/, driven through pipes as a person would drive them.

local files = require "spec.support.files"

local programs = {}

local SECONDS = 60

--- What a command prints, and whether it ended well. "PROGRAM" in it is an interpreter, in the folder of examples.
function programs.shell(command)
  local pipe = assert(io.popen((command:gsub("PROGRAM ", ("timeout %d lua5.4 examples/"):format(SECONDS)))))
  local output = pipe:read "a"
  return output, pipe:close() == true
end

--- What a program prints, errors included, when these lines are its input; and whether it ended well.
function programs.run(command, lines, environment)
  local input = files.new(table.concat(lines or {}, "\n") .. "\n")
  local output, ok = programs.shell(("%s PROGRAM %s <%s 2>&1"):format(environment or "", command, input))
  os.remove(input)
  return output, ok
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
