from pathlib import Path

import pytest
from small_game import TABLE, TEXTS, write_game

from tabletop.cards.games import load_game
from tabletop.cards.model import CounterSpec, GameDef, SetUp
from tabletop.cards.problems import Problem


def load(folder: Path, *changes: tuple[str, str], texts: str | None = TEXTS) -> tuple[GameDef | None, list[Problem]]:
    table = TABLE
    for old, new in changes:
        assert table.count(old) >= 1, old
        table = table.replace(old, new, 1)
    return load_game(write_game(folder, table=table, texts=texts))


def test_a_game_is_loaded_whole(tmp_path: Path) -> None:
    game, problems = load(tmp_path)
    assert not problems
    assert game is not None
    assert (game.id, game.name, game.seats, game.back, game.card_size) == ("duel", "Duel", (2,), "plain", (63.0, 88.0))
    assert game.fields["power"].values == ("energy", "fighting", "strength")
    assert game.fields["once"].label == "Once"
    assert game.types["power"].needs == ("level",)
    assert game.types["power"].frame == "power"
    assert game.types["special"].text_by == "code"
    assert game.sections["main"].shuffle
    assert game.counters == (CounterSpec("life", "Life", 20),)
    assert game.phases == ("draw", "main")
    assert game.setup == SetUp(3, "draw", "hand")
    assert [zone.id for zone in game.zones] == ["draw", "play", "hand", "chain"]
    assert [(zone.id, zone.on, zone.within) for zone in game.card_zones] == [("hits", ("power",), ("play",))]
    assert set(game.texts) == {"AE"}


def test_zones_have_sensible_defaults(tmp_path: Path) -> None:
    game, _ = load(tmp_path)
    assert game is not None
    draw, play, hand, chain = game.zones
    assert (draw.role, draw.arrangement, draw.face, draw.w, draw.h) == ("draw", "pile", "down", 63, 88)
    assert (hand.role, hand.arrangement, hand.sight, hand.face) == ("hand", "fan", "private", "up")
    assert hand.y - hand.h / 2 > play.y + play.h / 2, "a hand lies nearer to its seat than the rest"
    assert (chain.per, chain.sight, chain.face) == ("table", "public", "up")


@pytest.mark.parametrize(
    ("old", "new", "key", "message", "hint"),
    [
        ('name  = "Duel"', 'nmae  = "Duel"', None, '"name" is missing', 'name = "…"'),
        ("seats = [2]", "seats = [9]", "game.seats", "from 1 to 4", "seats = [2]"),
        ("{version}", "{verson}", "game.title", "{verson} is no field", '"version"'),
        ("[63, 88]\nback", "[63]\nback", "card.size", "two numbers", "[63, 88]"),
        ("[63, 88]\nback", "[0, 88]\nback", "card.size", "above 0", "[63, 88]"),
        ("[63, 88]\nback", "[nan, 88]\nback", "card.size", "two numbers", "[63, 88]"),
        ('kind = "number"', 'kind = "nubmer"', "fields.level.kind", '"nubmer" is no kind', '"number"'),
        ('needs  = ["level"]', 'needs  = ["levle"]', "types.power.needs", '"levle" is no field', '"level"'),
        ('text_by = "code"', 'text_by = "cod"', "types.special.text_by", '"cod" is no field', '"code"'),
        ('text_by = "code"', 'text_by = "level"', "types.special.text_by", "holds no text", "text or words"),
        ('zone    = "draw"', 'zone    = "darw"', "sections.main.zone", '"darw" is no zone', '"draw"'),
        ("draw = 3", 'draw = "3"', "setup.draw", 'a whole number, found text "3"', "write 3 without quotes"),
        ("draw = 3", "draw = true", "setup.draw", "a whole number, found true", "no numbers"),
        ('to   = "hand"', 'to   = "hnad"', "setup.to", '"hnad" is no zone', '"hand"'),
        ("start = 20", "start = 2.5", "counters.life.start", "a whole number", ""),
        ('id    = "draw"', 'id    = "Draw"', "zones 1.id", "cannot be an id", '"draw"'),
        ('id   = "play"', 'id   = "draw"', "zones 2.id", "given twice", "own"),
        ('id   = "play"', 'id   = "table"', "zones 2.id", "table itself", "own"),
        ('sight = "hidden"', 'sight = "hiden"', "zones 1.sight", '"hiden" is no sight', '"hidden"'),
        ('arrangement = "row"', 'arrangement = "line"', "zones 2.arrangement", '"line"', "possible: pile, fan"),
        ("at    = [200, 120]", "", "zones 1", '"at" is missing', "at = [0, 0]"),
        ('on  = ["power"]', 'on  = ["pwer"]', "zones 5.on", '"pwer" is no type of card', '"power"'),
        ('within = ["play"]', 'within = ["plai"]', "zones 5.within", '"plai" is no zone', '"play"'),
        ('phases = ["draw", "main"]', "phases = 3", "turn.phases", "a list of words, found number 3", "one"),
        ('code    = { kind = "text" }', 'name    = { kind = "text" }', "fields.name", "already", "another name"),
        ('[turn]\nphases = ["draw", "main"]', 'turn = "x"', "counters.life.turn", "unknown key", ""),
        ("seats = [2]", "seats = [2]\nsets = 3", "game.sets", "unknown key", "summary"),
    ],
)
def test_mistakes_name_their_place_and_mend(
    tmp_path: Path, old: str, new: str, key: str | None, message: str, hint: str
) -> None:
    game, problems = load(tmp_path, (old, new))
    assert game is not None
    told = [problem for problem in problems if message in problem.message]
    assert told, [str(problem) for problem in problems]
    assert hint in told[0].hint
    if key is not None:
        assert told[0].key == key
    assert told[0].line is not None


def test_the_line_is_that_of_the_key(tmp_path: Path) -> None:
    _, problems = load(tmp_path, ('sight = "hidden"', 'sight = "hiden"'))
    assert problems[0].line == TABLE[: TABLE.index('sight = "hidden"')].count("\n") + 1


def test_the_folder_and_the_id_must_agree(tmp_path: Path) -> None:
    game, problems = load(tmp_path, ('id    = "duel"', 'id    = "duet"'))
    assert game is not None
    assert 'the folder "duel"' in problems[0].message


def test_a_game_without_its_head_or_file_is_none(tmp_path: Path) -> None:
    game, problems = load_game(tmp_path)
    assert game is None
    assert "no such file" in problems[0].message
    (tmp_path / "table.toml").write_text("[gmae]\n")
    game, problems = load_game(tmp_path)
    assert game is None
    assert "[game]" in problems[0].message
    (tmp_path / "table.toml").write_text("[game\n")
    game, problems = load_game(tmp_path)
    assert game is None
    assert problems[0].line == 1


@pytest.mark.parametrize("value", ["1", "'x'", "[1]", "true", "[[1]]", "1979-05-27"])
@pytest.mark.parametrize("key", ["game", "card", "fields", "types", "sections", "counters", "turn", "setup", "zones"])
def test_a_wrong_kind_of_table_is_told(tmp_path: Path, key: str, value: str) -> None:
    (tmp_path / "table.toml").write_text(f"{key} = {value}\n" + ("[game]\nid = 'x'\n" if key != "game" else ""))
    game, problems = load_game(tmp_path)
    assert (game is None) == (key == "game")
    assert problems


def test_texts_are_checked(tmp_path: Path) -> None:
    texts = '[AE]\ntext = "a {levl} [b"\n[AF]\nname = "x"\n[AG]\ntext = x\n[AH]\ntext = "fine"\ntxt = 1\n'
    game, problems = load(tmp_path, texts=texts)
    assert game is not None
    assert game.texts["AH"].text == "fine"
    assert "AG" not in game.texts
    told = [(problem.line, problem.message) for problem in problems]
    assert (2, "{levl} is no field of this game") in told
    assert (2, 'a "[" without its "]"') in told
    assert (3, '"text" is missing') in told
    assert (9, "unknown key") in told
    assert any(line == 6 and "not valid TOML" in message for line, message in told)
