from pathlib import Path

import pytest
from small_game import DECK, SET, TABLE, write_game

from tabletop import places
from tabletop.cards.check import check_path
from tabletop.cards.problems import Problem

BLANK = TABLE.replace('needs  = ["level"]', 'needs  = ["level"]\nblank = true')


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return write_game(tmp_path, table=BLANK)


def told(path: Path) -> list[str]:
    return [problem.message for problem in check_path(path)]


def test_a_good_game_has_no_problems(good: Path) -> None:
    assert told(good) == []
    assert told(good.parent) == []


def test_every_file_of_a_folder_is_checked(good: Path) -> None:
    (good / "table.toml").write_text(BLANK + "\n[ohter]\n", encoding="utf-8")
    (good / "texts.toml").write_text('[AE]\ntext = "{levl}"\n', encoding="utf-8")
    (good / "core.toml").write_text(SET.replace("level = 7", 'level = "7"'), encoding="utf-8")
    (good / "rules.toml").write_text('[r]\ntitle = "x"\n', encoding="utf-8")
    (good / "frames.toml").write_text("nonsense = 1\n", encoding="utf-8")
    (good / "decks" / "fists.toml").write_text(DECK + '"kik" = 1\n', encoding="utf-8")
    (good / "decks" / "two.toml").write_text("[", encoding="utf-8")
    (good / "images").mkdir()
    (good / "images" / "not-for-us.toml").write_text("[", encoding="utf-8")
    files = {problem.path.name for problem in check_path(good)}
    assert files == {
        "table.toml",
        "texts.toml",
        "core.toml",
        "rules.toml",
        "frames.toml",
        "fists.toml",
        "two.toml",
    }


@pytest.mark.parametrize(
    "file", ["table.toml", "texts.toml", "core.toml", "rules.toml", "frames.toml", "decks/fists.toml"]
)
def test_a_single_file_is_told_alone(good: Path, file: str) -> None:
    (good / "rules.toml").write_text('[r]\ntitle = "x"\ntext = "y"\nsource = "z"\n', encoding="utf-8")
    (good / "frames.toml").write_text("", encoding="utf-8")
    assert told(good / file) == []
    (good / file).write_text("[[[", encoding="utf-8")
    problems = check_path(good / file)
    assert problems
    assert {problem.path for problem in problems} == {good / file}


def test_cards_without_text_are_warned_of(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (problem,) = check_path(folder)
    assert (problem.card, problem.severity) == ("blast", "warning")
    assert "no text" in problem.message
    (folder / "core.toml").write_text(SET.replace("level = 7", 'level = 7\ntext = ""'), encoding="utf-8")
    assert told(folder) == []
    many = "".join(f'[[card]]\nid = "c{n}"\nname = "C"\ntype = "power"\nlevel = 1\n' for n in range(9))
    (folder / "many.toml").write_text('[set]\nid = "many"\nname = "M"\n' + many, encoding="utf-8")
    (problem,) = check_path(folder)
    assert problem.message.startswith("each of 9 cards")
    assert problem.line == 4


def test_pictures_that_are_not_there_are_warned_of(good: Path) -> None:
    (good / "core.toml").write_text(SET.replace("level = 7", 'level = 7\npicture = "x.png"'), encoding="utf-8")
    (problem,) = check_path(good)
    assert (problem.card, problem.key, problem.severity) == ("blast", "picture", "warning")
    (good / "images").mkdir()
    (good / "images" / "x.png").write_bytes(b"x")
    assert told(good) == []


def test_zones_that_lie_on_each_other_are_warned_of(good: Path) -> None:
    (good / "table.toml").write_text(BLANK.replace("[-50, 120]", "[0, 120]"), encoding="utf-8")
    (problem,) = check_path(good)
    assert '"A.draw" and "A.play" lie on each other' in problem.message
    assert problem.line is not None


def test_unknown_frames_and_backs_are_warned_of(good: Path) -> None:
    text = BLANK.replace('back = "plain"', 'back = "plian"')
    text = text.replace('name   = "Power card"', 'name = "P"\nframe = "none"')
    (good / "table.toml").write_text(text, encoding="utf-8")
    messages = told(good)
    assert len(messages) == 2
    assert any('"none"' in message for message in messages)
    assert any('"plian"' in message for message in messages)


def test_a_set_with_a_taken_id_is_told(good: Path) -> None:
    card = '[[card]]\nid="a"\nname="A"\ntype="special"\ntext="x"\n'
    (good / "again.toml").write_text('[set]\nid = "core"\nname = "M"\n' + card, encoding="utf-8")
    assert any('"core" is in again.toml already' in message for message in told(good / "core.toml"))


def test_files_of_no_game(tmp_path: Path, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(places.EXTRA_CARDSETS, str(good.parent))
    stray = tmp_path / "stray.toml"
    stray.write_text(SET, encoding="utf-8")
    assert "belongs to no game" in told(stray)[0]
    stray.write_text(DECK, encoding="utf-8")
    assert told(stray) == []
    stray.write_text(DECK + '"kik" = 1\n', encoding="utf-8")
    assert told(stray) == ["there is no such card"]
    stray.write_text(DECK.replace("duel", "deul"), encoding="utf-8")
    (problem,) = check_path(stray)
    assert (problem.message, problem.hint) == ('there is no game "deul"', 'did you mean "duel"?')
    assert told(tmp_path / "nothing") == ["there is no such file or folder"]
    (tmp_path / "x.txt").write_text("x")
    assert told(tmp_path / "x.txt") == ["this is no kind of file that can be checked"]
    (tmp_path / "empty").mkdir()
    assert told(tmp_path / "empty") == ["there is nothing to check here"]


def test_other_kinds_of_files_go_to_their_checkers(good: Path) -> None:
    save = good.parent / "saves" / "a.table"
    save.parent.mkdir()
    save.write_text("x")
    seen: list[Path] = []

    def checker(path: Path) -> list[Problem]:
        return [Problem(path, 1, None, None, "bad save")]

    problems = check_path(good.parent, {".table": checker}, seen.append)
    assert [problem.message for problem in problems] == ["bad save"]
    assert save in seen
    assert good / "core.toml" in seen
    assert check_path(save, {".table": checker}) == problems


def test_what_is_shipped_has_no_errors() -> None:
    wrong = [str(problem) for problem in check_path(places.shipped_cardsets()) if problem.severity == "error"]
    assert wrong == []
