// Records of PowerPoint 97 to 2003 ([MS-PPT] 2.3, [MS-ODRAW] 2.2): what is in a stream of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "documents/slides/slide_model.h"

namespace lectern {

/// Types of records.
enum PptType : std::uint16_t {
  kPptDocument = 1000,
  kPptDocumentAtom = 1001,
  kPptSlide = 1006,
  kPptSlideAtom = 1007,
  kPptNotes = 1008,
  kPptNotesAtom = 1009,
  kPptSlidePersist = 1011,
  kPptMainMaster = 1016,
  kPptSlideShowInfo = 1017,
  kPptDrawingGroup = 1035,
  kPptDrawing = 1036,
  kPptObjectList = 1033,
  kPptObjectRef = 3009,
  kPptPlaceholder = 3011,
  kPptOutlineTextRef = 3998,
  kPptTextHeader = 3999,
  kPptTextChars = 4000,
  kPptStyleText = 4001,
  kPptMasterStyle = 4003,
  kPptTextBytes = 4008,
  kPptStyleText9 = 4012,
  kPptString = 4026,
  kPptObjectAtom = 4035,
  kPptObject = 4044,
  kPptSlideNumber = 4056,
  kPptFooters = 4057,
  kPptFootersAtom = 4058,
  kPptSlideList = 4080,
  kPptUserEdit = 4085,
  kPptDateField = 4087,
  kPptFooterField = 4090,
  kPptTags = 5000,
  kPptTagData = 5003,
  kPptPersistDirectory = 6002,
  kPptComment = 12000,
  kPptCryptSession = 0x2F14,
  kArtDrawingGroup = 0xF000,
  kArtPictures = 0xF001,
  kArtGroup = 0xF003,
  kArtShape = 0xF004,
  kArtPicture = 0xF007,
  kArtGroupAtom = 0xF009,
  kArtShapeAtom = 0xF00A,
  kArtProperties = 0xF00B,
  kArtTextbox = 0xF00D,
  kArtChildAnchor = 0xF00F,
  kArtClientAnchor = 0xF010,
  kArtClientData = 0xF011,
  kArtMoreProperties = 0xF122,
};

struct PptRecord {
  std::uint16_t type = 0;
  std::uint16_t instance = 0;
  bool is_container = false;
  ByteSpan body;
};

/// The record at an offset; its body is cut where the bytes end. Nothing of type 0 behind the end.
PptRecord ppt_record(ByteSpan bytes, std::size_t offset);

/// The records of a container, at most 100,000.
std::vector<PptRecord> ppt_records(ByteSpan body);

std::uint16_t ppt_u16(ByteSpan bytes, std::size_t offset);
std::uint32_t ppt_u32(ByteSpan bytes, std::size_t offset);

/// UTF-16 as UTF-8.
std::string ppt_utf16(ByteSpan bytes);
/// The lower bytes of UTF-16 characters as UTF-8.
std::string ppt_low_bytes(ByteSpan bytes);

/// Text with its type and the levels of its paragraphs, from records that follow each other.
struct PptText {
  std::uint32_t type = 4;
  std::string text = {};
  ByteSpan styles = {};
  /// Which paragraphs are numbered, and how: a StyleTextProp9Atom.
  ByteSpan numbers = {};
};

/// Whether the levels of bodies have marks.
using PptMarks = std::array<bool, 5>;
inline constexpr PptMarks kPptMarks = {true, true, true, true, true};
/// As a master's style of bodies says ([MS-PPT] 2.9.35).
PptMarks ppt_marks(ByteSpan master_style);

/// Paragraphs and runs that one drawing may have.
inline constexpr std::size_t kMaxPptRuns = 300'000;
/// Its paragraphs with their marks and numbers. \param room  for paragraphs and runs: what has none
/// follows in the last paragraph.
SlideText ppt_paragraphs(const PptText& text, const PptMarks& marks, std::size_t& room);

/// Adds a record of a text, which a header begins. Fields, which the program fills in, are blanks.
void take_ppt_text(const PptRecord& record, std::vector<PptText>& texts);

}  // namespace lectern
