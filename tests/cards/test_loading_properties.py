"""Whatever people write, reading it never fails, and good cards stay."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import tomli
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st
from small_game import DECK, SET, TABLE, TEXTS, write_game

from tabletop.cards.check import check_path
from tabletop.cards.games import load_game
from tabletop.cards.layout import layout_zones
from tabletop.cards.library import Library
from tabletop.cards.sets import load_set

words = st.sampled_from(
    ["id", "name", "type", "text", "level", "power", "kick", "main", "draw", "sections", "card", "x", "{a"]
)
leaves = st.one_of(st.booleans(), st.integers(), st.floats(), st.text(max_size=8), words, st.dates(), st.times())
trees = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(words | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)
keys_of_files = st.sampled_from(
    ["set", "card", "game", "fields", "types", "sections", "counters", "turn", "setup", "zones", "name", "AE"]
)
anything = st.dictionaries(keys_of_files | words, trees, max_size=5)


def tidy(tree: Any) -> Any:
    """Without what the TOML writer cannot write."""
    if isinstance(tree, dict):
        return {tidy(key): tidy(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [tidy(value) for value in tree]
    if isinstance(tree, str):
        return tree.encode("utf-8", "replace").decode("utf-8")
    return tree


def read_all(folder: Path) -> None:
    for problem in check_path(folder):
        assert str(problem)
    library, problems = Library.load(folder)
    assert all(str(problem) for problem in problems)
    if library is not None:
        assert all(str(problem) for problem in library.problems)
        for seats in library.game.seats:
            layout_zones(library.game, seats)
        for card in library.cards.values():
            assert card.name
            assert card.title
            library.picture(card)


@settings(max_examples=60, deadline=None)
@given(anything, st.sampled_from(["table.toml", "core.toml", "texts.toml", "decks/fists.toml", "rules.toml"]))
def test_any_toml_in_any_file_is_read(data: dict[str, Any], file: str) -> None:
    with TemporaryDirectory() as name:
        folder = write_game(Path(name))
        (folder / file).write_text(tomli_w.dumps(tidy(data)), encoding="utf-8")
        read_all(folder)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> bytes:
    """A text with some bytes replaced, inserted or cut out."""
    raw = bytearray(text.encode())
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(raw)))
        end = min(len(raw), start + draw(st.sampled_from([0, 0, 1, 1, 2, 10, 200])))
        raw[start:end] = draw(
            st.sampled_from(
                [b"", b'"', b"[", b"]", b"{", b"=", b"\n", b"'''", b'"""', b"\xff", b"\\", b"[[card]]\n", b"9"]
            )
        )
    return bytes(raw)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_any_damage_to_any_file_is_read(data: st.DataObject) -> None:
    files = {"table.toml": TABLE, "core.toml": SET, "texts.toml": TEXTS, "decks/fists.toml": DECK}
    file = data.draw(st.sampled_from(sorted(files)))
    with TemporaryDirectory() as name:
        folder = write_game(Path(name))
        (folder / file).write_bytes(data.draw(damaged(files[file])))
        read_all(folder)


raw_cards: list[dict[str, Any]] = tomli.loads(SET)["card"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.dictionaries(words, trees, max_size=5), max_size=4), st.data())
def test_bad_cards_cost_no_good_ones(bad: list[dict[str, Any]], data: st.DataObject) -> None:
    good_ids = {card["id"] for card in raw_cards}
    bad = [tidy(card) for card in bad if card.get("id") not in list(good_ids)]
    cards = data.draw(st.permutations([*raw_cards, *bad]))
    text = '[set]\nid = "core"\nname = "x"\n' + tomli_w.dumps({"card": cards})
    with TemporaryDirectory() as name:
        folder = write_game(Path(name), cards=text)
        game, _ = load_game(folder)
        assert game is not None
        loaded, problems = load_set(folder / "core.toml", game)
        assert {f"core/{card_id}" for card_id in good_ids} <= {card.id for card in loaded}
        assert all(problem.line is not None for problem in problems)
        assert all(problem.card not in good_ids for problem in problems)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2), st.data())
def test_a_card_damaged_in_its_text_costs_only_itself(victim: int, data: st.DataObject) -> None:
    head, *blocks = SET.split("[[card]]")
    lines = blocks[victim].split("\n")
    at = data.draw(st.integers(1, len(lines) - 1))
    lines[at] = data.draw(
        st.sampled_from(['"', "level = ", "x = 'a", "[", "= 1", "level = 1 2", "y = [1,", "z = {", 'z = """', "\t@"])
    )
    blocks[victim] = "\n".join(lines) + "\n"
    with TemporaryDirectory() as name:
        folder = write_game(Path(name), cards="[[card]]".join([head, *blocks]))
        game, _ = load_game(folder)
        assert game is not None
        loaded, problems = load_set(folder / "core.toml", game)
        others = {f"core/{card['id']}" for number, card in enumerate(raw_cards) if number != victim}
        assert others <= {card.id for card in loaded}
        assert problems
