"""The verbs that move cards: out of play and into it, from one side to the other, out of decks and into hands."""

from __future__ import annotations

from typing import Literal

from tabletop.games.lnh import picks
from tabletop.games.lnh.board import BROUGHT, DAMAGED, KIND, Board
from tabletop.games.lnh.cards import Pick
from tabletop.games.lnh.coming import aside, enter, give, leave
from tabletop.games.lnh.moving import (
    NO,
    ask,
    count,
    draw,
    forced_discard,
    hand_of,
    known,
    reshuffle,
    show,
    shuffle,
    to_pile,
)
from tabletop.games.lnh.rows import Act, Row, effects
from tabletop.games.lnh.tasks import tasks
from tabletop.games.lnh.verbs import What, Who, lasts, pieces_of, seats_of
from tabletop.rules.model import Plan, Ref
from tabletop.table.ops import Mark, Move, Pose

# cards in play


@effects.verb("remove")
class Remove(Row, frozen=True, kw_only=True):
    """A card that was picked out leaves play, for its owner's lost pile or out of the game (`removed`)."""

    what: What = "at"
    to: Literal["lost", "removed"] = "lost"
    unless: str = ""
    """The name of a card that keeps it, if there is one of the player's."""
    unless_any: str = ""
    """The same for a card of either player's."""

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Let it leave."""
        if self.unless and board.has(act.seat, self.unless):
            return
        if self.unless_any and board.named(self.unless_any):
            return
        picked = self.what != "self"
        pieces = pieces_of(act, self.what)
        yield from leave(board, pieces, by=act.seat, to=self.to, picked=picked, cause=act.card)


@effects.verb("remove_all")
class RemoveAll(Row, frozen=True, kw_only=True):
    """All cards in play of a kind or of these names leave play, but this one; protected ones stay."""

    kind: str = ""
    names: tuple[str, ...] = ()

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Let them leave together."""
        found = [
            piece for piece in board.in_play()
            if piece != act.card
            and ((self.kind and self.kind in board.kinds(piece)) or board.name(piece) in self.names)
            and not (board.is_villain(act.card) and board.escapes(board.controller(piece) or ""))
        ]  # fmt: skip
        yield from leave(board, picks.removable(board, act.seat, found), by=act.seat)


@effects.verb("control")
class Control(Row, frozen=True, kw_only=True):
    """Take control of the card that was named: for good, or until the end of its present player's next turn."""

    borrowed: bool = False

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Take it over."""
        for piece in pieces_of(act, "at"):
            before = board.controller(piece)
            yield from give(board, [piece], act.seat)
            if self.borrowed and before is not None and before != act.seat:
                yield lasts(board, act, "borrowed", f"next:{before}", act.seat, before, (piece,))


@effects.verb("turn_down")
class TurnDown(Row, frozen=True, kw_only=True):
    """A card is turned face down."""

    what: What = "at"

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Turn it."""
        for piece in pieces_of(act, self.what):
            if board.is_in_play(piece) and board.is_up(piece):
                yield Pose(piece, up=False)


@effects.verb("wear")
class Wear(Row, frozen=True, kw_only=True):
    """The Equipment that was named becomes damaged; one that was damaged leaves play."""

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Damage it."""
        for piece in pieces_of(act, "at"):
            if board.mark(piece, DAMAGED):
                yield from leave(board, [piece], by=act.seat, picked=True, cause=act.card)
            else:
                yield Mark(piece, DAMAGED, True)


@effects.verb("repair")
class Repair(Row, frozen=True, kw_only=True):
    """The card that was named is no longer damaged."""

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Mend it."""
        for piece in pieces_of(act, "at"):
            yield Mark(piece, DAMAGED, None)


@effects.verb("become")
class Become(Row, frozen=True, kw_only=True):
    """The card that was named counts as a Hero, or a Villain, until it leaves play."""

    kind: Literal["Hero", "Villain"]

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Change what it counts as."""
        for piece in pieces_of(act, "at"):
            yield Mark(piece, KIND, self.kind)


@effects.verb("count")
class Count(Row, frozen=True, kw_only=True):
    """Counters come onto a card, or off it."""

    by: int = 1
    what: What = "self"

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Change its counters."""
        for piece in pieces_of(act, self.what):
            if board.is_in_play(piece):
                yield count(board, piece, self.by)


@effects.verb("place")
class Place(Row, frozen=True, kw_only=True):
    """The card that was named, in a hand, a deck, a lost pile or outside the game, is put into play. A deck that it
    came from is shuffled.
    """

    what: What = "with"

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Put it there."""
        for piece in pieces_of(act, self.what):
            if piece in board.deck(act.seat):
                yield aside(board, piece)
                yield from shuffle(board, act.seat)
            yield from enter(board, piece, act.seat)


@effects.verb("take")
class Take(Row, frozen=True, kw_only=True):
    """The card that was named goes into the player's hand, or (`to`) out of the game."""

    what: What = "at"
    to: Literal["hand", "removed"] = "hand"

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Take it."""
        for piece in pieces_of(act, self.what):
            yield to_pile(board, piece, self.to)


@effects.verb("bring")
class Bring(Row, frozen=True, kw_only=True):
    """The card that was named comes from outside the game into the hand, or into play. This card remembers it."""

    to: Literal["hand", "play"]

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Bring it."""
        for piece in act.using[:1]:
            yield Mark(act.card, BROUGHT, piece)
            if self.to == "hand":
                yield Move(piece, f"{act.seat}.hand", -1, 0.0, 0.0, 0.0, False)
            else:
                yield from enter(board, piece, act.seat)


# cards in decks and hands


@effects.verb("draw")
class Draw(Row, frozen=True, kw_only=True):
    """Draw cards."""

    number: int = 1
    who: Who = "me"

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Draw them."""
        for seat in seats_of(board, act, self.who):
            yield from draw(board, seat, self.number)


@effects.verb("search")
class Search(Row, frozen=True, kw_only=True):
    """Search the player's deck for a card that fits, and put it into play or take it into the hand (`to`); with `lost`
    the lost pile as well. `chooser`: who searches. The opponent has to find a card if there is one. Whoever only `may`
    search does not if nothing is there.
    """

    kind: tuple[str, ...] = ()
    name: tuple[str, ...] = ()
    sort: tuple[str, ...] = ()
    to: Literal["play", "hand"] = "play"
    lost: bool = False
    chooser: Literal["me", "opponent", "active"] = "me"
    may: bool = False

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Ask who searches what they take."""
        seat = board.turn if self.chooser == "active" else act.seat
        pick = Pick(kind=self.kind, name=self.name, sort=self.sort, zone="deck")
        found = [piece for piece in board.deck(seat) if picks.fits(board, seat, pick, piece)]
        if self.lost:
            found += [piece for piece in board.lost(seat) if picks.fits(board, seat, pick, piece)]
        if self.may and not found:
            return
        chooser = board.opponent(seat) if self.chooser == "opponent" else seat
        yield from search(
            board, seat, found, "found", {"seat": seat, "to": self.to}, chooser=chooser,
            free=self.chooser != "opponent",
        )  # fmt: skip


def search(
    board: Board,
    seat: str,
    found: list[int],
    then: str,
    args: dict[str, object],
    *,
    chooser: str = "",
    free: bool = True,
) -> Plan[None]:
    """A deck is searched: its searcher is asked for one of the cards found (or "no"). Whoever goes on shuffles it, so
    that nothing of the rest of the deck, which the searcher may see as well, is known any more.
    """
    chooser = chooser or seat
    yield from known(board, found, chooser)
    if not found:
        yield from shuffle(board, seat)
        return
    choices: list[Ref] = [*found, NO] if free else list(found)
    whose = "your deck" if chooser == seat else f"the deck of {{{seat}}}"
    yield ask(chooser, f"Search {whose}: choose a card", choices, then, args, kind="search", secret=True)


@tasks.task
def found(board: Board, seat: str, to: str, picked: list[Ref]) -> Plan[None]:
    """What a search has found goes where it belongs, and the deck is shuffled."""
    piece = picked[0] if picked and isinstance(picked[0], int) else None
    if piece is not None:
        yield Move(piece, f"{seat}.hand", -1, 0.0, 0.0, 0.0, False) if to == "hand" else aside(board, piece)
    yield from shuffle(board, seat)
    if piece is not None and to == "play":
        yield from enter(board, piece, seat)


@effects.verb("look")
class Look(Row, frozen=True, kw_only=True):
    """Look at the opponent's hand."""

    def run(self, board: Board, act: Act) -> Plan[None]:
        """See it."""
        yield from show(board, board.hand(board.opponent(act.seat)), act.seat)


@effects.verb("discard_all")
class DiscardAll(Row, frozen=True, kw_only=True):
    """The opponent, or each player, discards all cards of a kind."""

    kind: str
    who: Literal["opponent", "each"] = "opponent"

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Discard them."""
        for seat in seats_of(board, act, self.who):
            yield from forced_discard(
                board, seat, hand_of(board, seat, lambda piece: self.kind in board.card(piece).kinds), act.seat
            )


@effects.verb("reshuffle")
class Reshuffle(Row, frozen=True, kw_only=True):
    """Shuffle the lost pile into the deck."""

    def run(self, board: Board, act: Act) -> Plan[None]:
        """Do so."""
        yield from reshuffle(board, act.seat)
