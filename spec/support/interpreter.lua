-- The program that runs the specs: an interpreter, or a host that has the module inside.

local interpreter = arg[0]
for i = -1, -20, -1 do interpreter = arg[i] or interpreter end

return interpreter
