from pathlib import Path

from small_game import SET, write_game

from tabletop.cards.library import Library
from tabletop.cards.problems import errors


def library_in(folder: Path, **files: str) -> Library:
    library, _ = Library.load(write_game(folder, **files))
    assert library is not None
    return library


def test_cards_are_found_by_id_and_title(tmp_path: Path) -> None:
    library = library_in(tmp_path)
    kick = library.card("core/kick")
    assert kick is not None
    assert library.find_title("Kick") is kick
    assert library.card("core/kik") is None
    assert library.find_title("Blast") is library.find_title("Blast, Burning") is library.card("core/blast")
    assert library.find_title("Nobody") is None
    assert list(library.cards) == ["core/kick", "core/blast", "core/both"]
    assert library.decks["fists"].count() == 7
    assert library.problems == []


def test_a_name_of_two_cards_is_not_guessed(tmp_path: Path) -> None:
    again = SET.replace('id   = "core"', 'id   = "promo"')
    folder = write_game(tmp_path)
    (folder / "promo.toml").write_text(again, encoding="utf-8")
    library, _ = Library.load(folder)
    assert library is not None
    assert library.find_title("Kick") is None
    assert [card.id for card in library.titled("Kick")] == ["core/kick", "promo/kick"]
    assert library.suggest("promo/kik") == 'did you mean "promo/kick"?'
    assert list(library.sets) == ["core", "promo"]


def test_nothing_is_read_before_it_is_asked_for(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    library, _ = Library.load(folder)
    assert library is not None
    (folder / "later.toml").write_text('[set]\nid = "later"\nname = "L"\n', encoding="utf-8")
    assert "later" in library.sets
    (folder / "more.toml").write_text('[set]\nid = "more"\nname = "M"\n', encoding="utf-8")
    assert "more" not in library.sets, "what was read is kept"


def test_the_id_of_a_set_is_used_once(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    card = '[[card]]\nid = "new"\nname = "New"\ntype = "special"\n'
    (folder / "zz.toml").write_text('[set]\nid = "core"\nname = "Other"\n' + card, encoding="utf-8")
    library, _ = Library.load(folder)
    assert library is not None
    (problem,) = library.problems
    assert problem.path.name == "zz.toml"
    assert '"core" is in core.toml already' in problem.message
    assert len(library.cards) == 3


def test_problems_of_everything_come_together(tmp_path: Path) -> None:
    library = library_in(tmp_path, cards=SET + "[[card]]\nid = 3\n", deck='name = "x"\ngame = "duel"\nx = 1\n')
    names = [problem.path.name for problem in library.problems]
    assert set(names) == {"core.toml", "fists.toml"}
    assert {problem.path.name for problem in errors(library.problems)} == {"core.toml"}


def test_sizes_backs_and_pictures(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "images").mkdir()
    (folder / "images" / "x.png").write_bytes(b"x")
    (folder / "small.toml").write_text(
        '[set]\nid = "small"\nname = "S"\nsize = [50, 70]\nback = "red"\n'
        '[[card]]\nid = "a"\nname = "A"\ntype = "special"\npicture = "x.png"\n'
        '[[card]]\nid = "b"\nname = "B"\ntype = "special"\npicture = "y.png"\n',
        encoding="utf-8",
    )
    library, _ = Library.load(folder)
    assert library is not None
    small, usual = library.cards["small/a"], library.cards["core/kick"]
    assert (library.size_of(small), library.back_of(small)) == ((50.0, 70.0), "red")
    assert (library.size_of(usual), library.back_of(usual)) == ((63.0, 88.0), "plain")
    assert library.picture(small) == folder / "images" / "x.png"
    assert library.picture(library.cards["small/b"]) is None
    assert library.picture(usual) is None


def test_a_folder_that_is_no_game(tmp_path: Path) -> None:
    library, problems = Library.load(tmp_path)
    assert library is None
    assert "no such file" in problems[0].message
