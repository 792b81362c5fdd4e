from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tabletop.cards.text import MAX_DEPTH, holds, missing, readable, template

FIELDS: dict[str, Any] = {
    "level": 4,
    "half": 2.5,
    "whole": 3.0,
    "power": ("fighting", "strength", "energy"),
    "one": ("energy",),
    "zero": 0,
    "yes": True,
    "no": False,
    "empty": "",
    "name": "Kick",
}


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("A level {level} attack.", "A level 4 attack."),
        ("{half} {whole} {zero}", "2.5 3 0"),
        ("{power}", "fighting, strength or energy"),
        ("{power|and}", "fighting, strength and energy"),
        ("{one}", "energy"),
        ("x[ {level}][ {gone}]", "x 4"),
        ("x[ {no}][ {empty}][ {zero}]", "x 0"),
        ("x[, {level}[ of {gone}]]", "x, 4"),
        ("x[, {gone}[ of {level}]]", "x"),
        ("[level=4: four][level=5: five]", "four"),
        ("[level!=4: not four][level!=5: not five]", "not five"),
        ("[power=energy: e][power=intellect: i]", "e"),
        ("[!gone: none][!level: never]", "none"),
        ("[yes=true: y][no=false: n][no!=true: m]", "ynm"),
        ("[level=4: {gone} x]y", "y"),
        ("[gone!=x: all]", "all"),
        ("[level=4: [power=energy: both]]", "both"),
        ("{{energy}} {{{name}}}", "{energy} {Kick}"),
        ("{[}{level}{]}", "[4]"),
        ("[Note: {level}]", "Note: 4"),
        ("", ""),
    ],
)
def test_templates(source: str, text: str) -> None:
    made = template(source)
    assert made.faults == ()
    assert made.render(FIELDS) == text


def test_missing_fields_outside_brackets_are_told() -> None:
    assert template("{a} {level} {b}[ {c}] {a}").fill(FIELDS) == (" 4  ", ("a", "b"))


@pytest.mark.parametrize(
    ("source", "word", "text"),
    [
        ("a] b", '"]"', "a] b"),
        ("[a", '"["', "a"),
        ("{level", '"{"', "{level"),
        ("} {level}", '"}"', "} 4"),
        ("{a b}", '"{"', "{a b}"),
        ("{power|nor}", '"nor"', "fighting, strength nor energy"),
        ("[" * 60 + "]" * 60, "deep", None),
    ],
)
def test_mistakes_are_told_and_do_not_stop(source: str, word: str, text: str | None) -> None:
    made = template(source)
    assert any(word in fault for fault in made.faults)
    assert text is None or made.render(FIELDS) == text


def test_names_and_the_plain_field() -> None:
    assert template("{a}[b=1: {c}][!d: x]").fields == ("a", "b", "c", "d")
    assert template("{name}").plain == "name"
    assert template("{name} ").plain is None
    assert template("name").plain is None


def test_compiled_once() -> None:
    assert template("{name}[, {version}]") is template("{name}[, {version}]")


def test_values() -> None:
    assert readable({"energy": 7, "fighting": (1, 2)}) == "energy 7, fighting 1 or 2"
    assert [value for value in ((), None, False, "", [], 0, "x") if not missing(value)] == [0, "x"]
    assert holds(("a", "b"), "b")
    assert holds(4.0, "4")
    assert holds(None, "no")
    assert not holds(None, "b")


sources = st.text("{}[]|!=:ab c", max_size=60) | st.text(max_size=60) | st.just("[" * (MAX_DEPTH * 40))
field_values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.lists(st.text(max_size=3), max_size=3).map(tuple),
    st.dictionaries(st.text(max_size=2), st.integers()),
)


@given(sources, st.dictionaries(st.sampled_from(["a", "b", "c", "ab"]), field_values))
@example("{}", {})
@example("", {})
def test_templates_never_raise(source: str, fields: dict[str, Any]) -> None:
    made = template(source)
    text, gone = made.fill(fields)
    assert isinstance(text, str)
    assert set(gone) <= set(made.fields)


@given(st.text(st.characters(exclude_characters="{}[]"), max_size=60), st.text(max_size=20))
def test_plain_text_stays_and_fields_go_in(text: str, value: str) -> None:
    made = template(text + "{a}")
    assert made.faults == ()
    assert made.render({"a": value}) == text + value
