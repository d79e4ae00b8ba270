-- For Defold, which wants a file for each module that is required. It is not loaded: the extension comes first.
error "the native extension `alphabeta` is missing"
