from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image

import tabletop
from tabletop import cli, places
from tabletop.assist.session import Session
from tabletop.cards.library import Library
from tabletop.cli import run


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = places.find_game("lnh")
    assert folder is not None
    library = Library.load(folder)[0]
    assert library is not None
    saves = tmp_path_factory.mktemp("saves")
    decks = list(library.decks.values())
    session = Session.start(library, decks[:2], names=["Anna", "Ben"], seed=5, folder=saves)
    path = session.save("a duel")
    session.close()
    return path


DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


def program(*args: object, **env: str) -> subprocess.CompletedProcess[str]:
    """The program as a process of its own, without a display."""
    kept = {key: value for key, value in os.environ.items() if key not in DISPLAYS}
    command = [sys.executable, "-m", "tabletop", *map(str, args)]
    return subprocess.run(command, env={**kept, **env}, capture_output=True, text=True, timeout=60, check=False)


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    told = capsys.readouterr().out
    for command in ("play", "open", "games", "sets", "decks", "check", "shot", "log", "bench"):
        assert command in told


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["play"], ("--deck", "--seats", "--seed", "--saves")), (["open"], ("SAVE",)), (["check"], ("PATH",)),
        (["shot"], ("--seat", "--size", "OUT.png")), (["log"], ("--seat",)),
        (["bench", "window"], ("--cards", "--pictures", "--json")),
    ],
)  # fmt: skip
def test_help_names_every_option(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: list[str], words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    assert run([*command, "--help"]) == 0
    told = capsys.readouterr().out
    assert all(word in told for word in words)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"tabletop {tabletop.__version__}\n"


def test_games_sets_and_decks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    told = capsys.readouterr().out
    for word in ("lnh", "overpower", "vs_system", "standard", "LNH Storycards", str(places.user_cardsets())):
        assert word in told
    assert run(["sets", "lnh"]) == 0
    told = capsys.readouterr().out
    assert "core" in told
    assert "overpower" not in told
    assert run(["decks", "lnh"]) == 0
    assert "katana-weather" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["play", "lnhh"], 'did you mean "lnh"?'),
        (["decks", "nothing at all"], "the games are: "),
        (["play", "lnh", "--deck", "katana-wether"], 'did you mean "katana-weather"?'),
        (["play", "lnh", "--seats", "2", *["--deck", "smash-hour"] * 3], "--seats 3"),
        (["log", "nothing.table"], "nothing.table"),
        (["open", "nothing.table"], "there is no such file, and no table of that name"),
        (["check", "nowhere"], "there is no such file"),
        (["check", "/dev/null"], "it is a device, not a file"),
        (["log", "/dev/zero"], "it is a device, not a file"),
        (["play", "lnh", "--deck", "/dev/zero"], "it is a device, not a file"),
        (["shot", "/", "out.png"], "it is a folder, not a file"),
        (["rulings", "nope"], "nope: there is no such file"),
        (["rulings", "/dev/null"], "it is a device, not a file"),
        (["play", "lnh", "--seats", "1", "--name", "Ann", "--name", "Ben"], "2 names for 1 seat"),
        (["play", "lnh", *["--name", "Ann"] * 5], "5 names for 2 seats: give fewer names"),
        (["shot", "nothing.table", "out.png", "--size", "big"], '"1920x1080"'),
        (["shot", "nothing.table", "out.png", "--size", "9x9"], "200 to 8192"),
    ],
)
def test_mistakes_go_to_stderr_with_code_2(capsys: pytest.CaptureFixture[str], args: list[str], words: str) -> None:
    assert run(args) == 2
    out, err = capsys.readouterr()
    assert words in err
    assert err.startswith("tabletop: ")
    assert "Traceback" not in err
    assert out == ""


def test_wrong_usage_has_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play"]) == 2
    assert run(["fly"]) == 2
    assert run(["play", "lnh", "--seats", "9"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "fly" in err


def test_check_finds_nothing_in_what_is_shipped(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", str(places.shipped_cardsets())])
    out = capsys.readouterr().out
    assert (code, out.splitlines()[-1].endswith("no problems")) == (0, True), out


def test_check_names_every_problem_with_code_1(capsys: pytest.CaptureFixture[str], tmp_path: Path, save: Path) -> None:
    game = tmp_path / "mine"
    game.mkdir()
    (game / "table.toml").write_text('[game]\nid = "mine"\nname = "Mine"\n[types.a]\n')
    (game / "set.toml").write_text('[set]\nid = "set"\nname = "Set"\n[[card]]\nid = "one"\nname = "One"\ntype = "zz"\n')
    torn = tmp_path / "torn.table"
    torn.write_bytes(save.read_bytes()[:-150])
    letter = tmp_path / "letter.table"
    letter.write_text("Dear Anna\n")
    assert run(["check", str(game), str(torn), str(letter)]) == 1
    out = capsys.readouterr().out
    for word in ("set.toml", '"zz"', "torn.table", "letter.table", "is not a saved table"):
        assert word in out
    assert "error" in out.splitlines()[-1]
    assert run(["check", str(save)]) == 0


def test_the_log_tells_each_seat_its_own(capsys: pytest.CaptureFixture[str], save: Path) -> None:
    told = {}
    for seat in ("A", "Ben", None):
        assert run(["log", str(save), *(["--seat", seat] if seat else [])]) == 0
        told[seat] = capsys.readouterr().out
    assert "Anna draws 10 face-down cards" in told["Ben"]
    assert "Ben draws 10 face-down cards" in told["A"]
    assert "Anna draws 10 face-down cards" not in told["A"]
    assert told[None].count("10 face-down cards") == 2
    assert run(["log", str(save), "--seat", "Q"]) == 2
    assert "A (Anna), B (Ben)" in capsys.readouterr().err


def test_a_save_is_found_by_its_name(capsys: pytest.CaptureFixture[str], save: Path) -> None:
    assert run(["--saves", str(save.parent), "log", "a duel"]) == 0
    assert "Katana Weather" in capsys.readouterr().out


def test_near_names_of_saves_are_suggested(capsys: pytest.CaptureFixture[str], save: Path) -> None:
    for command in ("log", "open"):
        assert run(["--saves", str(save.parent), command, "a dual"]) == 2
        assert 'did you mean "a duel"?' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "given", "seats"),
    [("standard", ["--name", "A", "--name", "B"], 2), ("standard", [], 1), ("lnh", ["--name", "A"], 2),
     ("standard", ["--name", "A", "--name", "B", "--name", "C"], 3), ("standard", ["--name", "A", "--seats", "4"], 4)],
)  # fmt: skip
def test_there_is_a_seat_for_each_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str, given: list[str], seats: int
) -> None:
    laid: list[Session] = []

    class App:
        def open_session(self, session: Session) -> None:
            laid.append(session)

        def run(self) -> None:
            laid[0].close()

    @contextmanager
    def window() -> Iterator[App]:
        yield App()

    monkeypatch.setattr(cli, "_window", window)
    assert run(["play", game, *given, "--saves", str(tmp_path)]) == 0
    assert len(laid[0].table.seats) == seats
    names = [word for word in given if word in "ABC"]
    assert [seat.name for seat in laid[0].table.seats.values()][: len(names)] == names


def test_usage_names_arguments_as_other_texts_do(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "open", "check", "shot", "log", "rules", "rulings", "coverage", "selfplay"):
        assert run([command, "--help"]) == 0
        told = capsys.readouterr().out
        assert "{" not in told
        assert "......" not in told


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("command", [["games"], ["--help"], ["rules", "standard"], ["check", "LICENSE"]])
def test_output_that_cannot_be_written_is_said(command: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-m", "tabletop", *command], stdout=full, stderr=subprocess.PIPE,
                              text=True, timeout=60, check=False)  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "tabletop: the output could not be written (No space left on device)\n"


def test_a_picture_needs_no_display(save: Path, tmp_path: Path) -> None:
    picture = tmp_path / "table.png"
    done = program("shot", save, picture, "--seat", "A", "--size", "900x640")
    assert (done.returncode, done.stderr) == (0, "")
    with Image.open(picture) as image:
        assert image.size == (900, 640)
        assert len(image.convert("RGB").resize((90, 64)).getcolors(90 * 64) or []) > 200


def test_a_picture_shows_a_seat_only_its_own_hand(save: Path, tmp_path: Path) -> None:
    pictures = []
    for seat in (["--seat", "A"], ["--seat", "B"], []):
        path = tmp_path / f"{len(pictures)}.png"
        assert program("shot", save, path, *seat, "--size", "900x640").returncode == 0
        with Image.open(path) as image:
            pictures.append(image.convert("RGB").crop((250, 560, 650, 640)).tobytes())
    # The hands at the foot differ, and nobody in particular sees none.
    assert len(set(pictures)) == 3


@pytest.mark.parametrize(("name", "words"), [("out.gif", ".png"), ("no/such/folder/out.png", "could not be written")])
def test_a_picture_that_cannot_be_written(save: Path, tmp_path: Path, name: str, words: str) -> None:
    done = program("shot", save, tmp_path / name, "--size", "300x200")
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
@pytest.mark.parametrize("args", [(), ("play", "lnh"), ("bench", "window", "--cards", "3")])
def test_without_a_display_it_says_what_to_do(tmp_path: Path, args: tuple[str, ...]) -> None:
    done = program(*(("--saves", tmp_path) if not args else ()), *args, XDG_CONFIG_HOME=str(tmp_path))
    assert done.returncode == 2
    assert "tabletop shot SAVE OUT.png" in done.stderr
    assert "xvfb-run" in done.stderr
    assert done.stderr.startswith("tabletop: ")
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.table"))


def test_the_bench_ends_with_one_object(tmp_path: Path) -> None:
    done = program("bench", "window", "--cards", "30", "--size", "640x480", "--json", SDL_VIDEODRIVER="dummy")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert set(found) == {"drag", "pan", "zoom", "first_frame_s"}
    for part in ("drag", "pan", "zoom"):
        assert {"draw_p50_ms", "draw_p99_ms", "frame_p99_ms", "worst_ms"} <= set(found[part])


def test_a_reader_that_goes_away_is_no_error(save: Path) -> None:
    command = f'"{sys.executable}" -m tabletop log "{save}" | head -1; exit "${{PIPESTATUS[0]}}"'
    for tabletop_command in ("games", "rules overpower", "coverage lnh", "--help"):
        gone = f'"{sys.executable}" -m tabletop {tabletop_command} | true'
        done = subprocess.run(["bash", "-c", gone], capture_output=True, text=True, timeout=60, check=False)
        assert done.stderr == ""
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
    assert done.stdout.count("\n") == 1


def test_cards_are_found_by_queries_and_told_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["cards", "overpower", "--find", "code=AE power:fighting", "--limit", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3
    assert all("  Special  " in line for line in lines[:2])
    assert "(the first 2 listed)" in lines[-1]
    assert cli.run(["cards", "standard", "--find", "ace", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["count"] == len(found["cards"]) == 4
    assert set(found["cards"][0]) == {"id", "name", "type", "set", "text"}
    assert cli.run(["cards", "overpower", "--find", "ownr:wolverine"]) == 2
    assert 'there is no field "ownr"; did you mean "owner"?' in " ".join(capsys.readouterr().err.split())
