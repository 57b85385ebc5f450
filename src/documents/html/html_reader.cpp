#include "documents/html/html_reader.h"

#include <charconv>
#include <utility>

#include "base/base64.h"
#include "base/format.h"
#include "documents/document_page.h"
#include "documents/html/html_text.h"
#include "documents/markdown/escape.h"
#include "documents/unpacked_work.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxDataPictures = 10'000;

class WebPage final : HtmlHost {
 public:
  explicit WebPage(const ReadContext& context)
      : context_(context), pictures_(data_, context.options) {}

  Result<ToolResult> read() {
    std::string room;
    LECTERN_TRY(const std::string_view html,
                html_view(context_.bytes, context_.options.text.encoding,
                          context_.options.encoding_tables, room));
    WorkBudget work(context_.options.limits);
    LECTERN_CHECK(pay_for_unpacked(context_, html, {'<'}, work));
    DocumentPage page(context_);
    MarkdownWriter writer(page);
    writer_ = &writer;
    HtmlMarkdown markdown(writer, *this);
    markdown.read(html, html.starts_with("<?xml"));
    writer.finish();
    DocumentInfo info;
    info.kind = DocumentKind::kWeb;
    if (!markdown.title().empty()) info.title = markdown.title();
    std::vector<std::string> warnings;
    if (markdown.hidden_count() > 0) {
      info.hidden_count = markdown.hidden_count();
      add_to(warnings, {"{place} of the page hidden from its readers, marked here as [Hidden: ...]",
                        markdown.hidden_count()});
    }
    return page.finish(std::move(info), std::move(warnings), &pictures_);
  }

 private:
  std::string picture(std::string_view source, std::string_view alt) override {
    const std::string key = data_.add(source);
    return key.empty() ? HtmlHost::picture(source, alt) : pictures_.mark(key, alt);
  }

  void title(std::string_view text) override {
    writer_->note_block(compose({"[Title: {}]", MarkdownWriter::escaped(text)}));
  }

  const ReadContext& context_;
  MarkdownWriter* writer_ = nullptr;
  DataPictures data_;
  DocumentPictures pictures_;
};

}  // namespace

Result<ToolResult> read_html(const ReadContext& context) { return WebPage(context).read(); }

std::string DataPictures::add(std::string_view address) {
  if (!address.starts_with("data:image/") || pictures_.size() >= kMaxDataPictures) return "";
  const std::size_t comma = address.find(',');
  if (comma == address.npos || !address.substr(0, comma).ends_with(";base64")) return "";
  std::string data;
  for (const char c : address.substr(comma + 1)) {
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') data += c;
  }
  pictures_.push_back(std::move(data));
  return compose({"data:{}", pictures_.size() - 1});
}

Result<ByteVector> DataPictures::picture(std::string_view key, std::uint64_t max_bytes,
                                         bool whole) {
  std::size_t place = 0;
  key.remove_prefix(5);
  std::from_chars(key.data(), key.data() + key.size(), place);
  if (place >= pictures_.size()) return fail(ErrorCode::kCorruptDocument, "it is not in the page");
  std::string_view data = pictures_[place];
  if (data.size() / 4 > max_bytes / 3) {
    if (whole)
      return fail(ErrorCode::kLimitExceeded, {"it has more than {}", human_size(max_bytes)});
    data = data.substr(0, static_cast<std::size_t>(max_bytes / 3 * 4));
  }
  auto bytes = base64_decode(data);
  if (!bytes) return fail(ErrorCode::kCorruptDocument, "its base64 is damaged");
  return *std::move(bytes);
}

}  // namespace lectern
