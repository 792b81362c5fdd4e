from pathlib import Path

import pytest
from small_game import SET, write_game

from tabletop.cards.games import load_game
from tabletop.cards.model import CardDef
from tabletop.cards.problems import Problem
from tabletop.cards.sets import load_set, read_set


def load(folder: Path, cards: str = SET) -> tuple[list[CardDef], list[Problem]]:
    game_folder = write_game(folder, cards=cards)
    game, problems = load_game(game_folder)
    assert game is not None
    assert not problems
    return load_set(game_folder / "core.toml", game)


def with_card(text: str) -> str:
    return f"{SET}\n[[card]]\n{text}\n"


GOOD = 'id = "x"\nname = "X"\ntype = "power"\nlevel = 1\n'


def test_cards_are_built_from_their_tables(tmp_path: Path) -> None:
    cards, problems = load(tmp_path)
    assert not problems
    kick, blast, both = cards
    assert kick == CardDef(
        "core/kick", "Kick", "Kick", "power", "Hits.", None, (), {"level": 4, "power": ("fighting", "strength")}, ()
    )
    assert (blast.title, blast.get("power"), blast.get("once", "-")) == ("Blast, Burning", ("energy",), "-")
    assert both.text == "Acts as a level 5 fighting or energy attack, at a AE."


@pytest.mark.parametrize(
    ("card", "key", "message", "hint", "severity", "kept"),
    [
        (
            'levle = 4\nid = "x"\nname = "X"\ntype = "special"',
            "levle",
            "unknown key",
            'did you mean "level"?',
            "warning",
            True,
        ),
        (
            'id = "x"\nname = "X"\ntype = "power"\nlevel = "4"',
            "level",
            'level wants a number, found text "4"',
            "write 4 without quotes",
            "error",
            False,
        ),
        (GOOD + "level_ = 2", "level_", "unknown key", '"level"', "warning", True),
        (GOOD + "grid = [1, nan]", "grid", "found number nan in its list", "finite", "error", True),
        (GOOD + "grid = [1, true]", "grid", "found true in its list", "no numbers", "error", True),
        (GOOD + "grid = 'x'", "grid", "a list of numbers", "grid = [1, 2]", "error", True),
        (
            'id = "x"\nname = "X"\ntype = "power"\nlevel = true',
            "level",
            "a number, found true",
            "no numbers",
            "error",
            False,
        ),
        ('id = "x"\nname = "X"\ntype = "power"\nlevel = inf', "level", "found number inf", "finite", "error", False),
        (
            'id = "x"\nname = "X"\ntype = "power"\nlevel = [4]',
            "level",
            "found a list",
            "write 4 without brackets",
            "error",
            False,
        ),
        ('id = "x"\nname = "X"\ntype = "power"', None, '"level" is missing', "level = …", "error", False),
        (GOOD + 'power = ["figthing"]', "power", '"figthing" is no power', '"fighting"', "error", True),
        (GOOD + "power = 3", "power", "a word or a list of words", 'write "3" in quotes', "error", True),
        (GOOD + "power = [3]", "power", "found number 3 in its list", 'write "3" in quotes', "error", True),
        (GOOD + 'once = "true"', "once", "true or false", "write true without quotes", "error", True),
        (GOOD + "once = 1", "once", "true or false", "write true", "error", True),
        (GOOD + "version = 2", "version", "version wants text", 'write "2" in quotes', "error", True),
        (GOOD + "version = ['a']", "version", "found a list", 'write "a" without brackets', "error", True),
        (GOOD + "misc = { a = [1, 1979-05-27] }", "misc", "a date or time", "quotes", "error", True),
        (GOOD + "misc = { a = [inf] }", "misc", "number inf", "finite", "error", True),
        (GOOD + 'code = "AE"', "code", "no such field", "[types.power]", "warning", True),
        (GOOD + "text = 3", "text", "text wants text", "quotes", "error", True),
        (GOOD + "words = 3", "words", "a list of words", "one", "error", True),
        (GOOD + 'assumed = ["levl"]', "assumed", '"levl" is no field', '"level"', "warning", True),
        ('id = "x"\nname = "X"\ntype = "pwer"', "type", '"pwer" is no type', '"power"', "error", False),
        ('id = "x"\nname = "X"\ntype = 3', "type", "type wants text", "quotes", "error", False),
        ('id = "x"\nname = "X"', None, '"type" is missing', "power, special", "error", False),
        ('id = "X y"\nname = "X"\ntype = "special"', "id", "cannot be an id", '"x-y"', "error", False),
        ('id = 4\nname = "X"\ntype = "special"', "id", "id wants text", "quotes", "error", False),
        ('name = "Big Fist"\ntype = "special"', None, '"id" is missing', '"big-fist"', "error", False),
        ('id = "x"\ntype = "special"', None, '"name" is missing', "name", "error", False),
        ('id = "x"\nname = ""\ntype = "special"', "name", "empty", "name", "error", False),
        (
            'id = "x"\nname = "X"\ntype = "special"\ncode = "AF"',
            "code",
            'no text "AF"',
            "possible: AE",
            "warning",
            True,
        ),
        (
            'id = "x"\nname = "X"\ntype = "special"\ncode = "AE"',
            None,
            "speaks of level, power",
            "brackets",
            "warning",
            True,
        ),
        ('id = "kick"\nname = "X"\ntype = "special"', "id", "used before, in line 7", "own", "error", False),
    ],
)
def test_a_bad_card_is_told_and_loses_no_other(
    tmp_path: Path, card: str, key: str | None, message: str, hint: str, severity: str, kept: bool
) -> None:
    text = with_card(card)
    cards, problems = load(tmp_path, text)
    (problem,) = problems
    assert (problem.key, problem.severity) == (key, severity)
    assert message in problem.message
    assert hint in problem.hint
    assert problem.card is not None
    lines = text.split("\n")
    assert problem.line is not None
    assert lines[problem.line - 1].startswith(key or "[[card]]")
    assert problem.line > lines.index('id    = "both"')
    assert [found.id for found in cards[:3]] == ["core/kick", "core/blast", "core/both"]
    assert (len(cards) == 4) == kept
    if kept and key is not None:
        assert cards[3].get(key) is None or severity == "warning"


def test_the_form_of_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _, problems = load(tmp_path, with_card(GOOD + "onec = true"))
    assert str(problems[0]) == f'{Path("duel/core.toml")}:35: card "x", key "onec": unknown key; did you mean "once"?'


def test_a_card_that_is_no_toml_loses_no_other(tmp_path: Path) -> None:
    text = SET.replace('version = "Burning"', "version = Burning")
    cards, problems = load(tmp_path, text)
    assert [card.id for card in cards] == ["core/kick", "core/both"]
    (problem,) = problems
    assert problem.line == text[: text.index("version = Burning")].count("\n") + 1


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("", "there is no [set]"),
        ("[set]\nname = 'x'", '"id" is missing'),
        ("[set]\nid = 'A B'\nname = 'x'", "cannot be an id"),
        ("[set]\nid = 'a'", '"name" is missing'),
        ("set = 3", "wants a table"),
        ("[set]\nid = 'a'\nname = 'a'\nsise = 3", "unknown key"),
        ("[set]\nid = 'a'\nname = 'a'\ngame = 'other'", 'for the game "other"'),
    ],
)
def test_a_bad_head_keeps_the_cards(tmp_path: Path, head: str, message: str) -> None:
    cards, problems = load(tmp_path, f"{head}\n[[card]]\n{GOOD}")
    assert any(message in problem.message for problem in problems)
    assert len(cards) == 1


def test_the_head_may_have_a_size_and_a_back(tmp_path: Path) -> None:
    folder = write_game(tmp_path, cards='[set]\nid="a"\nname="A"\nsize=[57, 87]\nback="red"\n[[card]]\n' + GOOD)
    game, _ = load_game(folder)
    assert game is not None
    head, _, problems = read_set(folder / "core.toml", game)
    assert (head.card_size, head.back, problems) == ((57.0, 87.0), "red", [])


@pytest.mark.parametrize("card", ["card = 3", "card = [1, 'x']", "[card]\nid = 'x'", "[[cards]]\nid = 'x'", ""])
def test_what_is_no_list_of_cards_is_told(tmp_path: Path, card: str) -> None:
    cards, problems = load(tmp_path, card + "\n[set]\nid = 'a'\nname = 'a'\n")
    assert not cards
    assert problems


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("../kick.png", "leads out"),
        ("a/../../kick.png", "leads out"),
        ("/etc/kick.png", "outside"),
        ("C:/kick.png", "outside"),
        ("~/kick.png", "outside"),
        ("..\\\\kick.png", "with \\"),
        ("kick.gif", "no kind of picture"),
        ("kick", "no kind of picture"),
        ("", "empty"),
        ("a\\u0000.png", "cannot be printed"),
        ("out.png", "a link"),
        ("far/kick.png", "a link"),
        ("loop.png", "a link"),
    ],
)
def test_pictures_stay_inside_the_images_folder(tmp_path: Path, picture: str, message: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kick.png").write_bytes(b"x")
    images = tmp_path / "duel" / "images"
    images.mkdir(parents=True)
    (images / "out.png").symlink_to(outside / "kick.png")
    (images / "far").symlink_to(outside)
    (images / "loop.png").symlink_to(images / "loop.png")
    cards, problems = load_in(tmp_path, with_card(GOOD + f'picture = "{picture}"'))
    (problem,) = problems
    assert message in problem.message
    assert problem.hint
    assert (problem.key, problem.severity) == ("picture", "error")
    assert cards[3].picture is None


def load_in(folder: Path, cards: str) -> tuple[list[CardDef], list[Problem]]:
    """Like `load`, where the game's folder is there already."""
    write_game(folder / "new", cards=cards)
    for file in ("table.toml", "core.toml", "texts.toml"):
        (folder / "new" / "duel" / file).rename(folder / "duel" / file)
    game, _ = load_game(folder / "duel")
    assert game is not None
    return load_set(folder / "duel" / "core.toml", game)


@pytest.mark.parametrize("name", ["sub/kick.PNG", "same.webp", "not-there.jpg"])
def test_good_pictures_are_kept(tmp_path: Path, name: str) -> None:
    images = tmp_path / "duel" / "images"
    (images / "sub").mkdir(parents=True)
    (images / "sub" / "kick.PNG").write_bytes(b"x")
    (images / "same.webp").symlink_to(images / "sub" / "kick.PNG")
    cards, problems = load_in(tmp_path, with_card(GOOD + f'picture = "{name}"'))
    assert not problems
    assert cards[3].picture == name


def test_a_set_of_nothing_but_mistakes_is_told_quickly(tmp_path: Path) -> None:
    bad = "".join(f'[[card]]\nid = "c{n}"\nname = "C"\ntype = "powre"\n' for n in range(3000))
    cards, problems = load(tmp_path, "[set]\nid = 'a'\nname = 'a'\n" + bad)
    assert not cards
    assert len(problems) == 3000
    assert 'did you mean "power"?' in problems[0].hint
    assert problems[2999].line == 3 + 2999 * 4 + 4
