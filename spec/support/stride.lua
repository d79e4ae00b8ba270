--- Where each call that a search makes is to be tried, every how many-th one is: all of them at ALPHABETA_TREES = 1200,
--- fewer where it asks for less, as the default run does.
return math.max(1, math.floor(60 / require "spec.support.effort"(60)))
