--- The seed of what is drawn in the specs: ALPHABETA_SEED, or 1, so that a run can be repeated. The long form of
--- the tests takes the time.
return require("spec.support.compat").integer(os.getenv "ALPHABETA_SEED" or 1)
