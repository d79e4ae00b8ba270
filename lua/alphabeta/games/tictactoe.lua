return require "alphabeta.twins.tictactoe"
