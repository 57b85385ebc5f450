#include "read/read_session.h"

#include <algorithm>
#include <utility>

#include "read/detect.h"
#include "read/read.h"

namespace lectern {

ReadSession::ReadSession(const ReadRequest& request, const ReadOptions& options,
                         std::optional<std::uint64_t> size_bytes, LineIndex index)
    : request_(request), options_(options), size_bytes_(size_bytes), index_(std::move(index)) {
  // That it is text was found out when the index was made.
  if (!index_.empty()) read_as_text();
}

ReadSession::Status ReadSession::push(ByteSpan chunk) {
  if (!kind_) {
    const ByteSpan head = chunk.first(std::min(chunk.size(), kHeadBytes - bytes_.size()));
    bytes_.insert(bytes_.end(), head.begin(), head.end());
    chunk = chunk.subspan(head.size());
    if (bytes_.size() < kHeadBytes) return Status::kMore;
    decide();
  }
  return collect(chunk);
}

/// Chooses the way of reading by what the head shows.
void ReadSession::decide() {
  kind_ = kind_by_head(bytes_, request_.file_path, request_.file_type);
  const bool is_drawing = options_.image.svg == SvgForm::kImage && is_svg(bytes_, request_.file_path);
  if (*kind_ == ContentType::kText && is_drawing) kind_ = ContentType::kImage;
  if (*kind_ != ContentType::kText) {
    if (size_bytes_ && !is_over_limit()) bytes_.reserve(static_cast<std::size_t>(*size_bytes_));
    return;
  }
  read_as_text();
  text_->push(std::exchange(bytes_, {}));
}

void ReadSession::read_as_text() {
  kind_ = ContentType::kText;
  text_.emplace(request_, options_, TextSource{size_bytes_, std::move(index_)});
}

ReadSession::Status ReadSession::collect(ByteSpan chunk) {
  if (text_) {
    return text_->push(chunk) == TextSession::Status::kDone ? Status::kDone : Status::kMore;
  }
  if (is_over_limit()) return Status::kDone;
  bytes_.insert(bytes_.end(), chunk.begin(), chunk.end());
  return is_over_limit() ? Status::kDone : Status::kMore;
}

bool ReadSession::is_over_limit() const {
  const std::uint64_t size = std::max<std::uint64_t>(bytes_.size(), size_bytes_.value_or(0));
  return !check_file_size(*kind_, size, options_.limits);
}

ToolResult ReadSession::finish() {
  if (!kind_) decide();
  if (text_) return text_->finish();
  if (!is_over_limit()) return read(bytes_, request_, options_);

  const std::uint64_t size = std::max<std::uint64_t>(bytes_.size(), size_bytes_.value_or(0));
  Metadata metadata;
  metadata.size_bytes = size;
  metadata.modified = options_.host.modified;
  metadata.mime_type = detect(bytes_, request_.file_path, request_.file_type).mime_type;
  return failure(check_file_size(*kind_, size, options_.limits).error(), *kind_,
                 std::move(metadata));
}

}  // namespace lectern
