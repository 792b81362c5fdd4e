"""The commands about rules: `tabletop rules`, `rulings`, `coverage` and `selfplay`.

What scripts read goes to the standard output, its last line a summary or, with `--json`, one object; progress and
faults go to the standard error. What a command needs is imported when it runs, so that the window opens at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

if TYPE_CHECKING:
    from rich.progress import Progress

    from tabletop.assist.coverage import Entry
    from tabletop.cards.library import Library
    from tabletop.rules.cases import Failure
    from tabletop.rules.pages import Page

app = typer.Typer(add_completion=False)


class Command(TyperCommand):
    """A command whose usage line names its arguments as they are written in all other texts: GAME, not {GAME}."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The parts of the usage line."""
        pieces = super().collect_usage_pieces(ctx)
        return [re.sub(r"^(?:\{(.+?)\}|\[(\[.+?\])\])(?:\.\.\.)?$", r"\1\2", piece) for piece in pieces]


JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")]


@app.command("rulings", cls=Command)
def rulings(
    paths: Annotated[list[Path], typer.Argument(help="Case files, or folders of them.", metavar="PATH...")],
    as_json: JsonFlag = False,
) -> None:
    """Run ruling cases: a line for each that fails, and the numbers at the end."""
    from tabletop.assist.rulings import run

    passed = 0
    failed: list[Failure] = []
    _need_cases(paths)
    for result in run(paths):
        if result.failure is None:
            passed += 1
        else:
            failed.append(result.failure)
            if not as_json:
                typer.echo(" ".join(str(result.failure).split()))
    if as_json:
        failures = [_failure(failure) for failure in failed]
        typer.echo(json.dumps({"passed": passed, "failed": len(failed), "failures": failures}, ensure_ascii=False))
    else:
        typer.echo(f"{passed} passed, {len(failed)} failed")
    if failed:
        raise typer.Exit(1)


def _need_cases(paths: Iterable[Path]) -> None:
    """End the program with a clear message where a path leads to no case file."""
    from tabletop.rules.cases import case_files
    from tabletop.table.files import irregular

    for path in paths:
        if not path.exists():
            raise _wrong(f"{path}: there is no such file or folder of ruling cases")
        if path.is_dir() and not case_files(path):
            raise _wrong(f"{path}: there is no case file in this folder; case files end in .toml")
        if not path.is_dir() and (told := irregular(path)):
            raise _wrong(f"{path}: cannot be read: {told}")


def _failure(failure: Failure) -> dict[str, str | int]:
    return {
        "file": str(failure.path), "case": failure.case, "step": failure.step, "expected": failure.expected,
        "found": failure.found,
    }  # fmt: skip


@app.command("coverage", cls=Command)
def coverage(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The id of a game; without it, all of them.")
    ] = None,
    cases: Annotated[
        list[Path] | None, typer.Option(help="Files or folders of rulings, beside the program's own.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Print how each card and rule is carried out, and the ruling cases that name it."""
    from tabletop import games
    from tabletop.assist.coverage import entries

    _need_cases(cases or ())
    paths = [*_own_rulings(), *(cases or ())]
    for library in [_library(game)] if game is not None else _all_libraries():
        found = entries(games.load(library.game.id), library, paths)
        if as_json:
            typer.echo(json.dumps(_coverage_data(library, found), ensure_ascii=False))
        else:
            _print_coverage(library, found)


def _own_rulings() -> list[Path]:
    from tabletop import places

    root = places.checkout()
    folder = root / "tests" / "rulings" if root is not None else None
    return [folder] if folder is not None and folder.is_dir() else []


def _coverage_data(library: Library, found: list[Entry]) -> dict[str, Any]:
    from tabletop.assist.coverage import summary

    tiers: dict[str, dict[str, int]] = {"card": {}, "rule": {}}
    for (kind, _), counts in summary(found).items():
        for tier, number in counts.items():
            tiers[kind][tier] = tiers[kind].get(tier, 0) + number
    listed = [
        {"id": entry.id, "kind": entry.kind, "set": entry.set, "tier": entry.tier, "cases": list(entry.cases)}
        for entry in found
    ]
    return {"game": library.game.id, "cards": tiers["card"], "rules": tiers["rule"], "entries": listed}


def _print_coverage(library: Library, found: list[Entry]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    from tabletop.assist.coverage import summary

    console = Console(highlight=False)
    table = Table(title=escape(library.game.name), title_justify="left", pad_edge=False)
    for heading in ("Card or rule", "Set", "Tier", "Cases"):
        table.add_column(heading, overflow="fold")
    for entry in found:
        named = ", ".join(entry.cases[:6]) + (f" and {len(entry.cases) - 6} more" if len(entry.cases) > 6 else "")
        table.add_row(escape(entry.id), entry.set or "rules", entry.tier or "unsaid", escape(named or "none"))
    console.print(table)
    for (kind, card_set), counts in summary(found).items():
        told = ", ".join(f"{number} {tier}" for tier, number in counts.most_common())
        console.print(f"{library.game.id} {card_set or kind + 's'}: {told}", markup=False, soft_wrap=True)
    unproved = sum(not entry.cases for entry in found)
    console.print(f"{library.game.id}: {len(found)} in all, {unproved} without a case", markup=False, soft_wrap=True)


@app.command("rules", cls=Command)
def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game.")],
    rule: Annotated[str | None, typer.Argument(metavar="ID", help="A rule, a code, or a card's name.")] = None,
    search: Annotated[str | None, typer.Option(help="List the pages that have these words.")] = None,
) -> None:
    """Show the rule pages of a game: the list, one page, or those that have some words."""
    import difflib

    library = _library(game)
    pages = _pages(library)
    if rule is None:
        _list_pages(library, _matching(pages, search) if search else pages, search)
        return
    page = pages.get(rule) or next((pages[known] for known in pages if known.casefold() == rule.casefold()), None)
    if page is None:
        near = difflib.get_close_matches(rule, pages, 3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        hint += f" (tabletop rules {game} --search WORDS looks through the texts)"
        raise _wrong(f'{library.game.name} has no rule, code or card "{rule}"{hint}')
    _print_page(page)


def _print_page(page: Page) -> None:
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.markup import escape
    from rich.panel import Panel

    title = f"{page.title} [{page.id}]" if page.title != page.id else page.id
    Console(highlight=False).print(
        Panel(Markdown(page.text), title=escape(title), subtitle=escape(page.source) or None, title_align="left",
              subtitle_align="right")
    )  # fmt: skip


def _pages(library: Library) -> dict[str, Page]:
    """All that a verdict can cite, by id: the rule pages, then the texts of codes, then the cards by their names."""
    from tabletop.rules.pages import Page, load_pages

    pages, problems = load_pages(library.game.folder)
    for problem in problems:
        _fault(problem)
    for code, spec in library.game.texts.items():
        pages.setdefault(code, Page(code, spec.name or code, _code_text(library, code)))
    for card in library.cards.values():
        if card.text:
            pages.setdefault(card.title, Page(card.title, card.title, card.text))
    return pages


def _code_text(library: Library, code: str) -> str:
    """What a code says in general, and what some cards that have it say."""
    from tabletop.cards.general import in_general

    told = in_general(library.game.texts[code].text)
    if "‹" in told:
        told += "\n\nWhat stands for ‹ › is printed on the card."
    examples: dict[str, str] = {}
    for card in library.cards.values():
        kind = library.game.types.get(card.type)
        value = card.get(kind.text_by) if kind is not None and kind.text_by else None
        if card.text and (value == code or (isinstance(value, tuple) and code in value)):
            examples.setdefault(card.text, card.title)
    shown = [f"* {title}: {text}" for text, title in list(examples.items())[:_EXAMPLES]]
    return "\n\n".join([told, *(["On cards:"] if shown else []), "\n".join(shown)]).strip()


_EXAMPLES = 3
"""So many cards are shown with a code, each with another text."""


def _matching(pages: Mapping[str, Page], search: str) -> dict[str, Page]:
    wanted = search.casefold().split()
    return {
        rule: page for rule, page in pages.items()
        if all(word in f"{rule} {page.title} {page.text}".casefold() for word in wanted)
    }  # fmt: skip


def _list_pages(library: Library, pages: Mapping[str, Page], search: str | None) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    if not pages:
        what = f'No page of {library.game.name} has "{search}".' if search else (
            f"{library.game.name} has no rule pages: it is played freely."
        )  # fmt: skip
        typer.echo(what)
        return
    cards = {card.title for card in library.cards.values()}
    table = Table(title=escape(library.game.name), title_justify="left", pad_edge=False)
    table.add_column("ID", overflow="fold")
    table.add_column("Title", overflow="fold")
    for rule, page in pages.items():
        if search or rule not in cards:
            table.add_row(escape(rule), escape(page.title))
    Console(highlight=False).print(table)


@app.command("selfplay", cls=Command)
def selfplay(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game.")],
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 1,
    by_hand: Annotated[
        float, typer.Option(min=0.0, max=0.95, help="How probably a hand interferes before a move.")
    ] = 0.0,
    limit: Annotated[int, typer.Option(min=1, help="A game is given up after so many moves.")] = 2000,
    thorough: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="How probably the costly checks are made after a step.")
    ] = 0.04,
    mixed: Annotated[bool, typer.Option("--mixed", help="Decks of random cards, to reach every card.")] = False,
    saves: Annotated[Path | None, typer.Option(help="Where the table of a broken game is saved.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Play random games and check after each step that nothing breaks; the first that does is saved."""
    from tabletop import places
    from tabletop.assist.selfplay import Conduct, SelfPlay, subject

    try:
        cards, make = subject(game)
    except KeyError:
        raise _unknown(game) from None
    conduct = Conduct(by_hand, limit, thorough, mixed)
    play = SelfPlay(_library(cards), make, seed, conduct, folder=saves or places.saves())
    cancelled = False
    try:
        with _progress() as progress:
            task = progress.add_task(f"{game}: games", total=number)
            for done in play.run(number):
                progress.update(task, completed=done)
    except KeyboardInterrupt:
        cancelled = True
    tally = play.tally
    if tally.broken:
        _fault(f"{game}: {tally.broken}")
        if tally.save is not None:
            _fault(f"The table is saved: {tally.save}")
    found = tally.summary(game)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False))
    else:
        given_up = f", {tally.unfinished} given up" if tally.unfinished else ""
        typer.echo(
            f"{game}: {tally.games} games{given_up}, {tally.play.count} steps in {tally.play.seconds:.1f} s of play "
            f"({found['games_per_s']} games/s, {found['steps_per_s']} steps/s, judge {found['judge_per_s']}/s, "
            f"propose {found['propose_per_s']}/s), {tally.check.seconds:.1f} s of checks; "
            f"{'broken' if tally.broken else 'cancelled' if cancelled else 'nothing broken'}"
        )
    if tally.broken:
        raise typer.Exit(1)
    if cancelled:
        raise typer.Exit(130)


def _progress() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True, disable=not Console(stderr=True).is_terminal,
    )  # fmt: skip


def _all_libraries() -> Iterator[Library]:
    from tabletop import places
    from tabletop.assist.rulings import game_and_library

    for folder in places.find_games():
        found = game_and_library(folder.name)
        if found is not None:
            yield found[1]


def _library(game: str) -> Library:
    """The cards of a game. Ends the program with a clear message if there are none of it."""
    from tabletop.assist.rulings import game_and_library

    found = game_and_library(game)
    if found is None:
        raise _unknown(game)
    return found[1]


def _unknown(game: str) -> typer.Exit:
    import difflib

    from tabletop import places

    known = [folder.name for folder in places.find_games()]
    near = difflib.get_close_matches(game, known, 1)
    hint = f'did you mean "{near[0]}"?' if near else f"there are {', '.join(known)}"
    return _wrong(f'there is no game "{game}"; {hint}')


def _wrong(message: str) -> typer.Exit:
    _fault(message)
    return typer.Exit(2)


def _fault(message: str) -> None:
    typer.echo(f"tabletop: {message}", err=True)
