"""The `tabletop` command. What a command needs is imported when it runs, so that the window opens at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeVar

import typer

from tabletop import cli_rules
from tabletop.cli_rules import Command

if TYPE_CHECKING:
    from tabletop.assist.session import Session
    from tabletop.cards.library import Library
    from tabletop.cards.model import Deck
    from tabletop.cards.problems import Problem

_Item = TypeVar("_Item")

FAULT = 2
"""The exit code where something that was asked for cannot be done."""

FOUND = 1
"""The exit code of `check` where there are problems."""

SHORT = 80
"""How many letters of a card's text a list shows."""

cli = typer.Typer(
    name="tabletop", add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="A desktop tabletop for card games. Without a command it opens the start screen.",
)  # fmt: skip
bench = typer.Typer(help="Measure how fast the program is on this computer.", no_args_is_help=True)
cli.add_typer(bench, name="bench")
cli.add_typer(cli_rules.app)


class CommandError(Exception):
    """What was asked for cannot be done; the message says why, and the mend."""


# options that several commands have

SavesOption = Annotated[
    Path | None,
    typer.Option("--saves", metavar="DIR", help="The folder for saved tables and the running game.", file_okay=False),
]
SeatOption = Annotated[
    str | None,
    typer.Option("--seat", metavar="A", help="Whose eyes to look with; without it only what everybody sees."),
]
SaveArgument = Annotated[Path, typer.Argument(metavar="SAVE", help="A saved table: a file, or the name of a save.")]
GameArgument = Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only those of this game.")]
SizeOption = Annotated[str, typer.Option("--size", metavar="WxH", help="The size in pixels.")]


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command with these arguments (those of the program) and exit.

    Errors of the user go to stderr in one line, with exit code 2.
    """
    sys.exit(run(sys.argv[1:] if args is None else args))


def run(args: list[str]) -> int:
    """Run the command; its exit code."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        code = _called(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except CommandError as fault:
        return _fault(str(fault))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read the output has gone (`tabletop log ... | head`).
        _silence()
        return 0
    except OSError as fault:
        why = fault.strerror or str(fault)
        _silence()
        return _fault(f"{fault.filename}: {why}" if fault.filename else f"the output could not be written ({why})")
    return code


def _called(args: list[str]) -> int:
    try:
        cli(args, prog_name="tabletop")
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def _fault(text: str) -> int:
    from rich.console import Console

    # Nobody is left to be told where the error output has gone as well.
    with suppress(OSError):
        Console(stderr=True, soft_wrap=True, highlight=False, markup=False).print(f"tabletop: {text}")
    return FAULT


def _silence() -> None:
    """Let what is still to be written go nowhere: at its end Python would try again, and complain."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@cli.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    saves: SavesOption = None,
    version: Annotated[bool, typer.Option("--version", help="Say which version this is.")] = False,
) -> None:
    """A desktop tabletop for card games: a free table, undo of everything, and games as folders of TOML.

    Without a command it opens the start screen.
    """
    if version:
        import tabletop

        typer.echo(f"tabletop {tabletop.__version__}")
        raise typer.Exit
    _use_saves(saves)
    if context.invoked_subcommand is not None:
        return
    with _window() as app:
        from tabletop.ui.start_screen import StartScreen

        app.goto(StartScreen())
        app.run()


@cli.command(cls=Command)
def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, as `tabletop games` lists it.")],
    deck: Annotated[
        list[Path] | None,
        typer.Option("--deck", metavar="A.toml", help="A deck for each seat in turn: a file, its id or its name."),
    ] = None,
    seats: Annotated[int | None, typer.Option("--seats", metavar="N", min=1, max=4, help="How many seats.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Makes all chance repeatable.")] = None,
    name: Annotated[list[str] | None, typer.Option("--name", help="The players' names, seat by seat.")] = None,
    rules: Annotated[
        str, typer.Option("--rules", metavar="off|flag|referee", help="How the rules of the game are on.")
    ] = "off",
    saves: SavesOption = None,
) -> None:
    """Lay a new table and play.

    Without --deck the seats get the first decks of the game, in their order. Without --seats there are as many as the
    game needs for the decks and names.
    """
    from tabletop.table.state import SEATS

    _use_saves(saves)
    library = _library(game)
    number = seats or _seats_for(library, len(deck or ()), len(name or ()))
    for what, given in (("deck", len(deck or ())), ("name", len(name or ()))):
        if given > number:
            more = f", or more seats with --seats {given}" if given <= len(SEATS) else ""
            raise CommandError(
                f"{_number(given, what)} for {_number(number, 'seat')}: give fewer {what}s{more}"
            )
    if number not in library.game.seats:
        able = " or ".join(map(str, library.game.seats))
        _warn(f"{library.game.name} is made for {able} seats; the table is laid for {number} all the same.")
    decks = _decks(library, deck, number)
    from tabletop.assist.referee import MODES
    from tabletop.assist.session import Session

    assist = next((mode for mode in MODES if mode == rules), None)
    if assist is None:
        raise CommandError(f'the rules are off, flag or referee, not "{rules}"')
    with _window() as app:
        from tabletop.ui.shelf import shelf

        session = Session.start(
            library, decks, names=name or (), seats=number, seed=seed, folder=shelf().saves, assist=assist
        )
        app.open_session(session)
        app.run()


@cli.command("open", cls=Command)
def open_(save: SaveArgument, saves: SavesOption = None) -> None:
    """Open a saved table and play on."""
    _use_saves(saves)
    session = _session(save, keep=True)
    with _window() as app:
        app.open_session(session)
        app.run()


@cli.command(cls=Command)
def games() -> None:
    """List the games that are found, and where to put your own."""
    from rich.table import Table

    from tabletop import places

    table = Table("id", "name", "seats", "cards", "decks", "folder", box=None, pad_edge=False, header_style="bold")
    for folder, library in _progress(_all_libraries(), "reading games"):
        if library is None:
            table.add_row(folder.name, "cannot be read: tabletop check says why", "", "", "", str(folder))
            continue
        found = library.game
        able = ", ".join(map(str, found.seats))
        table.add_row(found.id, found.name, able, str(len(library.cards)), str(len(library.decks)), str(folder))
    _print(table)
    _print(f"\nYour own games go into {places.user_cardsets()}, one folder each.")
    for problem in places.clashes():
        _warn(str(problem))


@cli.command(cls=Command)
def sets(game: GameArgument = None) -> None:
    """List the card sets."""
    from collections import Counter

    from rich.table import Table

    table = Table("game", "set", "name", "cards", "file", box=None, pad_edge=False, header_style="bold")
    for library in _progress(_libraries(game), "reading card sets"):
        counts = Counter(card_id.partition("/")[0] for card_id in library.cards)
        for found in library.sets.values():
            table.add_row(library.game.id, found.id, found.name, str(counts[found.id]), str(found.path))
    _print(table)


@cli.command(cls=Command)
def decks(game: GameArgument = None) -> None:
    """List the decks, with the name that --deck takes."""
    from rich.table import Table

    table = Table("game", "deck", "name", "cards", "about", box=None, pad_edge=False, header_style="bold")
    for library in _progress(_libraries(game), "reading decks"):
        for found in library.decks.values():
            table.add_row(library.game.id, found.id, found.name, str(found.count()), found.about)
    _print(table)


@cli.command(cls=Command)
def cards(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game, as `tabletop games` lists it.")],
    find: Annotated[
        str, typer.Option("--find", metavar="QUERY", help="Only those found: words and terms, as told above.")
    ] = "",
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=0, help="List no more than N.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List the cards of a game, or find some of them.

    A query is words that a card must have, and terms: field:value, field=value, field>=number (also <, <=, >), a - in
    front of what is not to be, "quotes" around words that stand together. Words match by their beginnings, without
    case and accents. Fields are those of the game, and name, title, type, set, text, words, id.

    Example: tabletop cards overpower --find "code:AE power:fighting owner:wolverine"
    """
    import json
    from collections import Counter

    from tabletop.cards.finding import QueryError

    library = _library(game)
    try:
        found = library.finder.find(find)
    except QueryError as fault:
        raise CommandError(f"--find: {fault}") from None
    listed = found[:limit]
    types = Counter(card.type for card in found)
    if as_json:
        rows = [
            {"id": card.id, "name": card.title, "type": card.type, "set": card.id.partition("/")[0], "text": card.text}
            for card in listed
        ]
        typer.echo(json.dumps({"count": len(found), "types": types, "cards": rows}, ensure_ascii=False))
        return
    for card in listed:
        kind = library.game.types.get(card.type)
        set_id = card.id.partition("/")[0]
        head = library.sets.get(set_id)
        parts = [card.id, card.title, kind.name if kind else card.type, head.name if head else set_id]
        text = " ".join(card.text.split())
        typer.echo("  ".join([*parts, text if len(text) <= SHORT else text[: SHORT - 1] + "…"]).rstrip())
    told = ", ".join(f"{count} {word}" for word, count in types.most_common())
    more = f" (the first {len(listed)} listed)" if len(listed) < len(found) else ""
    typer.echo(f"{_number(len(found), 'card')} of {len(library.cards)}{': ' + told if told else ''}{more}")


@cli.command(cls=Command)
def check(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Files and folders: card sets, tables, decks, saves.")
    ],
) -> None:
    """Name every problem in card sets, tables, decks and saves. Exit code 1 if there are any.

    Each problem is told with its file, line, card and key, and how to mend it. Decks are also judged by the rules of
    their games: every rule that one breaks is told with its id.
    """
    from tabletop.assist.decks import RulesCheck
    from tabletop.cards.check import check_path
    from tabletop.cards.problems import errors
    from tabletop.table.files import irregular

    for path in paths:
        if not path.exists():
            raise CommandError(f"{path}: there is no such file or folder")
        if not path.is_dir() and (told := irregular(path)):
            raise CommandError(f"{path}: cannot be read: {told}")
    found: list[Problem] = []
    files = 0
    with _progress_bar("checking") as tell:

        def progress(path: Path) -> None:
            nonlocal files
            files += 1
            tell(str(path))

        for path in paths:
            found += check_path(path, {".table": _check_save}, progress, RulesCheck())
    for problem in found:
        typer.echo(f"{problem.severity}: {problem}")
    wrong = len(errors(found))
    warned = len(found) - wrong
    summary = f"{_number(files, 'file')}: "
    summary += "no problems" if not found else f"{_number(wrong, 'error')}, {_number(warned, 'warning')}"
    typer.echo(summary)
    raise typer.Exit(FOUND if found else 0)


@cli.command(cls=Command)
def shot(
    save: SaveArgument,
    picture: Annotated[Path, typer.Argument(metavar="OUT.png", help="The picture to write (.png, .jpg, .webp, .bmp).")],
    seat: SeatOption = None,
    size: SizeOption = "1920x1080",
) -> None:
    """Draw a saved table as a picture. Needs no display; what the seat may not see is drawn with its back."""
    width, height = _size(size)
    session = _session(save, keep=False)
    session.seat = _seat(session, seat)
    from tabletop.ui.shot import take_shot

    with _status(f"drawing {picture}"):
        try:
            take_shot(session, picture, (width, height))
        except OSError as fault:
            raise CommandError(f"{picture}: could not be written ({fault.strerror or fault})") from None
        except ValueError as fault:
            raise CommandError(f"{picture}: {fault}") from None


@cli.command(cls=Command)
def log(save: SaveArgument, seat: SeatOption = None) -> None:
    """Print what happened on a saved table, in the words that the seat may read."""
    session = _session(save, keep=False)
    for line in session.log(_seat(session, seat)):
        typer.echo(line.text)


@bench.command("window", cls=Command)
def bench_window(
    cards: Annotated[int, typer.Option("--cards", metavar="N", min=1, help="How many cards lie on the table.")] = 1000,
    pictures: Annotated[
        Path | None,
        typer.Option("--pictures", metavar="DIR", exists=True, file_okay=False, help="Pictures for the cards."),
    ] = None,
    size: SizeOption = "1920x1080",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")] = False,
) -> None:
    """Measure dragging, panning and zooming in a real window."""
    import json

    with _display_errors():
        from tabletop.ui.benching import bench_window as measure

        found = measure(cards, pictures, size=_size(size), tell=typer.echo)
    if as_json:
        typer.echo(json.dumps(found))


# what commands share


def _use_saves(folder: Path | None) -> None:
    """Save into this folder."""
    if folder is not None:
        from tabletop.ui.shelf import shelf

        shelf().saves = folder.absolute()


@contextmanager
def _display_errors() -> Iterator[None]:
    """Say what to do where there is no display."""
    from tabletop.ui.app import NoDisplayError
    from tabletop.ui.display import need_display

    try:
        need_display()
        yield
    except NoDisplayError as fault:
        raise CommandError(
            f"there is no display to open a window on ({fault}). Draw a saved table with `tabletop shot SAVE OUT.png`, "
            "or give the program a display of its own: `xvfb-run -a tabletop ...`"
        ) from None


@contextmanager
def _window() -> Iterator[Any]:
    """An open window with the user's settings."""
    from tabletop.ui import settings as kept

    with _display_errors():
        from tabletop.ui.app import App

        settings, warning = kept.load()
        app = App(settings)
    if warning:
        from tabletop.ui.shelf import shelf

        _warn(warning)
        shelf().notices.append(warning)
    yield app


def _library(game: str) -> Library:
    from tabletop import places
    from tabletop.cards.library import Library
    from tabletop.cards.problems import suggest_or_list

    folder = places.find_game(game)
    if folder is None:
        ids = [found.name for found in places.find_games()]
        hint = suggest_or_list(game, ids, "the games are") or "`tabletop games` lists them"
        raise CommandError(f'there is no game "{game}"; {hint}')
    library, problems = Library.load(folder)
    if library is None:
        raise CommandError("; ".join(str(problem) for problem in problems[:3]))
    return library


def _all_libraries() -> Iterator[tuple[Path, Library | None]]:
    from tabletop import places
    from tabletop.cards.library import Library

    for folder in places.find_games():
        yield folder, Library.load(folder)[0]


def _libraries(game: str | None) -> Iterator[Library]:
    if game is not None:
        yield _library(game)
        return
    for _, library in _all_libraries():
        if library is not None:
            yield library


def _seats_for(library: Library, decks: int, names: int) -> int:
    """How many seats a game needs, of those that it is made for, so that each deck and each name has one."""
    able = sorted(library.game.seats)
    given = max(decks, names)
    if given in able:
        return given
    return library.game.seats[0] if given < library.game.seats[0] else next((n for n in able if n > given), able[-1])


def _decks(library: Library, named: list[Path] | None, seats: int) -> list[Deck | None]:
    """The decks for the seats: those that were named, else the first ones of the game."""
    from tabletop.ui.shelf import usual_decks

    if not named:
        return usual_decks(library, seats)
    found: list[Deck | None] = [_deck(library, each) for each in named]
    return [*found, *[None] * (seats - len(found))]


def _deck(library: Library, named: Path) -> Deck:
    """A deck by its file, its id or its name. What of it cannot be used is told on stderr."""
    from tabletop.cards.decks import load_deck
    from tabletop.cards.problems import suggest_or_list
    from tabletop.table.files import irregular

    word = str(named)
    for deck in library.decks.values():
        if word in (deck.id, deck.name):
            return deck
    if told := irregular(named):
        raise CommandError(f"{named}: cannot be read: {told}")
    if not named.is_file():
        hint = suggest_or_list(named.stem, library.decks, f"the decks of {library.game.id} are")
        raise CommandError(f"{named}: there is no such deck{'; ' + hint if hint else ''}")
    found, problems = load_deck(named, library)
    if found is None:
        raise CommandError("; ".join(str(problem) for problem in problems[:3]) or f"{named}: is no deck")
    for problem in problems:
        _warn(str(problem))
    return found


def _session(save: Path, *, keep: bool) -> Session:
    """The session of a saved table. `keep` goes on saving it."""
    from tabletop.assist.session import AUTOSAVES, Session
    from tabletop.table import saves
    from tabletop.ui.shelf import shelf

    folder = shelf().saves
    path = save
    if not path.exists():
        name = str(save)
        for place in (_by_name(folder, name), folder / name, folder / AUTOSAVES / name,
                      folder / AUTOSAVES / f"{name}{saves.SUFFIX}"):  # fmt: skip
            if place.is_file():
                path = place
    if not path.exists():
        raise CommandError(f"{save}: {_no_save(folder, save)}")
    try:
        session = Session.open(path.absolute(), shelf().library, folder=folder if keep else None)
    except saves.SaveError as fault:
        raise CommandError(str(fault)) from None
    for line in session.report:
        _warn(f"{path}: {line}")
    return session


def _by_name(folder: Path, name: str) -> Path:
    from tabletop.table import saves

    try:
        return saves.path_for(folder, name)
    except saves.SaveError:
        return folder / name


def _no_save(folder: Path, named: Path) -> str:
    """What is said where there is no save of a name, with the names that are near."""
    from tabletop.assist.session import saved_tables
    from tabletop.cards.problems import suggest

    names = [name for saved in saved_tables(folder) for name in (saved.title, saved.path.stem) if name]
    hint = suggest(named.name.removesuffix(".table"), names, 3)
    return f"there is no such file, and no table of that name in {folder}{'; ' + hint if hint else ''}"


def _check_save(path: Path) -> list[Problem]:
    """What is wrong with a saved table."""
    from tabletop.cards.problems import Problem
    from tabletop.table import saves

    try:
        loaded = saves.load(path)
    except saves.SaveError as fault:
        message = str(fault).removeprefix(f"{path}: ").rstrip(".")
        return [Problem(path, None, None, None, message)]
    hint = "what could be read is shown when you open it; save it anew to keep that"
    return [Problem(path, None, None, None, line.rstrip("."), hint) for line in loaded.report]


def _seat(session: Session, seat: str | None) -> str | None:
    if seat is None:
        return None
    seats = session.table.seats
    for letter, found in seats.items():
        if seat.casefold() in (letter.casefold(), found.name.casefold()):
            return letter
    known = ", ".join(f"{letter} ({found.name})" if found.name else letter for letter, found in seats.items())
    raise CommandError(f'there is no seat "{seat}"; the seats are: {known or "none"}')


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not cross or not width.isdecimal() or not height.isdecimal():
        raise CommandError(f'--size {text}: write it as width and height in pixels, like "1920x1080"')
    found = int(width), int(height)
    if not all(200 <= side <= 8192 for side in found):
        raise CommandError(f"--size {text}: width and height are from 200 to 8192 pixels")
    return found


def _number(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _print(what: object) -> None:
    """Print for people; cut to no width where the output is not a terminal."""
    from rich.console import Console

    wide = None if sys.stdout.isatty() else 500
    Console(width=wide, soft_wrap=True, highlight=False, markup=False).print(what)


def _warn(text: str) -> None:
    from rich.console import Console

    Console(stderr=True, soft_wrap=True, highlight=False, markup=False).print(f"tabletop: {text}")


def _progress(items: Iterable[_Item], words: str) -> Iterator[_Item]:
    """The items, with the words and a spinner on a terminal while they are worked out."""
    with _status(words):
        yield from list(items)


@contextmanager
def _status(words: str) -> Iterator[None]:
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(words):
        yield


@contextmanager
def _progress_bar(words: str) -> Iterator[Callable[[str], None]]:
    """A line on the terminal that counts files as they are gone through."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(words, total=None)

        def tell(what: str) -> None:
            progress.update(task, advance=1, description=f"{words} {Path(what).name}")

        yield tell
