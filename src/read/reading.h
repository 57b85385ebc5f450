// A read as a conversation that the core leads. The host starts a FileReading with the request and
// what it knows of the file, and answers its questions until the result is there:
//
//   FileReading reading(request, options, {size});
//   while (reading.question().kind != Question::Kind::kDone) answer(reading);
//   ToolResult result = reading.take_result();
//
// Files in memory, on disk, in pieces and behind ranges give the same result, because the core asks
// the same questions of all of them. A reading keeps all that it holds until it is destroyed, at
// whatever question that is.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/file_buffer.h"
#include "base/reader.h"
#include "base/request.h"
#include "base/tool_result.h"
#include "base/work_budget.h"
#include "image/fit/fit.h"
#include "image/pixels.h"
#include "read/detect.h"
#include "text/text_session.h"

namespace lectern {

/// What a reading needs next.
struct Question {
  enum class Kind : std::uint8_t {
    /// The file's bytes from `from` to `to`: `room` and `give`, or `give_view`.
    kBytes,
    /// The module `name`: the host goes on with a new FileReading in it, or declines. `codecs` is
    /// attached to the core instead: `give_module`.
    kModule,
    /// The table `name` ("encodings"): `give_table` or `decline`.
    kTable,
    /// The picture in `FileReading::bytes()`, whose MIME type is `name`: `give_pixels` or
    /// `decline`.
    kPixels,
    /// Nothing: the result is there.
    kDone,
    /// Nothing, only of a host that takes turns: it may do other things now, then `decline`. No
    /// other reading of this program may go on meanwhile.
    kTurn,
  };
  Kind kind = Kind::kDone;
  std::uint64_t from = 0;
  /// Behind the last byte wanted; may lie beyond the end of a file whose size is unknown.
  std::uint64_t to = 0;
  std::string_view name = {};
};

class UnpackerMemory;

/// What a host knows of a file before it is read; all of it is optional.
struct FileKnowledge {
  std::optional<std::uint64_t> size_bytes = std::nullopt;
  /// `FileReading::notes` of an earlier read of the same bytes under the same name. Notes that are
  /// damaged or made with other options are ignored.
  ByteSpan notes = {};
  /// The host wants to be asked kTurn between the steps of long reads.
  bool takes_turns = false;

  // Of a file that is a member of a package, by the reading around it.
  /// What the file is called where that is not the request's path.
  std::string_view name = {};
  /// Packages around it.
  std::uint32_t package_depth = 0;
  /// Compressed files around it, up to the next archive.
  std::uint32_t singles_in_a_row = 0;
  /// Going back in it means unpacking it from its start.
  bool is_sequential = false;
  /// Of the compressed file that it comes out of, as far as that has been read. Null when it does
  /// not.
  const std::uint64_t* packed_bytes = nullptr;
  /// The bytes of the outermost file can be asked for again, although this one's size is unknown.
  bool can_go_back = false;
  /// What all packages around it have unpacked.
  std::uint64_t* unpacked_bytes = nullptr;
  /// What the unpackers of all packages around it hold.
  UnpackerMemory* unpacker_memory = nullptr;
  /// What unpacking them took, which is not there for reading it. Null: nothing.
  WorkBudget* work = nullptr;
};

class PackageReading;

class FileReading {
 public:
  FileReading(ReadRequest request, ReadOptions options, const FileKnowledge& file = {});
  /// A reading that is done before it began: its arguments were refused.
  explicit FileReading(ToolResult refusal);

  // Its options point into it.
  FileReading(const FileReading&) = delete;
  FileReading& operator=(const FileReading&) = delete;
  ~FileReading();

  const Question& question() const { return question_; }

  /// Where the host writes bytes from `question().from` on, at most `size`; valid until the next
  /// call. Empty when memory is exhausted: the reading is done then.
  std::span<std::uint8_t> room(std::size_t size);
  /// The first `size` bytes of the room have been written. Fewer than were asked for are asked for
  /// again. \param at_end  the file ends behind them.
  void give(std::size_t size, bool at_end);
  /// As `give`, without a copy: the bytes stay where they are as long as the reading and its
  /// result.
  void give_view(ByteSpan bytes, bool at_end);
  /// Answers kTable; the table must stay as long as the reading.
  void give_table(ByteSpan table);
  /// Answers kModule of a module that helps the core: it is attached, and the reading goes on here.
  void give_module();
  /// Those of the options: a decoder of the host's obeys them, too.
  const Limits& limits() const { return options_.limits; }
  /// In which what can be drawn in any size is drawn.
  FitLimits drawing_limits() const { return lectern::drawing_limits(request_, options_); }
  /// Answers kPixels: all of the picture, upright.
  void give_pixels(PixelView pixels, DecodedFacts facts = {});
  /// Answers kPixels: a decoder that knows the format refuses the file.
  void fail_pixels(Error error);
  /// Answers kTurn, and kModule, kTable and kPixels: the host does not have it.
  /// \param reason  why, when it should have been there: the result says so. "" reads on without.
  void decline(std::string_view reason);

  /// The file as far as it has come; all of it at kPixels.
  ByteSpan bytes() const;

  /// The result, once, at kDone. Its pictures may view into the reading.
  ToolResult take_result() { return *std::move(result_); }
  /// At kDone: what a later read of the same file can use. Empty when there is nothing.
  ByteVector notes() const;

 private:
  enum class Stage : std::uint8_t { kHead, kText, kWhole, kPackage };

  void ask_bytes();
  void ask(Question::Kind kind, std::string_view name);
  bool asks_for_tables();
  bool asks_for_codecs();
  void take(ByteSpan bytes, bool at_end);
  void hold(ByteSpan bytes);
  void step();
  void decide();
  void start();
  bool start_package();
  bool may_describe() const;
  bool start_parts();
  bool start_data();
  void follow_package();
  void start_text();
  void push_text(ByteSpan bytes);
  void finish_text();
  void run(const HostPicture* pixels);
  void fail_picture(Error error);
  void go_on();
  void settle(Result<ToolResult> outcome, bool is_decoded);
  void finish(ToolResult result);
  void finish_over_limit(Error error);
  void finish_out_of_memory(std::uint64_t size);
  void finish_without_end();
  ByteSpan own_bytes() const { return view_.empty() ? buffer_.bytes() : view_; }
  std::string way() const;
  bool take_notes(ByteSpan notes);

  ReadRequest request_;
  ReadOptions options_;
  std::optional<std::uint64_t> size_bytes_;
  Question question_;
  Stage stage_ = Stage::kHead;
  std::uint64_t position_ = 0;  ///< of the next byte wanted
  std::uint64_t piece_bytes_ = 0;
  bool at_end_ = false;
  unsigned ends_ = 0;  ///< that a package was told, without a byte before them
  ByteSpan view_;
  FileBuffer buffer_;
  Detection detection_;
  LineIndex index_;
  std::optional<TextSession> text_;
  bool wants_tables_ = false;
  bool asked_for_tables_ = false;
  bool lacks_module_ = false;
  bool lacks_codecs_ = false;
  std::optional<ToolResult> result_;
  std::string hash_;  ///< of the text that `index_` belongs to
  bool takes_turns_ = false;
  std::unique_ptr<SteppedRead> steps_;
  std::string name_;  ///< by which the file's kind is told
  FileKnowledge file_;
  ByteVector package_notes_;  ///< of an earlier read
  std::unique_ptr<PackageReading> package_;
};

}  // namespace lectern
