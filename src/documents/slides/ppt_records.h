// Records of PowerPoint 97 to 2003 ([MS-PPT] 2.3, [MS-ODRAW] 2.2): what is in a stream of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "documents/slides/slide_model.h"

namespace lectern {

/// Types of records.
enum PptType : std::uint16_t {
  kPptDocument = 1000,
  kPptSlide = 1006,
  kPptNotes = 1008,
  kPptNotesAtom = 1009,
  kPptSlidePersist = 1011,
  kPptSlideShowInfo = 1017,
  kPptDrawingGroup = 1035,
  kPptDrawing = 1036,
  kPptOutlineTextRef = 3998,
  kPptTextHeader = 3999,
  kPptTextChars = 4000,
  kPptStyleText = 4001,
  kPptTextBytes = 4008,
  kPptString = 4026,
  kPptSlideList = 4080,
  kPptUserEdit = 4085,
  kPptPersistDirectory = 6002,
  kPptComment = 12000,
  kPptCryptSession = 0x2F14,
  kArtDrawingGroup = 0xF000,
  kArtPictures = 0xF001,
  kArtGroup = 0xF003,
  kArtShape = 0xF004,
  kArtPicture = 0xF007,
  kArtShapeAtom = 0xF00A,
  kArtProperties = 0xF00B,
  kArtTextbox = 0xF00D,
  kArtChildAnchor = 0xF00F,
  kArtClientAnchor = 0xF010,
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
};

/// Its paragraphs; those of bodies have marks.
SlideText ppt_paragraphs(const PptText& text);

}  // namespace lectern
