-- What a program that talks to people must know of its terminal.

local terminal = {}

--- Whether an open file of the program is a terminal. Where there is no shell to ask: false.
---@param descriptor 0|1|2 standard input, output or error
---@return boolean
function terminal.is_terminal(descriptor)
  if package.config:sub(1, 1) ~= "/" or not os.execute then return false end
  local status = os.execute("test -t " .. descriptor)
  return status == true or status == 0 -- Lua 5.1 gives the number
end

return terminal
