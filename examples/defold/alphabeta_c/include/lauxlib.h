/* Defold has Lua's headers elsewhere. */
#include <dmsdk/lua/lauxlib.h>
