return require "alphabeta.twins.connect4"
