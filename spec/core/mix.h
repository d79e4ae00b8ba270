/* A number that has nothing to do with another one, but for being made of it: of splitmix64. */
#ifndef MIX_H
#define MIX_H

#include <stdint.h>

static uint64_t mix (uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

#endif
