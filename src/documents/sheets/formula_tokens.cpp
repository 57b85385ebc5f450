#include "documents/sheets/formula_tokens.h"

#include <algorithm>
#include <vector>

#include "base/bit_cast.h"
#include "base/byte_reader.h"
#include "base/message.h"
#include "documents/sheets/biff/records.h"
#include "documents/sheets/decimal.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxText = std::size_t{64} << 10;
constexpr std::uint32_t kXlsRows = 65536;
constexpr std::uint32_t kXlsColumns = 256;
constexpr std::uint32_t kUserFunction = 255;
constexpr std::size_t kMaxArrayValues = 10'000;
/// What a token or a value costs, and a byte that it writes.
constexpr std::uint64_t kTokenWork = 64;
constexpr std::uint64_t kWrittenWork = 2;

/// Names of functions by their numbers ([MS-XLS] 2.5.198.17), each with the count of its arguments
/// where that is fixed, "*" where it never is, and "?" for numbers that are none.
constexpr std::string_view kFunctions =
    "COUNT* IF3 ISNA1 ISERROR1 SUM* AVERAGE* MIN* MAX* ROW1 COLUMN1 NA0 NPV* STDEV* DOLLAR2 "
    "FIXED3 SIN1 COS1 TAN1 ATAN1 PI0 SQRT1 EXP1 LN1 LOG101 ABS1 INT1 SIGN1 ROUND2 LOOKUP3 "
    "INDEX4 REPT2 MID3 LEN1 VALUE1 TRUE0 FALSE0 AND* OR* NOT1 MOD2 DCOUNT3 DSUM3 DAVERAGE3 "
    "DMIN3 DMAX3 DSTDEV3 VAR* DVAR3 TEXT2 LINEST4 TREND4 LOGEST4 GROWTH4 GOTO1 HALT1 RETURN1 "
    "PV5 FV5 NPER5 PMT5 RATE6 MIRR3 IRR2 RAND0 MATCH3 DATE3 TIME3 DAY1 MONTH1 YEAR1 WEEKDAY2 "
    "HOUR1 MINUTE1 SECOND1 NOW0 AREAS1 ROWS1 COLUMNS1 OFFSET5 ABSREF2 RELREF2 ARGUMENT3 SEARCH3 "
    "TRANSPOSE1 ERROR2 STEP0 TYPE1 ECHO1 SET.NAME2 CALLER0 DEREF1 WINDOWS2 SERIES2 DOCUMENTS2 "
    "ACTIVE.CELL0 SELECTION0 RESULT1 ATAN22 ASIN1 ACOS1 CHOOSE* HLOOKUP4 VLOOKUP4 LINKS2 INPUT7 "
    "ISREF1 GET.FORMULA1 GET.NAME2 SET.VALUE2 LOG2 EXEC4 CHAR1 LOWER1 UPPER1 PROPER1 LEFT2 "
    "RIGHT2 EXACT2 TRIM1 REPLACE4 SUBSTITUTE4 CODE1 NAMES3 DIRECTORY1 FIND3 CELL2 ISERR1 "
    "ISTEXT1 ISNUMBER1 ISBLANK1 T1 N1 FOPEN2 FCLOSE1 FSIZE1 FREADLN1 FREAD2 FWRITELN2 FWRITE2 "
    "FPOS2 DATEVALUE1 TIMEVALUE1 SLN3 SYD4 DDB5 GET.DEF3 REFTEXT2 TEXTREF2 INDIRECT2 REGISTER* "
    "CALL* ADD.BAR1 ADD.MENU4 ADD.COMMAND5 ENABLE.COMMAND5 CHECK.COMMAND5 RENAME.COMMAND5 "
    "SHOW.BAR1 DELETE.MENU3 DELETE.COMMAND4 GET.CHART.ITEM3 DIALOG.BOX1 CLEAN1 MDETERM1 "
    "MINVERSE1 MMULT1 FILES2 IPMT6 PPMT6 COUNTA* CANCEL.KEY2 FOR4 WHILE1 BREAK0 NEXT0 INITIATE2 "
    "REQUEST2 POKE3 EXECUTE2 TERMINATE1 RESTART1 HELP1 GET.BAR4 PRODUCT* FACT1 GET.CELL2 "
    "GET.WORKSPACE1 GET.WINDOW2 GET.DOCUMENT2 DPRODUCT3 ISNONTEXT1 GET.NOTE3 NOTE4 STDEVP* "
    "VARP* DSTDEVP3 DVARP3 TRUNC2 ISLOGICAL1 DCOUNTA3 DELETE.BAR1 UNREGISTER1 ?0 ?0 USDOLLAR2 "
    "FINDB3 SEARCHB3 REPLACEB4 LEFTB2 RIGHTB2 MIDB3 LENB1 ROUNDUP2 ROUNDDOWN2 ASC1 DBCS1 RANK3 "
    "?0 ?0 ADDRESS5 DAYS3603 TODAY0 VDB7 ELSE0 ELSE.IF1 END.IF0 FOR.CELL3 MEDIAN* SUMPRODUCT* "
    "SINH1 COSH1 TANH1 ASINH1 ACOSH1 ATANH1 DGET3 CREATE.OBJECT* VOLATILE1 LAST.ERROR0 "
    "CUSTOM.UNDO2 CUSTOM.REPEAT3 FORMULA.CONVERT5 GET.LINK.INFO4 TEXT.BOX4 INFO1 GROUP0 "
    "GET.OBJECT5 DB5 PAUSE1 ?0 ?0 RESUME1 FREQUENCY2 ADD.TOOLBAR2 DELETE.TOOLBAR1 ?* "
    "RESET.TOOLBAR1 EVALUATE1 GET.TOOLBAR2 GET.TOOL3 SPELLING.CHECK3 ERROR.TYPE1 APP.TITLE1 "
    "WINDOW.TITLE1 SAVE.TOOLBAR2 ENABLE.TOOL3 PRESS.TOOL3 REGISTER.ID3 GET.WORKBOOK2 AVEDEV* "
    "BETADIST5 GAMMALN1 BETAINV5 BINOMDIST4 CHIDIST2 CHIINV2 COMBIN2 CONFIDENCE3 CRITBINOM3 "
    "EVEN1 EXPONDIST3 FDIST3 FINV3 FISHER1 FISHERINV1 FLOOR2 GAMMADIST4 GAMMAINV3 CEILING2 "
    "HYPGEOMDIST4 LOGNORMDIST3 LOGINV3 NEGBINOMDIST3 NORMDIST4 NORMSDIST1 NORMINV3 NORMSINV1 "
    "STANDARDIZE3 ODD1 PERMUT2 POISSON3 TDIST3 WEIBULL4 SUMXMY22 SUMX2MY22 SUMX2PY22 CHITEST2 "
    "CORREL2 COVAR2 FORECAST3 FTEST2 INTERCEPT2 PEARSON2 RSQ2 STEYX2 SLOPE2 TTEST4 PROB4 DEVSQ* "
    "GEOMEAN* HARMEAN* SUMSQ* KURT* SKEW* ZTEST3 LARGE2 SMALL2 QUARTILE2 PERCENTILE2 "
    "PERCENTRANK3 MODE* TRIMMEAN2 TINV2 ?4 MOVIE.COMMAND4 GET.MOVIE3 CONCATENATE* POWER2 "
    "PIVOT.ADD.DATA9 GET.PIVOT.TABLE2 GET.PIVOT.FIELD3 GET.PIVOT.ITEM4 RADIANS1 DEGREES1 "
    "SUBTOTAL* SUMIF3 COUNTIF2 COUNTBLANK1 SCENARIO.GET2 OPTIONS.LISTS.GET1 ISPMT4 DATEDIF3 "
    "DATESTRING1 NUMBERSTRING2 ROMAN2 OPEN.DIALOG4 SAVE.DIALOG5 VIEW.GET2 GETPIVOTDATA* "
    "HYPERLINK2 PHONETIC1 AVERAGEA* MAXA* MINA* STDEVPA* VARPA* STDEVA* VARA* BAHTTEXT1 "
    "THAIDAYOFWEEK1 THAIDIGIT1 THAIMONTHOFYEAR1 THAINUMSOUND1 THAINUMSTRING1 THAISTRINGLENGTH1 "
    "ISTHAIDIGIT1 ROUNDBAHTDOWN1 ROUNDBAHTUP1 THAIYEAR1 RTD* CUBEVALUE* CUBEMEMBER3 "
    "CUBEMEMBERPROPERTY3 CUBERANKEDMEMBER4 HEX2BIN2 HEX2DEC1 HEX2OCT2 DEC2BIN2 DEC2HEX2 "
    "DEC2OCT2 OCT2BIN2 OCT2HEX2 OCT2DEC1 BIN2DEC1 BIN2OCT2 BIN2HEX2 IMSUB2 IMDIV2 IMPOWER2 "
    "IMABS1 IMSQRT1 IMLN1 IMLOG21 IMLOG101 IMSIN1 IMCOS1 IMEXP1 IMARGUMENT1 IMCONJUGATE1 "
    "IMAGINARY1 IMREAL1 COMPLEX3 IMSUM* IMPRODUCT* SERIESSUM4 FACTDOUBLE1 SQRTPI1 QUOTIENT2 "
    "DELTA2 GESTEP2 ISEVEN1 ISODD1 MROUND2 ERF2 ERFC1 BESSELJ2 BESSELK2 BESSELY2 BESSELI2 XIRR3 "
    "XNPV3 PRICEMAT6 YIELDMAT6 INTRATE5 RECEIVED5 DISC5 PRICEDISC5 YIELDDISC5 TBILLEQ3 "
    "TBILLPRICE3 TBILLYIELD3 PRICE7 YIELD7 DOLLARDE2 DOLLARFR2 NOMINAL2 EFFECT2 CUMPRINC6 "
    "CUMIPMT6 EDATE2 EOMONTH2 YEARFRAC3 COUPDAYBS4 COUPDAYS4 COUPDAYSNC4 COUPNCD4 COUPNUM4 "
    "COUPPCD4 DURATION6 MDURATION6 ODDLPRICE8 ODDLYIELD8 ODDFPRICE8 ODDFYIELD8 RANDBETWEEN2 "
    "WEEKNUM2 AMORDEGRC7 AMORLINC7 CONVERT8 ACCRINT8 ACCRINTM5 WORKDAY3 NETWORKDAYS3 GCD* "
    "MULTINOMIAL* LCM* FVSCHEDULE2 CUBEKPIMEMBER4 CUBESET5 CUBESETCOUNT1 IFERROR2 COUNTIFS* "
    "SUMIFS* AVERAGEIF3 AVERAGEIFS* ";

struct Function {
  std::string_view name;
  std::size_t arguments;
};

Function function_of(std::uint32_t number) {
  static const std::vector<std::string_view> kEntries = [] {
    std::vector<std::string_view> entries;
    for (std::string_view rest = kFunctions; !rest.empty();) {
      entries.push_back(rest.substr(0, rest.find(' ')));
      rest.remove_prefix(std::min(entries.back().size() + 1, rest.size()));
    }
    return entries;
  }();
  const std::string_view entry = number < kEntries.size() ? kEntries[number] : std::string_view();
  if (entry.empty() || entry[0] == '?') return {"", 0};
  const char count = entry.back();
  return {entry.substr(0, entry.size() - 1),
          count == '*' ? 0 : static_cast<std::size_t>(count - '0')};
}

/// Text in quotes, as formulas write it.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    out += c;
    if (c == '"') out += c;
  }
  return out + '"';
}

class FormulaReading {
 public:
  FormulaReading(ByteSpan tokens, ByteSpan extra, FormulaForm form, CellAddress at,
                 const FormulaNames& names)
      : reader_(tokens),
        extra_(extra),
        is_wide_(form == FormulaForm::kXlsb),
        at_(at),
        names_(names) {}

  std::string text() {
    while (!reader_.at_end() && !failed_ && bytes_ <= kMaxText) {
      work_ += kTokenWork;
      token(*reader_.u8());
    }
    if (failed_ || bytes_ > kMaxText || stack_.size() != 1) return "";
    return std::move(stack_.back());
  }

  std::uint64_t work() const { return work_; }

 private:
  void push(std::string text) {
    bytes_ += text.size();
    work_ += text.size() * kWrittenWork;
    stack_.push_back(std::move(text));
  }
  std::string pop() {
    if (stack_.empty()) {
      failed_ = true;
      return "";
    }
    std::string text = std::move(stack_.back());
    stack_.pop_back();
    bytes_ -= text.size();
    return text;
  }
  void skip(std::size_t count) { failed_ |= !reader_.skip(count); }
  template <typename T>
  T taken(std::optional<T> value) {
    failed_ |= !value;
    return value.value_or(T{});
  }

  void binary(std::string_view sign) {
    const std::string right = pop();
    push(compose({"{}{}{}", pop(), sign, right}));
  }

  /// \param most  rows or columns of the sheet.
  std::uint32_t placed(std::uint32_t value, bool is_offset, std::uint32_t own,
                       std::uint32_t most) const {
    return (is_offset ? value + own - 1 : value) % most + 1;
  }
  struct Corner {
    std::uint32_t row, column;
    bool is_row_fixed, is_column_fixed;
  };
  /// \param is_offset  relative references count from the cell of the formula.
  Corner corner(std::uint32_t row, std::uint32_t column, bool is_offset) const {
    const bool row_moves = (column & 0x8000) != 0;
    const bool column_moves = (column & 0x4000) != 0;
    const std::uint32_t most_rows = is_wide_ ? kMostRows : kXlsRows;
    const std::uint32_t most_columns = is_wide_ ? kMostColumns : kXlsColumns;
    return {
        placed(row, is_offset && row_moves, at_.row, most_rows),
        placed(column & (most_columns - 1), is_offset && column_moves, at_.column, most_columns),
        !row_moves, !column_moves};
  }
  std::uint32_t row() {
    return is_wide_ ? taken(reader_.u32_le()) : std::uint32_t{taken(reader_.u16_le())};
  }
  static std::string column_of(const Corner& corner) {
    return (corner.is_column_fixed ? "$" : "") + column_name(corner.column);
  }
  static std::string row_of(const Corner& corner) {
    return (corner.is_row_fixed ? "$" : "") + std::to_string(corner.row);
  }

  std::string cell(bool is_offset) {
    const std::uint32_t at = row();
    const Corner only = corner(at, taken(reader_.u16_le()), is_offset);
    return column_of(only) + row_of(only);
  }
  std::string area(bool is_offset) {
    const std::uint32_t top = row();
    const std::uint32_t bottom = row();
    const std::uint32_t left = taken(reader_.u16_le());
    const Corner first = corner(top, left, is_offset);
    const Corner last = corner(bottom, taken(reader_.u16_le()), is_offset);
    const std::uint32_t most_rows = is_wide_ ? kMostRows : kXlsRows;
    const std::uint32_t most_columns = is_wide_ ? kMostColumns : kXlsColumns;
    if (first.row == 1 && last.row == most_rows) return column_of(first) + ':' + column_of(last);
    if (first.column == 1 && last.column == most_columns) return row_of(first) + ':' + row_of(last);
    return compose({"{}{}:{}{}", column_of(first), row_of(first), column_of(last), row_of(last)});
  }

  void call(std::string_view name, std::size_t arguments) {
    if (name.empty() || arguments > stack_.size()) {
      failed_ = true;
      return;
    }
    std::string inside;
    for (std::size_t i = stack_.size() - arguments; i < stack_.size(); ++i) {
      if (i > stack_.size() - arguments) inside += ',';
      inside += stack_[i];
    }
    for (std::size_t i = 0; i < arguments; ++i) pop();
    push(compose({"{}({})", name, inside}));
  }

  void variable_call() {
    std::size_t arguments = taken(reader_.u8()) & 0x7FU;
    const std::uint32_t number = taken(reader_.u16_le()) & 0x7FFFU;
    if (number != kUserFunction) return call(function_of(number).name, arguments);
    // Its name is the first argument.
    if (arguments == 0 || arguments > stack_.size()) {
      failed_ = true;
      return;
    }
    const std::size_t place = stack_.size() - arguments;
    std::string name = std::move(stack_[place]);
    bytes_ -= name.size();
    stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(place));
    if (name.starts_with("_xlfn.")) name.erase(0, 6);
    call(name, arguments - 1);
  }

  void attribute() {
    const std::uint8_t flags = taken(reader_.u8());
    const std::uint32_t value = taken(reader_.u16_le());
    if ((flags & 4) != 0) {
      skip((std::size_t{value} + 1) * 2);
    } else if ((flags & 0x10) != 0) {
      call("SUM", 1);
    }
  }

  /// A text with its length before it, in 8 or 16 bits.
  std::string string(ByteReader& reader, bool is_short) {
    if (!is_wide_) return taken(biff8_string(reader, is_short));
    const std::size_t count = taken(reader.u16_le());
    std::string text;
    append_utf16(taken(reader.take(count * 2)), text);
    return text;
  }

  std::string array_value() {
    work_ += kTokenWork;
    const std::uint8_t type = taken(extra_.u8());
    const auto number = [&] { return shortest_number(bit_cast<double>(taken(extra_.u64_le()))); };
    const auto boolean = [](std::uint8_t value) { return value != 0 ? "TRUE" : "FALSE"; };
    if (is_wide_) {
      if (type == 0) return number();
      if (type == 1) return quoted(string(extra_, false));
      if (type == 2) return boolean(taken(extra_.u8()));
      const std::uint8_t code = taken(extra_.u8());
      failed_ |= type != 4 || !extra_.skip(3);
      return std::string(biff_error(code));
    }
    if (type == 1) return number();
    if (type == 2) return quoted(taken(biff8_string(extra_, false)));
    const std::uint8_t code = taken(extra_.u8());
    failed_ |= !extra_.skip(7);
    if (type == 0) return "";
    if (type == 4) return boolean(code);
    failed_ |= type != 0x10;
    return std::string(biff_error(code));
  }

  void array() {
    skip(is_wide_ ? 14 : 7);
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;
    if (is_wide_) {
      rows = taken(extra_.u32_le());
      columns = taken(extra_.u32_le());
    } else {
      columns = taken(extra_.u8()) + 1U;
      rows = taken(extra_.u16_le()) + 1U;
    }
    if (columns == 0 || rows > kMaxArrayValues || columns * rows > kMaxArrayValues) failed_ = true;
    std::string text = "{";
    for (std::uint64_t i = 0; i < rows * columns && !failed_ && text.size() < kMaxText; ++i) {
      if (i > 0) text += i % columns == 0 ? ';' : ',';
      text += array_value();
    }
    push(text + '}');
  }

  /// Areas that were found before: they stand behind the tokens as well.
  void memory() {
    skip(6);
    const std::size_t count =
        is_wide_ ? taken(extra_.u32_le()) : std::size_t{taken(extra_.u16_le())};
    failed_ |= count > extra_.remaining() || !extra_.skip(count * (is_wide_ ? 16 : 8));
  }

  void token(std::uint8_t type) {
    constexpr std::string_view kOperators[] = {
        "+", "-", "*", "/", "^", "&", "<", "<=", "=", ">=", ">", "<>", " ", ",", ":"};
    if (type >= 0x03 && type <= 0x11) return binary(kOperators[type - 3]);
    switch (type) {
      case 0x12:
        return push("+" + pop());
      case 0x13:
        return push("-" + pop());
      case 0x14:
        return push(pop() + "%");
      case 0x15:
        return push("(" + pop() + ")");
      case 0x16:
        return push("");
      case 0x17:
        return push(quoted(string(reader_, true)));
      case 0x19:
        return attribute();
      case 0x1C:
        return push(std::string(biff_error(taken(reader_.u8()))));
      case 0x1D:
        return push(taken(reader_.u8()) != 0 ? "TRUE" : "FALSE");
      case 0x1E:
        return push(std::to_string(taken(reader_.u16_le())));
      case 0x1F:
        return push(shortest_number(bit_cast<double>(taken(reader_.u64_le()))));
      default:
        break;
    }
    if (type < 0x20 || type >= 0x80) {
      failed_ = true;
      return;
    }
    operand(static_cast<std::uint8_t>((type & 0x1F) | 0x20));
  }

  /// Tokens of three classes, which say what their value is used as.
  void operand(std::uint8_t type) {
    const std::size_t cell_bytes = is_wide_ ? 6 : 4;
    const std::size_t area_bytes = is_wide_ ? 12 : 8;
    switch (type) {
      case 0x20:
        return array();
      case 0x21: {
        const Function function = function_of(taken(reader_.u16_le()));
        return call(function.name, function.arguments);
      }
      case 0x22:
        return variable_call();
      case 0x23: {
        std::string name = names_.name(taken(reader_.u32_le()) & (is_wide_ ? ~0U : 0xFFFFU));
        failed_ |= name.empty();
        return push(std::move(name));
      }
      case 0x24:
        return push(cell(false));
      case 0x25:
        return push(area(false));
      case 0x26:
        return memory();
      case 0x27:
      case 0x28:
        return skip(6);
      case 0x29:
        return skip(2);
      case 0x2A:
        skip(cell_bytes);
        return push("#REF!");
      case 0x2B:
        skip(area_bytes);
        return push("#REF!");
      case 0x2C:
        return push(cell(true));
      case 0x2D:
        return push(area(true));
      case 0x39: {
        const std::uint32_t entry = taken(reader_.u16_le());
        std::string name =
            names_.outer_name(entry, taken(reader_.u32_le()) & (is_wide_ ? ~0U : 0xFFFFU));
        failed_ |= name.empty();
        return push(std::move(name));
      }
      case 0x3A:
      case 0x3B: {
        std::string sheets = names_.sheets(taken(reader_.u16_le()));
        failed_ |= sheets.empty();
        return push(sheets + (type == 0x3A ? cell(false) : area(false)));
      }
      case 0x3C:
      case 0x3D: {
        const std::string sheets = names_.sheets(taken(reader_.u16_le()));
        skip(type == 0x3C ? cell_bytes : area_bytes);
        return push(sheets + "#REF!");
      }
      default:
        failed_ = true;
    }
  }

  ByteReader reader_;
  ByteReader extra_;
  bool is_wide_;
  CellAddress at_;
  const FormulaNames& names_;
  std::vector<std::string> stack_;
  std::size_t bytes_ = 0;
  std::uint64_t work_ = 0;
  bool failed_ = false;
};

}  // namespace

std::string formula_text(ByteSpan tokens, ByteSpan extra, FormulaForm form, CellAddress at,
                         const FormulaNames& names, SharedWork& work) {
  FormulaReading reading(tokens, extra, form, at, names);
  std::string text = reading.text();
  return work.spend_formula(reading.work()) ? text : "";
}

SharedPlace shared_place(ByteSpan tokens, ByteSpan extra, FormulaForm form) {
  ByteReader reader(tokens);
  if (reader.u8() != std::uint8_t{1}) return {};
  const bool is_wide = form == FormulaForm::kXlsb;
  const auto row = is_wide ? reader.u32_le() : std::optional<std::uint32_t>(reader.u16_le());
  const auto column =
      is_wide ? ByteReader(extra).u32_le() : std::optional<std::uint32_t>(reader.u16_le());
  if (!row || !column || *row >= kMostRows || *column >= kMostColumns) return {};
  return {true, {*row + 1, *column + 1}};
}

}  // namespace lectern
