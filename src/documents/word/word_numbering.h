// The numbers of lists (ECMA-376 part 1, 17.9), counted as Word counts them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "documents/text/number_format.h"
#include "documents/xml/xml_reader.h"

namespace lectern {

class WordNumbering {
 public:
  static constexpr std::uint32_t kLevels = 9;

  struct Level {
    std::uint32_t start = 1;
    NumberStyle style = NumberStyle::kDecimal;
    std::string text;
    std::optional<std::uint32_t> restart;  ///< 1-based level that restarts it; 0: none
    bool is_legal = false;
    std::string paragraph_style;
    bool is_stated = false;
  };

  /// Adds a list of another format. \param levels  whose texts have "%1" for the first level's
  /// number.
  void add_list(std::uint32_t abstract_id, std::array<Level, kLevels> levels);
  /// Adds a number that uses that list. \param levels  that differ from the list's. \param starts
  ///   of levels that begin anew.
  void add_number(std::uint32_t number_id, std::uint32_t abstract_id,
                  std::map<std::uint32_t, Level> levels,
                  std::map<std::uint32_t, std::uint32_t> starts);

  /// Reads numbering.xml to its end.
  void read(XmlReader& xml);
  /// Resolves numbers that a style stands for. Call it once, after `read`.
  void link();

  /// What stands before the next paragraph of that list and level: "1.2.", "(a)"; a bullet is "•".
  /// "" for a level without a sign. Nullopt when there is no such list.
  std::optional<std::string> next(std::uint32_t number_id, std::uint32_t level);
  /// Whether numbers are dashes from here on: all of them take too much.
  bool lacks_room() const { return text_room_ == 0; }
  /// The level whose paragraphs have that style.
  std::optional<std::uint32_t> level_of_style(std::uint32_t number_id, std::string_view style);

 private:
  struct Abstract {
    std::array<Level, kLevels> levels;
    std::array<std::optional<std::uint64_t>, kLevels> counts;
    std::string style_link;         ///< defines that style
    std::string number_style_link;  ///< is defined by that style
  };
  struct Number {
    std::uint32_t abstract_id = 0;
    std::map<std::uint32_t, Level> levels;
    std::map<std::uint32_t, std::uint32_t> starts;
    std::array<bool, kLevels> has_started{};
  };

  static Level read_level(XmlReader& xml);
  void read_abstract(XmlReader& xml);
  void read_number(XmlReader& xml);
  Abstract* abstract_of(const Number& number);
  static const Level& level_of(const Number& number, const Abstract& abstract, std::uint32_t level);

  std::map<std::uint32_t, Abstract> abstracts_;
  std::map<std::uint32_t, Number> numbers_;
  std::uint64_t text_room_ = std::uint64_t{16} << 20;  ///< what all numbers may take
};

}  // namespace lectern
