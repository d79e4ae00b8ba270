--- Where each call that a search makes is to be tried, every how many-th one is: 1 in the default run, more where
--- ALPHABETA_TREES asks for less.
return math.max(1, math.floor(60 / require "spec.support.effort"(60)))
