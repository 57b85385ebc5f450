#!/usr/bin/env python3
"""Makes SQLite databases with Python's own sqlite3 and compares what `lectern read` shows of them with what SQLite says.

    python3 tests/documents/database/differential.py build/dev/src/cli/lectern

Every table is read to its end by `next`, so each row must come exactly once. Exit code 1 on a difference.
"""
import json
import os
import random
import sqlite3
import string
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
MARKS = "|\\`*_[]<>$~#"


def read(path, **options):
    words = [PROGRAM, "read", path, "--json"]
    for name, value in options.items():
        words += ["--" + name.replace("_", "-"), str(value)]
    run = subprocess.run(words, capture_output=True, timeout=120)
    return json.loads(run.stdout)


def plain(cell):
    """A cell without the escapes."""
    out, at = "", 0
    while at < len(cell):
        if cell[at] == "\\" and at + 1 < len(cell) and cell[at + 1] in string.punctuation:
            at += 1
        out += cell[at]
        at += 1
    return out


def cells_of(line):
    cells, cell, at = [], "", 0
    while at < len(line):
        if line[at] == "\\":
            cell += line[at : at + 2]
            at += 2
            continue
        if line[at] == "|":
            cells.append(cell.strip(" "))
            cell = ""
        else:
            cell += line[at]
        at += 1
    return cells[1:]


def shown(cursor, value):
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return "x'" + value.hex() + "'" if len(value) <= 32 else "[blob {:,} bytes".format(len(value))
    if isinstance(value, float):
        # As SQLite itself prints a real.
        return cursor.execute("select printf('%!.15g', ?)", (value,)).fetchone()[0]
    if isinstance(value, str):
        return value.replace("\t", " ").strip(" ").replace("\n", "<br>")
    return str(value)


def check(path, name, connection):
    cursor = connection.cursor()
    quoted = '"' + name.replace('"', '""') + '"'
    order = ""
    want = cursor.execute(f"select * from {quoted} {order}").fetchall()
    columns = [column[0] for column in cursor.description]
    got, offset, calls = [], None, 0
    while True:
        options = {"max_content_chars": 20000}
        if offset:
            options["offset"] = offset
        result = read(f"{path}/{name}", **options)
        assert result["success"], (path, name, result["content"])
        lines = result["content"].split("\n")
        start = next((i for i, line in enumerate(lines) if set(line) == {"|", "-"}), None)
        if start is not None:
            head = cells_of(lines[start - 1])
            skip = 1 if head and head[0] in ("#", "rowid") and len(head) == len(columns) + 1 else 0
            assert [plain(c) for c in head[skip:]] == columns, (path, name, head, columns)
            for line in lines[start + 1 :]:
                if not line.startswith("|"):
                    break
                got.append(cells_of(line)[skip:])
        following = (result.get("truncation") or {}).get("next")
        calls += 1
        if not following:
            break
        assert calls < 5000, (path, name)
        offset = following["offset"]
    assert len(got) == len(want), (path, name, len(got), len(want))
    for number, (have, row) in enumerate(zip(got, want)):
        for cell, value in zip(have, row):
            expected = shown(cursor, value)
            cell = plain(cell)
            cell = cell if not (isinstance(value, str) and " [… " in cell) else None
            if cell is None:
                continue
            same = cell.startswith(expected) if expected.startswith("[blob") else cell.replace(" <br>", "<br>").replace("<br> ", "<br>") == expected.replace(" <br>", "<br>").replace("<br> ", "<br>")
            assert same, (path, name, number, cell, expected)
    if calls == 1 and want:
        assert "{:,} row".format(len(want)) in result["content"], (path, name, result["content"][:200])
    return len(want), calls


def value(rng):
    kind = rng.randrange(10)
    if kind == 0:
        return None
    if kind < 3:
        return rng.choice([0, 1, -1, 127, -128, 32767, 2**31, -(2**40), 2**47, 2**63 - 1, -(2**63)])
    if kind < 5:
        return rng.choice([0.1, 1.0, -2.5, 1e300, 1e-300, 123456789012345678.0, float("inf"), 5e-324, 1e15, 1e14, 0.0001, 0.00001])
    if kind == 5:
        return bytes(rng.randrange(256) for _ in range(rng.choice([0, 1, 16, 32, 33, 700, 9000])))
    return "".join(rng.choice("abc žlutý 恵子 " + MARKS + "😀'\"") for _ in range(rng.choice([0, 1, 5, 40, 250])))


def make(path, rng, page_size, encoding, vacuum, reserved_rows):
    connection = sqlite3.connect(path)
    cursor = connection.cursor()
    cursor.execute(f"pragma page_size={page_size}")
    cursor.execute(f"pragma encoding='{encoding}'")
    cursor.execute(f"pragma auto_vacuum={vacuum}")
    cursor.executescript(
        """
        create table plain(a, b text, c real, d blob, e integer);
        create table alias(id integer primary key autoincrement, name text not null, x double default 1.5);
        create table "odd ""name"" [x]"("a b" int, [c d] text, `e``f` real, 'g' , primary key("c d", "a b")) without rowid;
        create table commented(a /* , not a column */, -- b,
          c numeric(10, 2) check (c > 0 or c is null), d text collate nocase references alias(id) on delete set null,
          constraint u unique (a, c), foreign key(a) references plain(a), check (1));
        create table made(a int, b int generated always as (a * 2) virtual, c int as (a + 1) stored, d default (3));
        create table big(id integer primary key, v);
        create table "negative"(id integer primary key, v);
        create table empty(a);
        create index by_b on plain(b);
        create view v as select a, b from plain;
        create trigger t after insert on plain begin select 1; end;
        """
    )
    for _ in range(reserved_rows):
        cursor.execute("insert into plain values(?,?,?,?,?)", [value(rng) for _ in range(5)])
        cursor.execute("insert into alias(name, x) values(?,?)", (rng.choice("abcdef") * 9, value(rng)))
        cursor.execute("insert into made(a, d) values(?, ?)", (rng.randrange(9), rng.randrange(9)))
        try:
            cursor.execute(
                'insert into "odd ""name"" [x]" values(?,?,?,?)',
                (rng.randrange(1000), rng.choice("xyz") * rng.randrange(1, 60), rng.random(), value(rng)),
            )
        except sqlite3.IntegrityError:
            pass
        cursor.execute("insert into commented values(?,?,?)", (_, rng.randrange(1, 9), "x"))
    for i in range(5):
        cursor.execute("insert into big values(?,?)", (2**53 + i * 2**40, i))
        cursor.execute("insert into negative values(?,?)", (i * 1000 - 2500, i))
    # Rows that are older than these columns.
    cursor.execute("alter table alias add column late text default 'it''s'")
    cursor.execute("alter table alias add column later integer default -7")
    cursor.execute("alter table alias add column last real default 2")
    cursor.execute("alter table alias add column none")
    cursor.execute("insert into alias(name) values('new')")
    cursor.execute("delete from plain where rowid % 3 = 0")
    connection.commit()
    return connection


def main():
    rng = random.Random(7)
    rows = 0
    with tempfile.TemporaryDirectory() as folder:
        for page_size in (512, 1024, 4096, 65536):
            for encoding in ("UTF-8", "UTF-16le", "UTF-16be"):
                for vacuum in (0, 1):
                    path = os.path.join(folder, f"{page_size}-{encoding}-{vacuum}.db")
                    connection = make(path, rng, page_size, encoding, vacuum, 300 if page_size > 512 else 120)
                    for (name,) in connection.execute("select name from sqlite_schema where type='table'").fetchall():
                        if name == "made":
                            continue
                        rows += check(path, name, connection)[0]
                    made = read(path + "/made")["content"]
                    assert "| rowid | a | c | d |" in made and "not stored: b" in made, made[:400]
                    assert read(path)["success"]
                    connection.close()
    print(f"{rows:,} rows are the same")


if __name__ == "__main__":
    main()
