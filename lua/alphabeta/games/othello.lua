return require "alphabeta.twins.othello"
