#!/usr/bin/env python3
"""Writes encodings.json: text in every encoding, with every line end, forced and broken.

    python3 tests/conformance/make_encodings.py

The expected results come from here alone: Python's codecs say which bytes stand for a text, hashlib hashes them, and the
rest is written down by the contract. The confidence of a guess is the exception: it is what the detector gave when the
case was made, and stands there to be the same in every host.
"""
import base64
import hashlib
import json
from pathlib import Path

# WHATWG's name of each 8-bit encoding, and Python's. Where Python has no character for a byte the standard may have a
# control character; such bytes are left out.
SINGLE_BYTE = {
    "ibm866": "cp866",
    **{f"iso-8859-{n}": f"iso8859_{n}" for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
    "iso-8859-8-i": "iso8859_8",
    "koi8-r": "koi8_r",
    "koi8-u": "koi8_u",
    "macintosh": "mac_roman",
    "windows-874": "cp874",
    **{f"windows-{n}": f"cp{n}" for n in range(1250, 1259)},
    "x-mac-cyrillic": "mac_cyrillic",
    "ibm437": "cp437",
    "ibm737": "cp737",
    "ibm850": "cp850",
    "ibm852": "cp852",
    "ibm855": "cp855",
    "x-mac-ce": "mac_latin2",
}

# Where the standard has other characters than Python: the Belarusian letters of KOI8-RU.
OTHER_IN_THE_STANDARD = {"koi8_u": b"\xae\xbe"}

# Characters of the tables above that do not show, and what a read says of them.
MARKS = "2 bidirectional control characters in the text shown, the first is U+200E"
JOINERS = "2 zero-width characters in the text shown, the first is U+200C"
HIDDEN = {
    "iso-8859-8": [MARKS],
    "iso-8859-8-i": [MARKS],
    "windows-1255": [MARKS],
    "windows-1256": [MARKS, JOINERS],
}

# A guess less sure than this, in percent, is doubted.
SURE_ENOUGH = 55

CHINESE = "人人生而自由，在尊严和权利上一律平等。"
TAIWANESE = "人人生而自由，在尊嚴和權利上一律平等。"
JAPANESE = "すべての人間は、生まれながらにして自由であり"
KOREAN = "모든 인간은 태어날 때부터 자유로우며"

# Label, WHATWG's name, Python's codec, text.
MULTI_BYTE = [
    ("gb2312", "gbk", "gbk", CHINESE + "\n镕\n"),
    ("gb18030", "gb18030", "gb18030", CHINESE + "\n𠀀é€ȿ\n"),
    ("big5-hkscs", "big5", "big5hkscs", TAIWANESE + "\n嘅Ê̄\n"),
    ("x-euc-jp", "euc-jp", "euc_jp", JAPANESE + "\nｱﾝ丂\n"),
    ("csiso2022jp", "iso-2022-jp", "iso2022_jp", JAPANESE + "\nabc漢字\n"),
    ("sjis", "shift_jis", "cp932", JAPANESE + "\nｱﾝ①～\n"),
    ("ks_c_5601-1987", "euc-kr", "cp949", KOREAN + "\n똠방각하\n"),
    ("csiso2022kr", "iso-2022-kr", "iso2022_kr", KOREAN + "\nabc한글\n"),
    ("utf-16", "utf-16le", "utf-16-le", "é𠀀\nbé\n"),
    ("unicodefffe", "utf-16be", "utf-16-be", "é𠀀\nbé\n"),
    ("utf-32", "utf-32le", "utf-32-le", "é𠀀\nbé\n"),
    ("utf-32be", "utf-32be", "utf-32-be", "é𠀀\nbé\n"),
]

# Texts whose encoding is told from the bytes: Python's codec, WHATWG's name, confidence, text.
GUESSED = [
    ("cp1251", "windows-1251", 68, "Все люди рождаются свободными и равными.\n"),
    ("koi8_r", "koi8-r", 95, "Все люди рождаются свободными и равными.\n"),
    ("cp1252", "windows-1252", 60, "Tous les êtres humains naissent libres et égaux.\n"),
    ("cp1250", "windows-1250", 58, "Wszyscy ludzie rodzą się wolni i równi.\n"),
    ("cp932", "shift_jis", 99, JAPANESE + "\n"),
    ("euc_jp", "euc-jp", 99, JAPANESE + "\n"),
    ("gb18030", "gb18030", 99, CHINESE + "\n"),
    ("big5", "big5", 99, TAIWANESE + "\n"),
    ("cp949", "euc-kr", 94, KOREAN + "\n"),
]


def counted(number, noun):
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def doubt_about(encoding, more):
    """What a read says when it is not sure enough of an encoding, or when bytes are no characters in it."""
    replacements = more.get("replacements", 0)
    text = f"read as {encoding}"
    if more.get("confidence", 100) < SURE_ENOUGH:
        text += f", a guess that is {more['confidence']} % sure"
    if replacements > 0:
        text += f", with {counted(replacements, 'invalid sequence')} shown as U+FFFD"
    return [] if text.endswith(encoding) else [text]


class Case:
    """One case; `lines` is what must be shown of it, from line 1 on."""

    def __init__(self, name, data, lines, encoding, **more):
        self.name = name
        self.data = data
        self.lines = lines
        self.encoding = encoding
        self.more = more

    def to_json(self):
        more = self.more
        metadata = {"sizeBytes": len(self.data), "mimeType": "text/plain", "encoding": self.encoding}
        if "confidence" in more:
            metadata["encodingConfidence"] = more["confidence"]
        metadata["bom"] = more.get("bom", False)
        if more.get("eol", "lf"):
            metadata["eol"] = more.get("eol", "lf")
        metadata["finalNewline"] = more.get("final_newline", True)
        metadata["replacements"] = more.get("replacements", 0)
        doubt = doubt_about(self.encoding, more)
        warnings = (more.get("warnings") or []) + [f"{text}; the option encoding sets another" for text in doubt]
        if warnings:
            metadata["warnings"] = warnings
        notes = [f"(Encoding: {text}. The option encoding sets another.)" for text in doubt]
        count = len(self.lines)
        style = more.get("options", {}).get("text", {}).get("lineNumbers", "cat")
        prefix = {"cat": "{:6d}\t", "arrow": "{}→", "none": ""}[style]
        start = more.get("start", 1)
        total = more.get("total", count)
        shown = [prefix.format(start + i) + line for i, line in enumerate(self.lines)]
        expect = {
            "success": True,
            "content": "\n".join(shown + more.get("note", []) + notes),
            "shortResult": f"Read {count} of {total} lines",
            "contentType": "text",
            "lineCount": count,
            "startLine": start,
            "endLine": start + count - 1,
            "totalLines": total,
            "truncated": "truncation" in more,
        }
        if "truncation" in more:
            expect["truncation"] = more["truncation"]
        expect["contentHash"] = hashlib.sha256(self.data).hexdigest()
        expect["metadata"] = metadata
        return case_json(self.name, self.data, more, expect)


def binary(data):
    """What is said of binary data of no known kind."""
    return (
        f"Binary files cannot be read as text. notes.txt (unknown type, {len(data)} bytes) "
        "cannot be opened here; convert it to PDF or text. view=hex shows its bytes."
    )


class Refusal:
    """A case that fails."""

    def __init__(self, name, data, code, message, mime_type, content_type, **more):
        self.name = name
        self.data = data
        self.more = more
        self.expect = {
            "success": False,
            "content": message,
            "error": message,
            "errorCode": code,
            "contentType": content_type,
            "lineCount": 0,
            "startLine": 0,
            "endLine": 0,
            "totalLines": 0,
            "truncated": False,
            "contentHash": hashlib.sha256(data).hexdigest(),
            "metadata": {"sizeBytes": len(data), "mimeType": mime_type},
        }
        # Arguments that cannot be are refused before the file is read.
        if code == "INVALID_ARGUMENT":
            del self.expect["contentHash"]

    def to_json(self):
        return case_json(self.name, self.data, self.more, self.expect)


def case_json(name, data, more, expect):
    case = {
        "name": name,
        "bytes": {"base64": base64.b64encode(data).decode()},
        "input": {"file_path": "notes.txt", **more.get("input", {})},
    }
    if "options" in more:
        case["options"] = more["options"]
    case["expect"] = expect
    return case


def table_rows(codec):
    """All characters of the upper half of an 8-bit encoding, sixteen bytes a line, and those lines."""
    data, lines = b"", []
    for first in range(0x80, 0x100, 16):
        line = b""
        for value in range(first, first + 16):
            if value in OTHER_IN_THE_STANDARD.get(codec, b""):
                continue
            try:
                shown = bytes([value]).decode(codec)
            except UnicodeDecodeError:
                continue
            if not 0x80 <= ord(shown) < 0xA0:
                line += bytes([value])
        if line:
            data += line + b"\n"
            lines.append(line.decode(codec))
    return data, lines


def encoding_cases():
    for name, codec in SINGLE_BYTE.items():
        data, lines = table_rows(codec)
        yield Case(
            f"{name} has its whole table",
            data,
            lines,
            name,
            options={"text": {"encoding": name}},
            warnings=HIDDEN.get(name),
        )
    user_defined = "".join(chr(0xF700 + value) for value in range(0x80, 0x100))
    yield Case(
        "x-user-defined maps bytes to private characters",
        bytes(range(0x80, 0x100)) + b"\n",
        [user_defined],
        "x-user-defined",
        options={"text": {"encoding": "x-user-defined"}},
    )
    yield Case(
        "an encoding that hides scripts becomes one replacement",
        b"\x1b$)Ctext\n",
        ["\ufffd"],
        "replacement",
        options={"text": {"encoding": "hz-gb-2312"}},
        replacements=1,
        eol=None,
        final_newline=False,
    )
    for label, name, codec, text in MULTI_BYTE:
        yield Case(
            f"{name} is read under its label {label}",
            text.encode(codec),
            text.splitlines(),
            name,
            options={"text": {"encoding": label}},
        )
    for codec, name, confidence, text in GUESSED:
        yield Case(
            f"{name} is told by its bytes",
            text.encode(codec),
            text.splitlines(),
            name,
            confidence=confidence,
        )
    yield Case(
        "iso-2022-jp is told by its escapes",
        (JAPANESE + "\n").encode("iso2022_jp"),
        [JAPANESE],
        "iso-2022-jp",
    )
    yield Case(
        "iso-2022-kr is told by its escape",
        (KOREAN + "\n").encode("iso2022_kr"),
        [KOREAN],
        "iso-2022-kr",
    )


def unicode_cases():
    text = "first é\nsecond 我\n"
    for codec, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff"),
                        ("utf-32-le", b"\xff\xfe\0\0"), ("utf-32-be", b"\0\0\xfe\xff")):
        name = codec.replace("-le", "le").replace("-be", "be")
        data = text.encode(codec)
        yield Case(f"{name} is told by its mark", mark + data, text.splitlines(), name, bom=True)
        yield Case(f"{name} is told without a mark", data, text.splitlines(), name)
    broken = b"a\xff\xfeb\xe2\x82\n\xf0\x9f\x98c\xed\xa0\x80\n"
    shown = broken.decode("utf-8", "replace")
    yield Case(
        "each broken sequence of UTF-8 is replaced and counted",
        broken,
        shown.splitlines(),
        "utf-8",
        options={"text": {"encoding": "utf8"}},
        replacements=shown.count("\ufffd"),
    )
    broken = b"a\0\x00\xd8b\0\n\0c"
    shown = broken.decode("utf-16-le", "replace")
    yield Case(
        "a lone surrogate and a cut unit of UTF-16 are replaced and counted",
        broken,
        shown.splitlines(),
        "utf-16le",
        options={"text": {"encoding": "utf-16le"}},
        replacements=shown.count("\ufffd"),
        final_newline=False,
    )


def forced_cases():
    text = "GIF89a — это формат\n"
    yield Case(
        "a forced encoding makes text of what begins like a picture",
        text.encode("cp1251"),
        text.splitlines(),
        "windows-1251",
        options={"text": {"encoding": "windows-1251"}},
    )
    dense = bytes(range(0xE0, 0x100)) * 3
    yield Refusal(
        "bytes that are a text in no usual encoding are binary data",
        dense,
        "BINARY_FILE",
        binary(dense),
        "application/octet-stream",
        "binary",
    )
    yield Case(
        "the same bytes are text in a forced encoding",
        dense,
        [dense.decode("koi8_r")],
        "koi8-r",
        options={"text": {"encoding": "koi8-r"}},
        eol=None,
        final_newline=False,
    )
    controls = "é \x01\x02\x03\n"
    yield Refusal(
        "control characters make binary data of text in a legacy encoding",
        controls.encode("cp1252"),
        "BINARY_FILE",
        binary(controls.encode("cp1252")),
        "application/octet-stream",
        "binary",
    )
    yield Case(
        "the same control characters are text in a forced encoding",
        controls.encode("cp1252"),
        controls.split("\n")[:1],
        "windows-1252",
        options={"text": {"encoding": "latin1"}},
        warnings=["3 control characters in the text shown, the first is U+0001"],
    )
    ideographs = "我你\n"
    yield Case(
        "UTF-16 that is too short to tell is text when it is forced",
        ideographs.encode("utf-16-be"),
        ideographs.splitlines(),
        "utf-16be",
        options={"text": {"encoding": "utf-16be"}},
    )
    yield Refusal(
        "a NUL is no 8-bit text, whatever encoding is forced",
        b"text\0more\n",
        "BINARY_FILE",
        binary(b"text\0more\n"),
        "application/octet-stream",
        "binary",
        options={"text": {"encoding": "windows-1252"}},
    )
    label = "klingon"
    yield Refusal(
        "an encoding that does not exist is refused",
        b"text\n",
        "INVALID_ARGUMENT",
        f'encoding must be a label of the WHATWG Encoding Standard, got "{label}"',
        "text/plain",
        "text",
        options={"text": {"encoding": label}},
    )


def line_cases():
    yield Case("CRLF ends lines", b"one\r\ntwo\r\n", ["one", "two"], "utf-8", eol="crlf")
    yield Case("CR ends lines where there is no LF", b"one\rtwo\r", ["one", "two"], "utf-8", eol="cr")
    yield Case(
        "LF and CRLF together are mixed, and a lone CR stays",
        b"one\r\ntw\ro\nthree",
        ["one", "tw\ro", "three"],
        "utf-8",
        eol="mixed",
        final_newline=False,
        warnings=["1 unusual line separator in the text shown, the first is U+000D"],
    )
    yield Case(
        "NEL, U+2028, U+2029, VT and FF end no line",
        "a\x85b\u2028c\u2029d\x0be\x0cf\n".encode(),
        ["a\x85b\u2028c\u2029d\x0be\x0cf"],
        "utf-8",
        warnings=[
            "3 unusual line separators in the text shown, the first is U+0085",
            "1 control character in the text shown, the first is U+000B",
        ],
    )
    yield Case("a file without a line end has no style", b"one", ["one"], "utf-8", eol=None, final_newline=False)
    for style in ("arrow", "none"):
        yield Case(f"lines are written in the form '{style}'", b"one\ntwo\n", ["one", "two"], "utf-8",
                   options={"text": {"lineNumbers": style}})


def cut_cases():
    line = "我é😀x" * 6
    options = {"limits": {"maxLineChars": 10}}
    following = {"offset": 1, "limit": 1, "column": 11}
    cut = "... (truncated)"
    yield Case(
        "a long line is cut at a character and says where it goes on",
        (line + "\nend\n").encode(),
        [line[:10] + cut, "end"],
        "utf-8",
        options=options,
        note=["(Line 1 goes on. Next: offset=1, column=11, limit=1)"],
        truncation={"cause": "columns", "next": {"file_path": "notes.txt", **following}},
        warnings=["1 line cut: the first goes on at offset=1, column=11, limit=1"],
    )
    yield Case(
        "a column goes on inside a line",
        (line + "\nend\n").encode(),
        [line[20:], "end"],
        "utf-8",
        options=options,
        input={"offset": 1, "column": 21},
    )
    text = "\u202eabc\u2066\n\u200b\ufeff\u00ad\n\U000e0041\n"
    yield Case(
        "characters that do not show are kept and reported",
        text.encode(),
        text.split("\n")[:3],
        "utf-8",
        warnings=[
            "2 bidirectional control characters in the text shown, the first is U+202E",
            "2 zero-width characters in the text shown, the first is U+200B",
            "1 invisible tag character in the text shown, the first is U+E0041",
        ],
    )


def main():
    groups = (encoding_cases(), unicode_cases(), forced_cases(), line_cases(), cut_cases())
    cases = [case.to_json() for group in groups for case in group]
    path = Path(__file__).with_name("encodings.json")
    path.write_text(json.dumps({"cases": cases}, ensure_ascii=False, indent=2) + "\n")


if __name__ == "__main__":
    main()
