// How a reading decides what a file is, and which reader gets it.
#include <algorithm>
#include <utility>

#include "detect/signatures.h"
#include "read/data_engine.h"
#include "read/modules.h"
#include "read/package_reading.h"
#include "read/packages.h"
#include "read/reading.h"
#include "read/refusal.h"

namespace lectern {
namespace {

/// Documents up to this size are read whole, as one question costs less than several.
constexpr std::uint64_t kReadWholeBytes = std::uint64_t{8} << 20;

}  // namespace

void FileReading::decide() {
  wants_tables_ = false;
  if (options_.host.directory) {
    detection_.format = &directory_format();
    detection_.mime_type = directory_format().mime_type;
    return start();
  }
  const ByteSpan head = own_bytes();
  detection_ = detect({.head = head.first(std::min<std::size_t>(head.size(), kSignatureBytes)),
                       .at_end = at_end_ && position_ <= kSignatureBytes,
                       .size_bytes = size_bytes_,
                       .name = name_,
                       .hint = request_.file_type,
                       .encoding = encoding_for_label(options_.text.encoding),
                       .tables = options_.encoding_tables,
                       .svg = options_.image.svg,
                       .html = options_.document.html,
                       .as_table = !request_.range.empty()});
  // Of what is in a package, its reading shows the bytes.
  if (request_.view == View::kHex && options_.host.member.empty()) {
    detection_.format = &binary_format();
    detection_.kind = ContentType::kBinary;
    detection_.may_be_encrypted = false;
    detection_.not_as_named.reset();
    detection_.warnings.clear();
  }
  if (!asks_for_tables()) start();
}

/// Whether a file that no format claims is worth a look: a stream would have to pass by for it.
bool FileReading::may_describe() const {
  return at_end_ || (size_bytes_ && (*size_bytes_ <= kReadWholeBytes || !file_.is_sequential));
}

/// Begins to read a package, or what the path names in it. \returns false for other files.
bool FileReading::start_package() {
  const std::string& member = options_.host.member;
  // A part of a document is a member of its package.
  if (!member.empty() && sniff_zip(own_bytes())) {
    detection_.format = &zip_format();
  } else if (!member.empty() && detection_.format != nullptr) {
    // What is attached to a mail is a member of it.
    if (const Format* format = attachments_format(*detection_.format)) detection_.format = format;
  }
  if (detection_.format != nullptr && detection_.format->package != PackageKind::kNone) {
    file_.size_bytes = size_bytes_;
    file_.notes = package_notes_;
    package_ =
        open_package_reading(request_, options_, *detection_.format, name_, own_bytes(), file_);
    if (!package_) return false;
    stage_ = Stage::kPackage;
    follow_package();
    return true;
  }
  if (member.empty()) return false;
  finish(failure(file_error(ErrorCode::kFileNotFound, request_.file_path)));
  return true;
}

void FileReading::start() {
  if (start_package()) return;
  if (detection_.format == nullptr && may_describe()) detection_.format = &binary_format();
  const Format* format = detection_.format;
  const bool lacks_package =
      lacks_module_ && format != nullptr && format->package != PackageKind::kNone;
  if (format == nullptr || lacks_package || (lacks_module_ && format == &binary_format())) {
    const BinaryKind kind = find_binary_kind(own_bytes()).value_or(kUnknownKind);
    Error error = lacks_package ? missing_documents_error(request_.file_path, format->name)
                  : request_.view == View::kHex
                      ? missing_data_error(request_.file_path)
                      : binary_file_error(request_.file_path, kind, size_bytes_);
    return finish(failure(std::move(error), ContentType::kBinary));
  }
  if (start_data()) return;
  const std::string_view module = detection_.may_be_encrypted ? kDocumentsModule : format->module;
  if (!detection_.not_as_named && !has_module(module) && !lacks_module_)
    return ask(Question::Kind::kModule, module);
  if (!detection_.not_as_named && format->read == nullptr) return start_text();
  if (start_parts()) return;
  stage_ = Stage::kWhole;
  step();
}

/// Begins to read text that is asked for as data. \returns false for other reads.
bool FileReading::start_data() {
  if (detection_.format != &text_format()) return false;
  const bool is_asked = wants_data(request_);
  // The text goes by twice, and what is as small as this is never cut.
  const bool may_be_cut = !file_.is_sequential && size_bytes_ &&
                          *size_bytes_ > std::min(options_.limits.max_lines, kMinCharsForOutline);
  if (!is_asked && !(may_be_cut && may_end_with_outline(request_, options_))) return false;
  const DataEngine* engine = data_engine();
  if (engine == nullptr && lacks_module_) {
    if (!is_asked) return false;
    detection_.warnings.push_back("the data module is not loaded: this is the text itself");
    // What follows is asked for as the text, too.
    request_.outline = false;
    request_.block.reset();
    request_.at.clear();
    return false;
  }
  if (engine == nullptr) {
    ask(Question::Kind::kModule, kDataModule);
    return true;
  }
  file_.size_bytes = size_bytes_;
  file_.name = name_;
  package_ = engine->open_text(request_, options_, own_bytes(), file_);
  stage_ = Stage::kPackage;
  follow_package();
  return true;
}

/// Begins to read a document that is too large to load all of it.
/// \returns false for other files.
bool FileReading::start_parts() {
  const Format& format = *detection_.format;
  if (format.in_parts == nullptr || detection_.not_as_named) return false;
  // Whoever can only go forward passes by what stands before the end in any case.
  if (!size_bytes_ || *size_bytes_ <= kReadWholeBytes || file_.is_sequential) return false;
  if (!format.in_parts(own_bytes())) return false;
  package_ = open_parts_reading(request_, options_, detection_, own_bytes(), *size_bytes_);
  if (!package_) return false;
  stage_ = Stage::kPackage;
  follow_package();
  return true;
}

}  // namespace lectern
