// What PDFium may still do for a document, in the adapter's units of work (src/base/work_budget.h).
// The build puts calls of spend() into the loops that a few bytes can keep busy: see patches.cmake.
#pragma once

#include <stdint.h>

#ifndef __cplusplus
/// lectern_pdfium::spend() for C.
int lectern_pdfium_spend(uint64_t units);

/// Counts a block that Little CMS asks for: a unit for each byte. Small ones it always gets. Large
/// ones have no room when those of the profile have more than 64 MB, or less where a read may hold
/// less. \returns 0 for none
int lectern_pdfium_hold_for_profile(uint64_t bytes);

/// 1 when no large block has room.
int lectern_pdfium_profile_is_full(void);
#else
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" {
int lectern_pdfium_spend(uint64_t units);
int lectern_pdfium_hold_for_profile(uint64_t bytes);
int lectern_pdfium_profile_is_full();
}

namespace lectern_pdfium {

/// Starts a document.
void start();

/// Gives it so many units, less those that it holds, and that it took to be opened. \param bytes
/// that a read may hold
void allow(std::uint64_t units, std::uint64_t bytes);

/// As much of a number of bytes as the read may hold of what reads usually may.
std::uint64_t part_of(std::uint64_t usual);

/// Spends some. \returns false once more were asked for than were allowed: the caller gives up what
/// it does.
bool spend(std::uint64_t units);

/// What was spent since allow().
std::uint64_t spent();

/// Spends what colors of profiles take, 12 times as much beyond what large pictures have.
bool spend_on_colors(std::uint64_t units);

/// True since spend() said no.
bool is_exhausted();

/// Counts what is read inside of an object of content: 1,500 units each beyond the first thousand.
/// \param is_outermost  a new object begins
/// \returns false when no more may be read
bool take_inside(bool is_outermost);

/// Counts what objects of the file hold while the document is open, in pieces of 50 bytes: 2,000
/// units each beyond the first million, for the most that is held at once. A read that may hold
/// less than usual has so much less of them, and pays so much more. \returns false when no
/// more may be held
bool hold(std::uint64_t pieces);

/// The same for what something holds that goes before the document: a font, a map of characters.
/// \param owner  what let_go() is called with at its end
bool hold_for(const void* owner, std::uint64_t pieces);

/// `owner` goes, with all that is held for it and what was remembered of it.
void let_go(const void* owner);

/// What a long search for `key` in `owner` has found before; null for none.
const std::uint32_t* remembered(const void* owner, std::uint32_t key);

/// Keeps what a search has found. \returns `value`
std::uint32_t remember(const void* owner, std::uint32_t key, std::uint32_t value);

/// The place of a glyph, and what remembers it as the two above do.
struct Box {
  int left;
  int top;
  int right;
  int bottom;
};
const Box* remembered_box(const void* owner, std::uint32_t code);
void remember_box(const void* owner, std::uint32_t code, const Box& box);

/// The bytes that hold() has counted and that are not freed.
std::uint64_t held_bytes();

/// So many pieces of what hold() counted are freed.
void give_back(std::uint64_t pieces);

/// As hold() for what objects of a page's content hold: 5,000 units each beyond the first 200,000.
bool hold_in_page(std::uint64_t pieces);

/// Counts the bytes that OpenJPEG asks for: a unit each, 200 beyond what large pictures take.
/// \returns false when no more may be held
bool hold_for_picture(std::uint64_t bytes);

/// Another profile is read.
void begin_profile();

/// Holds what it has become, of which there were three copies meanwhile. \returns false when no
/// more may be held
bool keep_profile();

/// FreeType's memory, 100 MB at most, 40 MB where a read may hold little: a new or larger block, or
/// none; a unit for each byte of large ones. \param block  may be null
void* font_block(void* block, std::size_t size);
void free_font_block(void* block);

/// Another picture of its begins.
void begin_picture();

/// Another page's content begins.
void begin_page();

/// What is held from here on is let go at its end.
class Passing {
 public:
  Passing();
  ~Passing();

 private:
  std::uint64_t held_;
};

/// Counts the calls of a function that are in each other.
struct Level {
  Level() { ++depth; }
  ~Level() { --depth; }
  static inline int depth = 0;
};

}  // namespace lectern_pdfium
#endif
