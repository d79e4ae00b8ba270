return require "alphabeta.twins.synthetic"
