#include "data/outline/code_words.h"

#include <algorithm>
#include <string>

#include "base/format.h"

namespace lectern {
namespace {

using namespace code;

constexpr std::string_view kCModifiers =
    " static extern inline const constexpr consteval constinit virtual explicit friend typedef "
    "public private protected export unsafe abstract final override pure nothrow ";
constexpr std::string_view kJavaModifiers =
    " public private protected internal static final abstract sealed async override virtual "
    "partial readonly unsafe extern new open data inline suspend lateinit inner fileprivate "
    "mutating required convenience lazy implicit native synchronized default strictfp expect "
    "actual external infix operator tailrec indirect nonisolated distributed given companion "
    "non-sealed annotation crossinline noinline weak dynamic case package ";
constexpr std::string_view kScriptModifiers =
    " export default async declare abstract public private protected static readonly override "
    "accessor get set ";

constexpr CodeLanguage kLanguages[] = {
    {"Python", " py pyi pyx pxd pyw wsgi sconstruct ", " class ", " def ", "", " async cdef cpdef ",
     kHash | kTripleQuotes | kAssigned},
    {"JavaScript", " js mjs cjs jsx es6 ", " class ", " function describe it test suite ",
     " const let var ", kScriptModifiers, kSlashes | kBackticks | kCalls | kScript},
    {"TypeScript", " ts tsx mts cts ", " class interface namespace module enum ",
     " function describe it test suite ", " type const let var ", kScriptModifiers,
     kSlashes | kBackticks | kCalls | kScript},
    {"C", " c ", " struct union enum ", "", " typedef #define ", kCModifiers,
     kSlashes | kCalls | kPreprocessor},
    {"C or C++ header", " h ", " struct union enum class namespace ", "",
     " typedef #define using concept ", kCModifiers,
     kSlashes | kCalls | kPrototypes | kPreprocessor | kTemplates},
    {"C++", " cc cpp cxx c++ ino cu mm ", " struct union enum class namespace ", "",
     " typedef #define using concept ", kCModifiers,
     kSlashes | kCalls | kPreprocessor | kTemplates},
    {"C++ header", " hpp hh hxx h++ ipp inl tpp cuh ixx cppm ",
     " struct union enum class namespace ", "", " typedef #define using concept ", kCModifiers,
     kSlashes | kCalls | kPrototypes | kPreprocessor | kTemplates},
    {"Objective-C", " m ", " @interface @implementation @protocol struct enum ", " - + ",
     " typedef #define @property ", kCModifiers, kSlashes | kCalls | kPreprocessor},
    {"Java", " java ", " class interface enum record @interface ", "", " module ", kJavaModifiers,
     kSlashes | kCalls | kPrototypes},
    {"C#", " cs csx ", " class interface enum record struct namespace ", " delegate ", " event ",
     kJavaModifiers, kSlashes | kCalls | kPrototypes | kPreprocessor},
    {"Kotlin", " kt kts ", " class interface object enum ", " fun constructor init ",
     " val var typealias ", kJavaModifiers, kSlashes},
    {"Scala", " scala sc sbt ", " class trait object enum extension ", " def ", " val var type ",
     kJavaModifiers, kSlashes},
    {"Swift", " swift ", " class struct enum protocol extension actor ",
     " func init deinit subscript macro ", " var let typealias ", kJavaModifiers, kSlashes},
    {"Groovy", " groovy gradle gvy jenkinsfile ", " class interface enum trait ", " def task ", "",
     kJavaModifiers, kSlashes | kCalls | kBlocks},
    {"Dart", " dart ", " class mixin extension enum ", "", " typedef ", kJavaModifiers,
     kSlashes | kCalls},
    {"Go", " go ", " type ", " func ", " const var ", "", kSlashes | kBackticks},
    {"Rust", " rs ", " impl trait mod struct enum union extern ", " fn macro_rules! ",
     " const static type ", " pub unsafe async extern default const ", kSlashes},
    {"Zig", " zig ", "", " fn test ", " const var ", " pub export inline extern ", kSlashes},
    {"PHP", " php phtml php5 inc ", " class interface trait enum namespace ", " function ",
     " const ", " public private protected static final abstract readonly ",
     kSlashes | kHash | kHereDocuments},
    {"Ruby", " rb rake gemspec rakefile gemfile podfile vagrantfile ", " class module ",
     " def describe context it task ", "", " private protected public ",
     kHash | kEnds | kHereDocuments},
    {"Lua", " lua ", "", " function ", "", " local ", kDashes | kEnds},
    {"Perl", " pl pm t ", " package ", " sub ", "", "", kHash | kHereDocuments | kPod},
    {"shell script", " sh bash zsh ksh fish bashrc profile zshrc ", "", " function ", "", "",
     kHash | kShell | kHereDocuments},
    {"PowerShell", " ps1 psm1 psd1 ", " class enum ", " function filter workflow ", "", "",
     kHash | kCaseless},
    {"SQL", " sql ddl psql pgsql plsql ", " create ", "", " alter insert drop grant ", "",
     kDashes | kSlashes | kCaseless | kStatements},
    {"R", " r ", "", "", "", "", kHash | kAssigned},
    {"Julia", " jl ", " module baremodule struct abstract primitive ", " function macro ",
     " const ", " mutable ", kHash | kEnds},
    {"Elixir", " ex exs ", " defmodule defprotocol defimpl ",
     " def defp defmacro defmacrop defguard defdelegate test describe ", "", "", kHash | kEnds},
    {"Erlang", " erl hrl ", "", "", "", "", kPercent | kArrows},
    {"Haskell", " hs lhs ", "", "", " data newtype type class instance module ", "",
     kDashes | kSignatures},
    {"Elm", " elm ", "", "", " type module port ", "", kDashes | kSignatures},
    {"OCaml", " ml mli ", " module ", " let ", " type val exception external class open ", " and ",
     0},
    {"F#", " fs fsi fsx ", " module namespace ", " let member ", " type val ", " and ", kSlashes},
    {"Lisp", " lisp lsp cl clj cljs cljc edn el scm ss rkt fnl ", "", "", "", "", kParentheses},
    {"Pascal", " pas pp dpr lpr ", " unit program library ",
     " procedure function constructor destructor ", " interface implementation uses ", " class ",
     kSlashes | kCaseless},
    {"Fortran", " f f90 f95 f03 f08 for f77 ", " program module submodule ",
     " subroutine function ", " interface type ",
     " recursive pure elemental impure integer real logical complex double precision character ",
     kCaseless},
    {"Ada", " adb ads ", " package ", " procedure function task ", " type ", " protected ",
     kDashes | kCaseless},
    {"Visual Basic", " vb bas cls vbs ", " class module structure interface enum ",
     " sub function property ", "",
     " public private friend protected shared overrides overridable "
     "readonly static partial mustinherit notinheritable ",
     kCaseless},
    {"Tcl", " tcl tk exp ", " namespace oo::class ", " proc method ", "", "", kHash},
    {"Nim", " nim nims ", "", " proc func method template macro iterator converter ",
     " type const var let ", "", kHash},
    {"D", " d di ", " class struct interface union enum template ", "", " alias ", kCModifiers,
     kSlashes | kCalls},
    {"GDScript", " gd ", " class ", " func ", " var const signal enum ", " static ", kHash},
    {"Solidity", " sol ", " contract interface library struct enum ",
     " function constructor modifier event ", " error ", " abstract ", kSlashes},
    {"Verilog", " sv svh v vh ", " module interface class package ", " function task ", "",
     " automatic virtual ", kSlashes},
    {"VHDL", " vhd vhdl ", " entity architecture package ", " process function procedure ", "", "",
     kDashes | kCaseless},
    {"MATLAB", " mlx matlab ", " classdef ", " function ", "", "", kPercent | kEnds},
    {"CSS", " css scss sass less ", "", "", "", "", kSlashes | kBlocks | kRules},
    {"Protocol Buffers", " proto thrift capnp fbs ", " message service enum struct oneof ", " rpc ",
     " package ", " extend ", kSlashes | kBlocks},
    {"GraphQL", " graphql gql graphqls ", " type input enum interface union extend ",
     " query mutation subscription fragment directive ", " scalar schema ", "", kHash | kBlocks},
    {"HCL", " tf hcl tfvars nomad ", "", "", "", "", kHash | kSlashes | kBlocks},
    {"configuration in blocks", " nginx nginx.conf kdl caddyfile ", "", "", "", "",
     kHash | kBlocks},
    {"CMake", " cmake cmakelists.txt ", "",
     " function macro project add_executable add_library add_subdirectory add_custom_target "
     "add_custom_command add_test install foreach ",
     " option find_package set ", "", kHash | kCaseless | kLongComments},
    {"makefile", " mk mak makefile gnumakefile ", "", " define ", " include ", "",
     kHash | kTargets | kAssigned},
    {"Meson", " meson.build meson ", "", " project executable library test subdir ", "", "",
     kHash | kAssigned},
    {"Bazel", " bzl bazel build workspace ", "", " def ", "", "", kHash | kAssigned | kBlocks},
    {"Dockerfile", " dockerfile containerfile ", " FROM ", " ENTRYPOINT CMD RUN COPY ",
     " EXPOSE ENV ARG WORKDIR ", "", kHash | kUpper},
    {"assembly", " s asm nasm ", "", " .macro ", "", "", kTargets},
    {"WebAssembly text", " wat wast ", "", "", "", "", kParentheses},
    {"Vim script", " vim vimrc ", "", " function! function def ", " command! ", " export ", 0},
};

const CodeLanguage* with_name(std::string_view wanted) {
  const auto found = std::find_if(
      std::begin(kLanguages), std::end(kLanguages),
      [wanted](const CodeLanguage& language) { return has_word(language.extensions, wanted); });
  return found == std::end(kLanguages) ? nullptr : &*found;
}

}  // namespace

bool has_word(std::string_view words, std::string_view word) {
  if (word.empty() || word.find(' ') != word.npos) return false;
  for (std::size_t at = words.find(word); at != words.npos; at = words.find(word, at + 1)) {
    if (words[at - 1] == ' ' && words[at + word.size()] == ' ') return true;
  }
  return false;
}

CodeWords::CodeWords(const CodeLanguage& language) {
  add(language.containers, kContainer);
  add(language.functions, kFunction);
  add(language.values, kValue);
  add(language.modifiers, kModifier);
}

void CodeWords::add(std::string_view words, std::uint8_t role) {
  while (true) {
    const std::size_t start = words.find_first_not_of(' ');
    if (start == words.npos) return;
    words.remove_prefix(start);
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(word.size());
    const std::size_t first = static_cast<unsigned char>(word[0]) % words_.size();
    sizes_[first] |= std::uint32_t{1} << word.size() % 32;
    add_start(word);
    auto& row = words_[first];
    const auto known =
        std::find_if(row.begin(), row.end(), [word](const Word& one) { return one.text == word; });
    if (known == row.end()) {
      row.push_back({word, role});
    } else {
      known->roles |= role;
    }
  }
}

void CodeWords::add_start(std::string_view word) {
  const auto low = [word](std::size_t at) { return static_cast<std::size_t>(word[at]) % kBits; };
  const std::size_t first = low(0) * kBits;
  if (word.size() >= kTold) {
    starts_[first + low(1)] |= std::uint32_t{1} << low(2);
  } else if (word.size() > 1) {
    starts_[first + low(1)] = ~std::uint32_t{0};
  } else {
    std::fill_n(starts_.begin() + static_cast<std::ptrdiff_t>(first), kBits, ~std::uint32_t{0});
  }
}

std::uint8_t CodeWords::roles_of(std::string_view word) const {
  if (word.empty()) return 0;
  const std::size_t first = static_cast<unsigned char>(word[0]) % words_.size();
  if ((sizes_[first] >> word.size() % 32 & 1) == 0) return 0;
  for (const Word& one : words_[first]) {
    // Mostly another one, which a call would tell no sooner.
    if (one.text.size() == word.size() && std::equal(word.begin(), word.end(), one.text.begin()))
      return one.roles;
  }
  return 0;
}

const CodeLanguage* find_code_language(std::string_view name) {
  std::string base = ascii_lower(base_name(name));
  if (base.ends_with(".in")) base.resize(base.size() - 3);
  if (const CodeLanguage* named = with_name(base)) return named;
  const std::size_t dot = base.find('.');
  if (dot > 0 && dot != base.npos) {
    // Dockerfile.dev, Makefile.am
    const std::string_view stem = std::string_view(base).substr(0, dot);
    if (stem == "dockerfile" || stem == "makefile" || stem == "jenkinsfile") return with_name(stem);
  }
  return with_name(extension_of(base));
}

const CodeLanguage* language_of_script(std::string_view first_line) {
  if (!first_line.starts_with("#!")) return nullptr;
  struct Interpreter {
    std::string_view name;
    std::string_view extension;
  };
  constexpr Interpreter kInterpreters[] = {
      {"python", "py"}, {"node", "js"},  {"deno", "ts"},   {"perl", "pl"},  {"ruby", "rb"},
      {"php", "php"},   {"lua", "lua"},  {"tclsh", "tcl"}, {"wish", "tcl"}, {"make", "mk"},
      {"Rscript", "r"}, {"pwsh", "ps1"}, {"sh", "sh"},
  };
  for (const auto& [name, extension] : kInterpreters) {
    if (first_line.find(name) != first_line.npos) return with_name(extension);
  }
  return nullptr;
}

}  // namespace lectern
