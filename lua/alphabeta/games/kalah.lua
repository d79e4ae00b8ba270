return require "alphabeta.twins.kalah"
