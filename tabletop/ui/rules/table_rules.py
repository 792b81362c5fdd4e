"""The rules of one table, as the window needs them: what is asked, what may be done, what a gesture comes to.

Everything here is read from the table anew when it changes, so an undo or another game leaves nothing behind. The
table itself changes only through the session.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from tabletop.assist.flags import flag_of
from tabletop.assist.hints import Hint, Hints, Reason
from tabletop.assist.options import MoveLine, Moves
from tabletop.assist.panel import panel_lines
from tabletop.assist.prompts import Prompt
from tabletop.assist.referee import MODES, Mode, Offer, Result
from tabletop.assist.rulebook import Rulebook
from tabletop.rules.agenda import PASS
from tabletop.rules.game import EXEMPT
from tabletop.rules.model import Gesture, Move, Violation
from tabletop.table import acts, sight, words
from tabletop.table.acts import Act
from tabletop.table.zones import TABLE
from tabletop.ui.commands import Entry
from tabletop.ui.rules.wording import imperative, sentence

if TYPE_CHECKING:
    from tabletop.assist.session import Session
    from tabletop.ui.dragging import Aim, Drag
    from tabletop.ui.overlay import Overlay
    from tabletop.ui.scene import Target

FIRST = 0.009
"""Seconds that the frame in which a card is picked up may look for places where it may go."""

NEXT = 0.004
"""The same for the frames that follow, and for looking for the legal moves."""

MENU_SEARCH = 0.25
"""Seconds that a menu may look for moves before it opens."""

IN_BAR = 4
"""So many rows of the panel stand in the bar, as far as there is room."""

ONWARD = frozenset((PASS, "done", "end", "end_turn"))
"""The verbs of moves that only go on."""

MODE_TOLD = {
    "off": "The rules are off: hands just act.",
    "flag": "The rules flag: what is illegal is done, and its cards bear a flag with the reason.",
    "referee": "The rules are the referee: what is illegal goes back, and can be done anyway.",
}

_log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A move that the referee has sent back: what it was, why, and the act that it would be without rules."""

    move: Move
    act: Act | None
    text: str
    reasons: tuple[Reason, ...]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press in the prompt bar."""

    id: str
    words: str
    run: Callable[[], object]
    primary: bool = False
    enabled: bool = True
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """What the prompt bar says: whose it is, what is to be decided, where the game stands, and the ways on."""

    seat: str | None
    text: str
    detail: str
    buttons: tuple[Button, ...] = ()
    choices: tuple[Button, ...] = ()


class TableRules:
    """The rules of the table on a desk."""

    def __init__(self, desk: Overlay) -> None:
        self.desk = desk
        self.session: Session = desk.session
        self.book = Rulebook(self.session.library)
        self.picks: list[int] = []
        """The places among the choices of the question that are picked so far."""
        self.refusal: Refusal | None = None
        self.shown: tuple[int, ...] = ()
        """Pieces that a panel wants to be seen, because the pointer is on their line."""
        self.hints: Hints | None = None
        self.aimed: Hint | None = None
        """What a release of the drag would mean; None where it means nothing to the rules."""
        self.aimed_at: tuple[str, int | None] | None = None
        self._drag: Drag | None = None
        self._searched = True
        self._moves: Moves | None = None
        self._key: tuple[object, ...] = ()
        self._prompt: Prompt | None = None
        self._offers: tuple[Offer, ...] = ()
        self._arrows: tuple[tuple[int, int | str], ...] = ()
        self._badges: tuple[tuple[int, str], ...] = ()
        self._ask: Ask | None = None

    # state

    @property
    def there(self) -> bool:
        """Whether this game has rules."""
        return self.session.has_rules

    @property
    def on(self) -> bool:
        """Whether they are switched on."""
        return self.there and self.session.assist != "off"

    @property
    def prompt(self) -> Prompt | None:
        """The question or window that waits."""
        self._follow()
        return self._prompt

    @property
    def mine(self) -> Prompt | None:
        """The question that the looking seat has to answer."""
        prompt = self.prompt
        return prompt if prompt is not None and prompt.kind == "question" and prompt.seat == self._seat else None

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What would follow from what a hand did, and waits for somebody's word."""
        self._follow()
        return self._offers

    @property
    def arrows(self) -> tuple[tuple[int, int | str], ...]:
        """What points at what."""
        self._follow()
        return self._arrows

    @property
    def badges(self) -> tuple[tuple[int, str], ...]:
        """What stands at the foot of cards."""
        self._follow()
        return self._badges

    @property
    def moves(self) -> Moves | None:
        """The legal moves of the looking seat, as far as they have been found."""
        self._follow()
        if self._moves is None and self.on and self._seat is not None:
            self._moves = self._safe(self._new_moves, None)
        return self._moves

    @property
    def _seat(self) -> str | None:
        return self.session.seat

    def _new_moves(self) -> Moves | None:
        return Moves(self.session.game, self.session.table, self._seat or "")

    def _safe(self, ask: Callable[[], T], otherwise: T) -> T:
        """Rules of other people may fail: the table goes on."""
        try:
            return ask()
        except Exception as fault:
            _log.error("The rules of %s failed", self.session.game.id, exc_info=fault)
            return otherwise

    def _follow(self) -> None:
        """Read everything anew if the table, or who looks, has changed."""
        session = self.session
        key = (session.table.revision, session.history.at, len(session.history.trail), session.seat, session.assist)
        if key == self._key:
            return
        self._key = key
        self._moves = self._ask = self.refusal = self._prompt = None
        self._offers = ()
        self._arrows, self._badges = (), ()
        self.picks, self.shown = [], ()
        if not self.there:
            return
        table, game = session.table, session.game
        self._arrows = tuple(self._safe(lambda: game.arrows(table), ()))
        self._badges = tuple(self._safe(lambda: game.badges(table, session.seat), ()))
        if self.on:
            self._prompt = self._safe(session.prompt, None)
            self._offers = self._safe(session.referee.offers, ())

    def update(self, *, idle: bool) -> bool:
        """Let time pass; `idle`: there is time to look for moves. Whether what the bar says has changed."""
        self._follow()
        changed = self._ask is None
        moves = self.moves
        if idle and moves is not None and not moves.done:
            before = len(moves.found)
            moves.search(NEXT)
            changed = changed or moves.done or len(moves.found) != before
        if changed:
            self._ask = None
        return changed

    @property
    def busy(self) -> bool:
        """Whether the next frame has something to look for."""
        return (self._moves is not None and not self._moves.done) or (self.hints is not None and not self._searched)

    # what the bar says

    @property
    def ask(self) -> Ask:
        """What is to be done, by whom."""
        self._follow()
        if self._ask is None:
            self._ask = self._make_ask()
        return self._ask

    def _make_ask(self) -> Ask:
        """What the bar says; where the game was never begun by its rules, also that it can be begun now."""
        ask = self._asked()
        if self.session.begun or self.prompt is not None:
            return ask
        begin = Button("begin", "Begin now", self.begin_now)
        return replace(ask, buttons=(*ask.buttons, begin))

    def begin_now(self) -> None:
        """Begin the game by its rules on the table as it lies."""
        why = self.session.begin_now()
        self.desk.say(why or "The game begins: hands have gone back and are dealt by the rules. Undo takes it back.")
        self.desk.bar_changed()

    def _asked(self) -> Ask:
        table, game, seat = self.session.table, self.session.game, self._seat
        detail = self._where()
        outcome = self._safe(lambda: game.outcome(table), None)
        if outcome is not None:
            told = f"{words.seat_name(table, outcome)} has won." if outcome in table.seats else "The game is a draw."
            return Ask(outcome if outcome in table.seats else None, told, detail)
        prompt = self.prompt
        if prompt is not None and prompt.seat != seat:
            text = prompt.text
            if prompt.kind == "question" and not prompt.hidden:
                text = f"{words.seat_name(table, prompt.seat)} decides: {text}"
            return Ask(prompt.seat, text, detail, tuple(self._for_other(prompt.seat, prompt.kind == "window")))
        if prompt is not None and prompt.kind == "question":
            buttons = (*self._confirm(prompt), *self._hidden(prompt))
            return Ask(seat, prompt.text, detail, buttons, tuple(self._choices(prompt)))
        moves = self.moves
        bare = moves.bare() if moves is not None else []
        if prompt is not None:
            found = [Button("pass", "Pass", self.let_pass, primary=True)]
            found += self._bare([line for line in bare if line.move.do != PASS], first=False)
            return Ask(seat, prompt.text, detail, (*found, *self._listed()))
        waits: tuple[str, ...] = self._safe(lambda: game.to_act(table), ())
        if seat in waits:
            text = f"{words.seat_name(table, str(seat))} is to act."
            if moves is not None and moves.done and not moves.found:
                text = "By the rules nobody can do anything here: go on by hand, or begin a new table by the rules."
            return Ask(seat, text, detail, (*self._bare(bare, first=True), *self._listed()))
        if not waits:
            return Ask(None, "The rules wait for nobody.", detail)
        names = words.listed([words.seat_name(table, each) for each in waits])
        text = f"{names} {'is' if len(waits) == 1 else 'are'} to act."
        return Ask(waits[0], text, detail, (*self._for_other(waits[0], False), *self._bare(bare, first=False)))

    def _where(self) -> str:
        """The first rows of the panel: what everybody wants to know all the time."""
        table, seat = self.session.table, self._seat
        nothing: list[tuple[str, str]] = []
        lines = self._safe(lambda: panel_lines(self.session.game, table, seat), nothing)
        return "  ·  ".join(f"{name}: {value}" for name, value in lines[:IN_BAR])

    def _bare(self, lines: list[MoveLine], *, first: bool) -> list[Button]:
        """Moves without a piece as buttons. With `first` Space stands for the one that goes on; to concede, or to
        choose one of many, is never that near.
        """
        onward = next((line for line in lines if line.move.do in ONWARD), lines[0] if len(lines) == 1 else None)
        ordered = sorted(lines, key=lambda line: line is not onward)
        return [
            Button(f"move {number}", imperative(line.text), partial(self.propose, line.move), first and line is onward)
            for number, line in enumerate(ordered)
        ]

    def _listed(self) -> list[Button]:
        moves = self.moves
        count = len(moves.actors()) if moves is not None else 0
        return [Button("moves", f"Moves ({count})", self.open_moves)] if count else []

    def _for_other(self, seat: str, window: bool) -> list[Button]:
        if self._seat is None:
            return []
        name = words.seat_name(self.session.table, seat)
        found = [Button("hand over", f"Hand over to {name}", partial(self.desk.hand_over, seat), primary=True)]
        if window:
            found.append(Button("pass for", f"{name} passes", partial(self._pass_for, seat)))
        return found

    def _choices(self, prompt: Prompt) -> list[Button]:
        many = prompt.most > 1

        def told(number: int) -> str:
            # The order of several may count.
            order = f"{self.picks.index(number) + 1}. " if many and number in self.picks else ""
            return f"{order}{sentence(prompt.choices[number].text)}"

        return [
            Button(f"choice {number}", told(number), partial(self.choose, number), chosen=number in self.picks,
                   enabled=many or not self.picks)
            for number in range(len(prompt.choices))
        ]  # fmt: skip

    def _confirm(self, prompt: Prompt) -> list[Button]:
        if prompt.most == 1 and prompt.least == 1:
            return []
        count = len(self.picks)
        if not count and not prompt.least:
            return [Button("confirm", "None", self.confirm, primary=True)]
        if prompt.most == 1:
            return []
        goal = str(prompt.least) if prompt.least == prompt.most else f"{prompt.least} to {prompt.most}"
        fits = prompt.least <= count <= prompt.most
        return [Button("confirm", f"Confirm {count} of {goal}", self.confirm, primary=fits, enabled=fits)]

    def _hidden(self, prompt: Prompt) -> list[Button]:
        """Cards that cannot be clicked where they lie, under others, are shown when asked for."""
        sprites, pieces = self.desk.screen.scene.sprites, set(prompt.pieces)
        seen = {piece for piece in pieces if piece in sprites and not sprites[piece].buried}
        return [Button("see", "See the cards…", self.desk.choose_cards)] if len(pieces) > 1 and pieces - seen else []

    # answering

    def choose(self, number: int) -> None:
        """Pick a choice of the question, or put it back; where there is one to pick, that is the answer."""
        prompt = self.mine
        if prompt is None or not 0 <= number < len(prompt.choices):
            return
        if prompt.most == 1:
            self.picks = [number]
            self.confirm()
            return
        if number in self.picks:
            self.picks.remove(number)
        elif len(self.picks) < prompt.most:
            self.picks.append(number)
        else:
            self.desk.say(f"No more than {prompt.most}: put one back first.")
        self._ask = None

    def confirm(self) -> None:
        """Answer with what is picked."""
        prompt = self.mine
        if prompt is not None:
            picked = [prompt.choices[number].ref for number in self.picks]
            self._became(self.session.answer(picked), None)

    def answer_cards(self, pieces: Sequence[int]) -> None:
        """Answer with these cards, in this order."""
        prompt = self.mine
        if prompt is None:
            return
        places: list[int] = []
        for piece in pieces:
            found = (n for n, choice in enumerate(prompt.choices) if choice.piece == piece and n not in places)
            places.append(next(found))
        self.picks = places
        self.confirm()

    def let_pass(self) -> None:
        """Let the window go by."""
        self._became(self.session.let_pass(), None)

    def _pass_for(self, seat: str) -> None:
        self._became(self.session.let_pass(seat), None)

    def primary(self) -> bool:
        """Press the button that Space stands for; whether there is one."""
        if not self.on:
            return False
        ask = self.ask
        found = next((each for each in (*ask.buttons, *ask.choices) if each.primary and each.enabled), None)
        if found is None:
            return False
        found.run()
        return True

    # moves and gestures

    def propose(self, move: Move) -> None:
        """Make a move that was chosen in words."""
        self._became(self.session.referee.propose(move), None)

    def follow_drag(self, drag: Drag | None, pos: tuple[int, int], aim: Aim | None) -> None:
        """Find out where what is carried may go, a little in each frame, and what a release here would mean."""
        if drag is not self._drag:
            self._drag, self.hints, self._searched = drag, None, True
            if drag is not None and self.on and self._seat is not None and self._is_cards(drag):
                self.hints = self._safe(lambda: self.session.hints(self._picked(drag)), None)
                self._searched = self.hints is None or self.hints.search(FIRST)
        elif self.hints is not None and not self._searched:
            self._searched = self.hints.search(NEXT)
        self.aimed = self.aimed_at = None
        if drag is None or self.hints is None or aim is None:
            return
        gesture = self._gesture(drag, aim, pos)
        if gesture is not None:
            hint = self.hints.at(gesture.zone, gesture.onto, gesture.index)
            if hint.meanings:
                self.aimed, self.aimed_at = hint, (gesture.zone, gesture.onto)

    def drop(self, drag: Drag, aim: Aim, act: Act, pos: tuple[int, int]) -> None:
        """Pieces were let go: the gesture is judged if it means anything to the rules, else it is the hand's act."""
        gesture = self._gesture(drag, aim, pos) if self.on and self._is_cards(drag) else None
        if gesture is None or not self.session.referee.options(gesture):
            if act.ops:
                self.desk.act(act)
            return
        self._wish(gesture, act)

    def tap(self, target: Target) -> bool:
        """A double click: whether it means anything to the rules, and so was judged."""
        table, seat = self.session.table, self._seat
        if not self.on or seat is None or len(target.pieces) != 1 or target.pieces[0] not in table.pieces:
            return False
        gesture = Gesture(seat, target.pieces, table.pieces[target.pieces[0]].zone, kind="tap")
        if not self.session.referee.options(gesture):
            return False
        self._wish(gesture, acts.tap(table, target.pieces))
        return True

    def clicked(self, piece: int | None, pos: tuple[int, int]) -> bool:
        """A click on a choice of the question picks it; one on a flag opens the page of its rule."""
        if piece is None:
            return False
        if self.flag_at(pos) == piece:
            reasons = self.reasons(piece)
            if reasons:
                self.open_rule(reasons[0].rule)
                return True
        prompt = self.mine
        if prompt is None or piece not in prompt.pieces:
            return False
        places = [number for number, choice in enumerate(prompt.choices) if choice.piece == piece]
        free = [number for number in places if number not in self.picks]
        self.choose((free or places)[0])
        return True

    def _is_cards(self, drag: Drag) -> bool:
        pieces = self.session.table.pieces
        return drag.whole is None and all(i in pieces and pieces[i].kind in ("card", "token") for i in drag.ids)

    @staticmethod
    def _picked(drag: Drag) -> tuple[int, ...]:
        return (drag.lead, *(i for i in drag.ids if i != drag.lead))

    def _gesture(self, drag: Drag, aim: Aim, pos: tuple[int, int]) -> Gesture | None:
        """What a release means; None for putting cards in order where they lie already."""
        table, scene = self.session.table, self.desk.screen.scene
        zone = table.zone(aim.zone)
        here = {table.pieces[i].zone for i in drag.ids if i in table.pieces}
        in_hand = zone.at_edge or zone.role == "hand"
        onto = None if in_hand else scene.piece_at(*pos, leave_out=drag.ids)
        if here == {zone.id} and (in_hand or (zone.id == TABLE and onto is None)):
            return None
        return Gesture(self._seat or "", self._picked(drag), zone.id, onto, index=aim.index)

    def _wish(self, gesture: Gesture, act: Act, only: Move | None = None) -> None:
        self._became(self.session.wish(gesture, act, only=only), gesture)

    def _became(self, result: Result, gesture: Gesture | None) -> None:
        """Show what has become of a wish."""
        self._follow()
        desk, act = self.desk, result.act
        if result.kind == "choice" and gesture is not None and act is not None:
            listed: list[Entry | None] = [
                Entry(imperative(self._told(option.label)), partial(self._wish, gesture, act, option.move))
                for option in result.options
            ]
            if act.ops:
                listed += [None, Entry("Only move the card", partial(desk.act, act))]
            desk.open_entries(listed, "What is meant?")
        elif result.kind == "refused":
            self._refuse(result)
        elif result.kind == "nothing" or result.why:
            desk.say(result.why or "That is no longer possible: the table has changed.")
        elif not result.verdict.legal and self.session.assist == "flag":
            desk.say(f"⚑ {self._reasons(result.verdict.violations)[0].text}")
        desk.bar_changed()

    def _refuse(self, result: Result) -> None:
        option = result.options[0] if result.options else None
        reasons = self._reasons(result.verdict.violations)
        if option is None:
            self.desk.say(result.why or (reasons[0].text if reasons else "That cannot be done."))
            return
        text = imperative(self._told(option.label))
        self.refusal = Refusal(option.move, result.act, text, reasons, result.why)

    def do_anyway(self) -> None:
        """Make the move that was sent back all the same."""
        refusal = self.refusal
        if refusal is not None:
            self.refusal = None
            self._became(self.session.referee.force(refusal.move, refusal.act), None)

    def only_move(self) -> None:
        """Only move the cards of the move that was sent back."""
        refusal = self.refusal
        if refusal is not None and refusal.act is not None:
            self.refusal = None
            self.desk.act(refusal.act)
        self.desk.bar_changed()

    def dismiss(self) -> bool:
        """Leave what was sent back; whether there was anything."""
        found, self.refusal = self.refusal, None
        if found is not None:
            self.desk.bar_changed()
        return found is not None

    # menus of moves

    def entries_for(self, pieces: tuple[int, ...]) -> list[Entry | None]:
        """The legal moves with a piece, as lines of a menu."""
        moves = self.moves
        if moves is None or len(pieces) != 1:
            return []
        moves.search(MENU_SEARCH)
        return [Entry(imperative(line.text), partial(self.propose, line.move)) for line in moves.of(pieces[0])]

    def open_moves(self) -> None:
        """The menu of all legal moves: those without a card, then card by card."""
        moves = self.moves
        if moves is None:
            self.desk.say("The rules are off: F2 switches them on.")
            return
        moves.search(MENU_SEARCH)
        listed: list[Entry | None] = [
            Entry(imperative(line.text), partial(self.propose, line.move)) for line in moves.bare()
        ]
        table = self.session.table
        actors = moves.actors()
        if listed and actors:
            listed.append(None)
        for piece in actors:
            lines: list[Entry | None] = [
                Entry(imperative(line.text), partial(self.propose, line.move)) for line in moves.led_by(piece)
            ]
            name = sentence(sight.name(table, self._seat, table.pieces[piece])) if piece in table.pieces else "A card"
            listed.append(lines[0] if len(lines) == 1 else Entry(name, children=lines))
        if not listed:
            self.desk.say("By the rules there is nothing that you could do now.")
            return
        bar = self.desk.bar.rect
        self.desk.open_entries(listed, "By the rules", (bar.right - self.desk.theme.px(320), bar.bottom), keyboard=True)

    # modes, flags, offers, pages

    def switch(self, mode: Mode) -> None:
        """Switch the rules; a step of the table."""
        if not self.there:
            self.desk.say("There are no rules for this game: the table is free.")
            return
        self.session.set_assist(mode)
        self.desk.say(MODE_TOLD[mode])
        self.desk.bar_changed()

    def cycle(self) -> None:
        """Off, flag, referee, off."""
        now = MODES.index(self.session.assist)
        self.switch(MODES[(now + 1) % len(MODES)])

    def mode_entries(self) -> list[Entry | None]:
        """The modes, as lines of a menu."""
        now = self.session.assist
        told = {"off": "Off: hands just act", "flag": "Flag what is illegal", "referee": "Referee: send it back"}
        return [Entry(told[mode], partial(self.switch, mode), checked=mode == now) for mode in MODES]

    def reasons(self, piece: int) -> tuple[Reason, ...]:
        """What the flag of a card says."""
        found = self.session.table.pieces.get(piece)
        return self._reasons(flag_of(found)) if found is not None and found.marks else ()

    def flag_tip(self, piece: int) -> str:
        """The reasons of a card's flag, to be read at the pointer; "" if it has none."""
        told = [f"{reason.text} [{self.book.title(reason.rule)}]" for reason in self.reasons(piece)]
        return f"⚑ Against the rules: {' '.join(told)}" if told else ""

    def flag_at(self, pos: tuple[int, int]) -> int | None:
        """The card whose flag lies under a pixel."""
        scene = self.desk.screen.scene
        piece = scene.piece_at(*pos)
        if piece is None or not self.reasons(piece):
            return None
        return piece if scene.sign_rect(piece, "flag").collidepoint(pos) else None

    def flagged(self, pieces: tuple[int, ...]) -> list[int]:
        """Those of these pieces that bear a flag."""
        return [piece for piece in pieces if self.reasons(piece)]

    def clear_flags(self, pieces: tuple[int, ...], *, accepted: bool) -> None:
        """Take flags away."""
        self.session.referee.clear_flags(self.flagged(pieces), self._seat, accepted=accepted)

    def exempt(self, pieces: tuple[int, ...]) -> list[int]:
        """Those of these pieces that a hand keeps from what would follow."""
        found = [self.session.table.pieces[piece] for piece in pieces if piece in self.session.table.pieces]
        return [piece.id for piece in found if piece.marks.get(EXEMPT) == piece.zone]

    def end_exemption(self, pieces: tuple[int, ...]) -> None:
        """The rules hold again for them."""
        self._became(self.session.referee.end_exemption(self.exempt(pieces), self._seat), None)

    def offer_text(self, offer: Offer) -> str:
        """What would follow, in words."""
        return self._fill(offer.label)

    def accept(self, offer: Offer) -> None:
        """Let it follow."""
        self._became(self.session.referee.accept(offer, self._seat), None)

    def decline(self, offer: Offer) -> None:
        """Leave things as the hand put them."""
        self._became(self.session.referee.decline(offer, self._seat), None)

    def open_rule(self, rule: str | None = None) -> None:
        """Show the page of a rule (None: the list of all)."""
        self.desk.show_rule(rule)

    def _reasons(self, violations: tuple[Violation, ...]) -> tuple[Reason, ...]:
        return tuple(Reason(each.rule, self._fill(each.message), each.cards) for each in violations)

    def _told(self, label: str) -> str:
        return words.fill(self.session.table, label, self._seat, {})

    def _fill(self, label: str) -> str:
        return sentence(self._told(label))
