// The modules that read formats the core leaves to them. A module is the core with an engine in it:
// natively and under WASI all engines are linked in, in JavaScript each is a WebAssembly module of
// its own that the host loads when a file asks for it.
#pragma once

#include <span>
#include <string_view>

#include "base/module_names.h"

namespace lectern {

struct Module {
  /// As a reading asks for it, and a host's `modules` names it.
  std::string_view name;
  /// Whether its engine is linked into this program.
  bool (*is_linked)();
};

std::span<const Module> modules();

/// True for "" and for a module whose engine is here.
bool has_module(std::string_view name);

}  // namespace lectern
