"""The rules in the window: highlights, prompts, refusals, flags, offers, pages, and what is left after an undo."""

from __future__ import annotations

import time
from collections.abc import Callable

import pygame
import pytest
from toy.position import Position
from windowed import CTRL, SIZE, TableWindow

from tabletop.assist.flags import flagged
from tabletop.assist.referee import Mode
from tabletop.assist.session import Session
from tabletop.rules.game import OFFERED
from tabletop.table import acts
from tabletop.table.ops import Fact
from tabletop.ui.app import App
from tabletop.ui.rules.choosing import ChooseCards
from tabletop.ui.rules.pages import RulePages
from tabletop.ui.rules.table_rules import TableRules
from tabletop.ui.rules.wording import imperative
from tabletop.ui.table_screen import TableScreen
from tabletop.ui.theme import Theme

pytestmark = pytest.mark.usefixtures("installed_skirmish")

Start = Callable[..., "RulesWindow"]

DUEL = {
    "A_field": ["Tall Knight"], "A_hand": ["Quick Jab", "Heavy Smash", "Swift Archer", "Far Scout"],
    "A_deck": ["Old Banner", "Double or Nothing"], "B_field": ["Swift Archer#2"], "B_hand": ["Parry"],
    "B_deck": ["Old Banner#2", "Quick Jab#2"],
}  # fmt: skip


class RulesWindow(TableWindow):
    """The window on a position of the toy game."""

    def __init__(self, app: App, screen: TableScreen, position: Position) -> None:
        super().__init__(app, screen)
        self.position = position

    @property
    def rules(self) -> TableRules:
        return self.desk.rules

    def __getitem__(self, name: str) -> int:
        return self.position[name]

    def middle(self, zone: str) -> tuple[int, int]:
        x, y, w, h = self.screen.scene.probe()["zones"][zone]
        return x + w // 2, y + h // 2

    def spot(self, name: str) -> tuple[int, int]:
        """A part of a card that is seen."""
        shape = self.screen.scene.shape_of(self[name])
        edge = self.screen.scene.sprites[self[name]].edge
        return round(shape.x - (shape.w * 0.3 if edge else 0)), round(min(shape.y, self.app.window.height - 60))

    def carry(self, name: str, goal: tuple[int, int]) -> None:
        start = self.spot(name)
        self.move(start)
        self.send(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False))
        for part in (0.2, 0.7, 1.0):
            at = round(start[0] + (goal[0] - start[0]) * part), round(start[1] + (goal[1] - start[1]) * part)
            self.move(at, (1, 0, 0))
            # A card that is thrown slides on: this one is laid down.
            time.sleep(0.05)
        time.sleep(0.12)
        self.frames()

    def let_go(self) -> None:
        self.send(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=self.desk.pos, button=1, touch=False))
        self.frames()

    def drag(self, name: str, goal: tuple[int, int]) -> None:
        self.carry(name, goal)
        self.let_go()

    def press(self, id: str) -> None:
        x, y, w, h = self.desk.probe()["regions"][id]
        self.click((x + w // 2, y + h // 2))
        self.frames()

    def pick(self, words: str) -> None:
        x, y, w, h = self.desk.probe()["menu"][words]
        self.click((x + w // 2, y + h // 2))
        self.frames()

    def marks(self, kind: str) -> list[pygame.Rect]:
        return [pygame.Rect(mark.rect) for mark in self.desk.marks.marks if mark.kind == kind]

    def log(self) -> list[str]:
        return [line.text for line in self.session.log(self.session.seat)]

    @property
    def buttons(self) -> list[str]:
        return [button.words for button in self.rules.ask.buttons]


@pytest.fixture
def start(open_app: Callable[..., App]) -> Start:
    def make(
        mode: Mode = "referee", turn: str = "A", size: tuple[int, int] = SIZE, scale: float = 1.0, **zones: list[str]
    ) -> RulesWindow:
        position = Position(mode, turn, **{**DUEL, **zones})
        app = open_app(size, curtain=False, scale=scale)
        screen = TableScreen(position.session)
        app.goto(screen)
        window = RulesWindow(app, screen, position)
        window.frames(4)
        return window

    return make


# modes


def test_f2_goes_through_the_modes_and_each_is_a_step(start: Start) -> None:
    window = start("off")
    clear = window.desk.clear_rect()
    assert window.desk.bar.rect.w == 0
    window.key(pygame.K_F2)
    window.frames()
    assert window.session.assist == "flag"
    assert window.desk.bar.rect.w == clear.w
    assert window.desk.clear_rect().top == window.desk.bar.strip
    window.key(pygame.K_F2)
    assert window.session.assist == "referee"
    window.key(pygame.K_z, CTRL)
    window.key(pygame.K_z, CTRL)
    window.frames()
    assert window.session.assist == "off"
    assert window.desk.clear_rect() == clear


def test_the_button_of_the_side_panel_switches_too(start: Start) -> None:
    window = start("referee")
    window.press("rules mode")
    window.pick("Flag what is illegal")
    assert window.session.assist == "flag"


def test_a_free_game_has_no_rules_to_switch(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "has_rules", False)
    window = start("off")
    window.key(pygame.K_F2)
    window.frames()
    assert window.session.assist == "off"
    assert "rules mode" not in window.desk.probe()["regions"]


# where a card may go


def test_picking_a_card_up_shows_where_it_may_go_and_why_not_elsewhere(start: Start) -> None:
    window = start(B_field=["Swift Archer#2", "Tall Knight#2"])
    window.carry("Quick Jab", window.spot("Swift Archer#2"))
    targets = {tuple(window.screen.scene.shape_of(window[name]).rect(1))
               for name in ("Swift Archer#2", "Tall Knight#2")}  # fmt: skip
    assert targets <= {tuple(rect) for rect in window.marks("legal")}
    assert window.rules.aimed is not None
    assert window.rules.aimed.legal
    assert not window.screen.scene.previewed, "the rules say what a release does, not the ghost"
    window.move(window.spot("Tall Knight"), (1, 0, 0))
    window.frames()
    assert [tuple(rect) for rect in window.marks("bad")] == [
        tuple(window.screen.scene.shape_of(window["Tall Knight"]).rect(1))
    ]
    assert window.rules.aimed is not None
    assert "other side" in window.rules.aimed.reasons[0].text
    window.key(pygame.K_ESCAPE)
    window.frames()
    assert not window.desk.marks.marks
    assert window.rules.hints is None


def test_marks_are_drawn_in_the_window(start: Start) -> None:
    window = start()
    window.carry("Swift Archer", window.middle("A.field"))
    (field,) = window.marks("legal")
    colour = window.app.theme.colour("good")
    seen = window.app.window.get_at((field.centerx, field.top + 1))
    assert all(abs(one - other) <= 3 for one, other in zip(seen, colour, strict=True))


def test_a_drop_into_the_own_hand_is_no_wish(start: Start) -> None:
    window = start(turn="B")
    steps = window.session.history.at
    window.drag("Quick Jab", window.spot("Far Scout"))
    assert window.rules.refusal is None
    assert window.session.history.at == steps + 1
    assert set(window.hand()) == {window[name] for name in DUEL["A_hand"]}


def test_highlights_come_within_a_frame(start: Start) -> None:
    window = start()
    window.carry("Quick Jab", window.middle("A.field"))
    rules, drag = window.rules, window.screen.gestures.drag
    assert drag is not None
    aim = drag.aim(window.desk.pos)
    spent = []
    for _ in range(5):
        rules.follow_drag(None, window.desk.pos, None)
        began = time.perf_counter()
        rules.follow_drag(drag, window.desk.pos, aim)
        window.desk.marks.follow()
        spent.append(time.perf_counter() - began)
    assert min(spent) <= 0.016


# what a drop comes to


def test_a_legal_drop_does_what_the_rules_say(start: Start) -> None:
    window = start()
    window.drag("Quick Jab", window.spot("Swift Archer#2"))
    assert window.position.zone("Quick Jab") == "clash"
    assert window.session.history.last.how == "rules"  # type: ignore[union-attr]
    assert window.rules.ask.seat == "B"


def test_several_meanings_are_asked_in_a_menu_in_words(start: Start) -> None:
    window = start(A_field=["Tall Knight", "Swift Archer#3"])
    window.drag("Quick Jab", window.spot("Swift Archer#2"))
    menu = window.desk.probe()["menu"]
    by_knight = "Strike Swift Archer with Quick Jab by Tall Knight"
    assert list(menu) == [by_knight, "Strike Swift Archer with Quick Jab by Swift Archer", "Only move the card"]
    assert window.position.zone("Quick Jab") == "A.hand"
    window.pick(by_knight)
    assert window.position.zone("Quick Jab") == "clash"


def test_the_referee_sends_back_with_every_reason_and_it_can_be_done_anyway(start: Start) -> None:
    window = start(turn="B")
    window.session.history.do("strikes", [Fact("struck", True)])
    before = window.table.digest()
    window.drag("Quick Jab", window.spot("Swift Archer#2"))
    assert window.table.digest() == before
    assert window.desk.probe()["rules"]["refused"] == ["turn", "one-strike"]
    window.press("anyway")
    assert window.position.zone("Quick Jab") == "clash"
    assert window.session.history.last.how == "forced"  # type: ignore[union-attr]
    assert [piece for piece, _ in flagged(window.table)] == [window["Quick Jab"]]
    window.key(pygame.K_z, CTRL)
    window.frames()
    assert window.table.digest() == before
    assert window.desk.probe()["rules"]["refused"] == []
    assert window.desk.probe()["rules"]["flags"] == {}


def test_only_moving_the_card_and_leaving_it(start: Start) -> None:
    window = start(turn="B")
    window.drag("Quick Jab", window.spot("Swift Archer#2"))
    window.key(pygame.K_ESCAPE)
    window.frames()
    assert window.rules.refusal is None
    assert "anyway" not in window.desk.probe()["regions"]
    window.drag("Quick Jab", window.spot("Swift Archer#2"))
    window.press("only move")
    assert window.position.zone("Quick Jab") == "B.field"
    assert window.session.history.last.how == "manual"  # type: ignore[union-attr]


def test_a_flag_is_seen_told_and_cleared(start: Start) -> None:
    window = start("flag", turn="B")
    window.drag("Quick Jab", window.spot("Swift Archer#2"))
    card = window["Quick Jab"]
    x, y, w, h = window.desk.probe()["rules"]["flags"][str(card)]
    assert w > 8
    assert "It is not the turn of Anna" in window.rules.flag_tip(card)
    window.click((x + w // 2, y + h // 2))
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, RulePages)
    assert dialog.page is not None
    assert dialog.page.id == "turn"
    window.key(pygame.K_ESCAPE)
    window.click((x + w + 12, y + h + 12), 3)
    window.pick("Flag")
    window.pick("Accept it: the flag goes")
    assert not list(flagged(window.table))
    assert window.desk.probe()["rules"]["flags"] == {}


def test_a_double_click_that_means_nothing_taps(start: Start) -> None:
    window = start()
    at = window.spot("Tall Knight")
    window.click(at)
    window.click(at)
    assert window.table.pieces[window["Tall Knight"]].rotation == 90


def test_the_menu_of_a_card_lists_its_moves(start: Start) -> None:
    window = start()
    window.click(window.spot("Swift Archer"), 3)
    window.pick("By the rules")
    window.pick("Play Swift Archer")
    assert window.position.zone("Swift Archer") == "A.field"


# prompts


def test_space_ends_the_turn_and_hands_over(start: Start) -> None:
    window = start()
    assert window.buttons[0] == "End the turn"
    window.key(pygame.K_SPACE)
    window.frames()
    assert window.table.facts["turn"] == "B"
    assert window.buttons == ["Hand over to Bea"]
    window.key(pygame.K_SPACE)
    window.frames()
    assert window.session.seat == "B"


def test_space_and_a_drag_move_the_view_and_press_nothing(start: Start) -> None:
    window = start()
    window.send(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ", scancode=0))
    window.click(window.middle("clash"))
    window.send(pygame.event.Event(pygame.KEYUP, key=pygame.K_SPACE, mod=0, unicode="", scancode=0))
    assert window.table.facts["turn"] == "A"


def test_a_window_can_be_passed_or_used(start: Start) -> None:
    window = start()
    window.drag("Quick Jab", window.spot("Swift Archer#2"))
    window.session.seat = "B"
    window.frames(4)
    assert window.buttons[0] == "Pass"
    window.key(pygame.K_SPACE)
    window.frames()
    assert window.position.zone("Quick Jab") == f"{window['Swift Archer#2']}.hits"
    window.key(pygame.K_z, CTRL)
    window.frames()
    window.drag("Parry", window.middle("clash"))
    assert window.position.zone("Quick Jab") == "A.lost"


def listen(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every text that is drawn from now on."""
    drawn: set[str] = set()
    plain = Theme.text

    def heard(self: Theme, words: str, *args: object) -> object:
        drawn.add(words)
        return plain(self, words, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Theme, "text", heard)
    return drawn


def test_a_secret_question_is_asked_behind_the_curtain(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    window = start()
    window.drag("Far Scout", window.middle("clash"))
    names = [button.words for button in window.rules.ask.choices]
    assert names == ["Old Banner", "Double or Nothing"]
    window.session.seat = "B"
    window.frames(4)
    ask = window.rules.ask
    assert ask.choices == ()
    assert "Banner" not in ask.text
    assert window.marks("choice") == []
    told = listen(monkeypatch)
    for seat, open_to_read in (("B", False), ("A", True)):
        window.session.seat = seat
        window.desk.side.show_tab("facts")
        told.clear()
        window.app.redraw()
        window.frames(4)
        assert "agenda" in told
        assert any(text.startswith('[{') for text in told) is open_to_read
    window.session.seat = "B"
    window.frames(4)
    assert [button.words for button in ask.buttons] == ["Hand over to Anna"]
    window.press("hand over")
    assert window.session.seat == "A"
    window.press("choice 1")
    assert window.position.zone("Double or Nothing") == "A.hand"


def test_choices_that_lie_in_a_pile_are_shown_side_by_side(start: Start) -> None:
    window = start()
    window.drag("Far Scout", window.middle("clash"))
    window.press("see")
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, ChooseCards)
    assert dialog.grid.ids == [window["Old Banner"], window["Double or Nothing"]]
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RETURN)
    window.frames()
    assert window.desk.dialogs.top is None
    assert window.position.zone("Double or Nothing") == "A.hand"
    window.key(pygame.K_z, CTRL)
    window.frames()
    window.press("see")
    window.session.seat = "B"
    window.frames()
    assert window.desk.dialogs.top is None, "the question is not for this seat"


def test_choices_are_picked_by_clicking_cards_and_confirmed(start: Start) -> None:
    more = ["Quick Jab#3", "Quick Jab#4", "Heavy Smash#3", "Heavy Smash#4"]
    window = start(A_hand=[*DUEL["A_hand"], *more])
    window.key(pygame.K_SPACE)
    window.frames(3)
    prompt = window.rules.mine
    assert prompt is not None
    number = prompt.least
    assert prompt.most == number > 1
    assert len(window.marks("choice")) == len(more) + 4
    for name in more[:number]:
        window.click(window.spot(name))
    window.frames()
    assert len(window.marks("picked")) == number
    window.click(window.spot(more[0]))
    assert len(window.rules.picks) == number - 1
    window.key(pygame.K_RETURN)
    assert window.rules.mine is not None, "too few are picked"
    window.key(pygame.K_ESCAPE)
    window.click(window.spot(more[0]))
    window.key(pygame.K_RETURN)
    window.frames()
    assert all(window.position.zone(name) == "A.lost" for name in more[:number])
    assert window.table.facts["turn"] == "B"


def test_the_bar_can_be_used_by_keyboard_alone(start: Start) -> None:
    window = start()
    window.drag("Far Scout", window.middle("clash"))
    window.key(pygame.K_RETURN)
    assert window.desk.bar.focus == "choice 0"
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RETURN)
    window.frames()
    assert window.position.zone("Double or Nothing") == "A.hand"
    window.desk.bar.focus_on(None)
    window.key(pygame.K_m, CTRL)
    menu = window.desk.probe()["menu"]
    assert "End the turn" in menu
    assert "Play Swift Archer" in menu
    window.pick("Play Swift Archer")
    assert window.position.zone("Swift Archer") == "A.field"


def test_nothing_stale_is_left_by_an_undo(start: Start) -> None:
    window = start()
    window.drag("Far Scout", window.middle("clash"))
    assert window.rules.ask.choices
    window.key(pygame.K_z, CTRL)
    window.frames(3)
    assert window.rules.ask.choices == ()
    assert window.marks("choice") == []
    assert window.buttons[0] == "End the turn"


def test_the_winner_is_told_calmly(start: Start) -> None:
    window = start()
    window.session.history.do("wins", [Fact("winner", "B")])
    window.frames(2)
    assert window.rules.ask.text == "Bea has won."
    assert window.buttons == []


# what follows


def test_what_would_undo_a_hand_is_offered_and_can_be_left(start: Start) -> None:
    window = start("off", B_field=["Swift Archer#2", "Tall Knight#2"])
    archer = window["Swift Archer#2"]
    window.session.act(acts.move(window.table, [window["Heavy Smash"]], f"{archer}.hits"))
    window.session.set_assist("referee")
    window.session.act(acts.tap(window.table, [archer]))
    window.frames(3)
    assert window.table.facts[OFFERED] == [archer]
    window.press("leave 0")
    assert window.position.zone("Swift Archer#2") == "B.field"
    assert "apply 0" not in window.desk.probe()["regions"]
    window.key(pygame.K_z, CTRL)
    window.frames()
    window.press("apply 0")
    assert window.position.zone("Swift Archer#2") == "B.lost"


# panel, log, pages


def test_the_log_tells_rules_and_opens_their_pages(start: Start) -> None:
    window = start("flag", turn="B")
    window.drag("Quick Jab", window.spot("Swift Archer#2"))
    log = window.desk.side.log
    rows = [number for number, row in enumerate(log.rows) if row.rule == "turn"]
    assert rows
    assert log.rows[rows[0]].colour == "bad"
    log.listing.click((20, log.listing._rect.y + rows[0] * log.listing.height - log.listing._offset + 2))
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, RulePages)
    assert dialog.page is not None
    assert dialog.page.id == "turn"


def test_the_pages_are_searched_by_their_words(start: Start) -> None:
    window = start()
    window.press("rules pages")
    dialog = window.desk.dialogs.top
    assert isinstance(dialog, RulePages)
    count = len(dialog.list.items)
    window.type("knocked")
    window.frames()
    assert 0 < len(dialog.list.items) < count
    assert "ko" in [page.id for page in dialog.list.items]


def test_the_panel_shows_effects_and_ends_them(start: Start) -> None:
    window = start()
    knight = window["Tall Knight"]
    effect = {"kind": "stronger", "source": knight, "on": [knight], "until": "end_of_turn"}
    window.session.act(acts.set_fact("effects", [effect]))
    window.desk.side.show_tab("rules")
    window.frames()
    listing = window.desk.side.rules.listing
    row = next(number for number, (kind, _) in enumerate(listing.items) if kind == "effect")
    listing.choose(row)
    window.frames()
    assert len(window.marks("shown")) == 1
    window.press("effect end")
    assert not window.table.facts.get("effects")


def test_arrows_follow_the_table(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    window = start()
    knight, archer = window["Tall Knight"], window["Swift Archer#2"]
    monkeypatch.setattr(type(window.session.game), "arrows", lambda self, table: [(knight, archer), (archer, "A")])
    window.session.act(acts.tap(window.table, [knight]))
    window.frames(2)
    assert len(window.desk.marks.arrows) == 2
    first = window.desk.marks.arrows[0]
    middle = ((first.start[0] + first.end[0]) // 2, (first.start[1] + first.end[1]) // 2)
    area = pygame.Rect(0, 0, 40, 40)
    area.center = middle
    picture = window.app.window.subsurface(area.clip(window.app.window.get_rect()))
    light = sum(1 for x in range(picture.width) for y in range(picture.height) if picture.get_at((x, y)).r > 150)
    assert light > 20


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ends the turn and draws no card", "End the turn and draw no card"), ("is done", "Done"), ("passes", "Pass"),
        ("says yes", "Yes"), ("carries it", "Carry it"), ("plays Kick and Punch", "Play Kick and Punch"),
        ("does not parry", "Do not parry"),
    ],
)  # fmt: skip
def test_moves_become_words_of_buttons(text: str, told: str) -> None:
    assert imperative(text) == told


@pytest.mark.parametrize(
    ("size", "scale"), [((1024, 640), 1.0), ((1280, 720), 1.0), ((1280, 720), 1.5), ((1920, 1080), 2.0)]
)
def test_nothing_of_the_bar_covers_the_own_hand_or_overlaps(
    start: Start, size: tuple[int, int], scale: float
) -> None:
    window = start(turn="B", size=size, scale=scale, A_hand=[*DUEL["A_hand"], "Quick Jab#3", "Quick Jab#4"])
    window.drag("Quick Jab", window.spot("Swift Archer#2"))
    bar = window.desk.bar
    own = next(hand.rect for hand in window.screen.scene.hands if hand.own)
    assert window.rules.refusal is not None
    assert not bar.rect.colliderect(own)
    assert not bar.rect.colliderect(window.desk.side.rect)
    whole = bar.surface.get_rect()
    buttons = [region for region in bar.regions if region.stop]
    for number, region in enumerate(buttons):
        assert whole.contains(region.rect), region.id
        assert all(not region.rect.colliderect(other.rect) for other in buttons[number + 1 :]), region.id


def test_a_game_that_was_laid_for_free_play_can_be_begun_when_the_rules_are_switched_on(
    open_table: Callable[..., TableWindow],
) -> None:
    window = open_table()
    hand = window.hand()
    window.key(pygame.K_F2)
    window.frames(3)
    place = window.desk.bar.places()["begin"]
    assert "Begin now" in [button.words for button in window.desk.rules.ask.buttons]
    assert not window.session.begun
    window.click((place[0] + place[2] // 2, place[1] + place[3] // 2))
    window.frames(3)
    assert window.session.begun
    assert window.session.assist == "flag"
    assert len(window.hand()) == len(hand)
    assert window.hand() != hand
    assert "begin" not in window.desk.bar.places()
    assert window.desk.rules.ask.buttons
    window.key(pygame.K_z, CTRL)
    window.frames(3)
    assert window.hand() == hand
    assert "begin" in window.desk.bar.places()
