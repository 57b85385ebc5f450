#include "read/detect.h"

#include <algorithm>

#include "base/format.h"
#include "detect/signatures.h"
#include "image/left_to_module.h"
#include "text/text_test.h"

namespace lectern {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kUnknownMime = "application/octet-stream";
constexpr std::string_view kCompoundMark = "\xD0\xCF\x11\xE0";
constexpr std::string_view kEncryptedOffice = "application/x-ole-encrypted-package";

/// The hint as a row: a kind ("image" names none by itself), or a MIME type.
const Format* format_by_hint(std::string_view hint) {
  if (hint == "text") return &text_format();
  if (hint == "notebook") return &notebook_format();
  for (const Format& format : formats()) {
    if (format.mime_type == hint) return &format;
  }
  return nullptr;
}

void decide(Detection& detection, const Format& format, DetectedBy evidence) {
  detection.format = &format;
  detection.kind = format.content_type;
  detection.mime_type = format.mime_type;
  detection.evidence = evidence;
}

/// "named .png, holds JPEG", when the name belongs to another format with a signature.
void warn_of_other_name(Detection& detection, std::string_view extension, const Format* named) {
  if (extension.empty() || named == detection.format) return;
  if (named == nullptr ||
      (named->sniff == nullptr && named->content_type != ContentType::kDocument))
    return;
  add_to(detection.warnings, {"named .{}, holds {}", extension, detection.format->name});
}

TextVerdict test(const DetectionInput& input) {
  return test_text(input.head, {input.encoding, input.tables, input.at_end});
}

/// True when a signature made of printable characters is only how a text begins: "GIF89a is a
/// format". A PDF may be all text, but then it holds objects.
bool is_text_after_all(const Format& format, const DetectionInput& input) {
  const auto kind = find_binary_kind(input.head);
  if (!kind || kind->certain) return false;
  // Its members may all be texts, and so is all that stands between them.
  if (format.package == PackageKind::kAr) return false;
  if (format.content_type == ContentType::kPdf &&
      as_chars(input.head).find(" obj") != std::string_view::npos) {
    return false;
  }
  const TextVerdict verdict = test(input);
  return verdict.is_text && verdict.is_certain;
}

/// The error of a name that promises what the bytes are not; nullopt for names that promise
/// nothing.
std::optional<Error> broken_promise(const Format* named, const TextVerdict& verdict,
                                    const DetectionInput& input) {
  if (named == nullptr) return std::nullopt;
  const bool is_image = named->content_type == ContentType::kImage;
  // The reader of PDFs says what is wrong with a document whose header is gone.
  const bool is_pdf = named->content_type == ContentType::kPdf && verdict.is_text;
  if (!is_image && !is_pdf) return std::nullopt;
  const std::uint64_t size = input.size_bytes.value_or(input.head.size());
  const bool knows_size = input.size_bytes || input.at_end;
  std::string holds = compose({"holds {}", verdict.description});
  if (knows_size) append_to(holds, {", {byte}", size});
  if (is_pdf) return Error{ErrorCode::kCorruptPdf, {"Failed to read PDF: not a PDF, {}", holds}};
  return Error{ErrorCode::kCorruptImage, {"Failed to process image file: not an image, {}", holds}};
}

/// Notebooks and JSON text share their bytes: a hint counts when the text may be an object.
bool may_be_notebook(ByteSpan head) {
  const std::string_view text = as_chars(head);
  const std::size_t start = text.find_first_not_of("\xEF\xBB\xBF \t\r\n\0");
  return start != std::string_view::npos && text[start] == '{';
}

/// Whether the files of a format are ZIP packages.
bool is_packaged(const Format& format) {
  return format.content_type == ContentType::kDocument &&
         (format.mime_type.starts_with("application/vnd.o") ||
          format.mime_type == "application/epub+zip" ||
          format.mime_type == "application/x-fictionbook+xml");
}

bool is_svg(ByteSpan head, std::string_view extension) {
  constexpr std::size_t kPrologBytes = 4096;
  if (extension == "svg") return true;
  const std::string_view text = as_chars(head.first(std::min(head.size(), kPrologBytes)));
  const bool has_prolog = text.starts_with("<?xml") && text.find("<svg") != text.npos;
  return has_prolog || text.starts_with("<svg");
}

bool is_html(ByteSpan head, std::string_view extension) {
  if (extension == "html" || extension == "htm" || extension == "xhtml" || extension == "xht")
    return true;
  std::string_view text = as_chars(head);
  const std::size_t start = text.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  text.remove_prefix(std::min(start, text.size()));
  const std::string lower = ascii_lower(text.substr(0, 14));
  return lower.starts_with("<!doctype html") || lower.starts_with("<html");
}

/// A mail is told by its name, or by a hint, and begins with fields as one does: source code, logs
/// and configurations stay text.
bool is_mail(ByteSpan head) {
  std::string_view text = as_chars(head);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (text.starts_with('\n') || text.starts_with('\r')) text.remove_prefix(1);
  if (text.starts_with("From ")) return true;
  const std::size_t colon = text.substr(0, 80).find(':');
  if (colon == 0 || colon == text.npos) return false;
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon),
                     [](char c) { return c > ' ' && c < 0x7F; });
}

/// A document of Office whose parts are one XML: the tag of its root tells it, whatever its name.
const Format* flat_document(ByteSpan head) {
  std::size_t root = as_chars(head).find_first_not_of("\xEF\xBB\xBF\xFE\xFF \t\r\n\0"sv);
  if (root >= head.size() || head[root] != '<') return nullptr;
  // UTF-16 has zeros between.
  std::string text(as_chars(head.subspan(root)));
  std::erase(text, '\0');
  root = 0;
  for (; root < text.size(); root = text.find('<', root)) {
    const bool is_comment = text.compare(root, 4, "<!--") == 0;
    if (!is_comment && text[root + 1] != '?' && text[root + 1] != '!') break;
    root = text.find(is_comment ? "-->" : ">", root);
  }
  if (root >= text.size()) return nullptr;
  const std::string_view tag = std::string_view(text).substr(root + 1, text.find('>', root) - root);
  std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n>"));
  name.remove_prefix(std::min(name.find(':') + 1, name.size()));
  const auto has = [&tag](std::string_view part) { return tag.find(part) != tag.npos; };
  if (name == "wordDocument" && has("office/word/2003/wordml")) return format_by_extension("doc");
  if (name == "Workbook" && has("schemas-microsoft-com:office:spreadsheet"))
    return format_by_extension("xls");
  if (name == "package" && has("office/2006/xmlPackage")) {
    for (const std::string_view extension : {"docx", "xlsx", "pptx"}) {
      const Format* format = format_by_extension(extension);
      if (format != nullptr && text.find(format->mime_type) != text.npos) return format;
    }
  }
  if (name != "document" || !has("opendocument:xmlns:office:")) return nullptr;
  for (const std::string_view extension : {"ott", "odt", "ots", "ods", "otp", "odp"}) {
    const Format* format = format_by_extension(extension);
    if (format != nullptr && has(format->mime_type)) return format;
  }
  return nullptr;
}

const Format* text_document(const DetectionInput& input, std::string_view extension,
                            const Format* named, const Format* hinted) {
  const auto wants = [&](std::string_view mime_type) {
    if (named != nullptr && named->mime_type == mime_type) return named;
    const bool is_unnamed = named == nullptr || named->content_type == ContentType::kText;
    return hinted != nullptr && hinted->mime_type == mime_type && is_unnamed ? hinted : nullptr;
  };
  for (const std::string_view type : {"message/rfc822", "application/mbox"}) {
    if (const Format* mail = wants(type); mail != nullptr && is_mail(input.head)) return mail;
  }
  if (const Format* book = wants("application/x-fictionbook+xml")) return book;
  if (const Format* page = wants("text/html"); page != nullptr && page == hinted) return page;
  if (input.html == HtmlForm::kMarkdown && is_html(input.head, extension))
    return format_by_hint("text/html");
  return nullptr;
}

}  // namespace

std::string_view to_string(DetectedBy evidence) {
  switch (evidence) {
    case DetectedBy::kSignature:
      return "signature";
    case DetectedBy::kText:
      return "text";
    case DetectedBy::kExtension:
      return "extension";
    case DetectedBy::kHint:
      return "hint";
    case DetectedBy::kNone:
      return "none";
  }
  return "none";
}

Detection detect(const DetectionInput& input) {
  Detection detection;
  detection.mime_type = kUnknownMime;
  const ByteSpan head = input.head;
  // A zipped book says so.
  const bool is_zipped_book = ascii_lower(input.name).ends_with(".fb2.zip");
  const std::string extension = is_zipped_book ? "fb2" : extension_of(input.name);
  const Format* named = format_by_extension(extension);

  for (const Format& format : formats()) {
    if (format.sniff == nullptr || !format.sniff(head)) continue;
    if (!format.confirming_end.empty() && named != &format &&
        !as_chars(head).ends_with(format.confirming_end)) {
      continue;
    }
    // An anymap may be nothing but numbers: its name tells it then.
    const bool is_anymap = format.mime_type == kPnmMime;
    if (is_anymap ? named != &format && test(input).is_text : is_text_after_all(format, input)) {
      // Many texts begin with the few letters of a picture's signature; none begins %PDF- by
      // chance.
      if (format.content_type == ContentType::kPdf)
        add_to(detection.warnings, {"begins like a {}, holds text", format.name});
      break;
    }
    // The first bytes of a document may be those of its pictures: its name counts then, and its
    // reader says what is missing.
    if (format.package == PackageKind::kZip && named != nullptr && is_packaged(*named)) {
      decide(detection, *named, DetectedBy::kExtension);
      return detection;
    }
    decide(detection, format, DetectedBy::kSignature);
    warn_of_other_name(detection, extension, named);
    // Of packages the kind may be known better: a Java archive is a ZIP archive.
    if (format.package != PackageKind::kNone) {
      if (const auto kind = find_binary_kind(head)) detection.mime_type = kind->mime_type;
    }
    return detection;
  }

  // Documents share their containers' signatures with other files: what is inside tells them.
  const auto kind = find_binary_kind(head);
  if (kind) {
    const auto rows = formats();
    const auto row = std::find_if(rows.begin(), rows.end(), [&kind](const Format& format) {
      return format.content_type == ContentType::kDocument && format.mime_type == kind->mime_type;
    });
    if (row != rows.end()) {
      decide(detection, *row, DetectedBy::kSignature);
      warn_of_other_name(detection, extension, named);
      // Its directory may name an encrypted package beside: a stream cannot begin anew then.
      detection.may_be_encrypted = !input.size_bytes && starts_with(head, kCompoundMark);
      return detection;
    }
  }

  // The directory of a compound file may stand anywhere in it. What an encrypted package holds is
  // known when it is open.
  if (kind) {
    const bool is_encrypted = kind->mime_type == kEncryptedOffice;
    if (named != nullptr && named->content_type == ContentType::kDocument &&
        (is_encrypted || kind->mime_type == "application/x-cfb")) {
      decide(detection, *named, DetectedBy::kExtension);
      // Those of older versions are compound files in any case, and are looked into when all of
      // them is here; a stream cannot begin anew then.
      const bool is_package = named->mime_type.find("officedocument") != std::string_view::npos;
      detection.may_be_encrypted = is_encrypted || is_package || !input.size_bytes;
      return detection;
    }
    if (const Format* office = format_by_extension("docx"); is_encrypted && office != nullptr) {
      decide(detection, *office, DetectedBy::kSignature);
      detection.may_be_encrypted = true;
      detection.mime_type = kEncryptedOffice;
      return detection;
    }
  }

  const TextVerdict verdict = test(input);
  detection.not_as_named = broken_promise(named, verdict, input);
  if (detection.not_as_named) {
    detection.warnings.clear();
    decide(detection, *named, DetectedBy::kExtension);
    return detection;
  }
  if (!verdict.is_text) {
    detection.warnings.clear();
    if (kind) {
      detection.mime_type = kind->mime_type;
      detection.evidence = DetectedBy::kSignature;
    } else if (named != nullptr && (named->content_type == ContentType::kPdf ||
                                    named->content_type == ContentType::kArchive)) {
      // Programs stand before archives that unpack themselves.
      decide(detection, *named, DetectedBy::kExtension);
    }
    return detection;
  }

  const Format* hinted = format_by_hint(input.hint);
  if (named != nullptr && named->content_type == ContentType::kNotebook) {
    decide(detection, *named, DetectedBy::kExtension);
  } else if (hinted != nullptr && hinted->content_type == ContentType::kNotebook &&
             may_be_notebook(head)) {
    decide(detection, *hinted, DetectedBy::kHint);
  } else if (input.svg == SvgForm::kImage && is_svg(head, extension)) {
    decide(detection, svg_format(), DetectedBy::kText);
  } else if (const Format* flat = hinted == &text_format() ? nullptr : flat_document(head)) {
    decide(detection, *flat, DetectedBy::kText);
    warn_of_other_name(detection, extension, named);
  } else if (const Format* document = text_document(input, extension, named, hinted)) {
    decide(detection, *document, DetectedBy::kText);
  } else if (input.as_table) {
    decide(detection, *format_by_extension("csv"), DetectedBy::kText);
  } else {
    decide(detection, text_format(), DetectedBy::kText);
  }
  return detection;
}

}  // namespace lectern
