#include <algorithm>
#include <array>

#include "base/format.h"
#include "data/outline/code_words.h"
#include "data/outline/log_lines.h"
#include "data/outline/outline.h"

namespace lectern {
namespace {

struct NamedKind {
  std::string_view extensions;
  TextKind kind;
};

constexpr NamedKind kNamed[] = {
    {" md markdown mdx mkd mdown qmd rmd ", TextKind::kMarkdown},
    {" rst rest ", TextKind::kRst},
    {" tex ltx sty cls ", TextKind::kTex},
    {" org ", TextKind::kOrg},
    {" adoc asciidoc asc ", TextKind::kAsciiDoc},
    {" ini cfg conf toml properties desktop service editorconfig gitconfig reg env lock ",
     TextKind::kIni},
    {" diff patch ", TextKind::kDiff},
    {" json jsonl ndjson geojson jsonc json5 ipynb har webmanifest map topojson jsonld ",
     TextKind::kJson},
    {" yaml yml ", TextKind::kYaml},
    {" csv tsv tab psv ", TextKind::kTable},
    {" log ", TextKind::kLog},
    {" html htm xhtml vue svelte ", TextKind::kHtml},
    {" xml svg xsl xslt xsd rss atom plist kml gpx ui wsdl pom csproj vcxproj resx docbook dtd rng "
     "xul storyboard xib ",
     TextKind::kXml},
};

std::string_view first_lines(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  return line;
}

/// Where the content begins.
std::string_view content_of(std::string_view head) {
  return head.substr(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
}

/// The character that separates the columns of the first lines, or 0.
char column_delimiter(std::string_view head, bool is_named) {
  constexpr std::string_view kDelimiters = ",;\t|";
  std::array<std::size_t, 4> counts{};
  std::array<bool, 4> same{true, true, true, true};
  std::size_t lines = 0;
  while (!head.empty() && lines < 20) {
    const std::string_view line = first_lines(head);
    if (head.empty() && lines > 0) break;
    if (line.empty() || line.find('"') != line.npos) continue;
    for (std::size_t i = 0; i < kDelimiters.size(); ++i) {
      const auto count =
          static_cast<std::size_t>(std::count(line.begin(), line.end(), kDelimiters[i]));
      if (lines == 0) counts[i] = count;
      same[i] = same[i] && count == counts[i];
    }
    ++lines;
  }
  std::size_t best = 4;
  for (std::size_t i = 0; i < kDelimiters.size(); ++i) {
    if (counts[i] > 0 && (same[i] || is_named) && (best == 4 || counts[i] > counts[best])) best = i;
  }
  const std::size_t least = is_named ? 1 : 2;
  if (best == 4 || (!is_named && (lines < 4 || counts[best] < least))) return 0;
  return kDelimiters[best];
}

}  // namespace

TextKindFound find_text_kind(std::string_view name, std::string_view head, bool) {
  const std::string extension = extension_of(name);
  const std::string base = ascii_lower(base_name(name));
  const std::string_view content = content_of(head);
  if (const CodeLanguage* language = find_code_language(name)) return {TextKind::kCode, language};
  for (const NamedKind& named : kNamed) {
    const bool is_named = has_word(named.extensions, extension.empty() ? base : extension);
    if (!is_named) continue;
    if (named.kind == TextKind::kTable) {
      const char delimiter =
          extension == "tsv" || extension == "tab" ? '\t' : column_delimiter(content, true);
      return {TextKind::kTable, nullptr, delimiter == 0 ? ',' : delimiter};
    }
    if (named.kind == TextKind::kLog) break;
    return {named.kind};
  }
  std::string_view rest = head;
  const std::string_view first = first_lines(rest);
  if (const CodeLanguage* language = language_of_script(first)) return {TextKind::kCode, language};
  if (content.starts_with('{') || content.starts_with("[{") || content.starts_with("[\n") ||
      content.starts_with("[\"") || content.starts_with("[["))
    return {TextKind::kJson};
  const std::string start = ascii_lower(content.substr(0, 14));
  if (start.starts_with("<!doctype html") || start.starts_with("<html")) return {TextKind::kHtml};
  if (start.starts_with("<?xml") || start.starts_with("<!doctype") || start.starts_with("<svg"))
    return {TextKind::kXml};
  if (content.starts_with("diff --git ") || content.starts_with("--- a/")) return {TextKind::kDiff};

  std::size_t lines = 0;
  std::size_t dated = 0;
  std::size_t hashes = 0;
  std::size_t keys = 0;
  std::size_t sections = 0;
  std::size_t settings = 0;
  for (rest = head; !rest.empty() && lines < 400;) {
    const std::string_view line = first_lines(rest);
    const std::string_view text = content_of(line);
    if (text.empty()) continue;
    ++lines;
    if (find_log_stamp(line)) ++dated;
    const std::size_t level = text.find_first_not_of('#');
    if (text[0] == '#' && level != text.npos && level <= 6 && text[level] == ' ') ++hashes;
    const std::size_t colon = text.find(": ");
    if (colon != text.npos && colon < 40 && text.substr(0, colon).find(' ') == text.npos) ++keys;
    if (text[0] == '[' && text.back() == ']') ++sections;
    if (text.find('=') != text.npos) ++settings;
  }
  if (lines >= 2 && dated * 2 >= lines) return {TextKind::kLog};
  if (extension == "log") return {TextKind::kLog};
  if (const char delimiter = column_delimiter(content, false); delimiter != 0 && hashes == 0)
    return {TextKind::kTable, nullptr, delimiter};
  if (content.starts_with("---\n") && keys * 2 >= lines) return {TextKind::kYaml};
  if (sections > 0 && settings * 2 >= lines) return {TextKind::kIni};
  if (hashes > 0 && (extension.empty() || extension == "txt") && hashes * 3 < lines &&
      base.starts_with("readme"))
    return {TextKind::kMarkdown};
  if (base.starts_with("changelog") || base.starts_with("readme")) {
    if (hashes > 1) return {TextKind::kMarkdown};
  }
  return {};
}

}  // namespace lectern
