-- Kalah at the terminal: you against the computer, or the computer against itself.
--
--   lua5.4 examples/kalah.lua --help

package.path = (arg[0]:match "^.*[/\\]" or "") .. "?.lua;" .. package.path

require("terminal.program").main("kalah.lua", "kalah", arg)
