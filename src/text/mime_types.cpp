#include "text/mime_types.h"

#include <algorithm>
#include <string>

#include "base/format.h"

namespace lectern {
namespace {

struct MimeType {
  std::string_view extension;
  std::string_view mime_type;
};

/// Registered types where there is one (IANA media types, 2024), else the usual x- name.
constexpr MimeType kTypes[] = {
    {"asc", "application/pgp-encrypted"},
    {"bash", "application/x-sh"},
    {"c", "text/x-c"},
    {"cc", "text/x-c++"},
    {"cfg", "text/plain"},
    {"cjs", "text/javascript"},
    {"cmake", "text/x-cmake"},
    {"cpp", "text/x-c++"},
    {"cs", "text/x-csharp"},
    {"css", "text/css"},
    {"csv", "text/csv"},
    {"cxx", "text/x-c++"},
    {"dart", "text/x-dart"},
    {"diff", "text/x-diff"},
    {"eps", "application/postscript"},
    {"geojson", "application/geo+json"},
    {"go", "text/x-go"},
    {"gql", "application/graphql"},
    {"graphql", "application/graphql"},
    {"h", "text/x-c"},
    {"hpp", "text/x-c++"},
    {"hs", "text/x-haskell"},
    {"htm", "text/html"},
    {"html", "text/html"},
    {"ics", "text/calendar"},
    {"ini", "text/plain"},
    {"ipynb", "application/x-ipynb+json"},
    {"java", "text/x-java"},
    {"js", "text/javascript"},
    {"json", "application/json"},
    {"jsonc", "application/json"},
    {"jsonl", "application/jsonl"},
    {"jsx", "text/javascript"},
    {"kt", "text/x-kotlin"},
    {"less", "text/x-less"},
    {"log", "text/plain"},
    {"lua", "text/x-lua"},
    {"m3u8", "application/vnd.apple.mpegurl"},
    {"markdown", "text/markdown"},
    {"md", "text/markdown"},
    {"mjs", "text/javascript"},
    {"ndjson", "application/x-ndjson"},
    {"patch", "text/x-diff"},
    {"pgp", "application/pgp-encrypted"},
    {"php", "application/x-httpd-php"},
    {"pl", "text/x-perl"},
    {"proto", "text/x-protobuf"},
    {"ps", "application/postscript"},
    {"ps1", "text/x-powershell"},
    {"py", "text/x-python"},
    {"pyi", "text/x-python"},
    {"r", "text/x-r"},
    {"rb", "text/x-ruby"},
    {"rs", "text/x-rust"},
    {"rst", "text/x-rst"},
    {"rtf", "text/rtf"},
    {"sass", "text/x-sass"},
    {"scala", "text/x-scala"},
    {"scss", "text/x-scss"},
    {"sh", "application/x-sh"},
    {"sql", "application/sql"},
    {"srt", "application/x-subrip"},
    {"svelte", "text/x-svelte"},
    {"svg", "image/svg+xml"},
    {"swift", "text/x-swift"},
    {"tex", "text/x-tex"},
    {"toml", "application/toml"},
    {"ts", "text/x-typescript"},
    {"tsv", "text/tab-separated-values"},
    {"tsx", "text/x-typescript"},
    {"vcf", "text/vcard"},
    {"vtt", "text/vtt"},
    {"vue", "text/x-vue"},
    {"wat", "text/x-wat"},
    {"xhtml", "application/xhtml+xml"},
    {"xml", "application/xml"},
    {"xsl", "application/xslt+xml"},
    {"yaml", "application/yaml"},
    {"yml", "application/yaml"},
    {"zsh", "application/x-sh"},
};

}  // namespace

std::string_view text_mime_type(std::string_view path) {
  const std::string extension = extension_of(path);
  const auto found = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const MimeType& type) {
    return type.extension == extension;
  });
  return found == std::end(kTypes) ? "text/plain" : found->mime_type;
}

}  // namespace lectern
