// What a binary Word document holds beside its text's characters: pieces, properties, styles,
// lists ([MS-DOC] 2.4 to 2.9).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "base/reader.h"
#include "documents/document_pictures.h"
#include "documents/word/word_numbering.h"
#include "package/compound.h"
#include "text/encoding.h"

namespace lectern {

/// Little-endian numbers of a stream; 0 past its end.
class DocBytes {
 public:
  DocBytes() = default;
  explicit DocBytes(ByteSpan bytes) : bytes_(bytes) {}
  std::uint8_t u8(std::uint64_t at) const {
    return at < bytes_.size() ? bytes_[static_cast<std::size_t>(at)] : std::uint8_t{0};
  }
  std::uint16_t u16(std::uint64_t at) const {
    return static_cast<std::uint16_t>(u8(at) | u8(at + 1) << 8);
  }
  std::uint32_t u32(std::uint64_t at) const {
    return static_cast<std::uint32_t>(u16(at)) | static_cast<std::uint32_t>(u16(at + 2)) << 16;
  }
  std::uint64_t size() const { return bytes_.size(); }
  ByteSpan all() const { return bytes_; }
  /// At most `count` bytes from `at`.
  ByteSpan part(std::uint64_t at, std::uint64_t count) const;

 private:
  ByteSpan bytes_;
};

struct DocParagraph {
  std::uint16_t style = 0;
  std::optional<std::uint32_t> list;  ///< 1-based; 0: none
  std::optional<std::uint32_t> list_level;
  std::optional<std::uint32_t> outline;
  std::uint32_t table_level = 0;
  bool is_in_table = false;
  bool ends_row = false;
  bool ends_inner_cell = false;
  bool ends_inner_row = false;
  bool heads_table = false;        ///< of a row's end
  std::vector<bool> covered = {};  ///< cells of that row that others cover
};

struct DocRun {
  std::optional<bool> bold, italic, strike;
  std::optional<std::uint8_t> hides;  ///< as [MS-DOC] 2.9.328 has it: 0x80 is what the style says
  std::optional<bool> style_hides = {};  ///< what the run's own style says
  bool is_deleted = false;
  bool is_inserted = false;
  bool is_special = false;
  bool is_white = false;
  bool is_tiny = false;
  std::int8_t script = 0;
  /// Of an insertion or of a deletion: a run may have both.
  struct Change {
    std::uint16_t author = 0;
    std::uint32_t time = 0;
    bool operator==(const Change&) const = default;
  };
  Change insertion, deletion;
  std::optional<std::uint32_t> picture;
  std::optional<std::uint16_t> symbol;
  std::uint16_t symbol_font = 0;
  std::optional<std::uint16_t> font;
  std::uint16_t style = 0;
};

/// Places of characters of which something is known.
struct DocRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

class DocFile final : public PictureSource {
 public:
  /// \returns ENCRYPTED, CORRUPT_DOCUMENT, UNSUPPORTED_FORMAT or LIMIT_EXCEEDED.
  Result<void> open(const ReadContext& context);

  /// A character and where it stands in the stream.
  struct Character {
    char16_t unit = 0;  ///< 0 where there is none
    std::uint64_t offset = 0;
  };
  Character character(std::uint32_t place);
  /// `place`, or the next one that has a character when the file lacks that one's.
  std::uint32_t next_place(std::uint32_t place);
  /// Takes a paragraph's work from that of all. \returns false when that is not enough.
  bool take_paragraph(std::uint32_t characters);
  /// True for Word 6 and 95, which have text only.
  bool is_old() const { return is_old_; }
  /// Of those: its characters are bytes in `encoding`, not UTF-16.
  bool has_bytes() const { return is_old_ && !is_wide_; }
  Encoding encoding() const { return encoding_; }

  DocParagraph paragraph(std::uint64_t offset);
  const DocRun& run(std::uint64_t offset);
  /// Whether the style, or one that it is based on, hides its text; nullopt where none says so.
  std::optional<bool> style_hides(std::uint16_t style) const;
  /// 0 to 8 for headings.
  std::optional<std::uint32_t> heading_of(const DocParagraph& paragraph) const;
  /// What the paragraph's style says of its list where the paragraph does not.
  void inherit_list(DocParagraph& paragraph) const;

  /// Texts in the order in which they stand: of the main text, notes and so on.
  enum class Part : std::uint8_t {
    kMain,
    kFootnotes,
    kHeaders,
    kMacros,
    kComments,
    kEndnotes,
    kBoxes,
    kHeaderBoxes
  };
  DocRange part(Part part) const { return parts_[static_cast<std::size_t>(part)]; }
  /// What the file lacks of its streams.
  const std::vector<std::string>& warnings() const { return warnings_; }

  struct Reference {
    std::uint32_t place = 0;
    DocRange text;
    std::string author;
  };
  std::vector<Reference> references(Part part);
  /// Ranges of headers and footers: six for each section.
  std::vector<DocRange> headers();
  std::string font(std::uint16_t index) const;
  const std::vector<std::string>& change_authors() const { return change_authors_; }
  /// What stands before a paragraph of a list; "" when that is nothing.
  std::string marker_of(const DocParagraph& paragraph);

  Result<ByteVector> picture(std::string_view key, std::uint64_t max_bytes, bool whole) override;
  /// The key of the picture at that place of the data stream; "" when it is none that is known.
  std::string picture_at(std::uint32_t place) const;
  /// Texts that shapes draw by themselves, as WordArt: those of the headers, or of the text.
  std::vector<std::string> drawn_texts(bool of_headers) const;

 private:
  struct Piece {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint64_t offset = 0;
    bool is_wide = false;
  };
  struct Style {
    std::uint16_t based_on = 0xFFF;
    std::uint16_t id = 0xFFF;
    std::string name;
    DocParagraph own;
    std::optional<std::uint8_t> hides;
  };

  struct Table {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
  };
  Table table(std::size_t index) const;
  /// Decrypts the streams, in place.
  Result<void> decrypt(const ReadContext& context, bool is_xor);
  Result<void> read_old();
  Result<void> read_pieces(std::uint64_t at, std::uint64_t size, DocBytes from);
  void read_styles();
  void read_fonts();
  void read_lists();
  void read_authors();
  WordNumbering::Level read_level(std::uint64_t& at) const;
  std::string name_at(std::uint64_t at, std::uint32_t count) const;
  void read_drawn_texts(std::uint64_t at, std::uint64_t end, std::vector<std::string>& texts) const;
  void apply(ByteSpan properties, DocParagraph& paragraph, bool is_huge = false);
  /// Takes from what all paragraphs together may have. \returns false when that is not enough.
  bool take_room(std::uint64_t& room, std::uint64_t bytes, std::string_view what);
  static void read_covered_cells(DocBytes definition, std::vector<bool>& covered);
  void apply(ByteSpan properties, DocRun& run) const;
  /// The page of properties for an offset, and the place in it; nullopt when there is none.
  std::optional<std::uint64_t> property_page(const Table& pages, std::uint64_t offset) const;

  ByteVector main_bytes_, table_bytes_, data_bytes_;
  DocBytes main_, table_, data_;
  std::vector<std::string> warnings_;
  bool is_old_ = false;
  bool is_wide_ = false;
  Encoding encoding_ = Encoding::kWindows1252;
  std::array<DocRange, 8> parts_{};
  bool find_piece(std::uint32_t place);
  std::vector<Piece> pieces_;
  std::size_t last_piece_ = 0;
  std::vector<Style> styles_;
  std::vector<std::string> fonts_;
  std::vector<std::string> authors_;         ///< of comments
  std::vector<std::string> change_authors_;  ///< of tracked changes
  WordNumbering numbering_;
  std::uint64_t huge_room_ = std::uint64_t{64} << 20;
  std::uint64_t work_left_ = 0;  ///< for paragraphs
  std::uint64_t marker_room_ = std::uint64_t{16} << 20;
  DocRun run_;
  std::uint64_t run_first_ = 1;
  std::uint64_t run_end_ = 0;
};

}  // namespace lectern
