import re
from pathlib import Path

import pytest

from tabletop.cards.games import load_texts
from tabletop.cards.library import Library
from tabletop.cards.model import FieldSpec
from tabletop.cards.text import template
from tabletop.cards.wording import Wording

WORDS = Wording({
    "energy": "Energy",
    "icon:*": "{1} icon",
    "numeric:0-#": "{1} or less",
    "numeric:#": "number {1}",
    "attack -#": "-{1} to attack",
    "attack #": "+{1} to attack",
    "# or #": "{1} at +{2}",
})  # fmt: skip


@pytest.mark.parametrize(("value", "read"), [
    ("energy", "Energy"),
    ("icon:energy", "Energy icon"),
    ("icon:rage", "rage icon"),
    ("numeric:0-9", "9 or less"),
    ("numeric:2-4", "number 2-4"),
    ("strange", "strange"),
    (("energy", "icon:energy"), ("Energy", "Energy icon")),
    ({"attack": -2}, "-2 to attack"),
    ({"attack": 2, "defense": 1}, "+2 to attack, defense 1"),
    ([[4, 0], [1, 3]], ("4 at +0", "1 at +3")),
    (7, 7),
    (True, True),
])  # fmt: skip
def test_values_read_as_the_words_say(value: object, read: object) -> None:
    assert WORDS.say(value) == read


def test_conditions_ask_for_the_value_as_written() -> None:
    made = template("[against=energy:Stops {against}.]")
    fields = {"against": ("energy",)}
    assert made.fill(fields, WORDS.shown(fields, made.fields)) == ("Stops Energy.", ())


def test_a_missing_field_stays_missing() -> None:
    made = template("Stops[ {against}].")
    assert made.fill({}, WORDS.shown({}, made.fields)) == ("Stops.", ())


def test_the_words_of_a_game_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "texts.toml"
    path.write_text('[words]\nenergy = "Energy"\n[AD]\ntext = "Avoid {against}."\n', encoding="utf-8")
    texts, wording, problems = load_texts(path, {"against": FieldSpec("against", "words", "Against")})
    assert (list(texts), wording.say("energy"), problems) == (["AD"], "Energy", [])


def test_a_place_without_a_sign_is_told(tmp_path: Path) -> None:
    path = tmp_path / "texts.toml"
    path.write_text('[words]\n"icon:*" = "{2} icon"\n', encoding="utf-8")
    (problem,) = load_texts(path, {})[2]
    assert '"{2}" has no * or #' in str(problem)
    assert "texts.toml:2" in str(problem)


@pytest.mark.parametrize("game", ["lnh", "overpower", "standard", "vs_system"])
def test_no_made_text_shows_a_raw_word(game: str) -> None:
    library, _ = Library.load(Path(__file__).parents[2] / "cardsets" / game)
    assert library is not None
    made = [card for card in library.cards.values() if library.game.types[card.type].text_by]
    assert [card.id for card in made if re.search(r"[a-z]:[a-z0-9]|[a-z]_[a-z]", card.text)] == []
