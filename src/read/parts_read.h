// A read of a large document of which only what is needed is loaded: its reader runs until nothing
// that it takes is missing.
#pragma once

#include <optional>

#include "base/file_parts.h"
#include "base/reader.h"
#include "read/package_reading.h"

namespace lectern {

class PartsRead final : public PackageReading {
 public:
  /// \param request, options  must outlive this
  /// \param detection  what the file is; its format has `in_parts`
  /// \param head  the file's first bytes, which stay where they are
  PartsRead(const ReadRequest& request, const ReadOptions& options, const Detection& detection,
            ByteSpan head, std::uint64_t size);

  const Question& question() const override { return question_; }
  std::span<std::uint8_t> room(std::size_t size) override;
  void give(std::size_t size, bool at_end) override;
  void give_table(ByteSpan table) override;
  void give_module() override { run(); }
  void give_pixels(const HostPicture&) override {}
  void fail_pixels(Error) override {}
  void decline(std::string_view reason) override;
  ByteSpan bytes() const override { return head_; }
  ToolResult take_result() override { return *std::move(result_); }
  bool is_of_member() const override { return false; }

 private:
  void run();
  void ask_bytes();
  void finish(Result<ToolResult> outcome);

  const ReadRequest& request_;
  ReadOptions options_;
  const Format& format_;
  DetectedBy evidence_;
  ByteSpan head_;
  FileParts parts_;
  bool wants_tables_ = false;
  bool asked_for_tables_ = false;
  bool asked_for_codecs_ = false;
  Question question_;
  std::optional<ToolResult> result_;
};

}  // namespace lectern
