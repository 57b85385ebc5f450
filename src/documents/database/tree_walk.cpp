#include "documents/database/tree_walk.h"

#include <algorithm>
#include <utility>

#include "base/format.h"

namespace lectern {
namespace {

constexpr std::size_t kHeaderBytes = 100;
constexpr std::uint8_t kInteriorIndex = 2;
constexpr std::uint8_t kInteriorTable = 5;
constexpr std::uint8_t kLeafIndex = 10;
constexpr std::uint8_t kLeafTable = 13;
/// SQLite itself goes no deeper than 20.
constexpr std::size_t kMostDepth = 40;
constexpr std::size_t kMostDamage = 8;
/// The least that a cell takes of its page, with its pointer.
constexpr std::size_t kLeastCellBytes = 4;

std::uint32_t u16_at(ByteSpan bytes, std::size_t at) {
  return at + 2 > bytes.size() ? 0U : std::uint32_t{bytes[at]} << 8 | bytes[at + 1];
}

std::uint32_t u32_at(ByteSpan bytes, std::size_t at) {
  return u16_at(bytes, at) << 16 | u16_at(bytes, at + 2);
}

/// Where a page's own header begins.
std::size_t header_start(std::uint64_t page) { return page == 1 ? kHeaderBytes : 0; }

}  // namespace

std::optional<std::uint64_t> read_varint(ByteSpan bytes, std::size_t& at) {
  std::uint64_t value = 0;
  for (int i = 0; i < 9; ++i) {
    if (at >= bytes.size()) return std::nullopt;
    const std::uint8_t byte = bytes[at++];
    if (i == 8) return value << 8 | byte;
    value = value << 7 | (byte & 0x7F);
    if ((byte & 0x80) == 0) break;
  }
  return value;
}

std::optional<DatabaseHeader> read_database_header(ByteSpan bytes,
                                                   std::optional<std::uint64_t> file_size) {
  constexpr std::uint32_t kLeastUsable = 480;
  if (bytes.size() < kHeaderBytes) return std::nullopt;
  DatabaseHeader header;
  header.page_size = u16_at(bytes, 16);
  if (header.page_size == 1) header.page_size = 65'536;
  const bool is_power = (header.page_size & (header.page_size - 1)) == 0;
  if (!is_power || header.page_size < 512) return std::nullopt;
  header.reserved = bytes[20];
  if (header.usable() < kLeastUsable) return std::nullopt;
  header.is_wal = bytes[18] == 2 || bytes[19] == 2;
  header.free_pages = u32_at(bytes, 36);
  header.is_auto_vacuum = u32_at(bytes, 52) != 0;
  header.encoding = u32_at(bytes, 56);
  header.user_version = static_cast<std::int32_t>(u32_at(bytes, 60));
  header.application_id = u32_at(bytes, 68);
  // Old versions left the count as it was: it holds only where both counters of changes agree.
  const bool has_count = u32_at(bytes, 24) == u32_at(bytes, 92) && u32_at(bytes, 28) != 0;
  header.pages = has_count ? u32_at(bytes, 28) : 0;
  if (header.pages == 0 && file_size) header.pages = *file_size / header.page_size;
  return header;
}

void TreeWalk::tell(std::uint64_t page, const Message& what) {
  if (damage_.size() > kMostDamage) return;
  if (damage_.size() == kMostDamage) {
    damage_.emplace_back("further damage is not listed");
    return;
  }
  std::string text = compose({"page {,}: {}", page, what});
  if (std::find(damage_.begin(), damage_.end(), text) != damage_.end()) return;
  damage_.push_back(std::move(text));
}

std::uint32_t TreeWalk::steps(const Frame& frame) const {
  if (frame.is_leaf) return frame.cells;
  return is_index_ ? 2 * frame.cells + 1 : frame.cells + 1;
}

/// Goes down to `page`, once.
TreeWalk::Push TreeWalk::push(std::uint64_t page) {
  const auto bytes = pages_.page(page);
  if (!bytes) return Push::kNeedsBytes;
  if (bytes->empty()) {
    tell(page, "is not in the file");
    return Push::kDamaged;
  }
  const bool is_cycle = std::any_of(frames_.begin(), frames_.end(),
                                    [page](const Frame& frame) { return frame.page == page; });
  // Trees do not share pages: what goes forth and back once visits no more than twice what there
  // is.
  if (is_cycle || frames_.size() >= kMostDepth ||
      visited_ > pages_.size().value_or(0) / 128 + 100) {
    tell(page, "is reached a second time");
    return Push::kDamaged;
  }
  const std::size_t start = header_start(page);
  const std::uint8_t type = (*bytes)[start];
  const bool is_leaf = type == kLeafIndex || type == kLeafTable;
  const bool is_index = type == kLeafIndex || type == kInteriorIndex;
  if (!is_leaf && !is_index && type != kInteriorTable) {
    tell(page, {"is no page of a table: its type is {}", std::uint32_t{type}});
    return Push::kDamaged;
  }
  if (frames_.empty()) {
    is_index_ = is_index;
  } else if (is_index != is_index_) {
    tell(page, "belongs to another kind of tree");
    return Push::kDamaged;
  }
  std::uint32_t cells = u16_at(*bytes, start + 3);
  const auto room =
      static_cast<std::uint32_t>((header_.usable() - start - (is_leaf ? 8 : 12)) / kLeastCellBytes);
  if (cells > room) {
    tell(page, {"says it has {,} cells, and has room for {,}", cells, room});
    cells = room;
  }
  if (!pages_.spend(pages_.page_size() / 8)) return Push::kDamaged;
  ++visited_;
  frames_.push_back({page, 0, cells, is_leaf});
  return Push::kDone;
}

TreeWalk::Step TreeWalk::begin() {
  if (has_begun_) return Step::kCell;
  const Push pushed = push(root_);
  if (pushed == Push::kNeedsBytes) return Step::kNeedsBytes;
  has_begun_ = true;
  return pushed == Push::kDone ? Step::kCell : Step::kEnd;
}

/// The place of cell `index` in its page.
std::optional<std::size_t> TreeWalk::cell_at(ByteSpan page, const Frame& frame,
                                             std::uint32_t index) {
  const std::size_t array = header_start(frame.page) + (frame.is_leaf ? 8 : 12);
  const std::size_t at = u16_at(page, array + 2 * std::size_t{index});
  // An offset of 0 cannot be: the page's header is there.
  if (at < array + 2 * std::size_t{frame.cells} || at + kLeastCellBytes > header_.usable()) {
    tell(frame.page, {"cell {} lies outside of it", index + 1});
    return std::nullopt;
  }
  return at;
}

/// The page below the interior page, before cell `index` or behind the last.
std::optional<std::uint64_t> TreeWalk::child_at(ByteSpan page, const Frame& frame,
                                                std::uint32_t index) {
  if (index == frame.cells) return u32_at(page, header_start(frame.page) + 8);
  const auto at = cell_at(page, frame, index);
  if (!at) return std::nullopt;
  return u32_at(page, *at);
}

bool TreeWalk::read_cell(ByteSpan page, const Frame& frame, std::uint32_t index, TreeCell& cell) {
  const auto start = cell_at(page, frame, index);
  if (!start) return false;
  const ByteSpan used = page.first(header_.usable());
  std::size_t at = *start + (frame.is_leaf ? 0 : 4);
  const auto payload = read_varint(used, at);
  const auto rowid = is_index_ ? std::optional<std::uint64_t>(0) : read_varint(used, at);
  if (!payload || !rowid) {
    tell(frame.page, {"cell {} breaks off", index + 1});
    return false;
  }
  const std::uint64_t usable = header_.usable();
  const std::uint64_t least = (usable - 12) * 32 / 255 - 23;
  const std::uint64_t most = is_index_ ? (usable - 12) * 64 / 255 - 23 : usable - 35;
  std::uint64_t local = *payload;
  if (local > most) {
    local = least + (*payload - least) % (usable - 4);
    if (local > most) local = least;
  }
  cell = {static_cast<std::int64_t>(*rowid), *payload, frame.page, at,
          static_cast<std::size_t>(local)};
  const bool has_more = local < *payload;
  if (at + local + (has_more ? 4 : 0) > usable) {
    tell(frame.page, {"cell {} is longer than the page", index + 1});
    return false;
  }
  if (has_more) cell.overflow = u32_at(page, at + cell.local);
  if (*payload > pages_.size().value_or(0)) {
    tell(frame.page, {"cell {} says that it has {byte}, more than the file", index + 1, *payload});
    cell.payload = local;
    cell.overflow = 0;
  }
  return true;
}

TreeWalk::Step TreeWalk::next(TreeCell& cell) {
  if (const Step begun = begin(); begun != Step::kCell) return begun;
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.at >= steps(frame)) {
      frames_.pop_back();
      continue;
    }
    const auto page = pages_.page(frame.page);
    if (!page) return Step::kNeedsBytes;
    const std::uint32_t at = frame.at;
    const bool is_cell = frame.is_leaf || (is_index_ && at % 2 == 1);
    if (is_cell) {
      constexpr std::uint64_t kCellBytes = 16;
      if (!pages_.spend(kCellBytes)) return Step::kEnd;
      ++frame.at;
      if (read_cell(*page, frame, frame.is_leaf ? at : at / 2, cell)) return Step::kCell;
      continue;
    }
    const auto child = child_at(*page, frame, is_index_ ? at / 2 : at);
    const std::size_t place = frames_.size() - 1;
    if (child && push(*child) == Push::kNeedsBytes) return Step::kNeedsBytes;
    ++frames_[place].at;
  }
  return Step::kEnd;
}

TreeWalk::Step TreeWalk::count_rest(std::uint64_t& count, std::uint64_t most_pages) {
  if (const Step begun = begin(); begun != Step::kCell) return begun;
  while (!frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.is_leaf || frame.at >= steps(frame)) {
      if (frame.is_leaf) count += frame.cells - std::min(frame.at, frame.cells);
      frames_.pop_back();
      continue;
    }
    if (is_index_ && frame.at % 2 == 1) {
      ++count;
      ++frame.at;
      continue;
    }
    if (visited_ >= most_pages) return Step::kCell;
    const auto page = pages_.page(frame.page);
    if (!page) return Step::kNeedsBytes;
    const auto child = child_at(*page, frame, is_index_ ? frame.at / 2 : frame.at);
    const std::size_t place = frames_.size() - 1;
    if (child && push(*child) == Push::kNeedsBytes) return Step::kNeedsBytes;
    ++frames_[place].at;
  }
  return Step::kEnd;
}

TreeWalk::Step TreeWalk::seek(std::int64_t rowid) {
  frames_.clear();
  has_begun_ = false;
  if (const Step begun = begin(); begun != Step::kCell) return begun;
  while (!is_index_) {
    Frame& frame = frames_.back();
    const auto page = pages_.page(frame.page);
    if (!page) return Step::kNeedsBytes;
    std::uint32_t low = 0;
    std::uint32_t high = frame.cells;
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      std::uint64_t key = 0;
      if (const auto start = cell_at(*page, frame, middle)) {
        std::size_t at = *start + (frame.is_leaf ? 0 : 4);
        if (frame.is_leaf) read_varint(*page, at);
        key = read_varint(*page, at).value_or(0);
      }
      if (static_cast<std::int64_t>(key) < rowid) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    frame.at = low;
    if (frame.is_leaf) break;
    const auto child = child_at(*page, frame, low);
    frame.at = low + 1;
    if (!child) break;
    const Push pushed = push(*child);
    if (pushed == Push::kNeedsBytes) return Step::kNeedsBytes;
    if (pushed == Push::kDamaged) break;
  }
  return Step::kCell;
}

TreeWalk::Step TreeWalk::seek_back(std::uint64_t count) {
  if (!is_backing_) {
    frames_.clear();
    has_begun_ = false;
    if (const Step begun = begin(); begun != Step::kCell) return begun;
    is_backing_ = true;
    backed_ = 0;
    frames_.back().at = steps(frames_.back());
  }
  // Frames count down here: `at` steps of each are left before it.
  while (!is_index_ && !frames_.empty()) {
    Frame& frame = frames_.back();
    if (frame.is_leaf) {
      const std::uint64_t missing = count - backed_;
      if (frame.cells >= missing) {
        frame.at = frame.cells - static_cast<std::uint32_t>(missing);
        // Above it, what comes next is behind the child that was gone down to.
        for (std::size_t i = 0; i + 1 < frames_.size(); ++i) ++frames_[i].at;
        is_backing_ = false;
        return Step::kCell;
      }
      backed_ += frame.cells;
      frames_.pop_back();
      continue;
    }
    if (frame.at == 0) {
      frames_.pop_back();
      continue;
    }
    const auto page = pages_.page(frame.page);
    if (!page) return Step::kNeedsBytes;
    const auto child = child_at(*page, frame, frame.at - 1);
    const std::size_t place = frames_.size() - 1;
    const Push pushed = child ? push(*child) : Push::kDamaged;
    if (pushed == Push::kNeedsBytes) return Step::kNeedsBytes;
    --frames_[place].at;
    if (pushed == Push::kDone) frames_.back().at = steps(frames_.back());
  }
  is_backing_ = false;
  frames_.clear();
  has_begun_ = false;
  return begin();
}

TreeWalk::Step TreeWalk::edge(bool is_last, std::int64_t& rowid) {
  frames_.clear();
  has_begun_ = false;
  if (const Step begun = begin(); begun != Step::kCell) return begun;
  while (!is_index_) {
    const Frame frame = frames_.back();
    const auto page = pages_.page(frame.page);
    if (!page) return Step::kNeedsBytes;
    if (frame.is_leaf) {
      TreeCell cell;
      if (frame.cells == 0 || !read_cell(*page, frame, is_last ? frame.cells - 1 : 0, cell)) break;
      rowid = cell.rowid;
      return Step::kCell;
    }
    const auto child = child_at(*page, frame, is_last ? frame.cells : 0);
    if (!child) break;
    const Push pushed = push(*child);
    if (pushed == Push::kNeedsBytes) return Step::kNeedsBytes;
    if (pushed == Push::kDamaged) break;
  }
  return Step::kEnd;
}

}  // namespace lectern
