#include "CHeif.h"

#include <dlfcn.h>
#include <stdbool.h>

const cheif_functions *cheif_load(void) {
  static cheif_functions functions;
  static bool is_loaded;
  if (is_loaded) return &functions;
  void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return NULL;
#define CHEIF_FIND(name) \
  if (!(*(void **)&functions.name = dlsym(library, "heif_" #name))) return NULL;
  CHEIF_FUNCTIONS(CHEIF_FIND)
#undef CHEIF_FIND
  is_loaded = true;
  return &functions;
}
