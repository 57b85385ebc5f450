#include "documents/html/web_archive.h"

#include <charconv>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/format.h"
#include "documents/document_page.h"
#include "documents/html/html_markdown.h"
#include "documents/html/html_style.h"
#include "documents/html/html_text.h"
#include "documents/html/property_list.h"
#include "documents/markdown/escape.h"

namespace lectern {
namespace {

/// Pages in frames.
constexpr int kMaxFrames = 100;
constexpr int kMaxFrameDepth = 4;
constexpr std::uint64_t kMaxFrameReads = 2;

class WebArchive final : HtmlHost, PictureSource {
 public:
  WebArchive(const ReadContext& context, const PropertyList& list)
      : context_(context), list_(list), pictures_(*this, context.options) {}

  Result<ToolResult> read() {
    DocumentPage page(context_);
    MarkdownWriter writer(page);
    writer_ = &writer;
    LECTERN_CHECK(read_page(writer, list_.root(), 0));
    writer.finish();
    DocumentInfo info;
    info.kind = DocumentKind::kWeb;
    if (!title_.empty()) info.title = title_;
    if (hidden_count_ > 0) {
      info.hidden_count = hidden_count_;
      add_to(warnings_,
             {"{place} of the page hidden from its readers, marked here as [Hidden: ...]",
              hidden_count_});
    }
    return page.finish(std::move(info), std::move(warnings_), &pictures_);
  }

 private:
  /// A page with its pictures, then the pages in its frames.
  Result<void> read_page(MarkdownWriter& writer, PropertyId archive, int depth) {
    const auto main = list_.value(archive, "WebMainResource");
    if (!main) return fail(ErrorCode::kCorruptDocument, "the web archive has no main resource");
    // Pages may share them, and they may be the same.
    const auto resources = list_.value(archive, "WebSubresources");
    if (resources && seen_.insert(*resources).second) {
      for (const PropertyId resource : list_.items(*resources)) {
        if (seen_.insert(resource).second)
          resources_.emplace(text_of(resource, "WebResourceURL"), resource);
      }
    }
    const auto data = list_.value(*main, "WebResourceData");
    const ByteSpan bytes = data ? list_.data(*data) : ByteSpan();
    read_bytes_ += bytes.size();
    const std::string type = text_of(*main, "WebResourceMIMEType");
    address_ = text_of(*main, "WebResourceURL");
    if (type.starts_with("image/")) {
      resources_.emplace(address_, *main);
      writer.begin_paragraph();
      writer.raw(picture(address_, ""));
      writer.end_block();
    } else {
      LECTERN_TRY(const std::string html,
                  html_source(bytes, text_of(*main, "WebResourceTextEncodingName"),
                              context_.options.encoding_tables));
      HtmlMarkdown markdown(writer, *this);
      markdown.read(html, type == "application/xhtml+xml");
      hidden_count_ += markdown.hidden_count();
      if (title_.empty()) title_ = markdown.title();
    }
    const auto frames = list_.value(archive, "WebSubframeArchives");
    if (!frames) return {};
    for (const PropertyId frame : list_.items(*frames)) {
      // Frames may share what is in them.
      if (depth >= kMaxFrameDepth || ++frames_ > kMaxFrames ||
          read_bytes_ > kMaxFrameReads * context_.bytes.size()) {
        if (!std::exchange(lacks_frames_, true))
          warnings_.emplace_back(
              "frames left out: they are too many, too large or too deep in others");
        break;
      }
      writer.note_block("[Frame:]");
      if (const auto read = read_page(writer, frame, depth + 1); !read)
        add_to(warnings_, {"a frame of the page: {}", read.error().message});
    }
    return {};
  }

  std::string text_of(PropertyId dictionary, std::string_view key) const {
    const auto value = list_.value(dictionary, key);
    return value ? list_.text(*value) : std::string();
  }

  std::string picture(std::string_view source, std::string_view alt) override {
    auto found = resources_.find(source);
    if (found == resources_.end()) found = resources_.find(resolved_url(address_, source));
    if (found == resources_.end()) return HtmlHost::picture(source, alt);
    return pictures_.mark(compose({"{}", found->second}), alt);
  }

  Result<ByteVector> picture(std::string_view key, std::uint64_t max_bytes, bool whole) override {
    PropertyId id = 0;
    std::from_chars(key.data(), key.data() + key.size(), id);
    const auto data = list_.value(id, "WebResourceData");
    ByteSpan bytes = data ? list_.data(*data) : ByteSpan();
    if (bytes.empty()) return fail(ErrorCode::kCorruptDocument, "it is not in the archive");
    if (bytes.size() > max_bytes) {
      if (whole)
        return fail(ErrorCode::kLimitExceeded, {"it has more than {}", human_size(max_bytes)});
      bytes = bytes.first(static_cast<std::size_t>(max_bytes));
    }
    return ByteVector(bytes.begin(), bytes.end());
  }

  void title(std::string_view text) override {
    writer_->note_block(compose({"[Title: {}]", MarkdownWriter::escaped(text)}));
  }

  const ReadContext& context_;
  MarkdownWriter* writer_ = nullptr;
  const PropertyList& list_;
  DocumentPictures pictures_;
  std::map<std::string, PropertyId, std::less<>> resources_;  ///< by address
  std::set<PropertyId> seen_;                                 ///< resources, and lists of them
  std::string address_;
  std::string title_;
  std::uint64_t hidden_count_ = 0;
  int frames_ = 0;
  bool lacks_frames_ = false;
  std::uint64_t read_bytes_ = 0;  ///< of pages
  std::vector<std::string> warnings_;
};

}  // namespace

Result<ToolResult> read_web_archive(const ReadContext& context) {
  LECTERN_TRY(const PropertyList list, PropertyList::open(context.bytes));
  return WebArchive(context, list).read();
}

}  // namespace lectern
