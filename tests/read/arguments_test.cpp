// Requests and options as models and programmers write them.
#include <catch2/catch_test_macros.hpp>

#include "base/format.h"
#include "read/json.h"

namespace lectern {
namespace {

std::string request_error(std::string_view json) {
  const auto request = parse_request(json);
  if (request) return "accepted";
  CHECK(request.error().code == ErrorCode::kInvalidArgument);
  return request.error().message;
}

}  // namespace

TEST_CASE("a request takes every field of the contract") {
  const auto request = parse_request(
      R"({"file_path":"a.txt","offset":3,"column":7,"limit":5,"pages":"2,7-9","cells":"1-4",)"
      R"("region":{"x":1,"width":3,"height":4},"view":"picture","search":"w","outline":true,"file_type":"text"})");
  REQUIRE(request);
  CHECK(request->file_path == "a.txt");
  CHECK(request->offset == 3);
  CHECK(request->column == 7);
  CHECK(request->limit == 5);
  CHECK(request->pages == std::vector<NumberRange>{{2, 2}, {7, 9}});
  CHECK(request->cells == std::vector<NumberRange>{{1, 4}});
  CHECK(request->region == PixelRegion{1, 0, 3, 4});
  CHECK(request->view == View::kPicture);
  CHECK(request->search == "w");
  CHECK(request->outline);
  CHECK(request->file_type == "text");
}

TEST_CASE("a negative offset counts from the end, however it is written") {
  for (const std::string_view offset : {"-20", "-20.0", "\"-20\""}) {
    INFO(offset);
    const auto request = parse_request(R"({"file_path":"a","offset":)" + std::string(offset) + "}");
    REQUIRE(request);
    CHECK(request->from_end == 20);
    CHECK_FALSE(request->offset);
    CHECK(to_json(*request)["offset"] == -20);
  }
  for (const std::string_view offset :
       {"-0", "\"-\"", "\"--1\"", "-1.5", "-9223372036854775808", "-9007199254740992"}) {
    INFO(offset);
    CHECK(request_error(R"({"file_path":"a","offset":)" + std::string(offset) + "}")
              .starts_with("offset must be an integer of at least 1, or"));
  }
}

TEST_CASE("lines are ranges of which the last may be open") {
  const auto request = parse_request(R"({"file_path":"a","lines":"1-40, 7,900-"})");
  REQUIRE(request);
  CHECK(request->lines == std::vector<LineRange>{{1, 40}, {7, 7}, {900, {}}});
  CHECK(to_json(*request)["lines"] == "1-40,7,900-");
  CHECK(parse_request(R"({"file_path":"a","lines":7})")->lines == std::vector<LineRange>{{7, 7}});
  CHECK(request_error(R"({"file_path":"a","lines":"4-2"})") ==
        "lines must be ranges like \"7\", \"1-40\" or \"1-40,900-\", counted from 1, got \"4-2\"");
  CHECK(request_error(R"({"file_path":"a","lines":"-4"})").starts_with("lines must be ranges"));
  CHECK(request_error(R"({"file_path":"a","lines":"1-4","limit":2})") ==
        "lines stands instead of offset, limit and column: give either");
}

TEST_CASE("numbers that arrive as strings or whole decimals are taken") {
  const auto request = parse_request(R"({"file_path":"a","offset":"100","limit":20.0,"pages":3})");
  REQUIRE(request);
  CHECK(request->offset == 100);
  CHECK(request->limit == 20);
  CHECK(request->pages == std::vector<NumberRange>{{3, 3}});
}

TEST_CASE("null fields count as absent") {
  const auto request = parse_request(R"({"file_path":"a","offset":null,"pages":null})");
  REQUIRE(request);
  CHECK_FALSE(request->offset);
}

TEST_CASE("a bad field is refused with its name, its value and what is allowed") {
  CHECK(request_error(R"({"file_path":"a","offset":0})") ==
        "offset must be an integer of at least 1, or of at most -1 to count from the end, got 0");
  CHECK(request_error(R"({"file_path":"a","limit":-1})") ==
        "limit must be an integer of at least 1, got -1");
  CHECK(request_error(R"({"file_path":"a","limit":1.5})") ==
        "limit must be an integer of at least 1, got 1.5");
  CHECK(request_error(R"({"file_path":"a","limit":"12x"})") ==
        "limit must be an integer of at least 1, got \"12x\"");
  CHECK(request_error(R"({"file_path":"a","limit":1e300})").starts_with("limit must be"));
  CHECK(request_error(R"({"file_path":"a","file_type":"bogus"})") ==
        "file_type must be text, image, pdf, notebook or a MIME type, got \"bogus\"");
  CHECK(request_error(R"({"file_path":7})") == "file_path must be a string, got 7");
  CHECK(request_error(R"({"file_path":"a","pages":"5-2"})") ==
        "pages must be ranges like \"3\", \"1-5\" or \"2,7-9\", counted from 1, got \"5-2\"");
  CHECK(request_error(R"({"file_path":"a","file":"b"})") ==
        "unknown field \"file\" in input; allowed are file_path, offset, limit, lines, column, "
        "pages, cells, range, region, view, search, case_sensitive, whole_words, context, outline, block, at, depth, file_type");
  CHECK(request_error(R"({"offset":1})") == "file_path is required and must not be empty");
  CHECK(request_error("[]") == "input must be a JSON object, got []");
  CHECK(request_error("{") == "input is not valid JSON");
}

TEST_CASE("arguments are JSON and nothing else") {
  for (const std::string_view text :
       {"", "{", R"({"file_path":"a"} 1)", R"({"file_path":"a",})", R"({"file_path":NaN})",
        R"({"file_path":"a","offset":Infinity})", R"({"file_path":"a","offset":01})",
        "{\"file_path\":\"\xFF\"}", "\xEF\xBB\xBF{\"file_path\":\"a\"}"}) {
    INFO(text);
    CHECK(request_error(text) == "input is not valid JSON");
  }
}

TEST_CASE("escapes are resolved, and of equal fields the last holds") {
  const auto request = parse_request(R"({"file_path":"x","file_path":"\u00E4\n\uD83D\uDE00"})");
  REQUIRE(request);
  CHECK(request->file_path == "\u00E4\n\U0001F600");
}

TEST_CASE("a refused value is quoted as it was written") {
  CHECK(request_error(R"({"file_path":{"a":[true,null,-2,0.5,"b"]}})") ==
        R"(file_path must be a string, got {"a":[true,null,-2,0.5,"b"]})");
  CHECK(request_error(R"({"file_path":18446744073709551615})") ==
        "file_path must be a string, got 18446744073709551615");
  // Beyond 64 bits.
  CHECK(request_error(R"({"file_path":111115555555555555555})") ==
        "file_path must be a string, got 1.1111555555555556e+20");
  CHECK(request_error(R"({"file_path":-9223372036854775808})") ==
        "file_path must be a string, got -9223372036854775808");
}

TEST_CASE("arguments that are nested deeply are refused, not followed") {
  for (const std::size_t depth : {std::size_t{20}, std::size_t{30'000}}) {
    const std::string nested = std::string(depth, '[') + std::string(depth, ']');
    CHECK(request_error(R"({"file_path":"a","offset":)" + nested + "}") ==
          "input is nested more than 16 deep");
    CHECK(parse_options(nested).error().message == "options is nested more than 16 deep");
  }
  CHECK(request_error(R"({"file_path":"a","offset":[[0]]})") ==
        "offset must be an integer of at least 1, or of at most -1 to count from the end, got "
        "[[0]]");
}

TEST_CASE("arguments that are too long are refused before they are parsed") {
  const std::string long_path = R"({"file_path":")" + std::string(65'536, 'a') + R"("})";
  CHECK(request_error(long_path) == "input is longer than 65536 bytes");
  CHECK(parse_request(R"({"file_path":")" + std::string(65'000, 'a') + R"("})"));
}

TEST_CASE("ranges refuse zero, emptiness, signs and overflow") {
  for (const std::string_view bad :
       {"", "0", "1-", "-3", "1,,2", "a", "1-2-3", "+1", "2-1", "99999999999999999999", "1.5"}) {
    INFO(bad);
    CHECK_FALSE(parse_ranges("pages", bad));
  }
  CHECK(ranges_text(*parse_ranges("pages", " 1 - 3 , 5")) == "1-3,5");
}

TEST_CASE("options lie over defaults, and limits one by one") {
  ReadOptions defaults;
  defaults.limits.max_lines = 10;
  defaults.provider = Provider::kOpenAi;
  const auto options =
      parse_options(R"({"limits":{"maxImageBytes":"5"},"text":{"lineNumbers":"arrow"}})", defaults);
  REQUIRE(options);
  CHECK(options->limits.max_lines == 10);
  CHECK(options->limits.max_image_bytes == 5);
  CHECK(options->provider == Provider::kOpenAi);
  CHECK(options->text.line_numbers == LineNumbers::kArrow);
}

TEST_CASE("a bad option names the allowed values") {
  const auto options = parse_options(R"({"notebook":{"form":"cell"}})");
  REQUIRE_FALSE(options);
  CHECK(options.error().message == "notebook.form must be one of \"cells\", \"raw\", got \"cell\"");
  CHECK_FALSE(parse_options(R"({"image":{"tile":"yes"}})"));
  CHECK_FALSE(parse_request(R"({"file_path":"a","region":{"x":1,"y":2}})"));
  CHECK_FALSE(parse_options(R"({"limits":{"maxFoo":1}})"));
}

}  // namespace lectern
