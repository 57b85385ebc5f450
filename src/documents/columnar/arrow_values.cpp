#include "documents/columnar/arrow_values.h"

#include <algorithm>
#include <bit>

#include "documents/database/value_text.h"

namespace lectern {
namespace {

constexpr std::uint64_t kKeyChars = 80;

}  // namespace

void ArrowValues::enter(const ArrowBatch& batch) {
  if (current_.batch == &batch) return;
  buffers_.forget(current_);
  current_.batch = &batch;
}

const ArrowArray& ArrowValues::array_of(const Place& place) const {
  // Without values, for a field that the batch does not have.
  static constexpr ArrowArray kNone;
  const ArrowBatch& batch = *place.buffers->batch;
  const std::size_t index = place.field - batch.first_field;
  return index < batch.arrays.size() ? batch.arrays[index] : kNone;
}

ColumnarStep ArrowValues::is_valid(const Place& place, bool& out) {
  const ArrowField& field = content_.schema.fields[place.field];
  const ArrowArray& array = array_of(place);
  out = true;
  if (place.index >= array.length)
    return buffers_.wrong({"there is no value {,}: the array has {,}", place.index, array.length});
  const bool has_bitmap =
      field.values != 0 ||
      (field.layout != ArrowLayout::kNull && field.layout != ArrowLayout::kRuns &&
       field.layout != ArrowLayout::kSparseUnion && field.layout != ArrowLayout::kDenseUnion);
  if (field.layout == ArrowLayout::kNull && field.values == 0) out = false;
  if (!has_bitmap || array.nulls == 0 || place.buffers->batch->buffers[array.buffer].size == 0)
    return ColumnarStep::kDone;
  ByteSpan byte;
  const ColumnarStep step = buffers_.take(*place.buffers, array.buffer, place.index / 8, 1, byte);
  if (step == ColumnarStep::kDone) out = (byte[0] >> (place.index % 8) & 1) != 0;
  return step;
}

ColumnarStep ArrowValues::resolve(Place& place, bool& valid) {
  for (int hops = 0; hops < 64; ++hops) {
    if (const ColumnarStep step = is_valid(place, valid); step != ColumnarStep::kDone || !valid)
      return step;
    const ArrowField& field = content_.schema.fields[place.field];
    const ArrowArray& array = array_of(place);
    ColumnarStep step = ColumnarStep::kDone;
    if (field.values != 0) {
      step = into_dictionary(place);
    } else if (field.layout == ArrowLayout::kRuns) {
      step = into_run(place);
    } else if (field.layout == ArrowLayout::kSparseUnion ||
               field.layout == ArrowLayout::kDenseUnion) {
      std::int64_t id = 0;
      std::int64_t index = static_cast<std::int64_t>(place.index);
      step = buffers_.number(*place.buffers, array.buffer, place.index, 1, id);
      if (step == ColumnarStep::kDone && field.layout == ArrowLayout::kDenseUnion)
        step = buffers_.number(*place.buffers, array.buffer + 1, place.index, 4, index);
      if (step != ColumnarStep::kDone) return step;
      const auto known = std::find(field.type_ids.begin(), field.type_ids.end(), id);
      const auto child = field.type_ids.empty()
                             ? static_cast<std::size_t>(id)
                             : static_cast<std::size_t>(known - field.type_ids.begin());
      if (child >= field.children.size() || index < 0)
        return buffers_.wrong({"a union has no type {}", id});
      place.field = field.children[child];
      place.index = static_cast<std::uint64_t>(index);
    } else {
      return ColumnarStep::kDone;
    }
    if (step != ColumnarStep::kDone) return step;
  }
  return buffers_.wrong("too many types stand in each other");
}

ColumnarStep ArrowValues::into_dictionary(Place& place) {
  const ArrowField& field = content_.schema.fields[place.field];
  std::int64_t index = 0;
  const ColumnarStep step = buffers_.number(*place.buffers, array_of(place).buffer + 1, place.index,
                                            static_cast<unsigned>(field.width), index);
  if (step != ColumnarStep::kDone) return step;
  if (field.width < 8) index &= (std::int64_t{1} << (8 * field.width)) - 1;
  // What a stream sends later holds for what follows it; a file's dictionaries hold for all.
  std::size_t from = 0;
  std::size_t end = content_.dictionaries.size();
  while (!content_.is_file && end > 0 &&
         content_.dictionaries[end - 1].batch.message > current_.batch->message)
    --end;
  if (auto spent = tools_.budget.spend("the dictionaries", content_.dictionaries.size(), 12);
      !spent)
    return buffers_.out_of_work(spent.error());
  for (std::size_t i = 0; i < end; ++i) {
    if (content_.dictionaries[i].id == field.dictionary && !content_.dictionaries[i].is_delta)
      from = i;
  }
  std::uint64_t left = static_cast<std::uint64_t>(index);
  for (std::size_t i = from; i < end; ++i) {
    ArrowDictionary& dictionary = content_.dictionaries[i];
    if (dictionary.id != field.dictionary) continue;
    if (index >= 0 && left < dictionary.batch.rows) {
      dictionary.buffers.batch = &dictionary.batch;
      place = {&dictionary.buffers, dictionary.batch.first_field, left};
      return ColumnarStep::kDone;
    }
    left -= dictionary.batch.rows;
  }
  return buffers_.wrong({"its dictionary has no value {}", index});
}

ColumnarStep ArrowValues::into_run(Place& place) {
  const ArrowField& field = content_.schema.fields[place.field];
  const Place ends{place.buffers, field.children[0], 0};
  const ArrowField& end_field = content_.schema.fields[ends.field];
  if (end_field.layout != ArrowLayout::kFixed || end_field.width > 8)
    return buffers_.wrong("its runs are no numbers");
  std::uint64_t low = 0;
  std::uint64_t high = array_of(ends).length;
  constexpr std::uint64_t kStepWork = 100;
  const auto steps = static_cast<std::uint64_t>(std::bit_width(high)) + 1;
  if (auto spent = tools_.budget.spend("the table's runs", steps, kStepWork); !spent)
    return buffers_.out_of_work(spent.error());
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    std::int64_t end = 0;
    const ColumnarStep step = buffers_.number(*place.buffers, array_of(ends).buffer + 1, middle,
                                              static_cast<unsigned>(end_field.width), end);
    if (step != ColumnarStep::kDone) return step;
    if (end > 0 && place.index < static_cast<std::uint64_t>(end)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  place.field = field.children[1];
  place.index = low;
  return ColumnarStep::kDone;
}

ColumnarStep ArrowValues::scalar(const Place& place, std::uint64_t text_bytes,
                                 DatabaseValue& value) {
  const ArrowField& field = content_.schema.fields[place.field];
  const ArrowArray& array = array_of(place);
  ColumnarScalar made;
  ByteSpan bytes;
  ColumnarStep step = ColumnarStep::kDone;
  switch (field.layout) {
    case ArrowLayout::kBits:
      step = buffers_.take(*place.buffers, array.buffer + 1, place.index / 8, 1, bytes);
      if (step == ColumnarStep::kDone) made.bits = bytes[0] >> (place.index % 8) & 1;
      break;
    case ArrowLayout::kFixed: {
      if (place.index > (std::uint64_t{1} << 56) / field.width)
        return buffers_.wrong("an index is too large");
      const std::uint64_t kept =
          std::min<std::uint64_t>(field.width, std::max<std::uint64_t>(text_bytes, 64));
      step =
          buffers_.take(*place.buffers, array.buffer + 1, place.index * field.width, kept, bytes);
      if (step != ColumnarStep::kDone) return step;
      made.bytes = bytes;
      const auto width = static_cast<unsigned>(std::min<std::uint64_t>(field.width, 8));
      const unsigned shift = 64 - 8 * width;
      made.bits = static_cast<std::uint64_t>(
          static_cast<std::int64_t>(arrow_number(bytes) << shift) >> shift);
      if (field.type.kind == ColumnarKind::kDate && field.type.digits == 3) {
        const auto milliseconds = static_cast<std::int64_t>(made.bits);
        constexpr std::int64_t kDay = 86'400'000;
        made.bits =
            static_cast<std::uint64_t>(milliseconds / kDay - (milliseconds % kDay < 0 ? 1 : 0));
      }
      if (auto spent = tools_.pay_for_text(field.type, made, text_bytes); !spent)
        return buffers_.out_of_work(spent.error());
      value = columnar_value(field.type, made, text_bytes);
      value.size = std::max<std::uint64_t>(
          value.size, value.kind == DatabaseValue::Kind::kBlob ? field.width : 0);
      return step;
    }
    case ArrowLayout::kBytes:
    case ArrowLayout::kLargeBytes: {
      const unsigned width = field.layout == ArrowLayout::kBytes ? 4 : 8;
      std::int64_t start = 0;
      std::int64_t end = 0;
      step = buffers_.number(*place.buffers, array.buffer + 1, place.index, width, start);
      if (step == ColumnarStep::kDone)
        step = buffers_.number(*place.buffers, array.buffer + 1, place.index + 1, width, end);
      if (step != ColumnarStep::kDone) return step;
      if (start < 0 || end < start) return buffers_.wrong("its offsets go back");
      return bytes_of(place, array.buffer + 2, static_cast<std::uint64_t>(start),
                      static_cast<std::uint64_t>(end - start), text_bytes, value);
    }
    case ArrowLayout::kViews: {
      step = buffers_.take(*place.buffers, array.buffer + 1, place.index * 16, 16, bytes);
      if (step != ColumnarStep::kDone) return step;
      const std::uint64_t size = arrow_number(bytes.first(4));
      if (size <= 12)
        return bytes_of(place, array.buffer + 1, place.index * 16 + 4, size, text_bytes, value);
      const std::uint64_t buffer = arrow_number(bytes.subspan(8, 4));
      if (buffer >= array.variadic) return buffers_.wrong({"a view has no buffer {,}", buffer});
      return bytes_of(place, array.buffer + 2 + static_cast<std::uint32_t>(buffer),
                      arrow_number(bytes.subspan(12, 4)), size, text_bytes, value);
    }
    default:
      break;
  }
  if (step == ColumnarStep::kDone) value = columnar_value(field.type, made, text_bytes);
  return step;
}

ColumnarStep ArrowValues::bytes_of(const Place& place, std::uint32_t buffer, std::uint64_t from,
                                   std::uint64_t size, std::uint64_t text_bytes,
                                   DatabaseValue& value) {
  ByteSpan bytes;
  const std::uint64_t kept = std::min(size, text_bytes);
  const ColumnarStep step = buffers_.take(*place.buffers, buffer, from, kept, bytes);
  if (step != ColumnarStep::kDone) return step;
  value = columnar_value(content_.schema.fields[place.field].type, {0, bytes}, text_bytes);
  value.size = size;
  value.is_cut = kept < size;
  if (value.is_cut && value.kind == DatabaseValue::Kind::kText)
    value.bytes = decode_database_text(bytes, 1, true);
  return step;
}

ColumnarStep ArrowValues::cell(std::uint32_t column, std::uint64_t index, std::uint64_t text_bytes,
                               DatabaseValue& value) {
  Place place{&current_, column, index};
  bool valid = false;
  const ColumnarStep step = resolve(place, valid);
  if (step != ColumnarStep::kDone) return step;
  if (!valid) {
    value = {};
    return step;
  }
  if (is_nested(place.field)) {
    JsonText json(text_bytes);
    const ColumnarStep written = write(place, json, text_bytes);
    if (written != ColumnarStep::kDone) return written;
    value = json.take();
    if (auto spent = tools_.pay_for_json(value.bytes.size()); !spent)
      return buffers_.out_of_work(spent.error());
    return written;
  }
  return scalar(place, text_bytes, value);
}

bool ArrowValues::is_nested(std::uint32_t field) const {
  const ArrowLayout layout = content_.schema.fields[field].layout;
  return layout >= ArrowLayout::kList && layout <= ArrowLayout::kMap;
}

ColumnarStep ArrowValues::write_any(Place place, JsonText& json, std::uint64_t text_bytes) {
  bool valid = false;
  const ColumnarStep step = resolve(place, valid);
  if (step != ColumnarStep::kDone) return step;
  if (auto spent = tools_.budget.spend("the table's values", 1, 250); !spent)
    return buffers_.out_of_work(spent.error());
  if (!valid) {
    json.add("null");
    return step;
  }
  if (is_nested(place.field)) return write(place, json, text_bytes);
  DatabaseValue value;
  const ColumnarStep read = scalar(place, text_bytes, value);
  if (read == ColumnarStep::kDone) json.add_value(content_.schema.fields[place.field].type, value);
  return read;
}

ColumnarStep ArrowValues::write(const Place& place, JsonText& json, std::uint64_t text_bytes) {
  const ArrowField& field = content_.schema.fields[place.field];
  if (field.layout == ArrowLayout::kStruct) {
    json.add("{");
    for (std::size_t i = 0; i < field.children.size() && !json.is_full(); ++i) {
      if (i > 0) json.add(", ");
      json.add_string(content_.schema.fields[field.children[i]].name);
      json.add(": ");
      const ColumnarStep step =
          write_any({place.buffers, field.children[i], place.index}, json, text_bytes);
      if (step != ColumnarStep::kDone) return step;
    }
    json.add("}");
    return ColumnarStep::kDone;
  }
  std::uint64_t from = 0;
  std::uint64_t count = 0;
  if (const ColumnarStep step = elements(place, from, count); step != ColumnarStep::kDone)
    return step;
  const bool is_map = field.layout == ArrowLayout::kMap;
  const std::uint32_t child = field.children[0];
  json.add(is_map ? "{" : "[");
  for (std::uint64_t i = 0; i < count && !json.is_full(); ++i) {
    if (i > 0) json.add(", ");
    const ColumnarStep step = is_map
                                  ? write_pair({place.buffers, child, from + i}, json, text_bytes)
                                  : write_any({place.buffers, child, from + i}, json, text_bytes);
    if (step != ColumnarStep::kDone) return step;
  }
  json.add(is_map ? "}" : "]");
  return ColumnarStep::kDone;
}

ColumnarStep ArrowValues::elements(const Place& place, std::uint64_t& from, std::uint64_t& count) {
  const ArrowField& field = content_.schema.fields[place.field];
  const std::uint32_t buffer = array_of(place).buffer + 1;
  if (field.layout == ArrowLayout::kFixedList) {
    count = field.width;
    from = place.index * field.width;
    return ColumnarStep::kDone;
  }
  const bool is_view =
      field.layout == ArrowLayout::kListView || field.layout == ArrowLayout::kLargeListView;
  const unsigned width =
      field.layout == ArrowLayout::kLargeList || field.layout == ArrowLayout::kLargeListView ? 8
                                                                                             : 4;
  std::int64_t start = 0;
  std::int64_t end = 0;
  ColumnarStep step = buffers_.number(*place.buffers, buffer, place.index, width, start);
  if (step == ColumnarStep::kDone)
    step = is_view ? buffers_.number(*place.buffers, buffer + 1, place.index, width, end)
                   : buffers_.number(*place.buffers, buffer, place.index + 1, width, end);
  if (step != ColumnarStep::kDone) return step;
  if (!is_view && end >= start)
    end -= start;
  else if (!is_view)
    end = -1;
  if (start < 0 || end < 0) return buffers_.wrong("its offsets go back");
  from = static_cast<std::uint64_t>(start);
  count = static_cast<std::uint64_t>(end);
  return step;
}

ColumnarStep ArrowValues::write_pair(const Place& pair, JsonText& json, std::uint64_t text_bytes) {
  const ArrowField& field = content_.schema.fields[pair.field];
  if (field.layout != ArrowLayout::kStruct || field.children.size() != 2)
    return write_any(pair, json, text_bytes);
  Place key{pair.buffers, field.children[0], pair.index};
  bool valid = false;
  ColumnarStep step = resolve(key, valid);
  if (step != ColumnarStep::kDone) return step;
  DatabaseValue value;
  if (valid && !is_nested(key.field)) step = scalar(key, text_bytes, value);
  if (step != ColumnarStep::kDone) return step;
  bool is_cut = false;
  if (valid && is_nested(key.field)) {
    step = write(key, json, text_bytes);
    if (step != ColumnarStep::kDone) return step;
  } else {
    json.add_string(value.kind == DatabaseValue::Kind::kText
                        ? value.bytes
                        : value_cell(value, kKeyChars, is_cut));
  }
  json.add(": ");
  return write_any({pair.buffers, field.children[1], pair.index}, json, text_bytes);
}

}  // namespace lectern
