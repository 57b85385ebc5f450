// The pictures of a document: a mark where each stands, and those of the part that is shown in the
// result.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/request.h"
#include "base/tool_result.h"

namespace lectern {

/// Where the bytes of pictures come from.
class PictureSource {
 public:
  virtual ~PictureSource() = default;
  /// The bytes of the picture that the reader knows as `key`, at most `max_bytes` from its start
  /// when `whole` is false. An error has the bare reason.
  virtual Result<ByteVector> picture(std::string_view key, std::uint64_t max_bytes, bool whole) = 0;
};

/// Where a picture's bytes are, for readers whose keys say so: "offset+bytes", and what the reader
/// adds to it.
struct PicturePlace {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};
PicturePlace picture_place(std::string_view key);

/// What is cut off of a picture, as parts of its sides.
struct PictureCrop {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  bool is_none() const { return left <= 0 && top <= 0 && right <= 0 && bottom <= 0; }
  /// Member by member.
  bool operator==(const PictureCrop&) const = default;
};

class DocumentPictures {
 public:
  /// \param source, options  must outlive this.
  DocumentPictures(PictureSource& source, const ReadOptions& options)
      : source_(source), options_(options) {}

  /// What stands in the text for a picture: `[Image 2: 640x400 PNG: "alt text"]`. A picture that
  /// stands in several places has one number.
  /// Of a metafile, which is not drawn, the mark has the text.
  /// \param crop  what of it is not shown there.
  std::string mark(std::string_view key, std::string_view alt, const PictureCrop& crop = {});

  /// Adds the pictures whose marks are in `result.content` to `result`, each behind the line with
  /// its first mark, and divides the content into parts there. Call it once, when the content is
  /// complete.
  void deliver(ToolResult& result);

  /// Pictures to deliver until now.
  std::uint64_t count() const { return options_.document.pictures ? pictures_.size() : 0; }

 private:
  struct Picture {
    std::string key;
    PictureCrop crop;
    /// What stands for it after its number, and behind its description.
    std::string kind = {};
    std::string text = {};
    /// Of what is not a file of its own: the bytes.
    ByteVector bytes = {};
    bool is_drawn = false;
  };
  void describe(Picture& picture);
  void describe_metafile(Picture& picture);

  PictureSource& source_;
  const ReadOptions& options_;
  std::size_t alt_room_ = std::size_t{8} << 20;  ///< what long descriptions may take
  std::map<std::string, std::size_t> numbers_;
  std::vector<Picture> pictures_;   ///< by number, from 1 on
  std::size_t key_bytes_ = 0;       ///< of all pictures
  std::size_t metafile_bytes_ = 0;  ///< texts and bitmaps of metafiles until now
};

}  // namespace lectern
