from pathlib import Path

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from tabletop.cards.document import CARD_HEADER, Document, Key, dotted, lines_of

TRICKY = '''\
# [[card]] in a comment
[set]
id = "a"
[[card]]
id = """
[[card]]
level = 1
"""
note = \'\'\'
x = """ \'\'\'
power = [  # level = 3
  "a]", # ]
  "b = {",
]
level = 1
[card.sub]
"q r" = { a = 1, b.c = [{ d = 1 },
  { e = 2 }] }
[[card]]
a.b = 1
"level" = 2
[other."x.y"]
z = 3
'''


def test_lines_are_right_around_long_texts_lists_and_tables_in_braces() -> None:
    lines = lines_of(TRICKY)
    expected: dict[tuple[Key, ...], int] = {
        ("set", "id"): 3,
        ("card", 0): 4,
        ("card", 0, "id"): 5,
        ("card", 0, "note"): 9,
        ("card", 0, "power"): 11,
        ("card", 0, "level"): 15,
        ("card", 0, "sub", "q r"): 17,
        ("card", 0, "sub", "q r", "b", "c", 1, "e"): 18,
        ("card", 1): 19,
        ("card", 1, "a", "b"): 20,
        ("card", 1, "level"): 21,
        ("other", "x.y", "z"): 23,
    }
    assert {place: lines.get(place) for place in expected} == expected


def test_a_line_of_what_is_missing_is_that_of_the_table_around_it(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(TRICKY, encoding="utf-8")
    document = Document(path)
    assert document.line(("card", 1, "nothing", "here")) == 19
    assert document.line(("nowhere",)) is None


words = st.text("abcxyz-_", min_size=1, max_size=6)
values = st.recursive(
    st.one_of(st.integers(-99, 99), st.booleans(), st.text("ab\"\\\n[]{}=#,. '", max_size=12)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(words, values, min_size=1, max_size=4), min_size=1, max_size=4))
def test_every_key_of_every_card_is_found_in_its_line(cards: list[dict[str, object]]) -> None:
    import tomli_w

    blocks, expected, line = [], {}, 1
    for number, card in enumerate(cards):
        blocks.append("[[card]]\n")
        line += 1
        for key, value in card.items():
            # A pair alone, so that tables are written in braces or as a long text, whatever the writer likes.
            pair = tomli_w.dumps({"x": [{key: value}]}, multiline_strings=True)
            text = pair.split("\n", 1)[1].rstrip() if pair.startswith("[[x]]") else ""
            if not text or "\n[" in f"\n{text}":
                continue
            expected[("card", number, key)] = line + text.split("\n").index(next(t for t in text.split("\n") if t))
            blocks.append(text + "\n")
            line += text.count("\n") + 1
    whole = "".join(blocks)
    tomli.loads(whole)
    lines = lines_of(whole)
    assert {place: lines.get(place) for place in expected} == expected


@given(st.text(max_size=200))
def test_lines_of_anything_never_fail(text: str) -> None:
    assert all(1 <= line <= text.count("\n") + 1 for line in lines_of(text).values())


@pytest.mark.parametrize(
    ("text", "line", "message", "hint"),
    [
        ("a = 1\nb = kick\n", 2, "a value is missing or not understood", "straight quotes"),
        ("a = 1\na = 2\n", 2, "the same key is given twice", "keep one"),
        ('a = "x\nb = 1\n', 1, "not closed on its line", "close it"),
        ('a = "C:\\cards"\n', 1, "single \\", "single quotes"),
        ("a\n", 1, "a key without a value", "key = value"),
        ('a = "x" "y"\n', 1, "something follows", 'written \\"'),
        ("x = 1\n[a\n", 2, "header is not closed", "[name]"),
        ("größe = 1\n", 1, "a key without a value", "accents need quotes"),
        ("a = [1, 2\nb = 3\n", 2, "a list is not closed", "put ]"),
        ("[a]\n[a]\n", 2, "begun twice", "[[card]]"),
        ("a = " + "9" * 5000, None, "a number is too long", "shorter"),
        ("b = 1\na = '''\nx", 2, "begins here and never ends", "closing '''"),
        ('a = """\nx\ny', 1, "begins here and never ends", "closing quotes"),
        ("ä = 1", 1, "neither key = value", "accents need quotes"),
    ],
)
def test_syntax_errors_are_told_in_plain_words(tmp_path: Path, text: str, line: int, message: str, hint: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(text, encoding="utf-8")
    (problem,) = Document(path).problems
    assert problem.line == line
    assert message in problem.message
    assert hint in problem.hint
    assert problem.severity == "error"


def test_a_broken_card_leaves_the_others_and_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    text = '[set]\nid = "s"\n[[card]]\nid = "a"\n[[card]]\nid = b\nx = "\n[[card]]\nid = "c"\n'
    path.write_text(text, encoding="utf-8")
    document = Document(path, part=CARD_HEADER)
    assert [card["id"] for card in document.data["card"]] == ["a", "c"]
    assert [problem.line for problem in document.problems] == [6]
    assert document.line(("card", 1, "id")) == 9


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"a = '\xff'", "not UTF-8"), (b"\xff\xfea\x00", "not UTF-8")],
)
def test_other_encodings_are_told(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"x = 1\n" + content)
    (problem,) = Document(path).problems
    assert (problem.line, message in problem.message) == (2, True)


def test_a_byte_order_mark_and_windows_lines_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b'\xef\xbb\xbfa = 1\r\nb = """x\r\ny"""\r\n')
    document = Document(path)
    assert document.data == {"a": 1, "b": "x\ny"}
    assert not document.problems


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "no such file" in Document(tmp_path / "none.toml").problems[0].message
    assert "folder" in Document(tmp_path).problems[0].message
    assert Document(Path("a\0b")).problems[0].message.startswith("cannot be read")
    deep = tmp_path / "deep.toml"
    deep.write_text("a = " + "[" * 100_000, encoding="utf-8")
    assert not Document(deep).readable


def test_a_place_in_words() -> None:
    assert dotted(("zones", 2, "sight")) == "zones 3.sight"
    assert dotted(("sections", "main", "core/kick")) == 'sections.main."core/kick"'
