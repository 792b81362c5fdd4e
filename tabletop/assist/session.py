"""A session: one table that people are sitting at. The window, the command line and tests play through it.

It holds the document, who is looking, the chance that dice and shuffles are drawn from, and the journal that saves
every act as it happens. It never shows anything itself.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom

from tabletop import games
from tabletop.assist import telling
from tabletop.assist.decks import has_rules
from tabletop.assist.hints import Hints
from tabletop.assist.prompts import Prompt, prompt_for
from tabletop.assist.referee import ASSIST, Mode, Referee, Result
from tabletop.cards.dealing import card_def, definition, lay_out
from tabletop.cards.library import Library
from tabletop.cards.model import CardDef, Deck
from tabletop.rules import perform
from tabletop.rules.game import Game
from tabletop.rules.model import Gesture, Move, Ref
from tabletop.table import acts, files, layout, saves, sight, words
from tabletop.table.acts import Act
from tabletop.table.history import History, How, Open, Step, What, showed
from tabletop.table.ops import Fact
from tabletop.table.saves import Document, Journal, SaveError
from tabletop.table.state import Definition, Piece, Table

AUTOSAVES = "autosave"
"""The folder, inside that of the saves, where running games are journaled."""

KEPT = 20
"""So many tables that were left in good order stay among the autosaves."""

PART_KEPT = 24 * 3600.0
"""Seconds that a file which is being written is left in peace: it may be another program's that runs now."""

QUICK = "quick save"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log as a seat may read it: what happened, how it came about, who did it. A `detail` stands below
    the line of its step: chance, what followed, a broken rule.
    """

    text: str
    what: What
    how: How
    seat: str | None
    step: Step
    detail: bool = False


class Session:
    """One table in play. `seat` is who is looking; None sees only what everybody sees."""

    def __init__(
        self,
        document: Document,
        library: Library | None = None,
        *,
        folder: Path | None = None,
        journal: Path | None = None,
        report: Sequence[str] = (),
    ) -> None:
        """`folder` is where saves go (None: nothing is saved); `journal` continues that autosave, not a new one."""
        self.document = document
        self.library = library
        self.folder = folder
        self.report = list(report)
        self.rng: Random = SystemRandom()
        self.clipboard: list[Piece] = []
        self.listeners: list[Callable[[], None]] = []
        self.seat: str | None = next(iter(document.table.seats), None)
        self._cards: dict[str, tuple[Definition, CardDef]] = {}
        self._lines: dict[str | None, list[LogLine]] = {}
        self._told: dict[str | None, int] = {}
        self.game: Game = self._rules(document.header.game)
        self.referee = Referee(document.history, self.game, lambda: perform.RandomFortune(self.rng))
        self.journal: Journal | None = None
        if folder is not None:
            self.journal = Journal(journal or _autosave(folder, document), document)
            prune(folder)
        self._listen()

    @classmethod
    def start(
        cls,
        library: Library,
        decks: Sequence[Deck | None],
        *,
        names: Sequence[str] = (),
        seats: int | None = None,
        seed: int | None = None,
        folder: Path | None = None,
        assist: Mode = "off",
    ) -> Session:
        """Lay a new table. With a seed every shuffle and die of the session can be had again.

        With `assist` the game begins by its rules, which deal the first hands themselves; a game without rules is laid
        out for free play whatever `assist` says.
        """
        chosen = seed if seed is not None else SystemRandom().randrange(1 << 32)
        by_rules = assist != "off" and library.game.id in games.makers()
        document = lay_out(library, decks, names=names, seats=seats, seed=chosen, draw=not by_rules)
        document.header.sets = set_digests(library)
        session = cls(document, library, folder=folder)
        if seed is not None:
            session.rng = Random(seed + 1)
        if by_rules:
            session.begin(assist)
        return session

    @classmethod
    def open(cls, path: Path, library: Callable[[str], Library | None], *, folder: Path | None = None) -> Session:
        """Open a saved table; `library` finds the library of a game by its id.

        An autosave goes on being the journal of the table; any other save stays as it is. Raises SaveError if nothing
        can be read, or if it is to be played on (`folder`) and another window plays it.
        """
        if folder is not None and saves.in_use(path):
            raise saves.in_use_by_another(path)
        loaded = saves.load(path)
        found = library(loaded.document.header.game)
        report = [*loaded.report, *changed_sets(loaded.document, found)]
        running = folder is not None and path.parent == folder / AUTOSAVES and not loaded.report
        return cls(loaded.document, found, folder=folder, journal=path if running else None, report=report)

    # reading

    @property
    def table(self) -> Table:
        """The table, to be read."""
        return self.document.table

    @property
    def history(self) -> History:
        """The steps of the table."""
        return self.document.history

    @property
    def fault(self) -> str | None:
        """Why the table is not being saved at the moment, if it is not."""
        return self.journal.fault if self.journal is not None else None

    def card(self, piece: Piece) -> CardDef | None:
        """The definition of a card or token: from its set, else as the table kept it; None for other pieces."""
        if piece.kind not in ("card", "token"):
            return None
        found = self.library.card(piece.card) if self.library is not None else None
        if found is None and (kept := self.table.definitions.get(piece.card)) is not None:
            made_from, found = self._cards.get(piece.card, (None, None))
            if made_from is not kept:
                found = card_def(piece.card, kept)
                self._cards[piece.card] = kept, found
        return found

    def log(self, seat: str | None) -> list[LogLine]:
        """Everything that happened, oldest first, in the words that a seat may read."""
        told = self._lines.setdefault(seat, [])
        trail = self.history.trail
        for what, step in trail[self._told.get(seat, 0) :]:
            told.append(LogLine(words.tell(self.table, step, seat, what), what, step.how, step.seat, step))
            if what == "step":
                for text in telling.details(self.table, step, seat):
                    told.append(LogLine(text, what, step.how, step.seat, step, True))
        self._told[seat] = len(trail)
        return told

    # rules

    @property
    def has_rules(self) -> bool:
        """Whether there are rules for this game that can be switched on."""
        return has_rules(self.document.header.game)

    @property
    def assist(self) -> Mode:
        """In which mode the rules are on this table."""
        return self.referee.mode

    def set_assist(self, mode: Mode) -> Step | None:
        """Switch the rules off, to flag, or to referee."""
        return self.referee.set_mode(mode, self.seat)

    def begin(self, assist: Mode = "referee") -> str | None:
        """Begin the game by its rules on the table as it has been laid. Says why if the rules cannot."""
        self.history.do(f"plays by the rules ({assist})", [Fact(ASSIST, assist)], how="setup")
        return self._begin()

    def _begin(self, before: Callable[[Open], object] | None = None) -> str | None:
        try:
            perform.begin(self.history, self.game, perform.RandomFortune(self.rng), before=before)
        except Exception as fault:
            why = f"The rules of {self.game.name} could not begin ({type(fault).__name__}: {fault})."
            self.report.append(why)
            _log.error("The rules of %s could not begin", self.game.id, exc_info=fault)
            return why
        return None

    @property
    def begun(self) -> bool:
        """Whether the game began by its rules, so far as the steps tell. It did not where a hand switched the rules on,
        on a table that was laid for free play.
        """
        switched = [
            step.how for step in self.history.steps[: self.history.at]
            for op in step.ops if isinstance(op, Fact) and op.name == ASSIST
        ]  # fmt: skip
        return "setup" in switched or not switched

    def begin_now(self) -> str | None:
        """Begin the game by its rules on a table that was laid for free play, in one step: hands go back to the draw
        piles, which are shuffled, for the rules deal the first hands themselves. Says why if the rules cannot.
        """
        mode = self.assist

        def gather(step: Open) -> None:
            step.do(Fact(ASSIST, mode))
            for hand in [zone for zone in self.table.zones.values() if zone.role == "hand"]:
                pile = next((z.id for z in self.table.zones.values() if (z.role, z.seat) == ("draw", hand.seat)), None)
                if pile is not None and self.table.cards(hand.id):
                    step.do_all(acts.move(self.table, self.table.cards(hand.id), pile, up=False).ops)
                    step.do_all(acts.shuffle(self.table, pile, self.rng).ops)

        return self._begin(gather)

    def wish(self, gesture: Gesture, act: Act, *, only: Move | None = None) -> Result:
        """What a hand did with pieces, and the act that it would be without rules: judged and made, flagged, sent back,
        or a choice, as the mode says (`tabletop.assist.referee`).
        """
        return self.referee.wish(gesture, act, only=only)

    def answer(self, pick: Sequence[Ref], seat: str | None = None) -> Result:
        """Answer the question that waits; `seat` is who does (default: who is looking)."""
        return self.referee.answer(self._who(seat), pick)

    def let_pass(self, seat: str | None = None) -> Result:
        """Let the window that is open go by."""
        return self.referee.let_pass(self._who(seat))

    def prompt(self, seat: str | None = None) -> Prompt | None:
        """Who must decide what now, in the words of a seat (default: who is looking)."""
        return prompt_for(self.game, self.table, self.seat if seat is None else seat)

    def hints(self, pieces: Sequence[int], seat: str | None = None) -> Hints | None:
        """Where the rules let pieces go that a seat has picked up; None where they are off."""
        who = self._who(seat)
        return Hints(self.game, self.table, who, pieces) if self.assist != "off" and who else None

    def _who(self, seat: str | None) -> str:
        return seat if seat is not None else self.seat or ""

    def _rules(self, game_id: str) -> Game:
        try:
            return games.load(game_id)
        except Exception as fault:
            self.report.append(f'The rules of "{game_id}" could not be loaded ({type(fault).__name__}: {fault}).')
            _log.error("The rules of %s could not be loaded", game_id, exc_info=fault)
            return games.load("")

    # doing

    def act(self, act: Act, seat: str | None = None, how: How = "manual") -> Step | None:
        """Make an act of a hand, with what follows from it where the rules are on; `seat` is whose (default: who is
        looking). None if it changes nothing, or no longer fits the table.
        """
        return self.referee.by_hand(act, seat if seat is not None else self.seat, how).step

    def undo(self) -> Step | None:
        """Take back the last step."""
        return self.history.undo()

    def redo(self) -> Step | None:
        """Make again the step that was taken back last."""
        return self.history.redo()

    def undo_warning(self) -> str | None:
        """What taking back the last step should not go without saying: that it had shown hidden cards."""
        last = self.history.last
        seen = showed(last) if last is not None else {}
        if not seen:
            return None
        return f"{words.listed([words.seat_name(self.table, seat) for seat in seen])} had seen hidden cards."

    def copy(self, ids: Sequence[int]) -> int:
        """Remember pieces to paste; those that the looking seat may not know are left out. Says how many."""
        found = []
        for i in ids:
            piece = self.table.pieces.get(i)
            if piece is not None and sight.knows(self.table, self.seat, piece):
                copied = piece.copy()
                place = layout.place(self.table, piece)
                copied.x, copied.y = place.x, place.y
                copied.known = sight.seers(self.table, piece)
                found.append(copied)
        self.clipboard = found
        return len(found)

    def paste(self, at: tuple[float, float]) -> Step | None:
        """Put copies of what was copied onto the table, but for what the looking seat did not know when it was copied:
        somebody else copied that.
        """
        lookers = self.table.everyone if self.seat is None else (self.seat,)
        known = [
            piece for piece in self.clipboard
            if piece.kind not in ("card", "token") or all(seat in piece.known for seat in lookers)
        ]  # fmt: skip
        return self.act(acts.copies(self.table, known, at))

    # saving

    def save(self, name: str) -> Path:
        """Save the table under a name. Raises SaveError if there is nowhere to save, or the name is empty."""
        if self.folder is None:
            raise SaveError("There is no folder to save into.")
        path = saves.path_for(self.folder, name)
        old = self.document.header.title
        self.document.header.title = name.strip()
        try:
            saves.save_as(path, self.document)
        except SaveError:
            self.document.header.title = old
            raise
        if self.journal is not None:
            self.journal.rewrite()
        return path

    def close(self) -> None:
        """Leave the table in good order; it can be resumed."""
        if self.journal is not None:
            self.journal.close()
        self._unlisten()

    def _listen(self) -> None:
        self.history.listeners.append(self._heard)

    def _unlisten(self) -> None:
        with contextlib.suppress(ValueError):
            self.history.listeners.remove(self._heard)

    def _heard(self, what: What, step: Step) -> None:
        for listener in self.listeners:
            listener()


# saves in a folder


@dataclass(frozen=True, slots=True)
class Saved:
    """A save in a list: its file, title and game, when it was written last, and whether it was left in good order."""

    path: Path
    title: str
    game: str
    when: float
    closed: bool
    autosave: bool


def saved_tables(folder: Path) -> list[Saved]:
    """The saves of a folder and its autosaves, the latest first. Files that are no saves are left out, and the running
    games of other windows: they are those windows' own.
    """
    found: list[Saved] = []
    for place, autosave in ((folder, False), (folder / AUTOSAVES, True)):
        try:
            paths = list(place.glob(f"*{saves.SUFFIX}"))
        except OSError:
            continue
        for path in paths:
            if autosave and saves.in_use(path):
                continue
            header = saves.read_header(path)
            if header is None and saves.looks_saved(path):
                header = saves.Header(title=path.stem)
            with contextlib.suppress(OSError):
                when = path.stat().st_mtime
                if header is not None:
                    title = header.title if autosave else header.title or path.stem
                    found.append(Saved(path, title, header.game, when, saves.was_closed(path), autosave))
    return sorted(found, key=lambda saved: saved.when, reverse=True)


def unfinished(folder: Path) -> Saved | None:
    """The latest table that was not closed, and that no window plays: the program died, or the machine did."""
    latest = [saved for saved in saved_tables(folder) if saved.autosave]
    return latest[0] if latest and not latest[0].closed else None


def prune(folder: Path) -> None:
    """Delete the oldest autosaves that were left in good order, beyond those that are kept, and what is left of saves
    that were cut off in the writing long ago.
    """
    closed = [saved.path for saved in saved_tables(folder) if saved.autosave and saved.closed]
    for path in closed[KEPT:]:
        with contextlib.suppress(OSError):
            path.unlink()
    for place in (folder, folder / AUTOSAVES):
        with contextlib.suppress(OSError):
            for path in place.glob(f".*{saves.PART}"):
                if path.stat().st_mtime < time.time() - PART_KEPT:
                    path.unlink()


def changed_sets(document: Document, library: Library | None) -> list[str]:
    """What has become of the card sets that a table was made with, in sentences."""
    wanted = document.header.sets
    if library is None:
        game = document.header.game
        return [f'The game "{game}" is not installed: its cards are shown as the table kept them.'] if game else []
    now = set_digests(library)
    used = {piece.card.partition("/")[0] for piece in document.table if piece.kind in ("card", "token")}
    report = []
    for card_set, digest in wanted.items():
        if card_set not in used:
            continue
        if card_set not in now:
            report.append(f'The card set "{card_set}" is gone: its cards are shown as the table kept them.')
        elif now[card_set] != digest:
            changed, gone = _changed_cards(document, library, card_set)
            told = [f"{_cards(changed)} shown as the set has them now"] if changed else []
            told += [f"{_cards(gone)} no longer in it and shown as the table kept them"] if gone else []
            if told:
                report.append(f'The card set "{card_set}" has changed since the table was saved: {", ".join(told)}.')
    return report


def _changed_cards(document: Document, library: Library, card_set: str) -> tuple[int, int]:
    """How many cards of a set that lie on a table are another by now, and how many are gone."""
    table = document.table
    changed = gone = 0
    for card_id in {piece.card for piece in table if piece.kind in ("card", "token")}:
        kept = table.definitions.get(card_id)
        if kept is None or card_id.partition("/")[0] != card_set:
            continue
        now = library.card(card_id)
        gone += now is None
        changed += now is not None and definition(now) != kept
    return changed, gone


def _cards(number: int) -> str:
    return "one card is" if number == 1 else f"{number} cards are"


def set_digests(library: Library) -> dict[str, str]:
    """A short digest of each card set's file, by the set's id; a set whose file is gone has none."""
    digests = {}
    for card_set in library.sets.values():
        with contextlib.suppress(OSError):
            digests[card_set.id] = hashlib.blake2b(files.read_bytes(card_set.path), digest_size=8).hexdigest()
    return digests


def _autosave(folder: Path, document: Document) -> Path:
    stamp = time.strftime("%Y-%m-%d %H-%M-%S")
    game = document.header.game or "table"
    path = folder / AUTOSAVES / f"{game} {stamp}{saves.SUFFIX}"
    number = 1
    while os.path.lexists(path):
        number += 1
        path = folder / AUTOSAVES / f"{game} {stamp} {number}{saves.SUFFIX}"
    return path
