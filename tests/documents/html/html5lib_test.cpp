// The tests of html5lib, when LECTERN_HTML5LIB_TESTS names a folder that has them: its folders
// tokenizer/ and tree-construction/. Only the tests that need scripting are left out.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "documents/html/html_tree_builder.h"
#include "support/html_trees.h"
#include "text/utf8.h"

namespace lectern {
namespace {

namespace fs = std::filesystem;
using HtmlJson = nlohmann::json;

/// Tests that give something else, by file and number: `selectedcontent` takes a copy of the chosen
/// option when the page is shown, not when it is parsed, and a reader would see its text twice.
const std::set<std::string> kKnownFailures = {"tree/webkit02.dat:45", "tree/webkit02.dat:46",
                                              "tree/webkit02.dat:47", "tree/webkit02.dat:48"};

fs::path html5lib_folder(std::string_view name) {
  const char* const set = std::getenv("LECTERN_HTML5LIB_TESTS");
  if (set == nullptr) SKIP("no tests of html5lib: LECTERN_HTML5LIB_TESTS names their folder");
  return fs::path(set) / name;
}

std::vector<fs::path> files_of(const fs::path& folder, std::string_view extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  REQUIRE_FALSE(files.empty());
  return files;
}

std::string file_text(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// What fails is named, and nothing else is.
void check_failures(const std::set<std::string>& failed, std::size_t count,
                    std::string_view prefix) {
  std::set<std::string> known;
  for (const std::string& name : kKnownFailures) {
    if (name.starts_with(prefix)) known.insert(name);
  }
  std::string list;
  for (const std::string& name : failed) list += name + "\n";
  INFO(failed.size() << " of " << count << " fail:\n" << list);
  CHECK(failed == known);
  CHECK(failed.size() * 100 <= count);
}

/// "\u0041" a second time. A half of a pair stays one.
std::string twice_unescaped(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.compare(at, 2, "\\u") != 0 || at + 6 > text.size()) {
      out += text[at];
      continue;
    }
    auto c = static_cast<std::uint32_t>(std::stoul(text.substr(at + 2, 4), nullptr, 16));
    at += 5;
    if (c >= 0xD800 && c < 0xDC00 && text.compare(at + 1, 2, "\\u") == 0) {
      const auto low = static_cast<std::uint32_t>(std::stoul(text.substr(at + 3, 4), nullptr, 16));
      if (low >= 0xDC00 && low < 0xE000) {
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        at += 6;
      }
    }
    if (c >= 0xD800 && c < 0xE000) {
      out += static_cast<char>(0xE0 | c >> 12);
      out += static_cast<char>(0x80 | (c >> 6 & 0x3F));
      out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
      append_utf8(c, out);
    }
  }
  return out;
}

/// Strings in hexadecimal: halves of pairs are no JSON.
std::string hexadecimal_of(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    out += kDigits[static_cast<unsigned char>(c) >> 4];
    out += kDigits[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

HtmlJson text_token(std::string_view text) { return {"Character", hexadecimal_of(text)}; }

void add_token(HtmlJson& tokens, std::string& text, HtmlJson token) {
  if (!text.empty()) tokens.push_back(text_token(text));
  text.clear();
  tokens.push_back(std::move(token));
}

HtmlJson tokens_of(const std::string& html, const std::string& state, const std::string& last) {
  using Kind = HtmlTokenizer::Kind;
  using Content = HtmlTokenizer::Content;
  HtmlTokenizer tokenizer(html);
  tokenizer.set_last_start(last);
  if (state == "PLAINTEXT state") tokenizer.set_content(Content::kPlaintext);
  if (state == "RCDATA state") tokenizer.set_content(Content::kRcdata);
  if (state == "RAWTEXT state") tokenizer.set_content(Content::kRawtext);
  if (state == "Script data state") tokenizer.set_content(Content::kScript);
  if (state == "CDATA section state") tokenizer.set_content(Content::kCdata);
  HtmlJson tokens = HtmlJson::array();
  std::string text;
  for (Kind kind = tokenizer.next(); kind != Kind::kDone; kind = tokenizer.next()) {
    if (kind == Kind::kText) {
      text += tokenizer.text();
    } else if (kind == Kind::kComment) {
      add_token(tokens, text, {"Comment", hexadecimal_of(tokenizer.text())});
    } else if (kind == Kind::kEnd) {
      add_token(tokens, text, {"EndTag", hexadecimal_of(tokenizer.name())});
    } else if (kind == Kind::kStart) {
      HtmlJson attributes = HtmlJson::object();
      for (const auto& [name, value] : tokenizer.attributes())
        attributes[hexadecimal_of(name)] = hexadecimal_of(html_attribute_text(value));
      HtmlJson token = {"StartTag", hexadecimal_of(tokenizer.name()), attributes};
      if (tokenizer.is_self_closing()) token.push_back(true);
      add_token(tokens, text, token);
    } else {
      const auto& doctype = tokenizer.doctype();
      const auto id = [](bool has, const std::string& value) {
        return has ? HtmlJson(hexadecimal_of(value)) : HtmlJson();
      };
      add_token(tokens, text,
                {"DOCTYPE", id(doctype.has_name, doctype.name),
                 id(doctype.has_public_id, doctype.public_id),
                 id(doctype.has_system_id, doctype.system_id), !doctype.forces_quirks});
    }
  }
  if (!text.empty()) tokens.push_back(text_token(text));
  return tokens;
}

/// The tokens that a test expects, in the form of `tokens_of`.
HtmlJson expected_tokens(const HtmlJson& output, bool is_twice_escaped) {
  const auto text = [is_twice_escaped](const HtmlJson& value) -> HtmlJson {
    if (!value.is_string()) return value;
    const std::string plain = value.get<std::string>();
    return hexadecimal_of(is_twice_escaped ? twice_unescaped(plain) : plain);
  };
  HtmlJson tokens = HtmlJson::array();
  for (const HtmlJson& one : output) {
    HtmlJson token = HtmlJson::array();
    token.push_back(one[0]);
    for (std::size_t i = 1; i < one.size(); ++i) {
      if (!one[i].is_object()) {
        token.push_back(text(one[i]));
        continue;
      }
      HtmlJson attributes = HtmlJson::object();
      for (const auto& [name, value] : one[i].items())
        attributes[text(HtmlJson(name)).get<std::string>()] = text(value);
      token.push_back(attributes);
    }
    const bool joins =
        token[0] == "Character" && !tokens.empty() && tokens.back()[0] == "Character";
    if (joins) {
      tokens.back()[1] = tokens.back()[1].get<std::string>() + token[1].get<std::string>();
    } else {
      tokens.push_back(token);
    }
  }
  return tokens;
}

// Trees.

struct TreeTest {
  std::string data;
  std::string fragment;
  std::string document;
  bool needs_scripting = false;
};

std::vector<TreeTest> tree_tests_of(const std::string& text) {
  std::vector<TreeTest> tests;
  std::string* part = nullptr;
  std::string ignored;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line == "#data") {
      tests.emplace_back();
      part = &tests.back().data;
    } else if (line == "#errors" || line == "#new-errors") {
      part = &ignored;
    } else if (line == "#document-fragment") {
      part = &tests.back().fragment;
    } else if (line == "#document") {
      part = &tests.back().document;
    } else if (line == "#script-on") {
      tests.back().needs_scripting = true;
    } else if (line != "#script-off" && part != nullptr) {
      *part += line + "\n";
    }
  }
  for (TreeTest& test : tests) {
    if (test.data.ends_with('\n')) test.data.pop_back();
    if (test.fragment.ends_with('\n')) test.fragment.pop_back();
    while (test.document.ends_with("\n\n")) test.document.pop_back();
  }
  return tests;
}

std::string attribute_shown(const HtmlNode& node, std::string_view name) {
  static const std::set<std::string> kSpaced = {
      "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show",
      "xlink:title",   "xlink:type",    "xml:lang",   "xml:space",  "xmlns:xlink"};
  std::string shown(name);
  if (node.space != HtmlSpace::kHtml && kSpaced.contains(shown)) shown[shown.find(':')] = ' ';
  return shown;
}

void write_tree(const HtmlTreeBuilder& builder, HtmlNodeId parent, int depth, std::string& out) {
  const HtmlTree& tree = builder.tree();
  const auto line = [&out](int at) {
    out += "| ";
    out.append(static_cast<std::size_t>(at) * 2, ' ');
  };
  for (HtmlNodeId id = tree[parent].first; id != kNoNode; id = tree[id].next) {
    const HtmlNode& node = tree[id];
    line(depth);
    switch (node.kind) {
      case HtmlNode::Kind::kDoctype: {
        const auto& doctype = builder.doctype();
        out += "<!DOCTYPE " + doctype.name;
        if (doctype.has_public_id || doctype.has_system_id)
          out += " \"" + doctype.public_id + "\" \"" + doctype.system_id + "\"";
        out += ">\n";
        break;
      }
      case HtmlNode::Kind::kComment:
        out += "<!-- " + std::string(node.text()) + " -->\n";
        break;
      case HtmlNode::Kind::kText:
        out += "\"" + std::string(node.text()) + "\"\n";
        break;
      case HtmlNode::Kind::kDocument:
        break;
      case HtmlNode::Kind::kElement: {
        out += node.space == HtmlSpace::kSvg    ? "<svg "
               : node.space == HtmlSpace::kMath ? "<math "
                                                : "<";
        out += std::string(node.name) + ">\n";
        std::set<std::string> attributes;
        for (const auto& [name, value] : node.attributes)
          attributes.insert(attribute_shown(node, name) + "=\"" + html_attribute_text(value) +
                            "\"");
        for (const std::string& attribute : attributes) {
          line(depth + 1);
          out += attribute + "\n";
        }
        if (node.content != kNoNode) {
          line(depth + 1);
          out += "content\n";
          write_tree(builder, node.content, depth + 2, out);
        }
        write_tree(builder, id, depth + 1, out);
        break;
      }
    }
  }
}

std::string tree_of(const TreeTest& test) {
  const std::string html = with_plain_line_ends(test.data);
  HtmlTreeBuilder builder(html, nullptr);
  if (!test.fragment.empty()) {
    HtmlSpace space = HtmlSpace::kHtml;
    std::string name = test.fragment;
    if (name.starts_with("svg ")) space = HtmlSpace::kSvg;
    if (name.starts_with("math ")) space = HtmlSpace::kMath;
    if (space != HtmlSpace::kHtml) name.erase(0, name.find(' ') + 1);
    builder.set_context(name, space);
  }
  builder.build();
  std::string out;
  write_tree(builder, test.fragment.empty() ? HtmlTree::kDocument : builder.fragment(), 0, out);
  return out;
}

}  // namespace

TEST_CASE("the tokenizer gives the tokens that html5lib's tests expect") {
  std::size_t count = 0;
  std::set<std::string> failed;
  for (const fs::path& path : files_of(html5lib_folder("tokenizer"), ".test")) {
    const HtmlJson file = HtmlJson::parse(file_text(path));
    // Those of XML 1.0 expect tokens that are changed for it.
    if (!file.contains("tests")) continue;
    std::size_t number = 0;
    for (const HtmlJson& test : file["tests"]) {
      ++number;
      const bool is_twice_escaped = test.value("doubleEscaped", false);
      std::string html = test["input"];
      if (is_twice_escaped) html = twice_unescaped(html);
      html = with_plain_line_ends(html);
      const HtmlJson expected = expected_tokens(test["output"], is_twice_escaped);
      for (const std::string& state :
           test.value("initialStates", std::vector<std::string>{"Data state"})) {
        ++count;
        const HtmlJson tokens = tokens_of(html, state, test.value("lastStartTag", ""));
        if (tokens == expected) continue;
        failed.insert("tokenizer/" + path.filename().string() + ":" + std::to_string(number));
        UNSCOPED_INFO(path.filename().string()
                      << ":" << number << " " << test["description"] << "\n"
                      << tokens.dump() << "\n"
                      << expected.dump());
      }
    }
  }
  check_failures(failed, count, "tokenizer/");
}

TEST_CASE("the tree builder makes the trees that html5lib's tests expect") {
  std::size_t count = 0;
  std::set<std::string> failed;
  for (const fs::path& path : files_of(html5lib_folder("tree-construction"), ".dat")) {
    std::size_t number = 0;
    for (const TreeTest& test : tree_tests_of(file_text(path))) {
      ++number;
      if (test.needs_scripting) continue;
      ++count;
      const std::string tree = tree_of(test);
      if (tree == test.document) continue;
      failed.insert("tree/" + path.filename().string() + ":" + std::to_string(number));
      UNSCOPED_INFO(path.filename().string() << ":" << number << "\n"
                                             << test.data << "\n"
                                             << tree << "expected\n"
                                             << test.document);
    }
  }
  check_failures(failed, count, "tree/");
}

TEST_CASE("a tree that is given away piece by piece is the one that is given away at its end") {
  for (const std::string_view html :
       {"<p>a<b>b<p>c</b>d<table>x<tr><td>1<td>2</table>y", "<a><div>1<a>2</div>3</a>4",
        "<frameset><frame></frameset>", "<title>t</title>x<head><body class=a><form><p></form>y",
        "<b><i><p></b>x<ul><li>1<li>2<select><option>3<table><select>",
        "<svg><p>x<math><mi>y<b>"}) {
    INFO(html);
    CHECK(testing::given_tree(html, 1) == testing::kept_tree(html));
    CHECK(testing::given_tree(html, 3) == testing::kept_tree(html));
  }
  if (std::getenv("LECTERN_HTML5LIB_TESTS") == nullptr) return;
  for (const fs::path& path : files_of(html5lib_folder("tree-construction"), ".dat")) {
    for (const TreeTest& test : tree_tests_of(file_text(path))) {
      const std::string html = with_plain_line_ends(test.data);
      INFO(path.filename().string() << "\n" << html);
      CHECK(testing::given_tree(html, 1) == testing::kept_tree(html));
    }
  }
}

TEST_CASE("text in elements that nest too deep is not lost") {
  for (const std::string_view tag : {"<div>", "<span>", "<b>", "<ul><li>", "<svg><g>"}) {
    std::string html = "<p>start";
    for (int i = 0; i < 1500; ++i) {
      html += tag;
      html += " w" + std::to_string(i) + " ";
    }
    INFO(tag);
    const std::string given = testing::given_tree(html, 1);
    for (int i = 0; i < 1500; ++i)
      REQUIRE(given.find(" w" + std::to_string(i) + " ") != given.npos);
  }
}

TEST_CASE("elements and formatting that never end cost what they hold") {
  const auto times = [](std::string_view text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  };
  const std::string deep = testing::given_tree(times("<div>", 5'000) + "x", 128);
  CHECK(deep.find('x') != deep.npos);
  std::string fonts;
  for (int i = 0; i < 1'000; ++i) fonts += "<font a=" + std::to_string(i) + ">";
  const std::string repeated = testing::given_tree("<p>" + fonts + times("<p>x", 100), 128);
  CHECK(repeated.size() < 100'000);
  for (const std::string_view piece :
       {"<b><p>", "<table>", "<table><tr>", "<a><div>", "<svg><g>", "<select><option>"}) {
    INFO(piece);
    const std::string html = times(piece, 2'000);
    CHECK(testing::given_tree(html + "x", 16).find('x') != std::string::npos);
  }
}

}  // namespace lectern
