"""Drawn faces: sizes, text that stays in its box, the same pixels each time, from any thread; all shipped cards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image, ImageStat

from tabletop import places
from tabletop.cards import faces
from tabletop.cards.facefields import FaceFields
from tabletop.cards.faces import draw_back, draw_face, draw_placeholder, height_for
from tabletop.cards.fonts import metrics, text_width
from tabletop.cards.frames import contrast, frames_of, load_frames, parse_hex
from tabletop.cards.library import Library
from tabletop.cards.model import CardDef, GameDef
from tabletop.cards.textfit import Fitted, Style, fit

GAMES = sorted(folder.name for folder in places.shipped_cardsets().iterdir() if (folder / "table.toml").exists())
WIDTHS = (48, 70, 120, 200, 400, 800)


@pytest.fixture(scope="module")
def libraries() -> dict[str, Library]:
    found = {}
    for name in GAMES:
        library, _ = Library.load(places.shipped_cardsets() / name)
        assert library is not None
        found[name] = library
    return found


def digest(image: Image.Image) -> str:
    return hashlib.sha256(image.tobytes()).hexdigest()


def some_cards(library: Library, most: int) -> list[CardDef]:
    """Every so-manieth card, and of each type the ones with the longest name and text."""
    cards = list(library.cards.values())
    found = {card.id: card for card in cards[:: max(1, len(cards) // most)]}
    for kind in library.game.types:
        own = [card for card in cards if card.type == kind]
        for measure in (lambda card: len(card.name), lambda card: len(card.text), lambda card: -len(card.text)):
            if own:
                longest = max(own, key=measure)
                found[longest.id] = longest
    return list(found.values())


Seen = list[tuple[str, float, float, Style, Fitted]]


@pytest.fixture
def fitted(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """What every text of a face was laid out to while it was drawn."""
    seen: Seen = []

    def spy(text: str, width: float, height: float, style: Style, icons: frozenset[str] = frozenset()) -> Fitted:
        result = fit(text, width, height, style, icons)
        seen.append((text, width, height, style, result))
        return result

    monkeypatch.setattr(faces, "fit", spy)
    return seen


def assert_inside(text: str, width: float, height: float, style: Style, found: Fitted) -> None:
    """No line is wider than its box, none begins left of it, and none stands above or below it."""
    _, descent, capital = metrics(style.font, found.size)
    for piece in found.pieces:
        wide = found.size if piece.icon else text_width(style.font, found.size, piece.text.rstrip())
        assert piece.x >= -0.01, text
        assert piece.x + wide <= width + 0.51, text
        # One line that is made smaller than its box can do is cut at the letters' feet at most.
        assert piece.baseline - capital >= -1, text
        assert piece.baseline <= height + min(1, descent), text


@pytest.mark.parametrize("name", GAMES)
def test_frames_of_shipped_games_have_no_fault(name: str, libraries: dict[str, Library]) -> None:
    game = libraries[name].game
    book = load_frames(game.folder / "frames.toml", game.fields)
    assert [str(problem) for problem in book.problems] == []
    for spec in game.types.values():
        assert spec.frame in book.frames


@pytest.mark.parametrize("name", GAMES)
def test_shipped_cards_stay_in_their_boxes(name: str, libraries: dict[str, Library], fitted: Seen) -> None:
    library = libraries[name]
    for card in some_cards(library, 12):
        for width in WIDTHS[:-1]:
            fitted.clear()
            image = draw_face(card, library.game, width)
            assert image.size == (width, height_for(width, library.game.card_size))
            assert image.mode == "RGBA"
            for entry in fitted:
                assert_inside(*entry)


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_card_shows_all_its_text(name: str, libraries: dict[str, Library], fitted: Seen) -> None:
    library = libraries[name]
    for card in library.cards.values():
        for width in (70, 200):
            fitted.clear()
            draw_face(card, library.game, width)
            assert [entry[0] for entry in fitted if not entry[4].complete] == [], (card.id, width)


@pytest.mark.parametrize("name", GAMES)
def test_a_face_is_not_empty_and_shows_its_name(name: str, libraries: dict[str, Library], fitted: Seen) -> None:
    library = libraries[name]
    for card in some_cards(library, 4):
        for width in (70, 200):
            fitted.clear()
            image = draw_face(card, library.game, width)
            assert max(ImageStat.Stat(image.convert("L")).stddev) > 8
            assert fitted, card.id


def test_corners_are_clear_and_the_middle_is_not(libraries: dict[str, Library]) -> None:
    library = libraries[GAMES[0]]
    image = draw_face(next(iter(library.cards.values())), library.game, 200)
    alpha = image.getchannel("A")
    for x, y in ((0, 0), (199, 0), (0, image.height - 1), (199, image.height - 1)):
        assert alpha.getpixel((x, y)) == 0
    assert alpha.getpixel((100, 140)) == 255


@pytest.mark.parametrize("name", GAMES)
def test_the_same_card_gives_the_same_pixels(name: str, libraries: dict[str, Library]) -> None:
    library = libraries[name]
    cards = some_cards(library, 3)
    first = [digest(draw_face(card, library.game, width)) for card in cards for width in (70, 200)]
    again = [digest(draw_face(card, library.game, width)) for card in cards for width in (70, 200)]
    assert first == again


def test_threads_draw_the_same_as_one(libraries: dict[str, Library]) -> None:
    jobs = [(card, lib.game, width) for lib in libraries.values() for card in some_cards(lib, 3) for width in (70, 203)]
    alone = [digest(draw_face(*job)) for job in jobs]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(2):
            assert list(pool.map(lambda job: digest(draw_face(*job)), jobs)) == alone


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [40, 120, 333])
def test_backs(name: str, width: int, libraries: dict[str, Library]) -> None:
    game = libraries[name].game
    image = draw_back(game, None, width)
    assert image.size == (width, height_for(width, game.card_size))
    assert max(ImageStat.Stat(image.convert("L")).stddev) > 3
    assert digest(draw_back(game, "no-such-back", width)) == digest(draw_back(game, "plain", width))


def test_a_back_tells_nothing_of_a_card(libraries: dict[str, Library]) -> None:
    games = [library.game for library in libraries.values()]
    assert len({digest(draw_back(game, None, 200)) for game in games}) == len(games)


def test_a_set_may_have_cards_of_another_size(libraries: dict[str, Library]) -> None:
    library = libraries[GAMES[0]]
    image = draw_face(next(iter(library.cards.values())), library.game, 200, size=(88, 63))
    assert image.size == (200, 143)


def test_compact_is_chosen_by_width_or_by_hand(libraries: dict[str, Library]) -> None:
    library = libraries["lnh"]
    card = next(iter(library.cards.values()))
    limit = frames_of(library.game).compact_below
    small, wide = limit - 1, limit
    assert digest(draw_face(card, library.game, small)) == digest(draw_face(card, library.game, small, compact=True))
    assert digest(draw_face(card, library.game, wide)) == digest(draw_face(card, library.game, wide, compact=False))
    assert digest(draw_face(card, library.game, wide)) != digest(draw_face(card, library.game, wide, compact=True))


@pytest.mark.parametrize("width", [1, 8, 30, 70, 200, 500])
def test_placeholder_of_any_name(width: int, fitted: Seen) -> None:
    for name in ("", "X", "Donaudampfschifffahrtsgesellschaftskapitän", "A " * 300, "名前 ◊ имя", "{energy} {nothing}"):
        fitted.clear()
        image = draw_placeholder(name, width, type_name="Character", text=name)
        assert image.width == max(8, width)
        for entry in fitted:
            assert_inside(*entry)


def game_with(tmp_path: Path, frames: str | None, make_game: Callable[[Path], GameDef]) -> GameDef:
    if frames is not None:
        (tmp_path / "frames.toml").write_text(frames, encoding="utf-8")
    return make_game(tmp_path)


def small_game(folder: Path) -> GameDef:
    (folder / "table.toml").write_text(
        f'[game]\nid = "{folder.name}"\nname = "Small"\n[fields]\nlevel = {{ kind = "number", label = "Level" }}\n'
        'power = { kind = "words" }\n[types.hero]\nname = "Hero"\nfields = ["level", "power"]\n',
        encoding="utf-8",
    )
    library, problems = Library.load(folder)
    assert library is not None, problems
    return library.game


HERO = CardDef("s/a", "A name", "A name", "hero", "Text with {bolt} in it.", fields={"level": 4, "power": ("a", "b")})


def test_a_game_without_frames_shows_all_fields(tmp_path: Path, fitted: Seen) -> None:
    draw_face(HERO, game_with(tmp_path, None, small_game), 300)
    texts = [entry[0] for entry in fitted]
    assert "A name" in texts
    assert any("Level: 4" in text for text in texts)
    assert "HERO" in texts


def test_frames_are_read_again_when_their_file_changes(tmp_path: Path) -> None:
    game = game_with(tmp_path, '[frames.plain]\npaper = "#ff0000"\n[frames.plain.boxes]\nsheet = false\n', small_game)
    red = draw_face(HERO, game, 200).getpixel((5, 270))
    (tmp_path / "frames.toml").write_text('[frames.plain]\npaper = "#00ff0a"\n[frames.plain.boxes]\nsheet = false\n')
    green = draw_face(HERO, game, 200).getpixel((5, 270))
    assert isinstance(red, tuple)
    assert isinstance(green, tuple)
    assert red[:3] == (255, 0, 0)
    assert green[:3] == (0, 255, 10)


BAD = """
[colours]
good = "#123456"
bad = "12345"
[palettes.power]
a = "goood"
[icons]
a = "blot"
[shapes]
odd = "M 1 2 X 3"
[layouts]
3 = [[1, 2], "x"]
[drawings.d]
layers = [{ fill = "good" }]
[frames.hero]
like = "plian"
colour_by = "pwoer"
[frames.hero.boxes]
a = { at = [1, 2, 3], text = "{name}" }
b = { text = "{name}" }
c = { at = [1, 1, 20, 5], text = "[{name}", colour = "gud" }
d = { at = [1, 10, 20, 5], text = "{levle}", fnt = "bold" }
e = { at = [1, 20, 20, 5], text = "{name}", font = "gothic", size = "big" }
f = 7
[frames.loop]
like = "loop"
"""


def test_mistakes_in_frames_are_told_and_lose_only_themselves(tmp_path: Path) -> None:
    game = game_with(tmp_path, BAD, small_game)
    book = load_frames(tmp_path / "frames.toml", game.fields)
    said = "\n".join(str(problem) for problem in book.problems)
    for word in (
        '"12345" is no colour',
        'did you mean "good"',
        '"blot" is no shape; did you mean "bolt"',
        "is not one of the path",
        "a layout is a list of places",
        'a layer wants "path" or "shape"',
        'did you mean "plain"',
        "[palettes.pwoer]",
        '"at" wants four numbers',
        'a box wants "at"',
        'a "[" without its "]"',
        '"gud" is no colour',
        'did you mean "level"',
        "unknown key",
        '"gothic" is no font',
        '"size" wants a number',
        "wants a table",
        "this frame is like itself",
    ):
        assert word in said, word
    assert all(problem.line for problem in book.problems)
    assert {box.name for box in book.frame("hero").full} >= {"c", "d", "e"}
    assert draw_face(HERO, game, 200).width == 200


def test_a_broken_file_leaves_the_plain_frames(tmp_path: Path) -> None:
    game = game_with(tmp_path, "[frames.hero\n", small_game)
    assert load_frames(tmp_path / "frames.toml", game.fields).problems
    assert draw_face(HERO, game, 200).width == 200


def test_fields_of_faces(tmp_path: Path) -> None:
    card = CardDef(
        "core/x",
        "Head: tail",
        "Head: tail",
        "hero",
        "",
        fields={"grid": (1, 5, 6), "limits": {"Brick": 2}, "kind": "ally"},
    )
    fields = FaceFields(card, small_game(tmp_path), frozenset({"ally"}))
    expected = {
        "name": "Head: tail",
        "name_head": "Head",
        "name_tail": "tail",
        "kind_head": None,
        "kind_tail": "ally",
        "set": "core",
        "type": "Hero",
        "type_id": "hero",
        "game": "Small",
        "grid_2": 5,
        "grid_4": None,
        "grid_sum": 12,
        "grid_count": 3,
        "grid_list": "1, 5, 6",
        "limits_Brick": 2,
        "kind_icons": "{ally}",
        "kind_capital": "Ally",
        "nothing": None,
    }
    assert {name: fields.get(name) for name in expected} == expected
    assert fields.words("limits") == ("Brick",)
    assert fields.words("nothing") == ()


@pytest.mark.parametrize("name", GAMES)
def test_colours_of_palettes_can_be_written_on(name: str, libraries: dict[str, Library]) -> None:
    """Large text asks for a contrast of 3 (WCAG 2): names on the card's colour, dark letters on the pale one."""
    for palette in frames_of(libraries[name].game).palettes.values():
        for word, shades in palette.items():
            assert contrast(parse_hex(shades["ink"]), parse_hex(shades["main"])) >= 3, word
            assert contrast(parse_hex(shades["deep"]), parse_hex(shades["pale"])) >= 3, word
