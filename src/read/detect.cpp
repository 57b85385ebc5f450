#include "read/detect.h"

#include <algorithm>

#include "base/format.h"
#include "detect/signatures.h"
#include "notebook/notebook_reader.h"
#include "text/text_test.h"

namespace lectern {
namespace {

constexpr std::string_view kUnknownMime = "application/octet-stream";

/// The hint as a row: a kind ("image" names none by itself), or a MIME type.
const Format* format_by_hint(std::string_view hint) {
  if (hint == "text") return &text_format();
  if (hint == "notebook") return &notebook_format();
  for (const Format& format : formats()) {
    if (format.mime_type == hint) return &format;
  }
  return nullptr;
}

void decide(Detection& detection, const Format& format, Evidence evidence) {
  detection.format = &format;
  detection.kind = format.content_type;
  detection.mime_type = format.mime_type;
  detection.evidence = evidence;
}

/// "named .png, holds JPEG", when the name belongs to another format with a signature.
void warn_of_other_name(Detection& detection, std::string_view extension, const Format* named) {
  if (extension.empty() || named == detection.format) return;
  if (named == nullptr || named->sniff == nullptr) return;
  add_to(detection.warnings, {"named .{}, holds {}", extension, detection.format->name});
}

/// True when a signature made of printable characters is only how a text begins: "GIF89a is a
/// format". A PDF may be all text, but then it holds objects.
bool is_text_after_all(const Format& format, ByteSpan bytes, std::optional<Encoding> encoding) {
  const auto kind = find_binary_kind(bytes);
  if (!kind || kind->certain) return false;
  if (format.content_type == ContentType::kPdf &&
      as_chars(bytes).find(" obj") != std::string::npos) {
    return false;
  }
  const TextVerdict verdict = test_text(bytes, encoding);
  return verdict.is_text && verdict.is_certain;
}

}  // namespace

std::string_view to_string(Evidence evidence) {
  switch (evidence) {
    case Evidence::kSignature:
      return "signature";
    case Evidence::kText:
      return "text";
    case Evidence::kExtension:
      return "extension";
    case Evidence::kHint:
      return "hint";
    case Evidence::kNone:
      return "none";
  }
  return "none";
}

ContentType kind_by_head(ByteSpan head, std::string_view name, std::string_view hint) {
  for (const Format& format : formats()) {
    if (format.sniff != nullptr && format.sniff(head)) return format.content_type;
  }
  for (const Format* format : {format_by_extension(extension_of(name)), format_by_hint(hint)}) {
    if (format == nullptr) continue;
    if (format->content_type == ContentType::kImage || format == &notebook_format()) {
      return format->content_type;
    }
  }
  return ContentType::kText;
}

Detection detect(ByteSpan bytes, std::string_view name, std::string_view hint,
                 std::optional<Encoding> encoding) {
  Detection detection;
  detection.mime_type = kUnknownMime;
  const std::string extension = extension_of(name);
  const Format* named = format_by_extension(extension);

  for (const Format& format : formats()) {
    if (format.sniff != nullptr && format.sniff(bytes)) {
      if (is_text_after_all(format, bytes, encoding)) break;
      decide(detection, format, Evidence::kSignature);
      warn_of_other_name(detection, extension, named);
      return detection;
    }
  }

  const TextVerdict verdict = test_text(bytes, encoding);
  const Format* hinted = format_by_hint(hint);
  const bool wants_image = named != nullptr && named->content_type == ContentType::kImage;
  if (wants_image) {
    decide(detection, *named, Evidence::kExtension);
    detection.not_the_image_named =
        compose({"holds {}, {byte}", verdict.description, bytes.size()});
    return detection;
  }
  if (!verdict.is_text) {
    if (const auto kind = find_binary_kind(bytes)) {
      detection.mime_type = kind->mime_type;
      detection.evidence = Evidence::kSignature;
    } else if (named != nullptr && named->content_type == ContentType::kPdf) {
      // Its reader says what is wrong with a document whose header is gone.
      decide(detection, *named, Evidence::kExtension);
    }
    return detection;
  }

  if (named != nullptr && named->content_type == ContentType::kNotebook) {
    decide(detection, *named, Evidence::kExtension);
  } else if (hinted != nullptr && hinted->content_type == ContentType::kNotebook &&
             is_notebook(bytes)) {
    decide(detection, *hinted, Evidence::kHint);
  } else {
    decide(detection, text_format(), Evidence::kText);
  }
  return detection;
}

bool is_svg(ByteSpan head, std::string_view path) {
  constexpr std::size_t kPrologBytes = 4096;
  if (extension_of(path) == "svg") return true;
  const std::string_view text = as_chars(head.first(std::min(head.size(), kPrologBytes)));
  const bool has_prolog = text.starts_with("<?xml") && text.find("<svg") != text.npos;
  return has_prolog || text.starts_with("<svg");
}

}  // namespace lectern
