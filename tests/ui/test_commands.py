from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from windowed import CTRL, SHIFT, TableWindow

from tabletop.table import acts
from tabletop.ui import commands, keys
from tabletop.ui.commands import COMMANDS, Entry

OpenTable = Callable[..., TableWindow]


def flat(entries: list[Entry | None]) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for entry in entries:
        if entry is not None:
            found.setdefault(entry.words, entry)
            for words, child in flat(entry.children or []).items():
                found.setdefault(words, child)
    return found


def menu(window: TableWindow) -> dict[str, Entry]:
    window.frames(1)
    return flat(commands.menu(window.desk, window.desk.target, window.desk.keys.bindings.labels)[1])


def test_the_table_of_commands_is_whole() -> None:
    menus = (*commands.CARD_MENU, *commands.PILE_MENU, *commands.ZONE_MENU, *commands.TABLE_MENU, *commands.MAIN_MENU)
    listed = {each for each in menus if each is not None}
    assert listed <= set(COMMANDS)
    assert all(command.title and command.id == name for name, command in COMMANDS.items())
    # Whatever has no place in a menu has a key, and the other way round.
    assert all(command.keys or name in listed for name, command in COMMANDS.items())
    assert all(keys.parse(chord) == chord for command in COMMANDS.values() for chord in command.keys)


def test_the_usual_keys_do_not_clash() -> None:
    assert keys.clashes(keys.usual().chords) == []


@pytest.mark.parametrize(
    ("key", "mod", "words"),
    [
        (pygame.K_f, 0, "Turn over"), (pygame.K_t, 0, "Tap"), (pygame.K_q, 0, "Rotate to the left"),
        (pygame.K_e, 0, "Rotate to the right"), (pygame.K_h, 0, "Take into your hand"), (pygame.K_x, 0, "Discard"),
        (pygame.K_u, 0, "Put under Deck"), (pygame.K_PAGEUP, 0, "Bring to the front"),
        (pygame.K_PAGEDOWN, 0, "Put behind the others"), (pygame.K_g, 0, "Make a pile of them"),
        (pygame.K_g, CTRL, "Attach the others to "), (pygame.K_l, 0, "Lock"), (pygame.K_PLUS, 0, "counter: one more"),
        (pygame.K_DELETE, 0, "Remove from the table"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("count", [1, 3])
def test_a_menu_entry_and_its_key_do_the_same_to_the_whole_selection(
    open_table: OpenTable, key: int, mod: int, words: str, count: int
) -> None:
    if count == 1 and key == pygame.K_g:
        pytest.skip("takes several cards")
    digests = []
    for by_key in (True, False):
        window = open_table()
        ids = window.play(5)
        window.screen.scene.select(ids[1:4] if count > 1 else [])
        window.move(window.at(ids[2]))
        before = window.table.digest()
        if by_key:
            window.key(key, mod, "+" if key == pygame.K_PLUS else "")
        else:
            entry = next(entry for told, entry in menu(window).items() if told.startswith(words))
            assert entry.run is not None
            entry.run()
        assert window.table.digest() != before
        digests.append(window.table.digest())
        window.app.close()
    assert digests[0] == digests[1]


def test_a_key_acts_on_the_card_under_the_pointer_and_not_on_a_selection_elsewhere(window: TableWindow) -> None:
    ids = window.play(3)
    window.screen.scene.select(ids[:2])
    window.move(window.at(ids[2]))
    window.key(pygame.K_f)
    assert [window.table.pieces[i].up for i in ids] == [True, True, False]
    window.move(window.at(ids[0]))
    window.key(pygame.K_f)
    assert [window.table.pieces[i].up for i in ids] == [False, False, False]


def test_digits_draw_cards_when_no_more_digits_come(window: TableWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(window.desk.keys, "_clock", lambda: now[0])
    window.on_deck()
    have = len(window.hand())
    window.key(pygame.K_1, 0, "1")
    now[0] += 0.9
    window.key(pygame.K_2, 0, "2")
    window.frames(1)
    assert len(window.hand()) == have
    assert "12" in window.desk.keys.waiting
    now[0] += 1.01
    window.frames(1)
    assert len(window.hand()) == have + 12
    assert window.session.history.last is not None
    window.key(pygame.K_z, CTRL)
    assert len(window.hand()) == have


def test_enter_draws_at_once_and_escape_not_at_all(window: TableWindow) -> None:
    window.on_deck()
    have = len(window.hand())
    window.key(pygame.K_3, 0, "3")
    window.key(pygame.K_ESCAPE)
    window.frames(1)
    assert len(window.hand()) == have
    window.key(pygame.K_3, 0, "3")
    window.key(pygame.K_RETURN)
    assert len(window.hand()) == have + 3


@pytest.mark.parametrize("how", ["mouse", "box", "keyboard"])
def test_digits_before_a_drag_draw_neither_during_nor_after_it(
    window: TableWindow, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(window.desk.keys, "_clock", lambda: now[0])
    window.play(2)
    window.on_deck()
    deck = list(window.table.cards("A.deck"))
    at = window.at(window.table.cards("table")[0]) if how != "box" else window.screen.scene.table_clear().midleft
    window.key(pygame.K_3, 0, "3")
    assert window.desk.keys.waiting
    if how == "keyboard":
        window.desk.run("pick_up", window.screen.scene.target_at(at))
        assert window.screen.gestures.dragging
    else:
        window.send(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False))
        window.move((at[0] + 40, at[1] + 30), (1, 0, 0))
        assert window.screen.gestures.active
    assert not window.desk.keys.waiting
    now[0] += 2
    window.frames(2)
    assert window.table.cards("A.deck") == deck
    if how == "keyboard":
        window.key(pygame.K_RETURN)
    else:
        end = (at[0] + 40, at[1] + 30)
        window.send(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False))
    now[0] += 2
    window.frames(2)
    assert not window.screen.gestures.active
    assert window.table.cards("A.deck") == deck


def test_another_key_after_digits_comes_after_the_draw(window: TableWindow) -> None:
    window.on_deck()
    have = len(window.hand())
    window.key(pygame.K_2, 0, "2")
    window.key(pygame.K_r)
    labels = [step.label for step in window.session.history.steps[-2:]]
    assert len(window.hand()) == have + 2
    assert labels[0].startswith("draws")
    assert labels[1].startswith("shuffles")


def test_a_held_key_repeats_only_where_that_makes_sense(window: TableWindow) -> None:
    ids = window.play(1)
    window.move(window.at(ids[0]))
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_f, mod=0, unicode="f", scancode=0)
    window.send(down, down, down, pygame.event.Event(pygame.KEYUP, key=pygame.K_f, mod=0, unicode="f", scancode=0))
    assert not window.table.pieces[ids[0]].up
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_PLUS, mod=0, unicode="+", scancode=0)
    window.send(down, down, down)
    assert window.table.pieces[ids[0]].counters == {"counter": 3}


def test_copy_and_paste_make_tokens_at_the_pointer(window: TableWindow) -> None:
    ids = window.play(2)
    window.screen.scene.select(ids)
    window.move(window.at(ids[0]))
    window.key(pygame.K_c, CTRL)
    x, y = window.at(ids[0])
    window.move((x, y + 130))
    window.key(pygame.K_v, CTRL)
    copies = [piece for piece in window.table if piece.kind == "token"]
    assert [piece.card for piece in copies] == [window.table.pieces[i].card for i in ids]


def test_a_face_down_card_of_another_cannot_be_copied(window: TableWindow) -> None:
    window.move(window.at(window.top("B")))
    window.key(pygame.K_c, CTRL)
    assert window.session.clipboard == []
    assert "Nothing was copied" in window.desk.notice.text


def test_shuffle_undo_redo_by_keys(window: TableWindow) -> None:
    window.on_deck()
    before = list(window.table.cards("A.deck"))
    window.key(pygame.K_r)
    after = list(window.table.cards("A.deck"))
    assert before != after
    window.key(pygame.K_z, CTRL)
    assert list(window.table.cards("A.deck")) == before
    window.key(pygame.K_y, CTRL)
    assert list(window.table.cards("A.deck")) == after
    window.key(pygame.K_z, CTRL)
    window.key(pygame.K_z, CTRL | SHIFT)
    assert list(window.table.cards("A.deck")) == after


def test_r_on_dice_and_coins_rolls_them(window: TableWindow) -> None:
    window.move(window.desk.viewport.center)
    die = menu(window)["A die with 6 sides"]
    assert die.run is not None
    die.run()
    window.frames()
    made = next(piece for piece in window.table if piece.kind == "die")
    window.move(window.at(made.id))
    steps = len(window.session.history.steps)
    window.key(pygame.K_r)
    assert window.session.history.steps[steps].label.startswith("rolls")


def test_a_card_that_flies_past_is_not_under_the_pointer(window: TableWindow) -> None:
    window.screen.scene.animate = True
    window.on_deck()
    window.desk.run("draw", window.screen.scene.target_at(window.at(window.top())))
    window.frames(1)
    target = window.screen.scene.target_at(window.at(window.top()))
    assert target.zone == window.deck()
    assert target.pieces == (window.top(),)
    window.key(pygame.K_r)
    last = window.session.history.last
    assert last is not None
    assert last.label.startswith("shuffles")


def test_a_key_without_a_target_says_what_it_wants(window: TableWindow) -> None:
    window.move(window.desk.viewport.center)
    steps = len(window.session.history.steps)
    window.key(pygame.K_r)
    assert "pile" in window.desk.notice.text
    assert len(window.session.history.steps) == steps


def test_no_key_acts_while_text_is_typed(window: TableWindow) -> None:
    ids = window.play(1)
    window.move(window.at(ids[0]))
    window.key(pygame.K_n)
    steps = len(window.session.history.steps)
    window.type("flxgr")
    window.key(pygame.K_DELETE)
    assert len(window.session.history.steps) == steps
    window.key(pygame.K_RETURN)
    assert window.table.pieces[ids[0]].marks == {"note": "flxgr"}


def test_no_key_acts_while_a_card_is_dragged(window: TableWindow) -> None:
    ids = window.play(1)
    pos = window.at(ids[0])
    window.move(pos)
    window.send(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1, touch=False))
    window.move((pos[0] + 40, pos[1]), (1, 0, 0))
    assert window.desk.dragging
    steps = len(window.session.history.steps)
    for key, mod in ((pygame.K_r, 0), (pygame.K_DELETE, 0), (pygame.K_z, CTRL), (pygame.K_l, 0), (pygame.K_F5, 0)):
        window.key(key, mod)
    assert len(window.session.history.steps) == steps
    assert window.session.history.at == steps
    window.key(pygame.K_ESCAPE)
    assert not window.desk.dragging
    window.send(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(pos[0] + 40, pos[1]), button=1, touch=False))
    assert len(window.session.history.steps) == steps


def test_middle_and_double_click_are_keys_too(window: TableWindow) -> None:
    ids = window.play(1)
    window.click(window.at(ids[0]), 2)
    assert not window.table.pieces[ids[0]].up
    window.click(window.at(ids[0]))
    window.click(window.at(ids[0]))
    assert window.table.pieces[ids[0]].rotation == 90


def test_moving_to_a_zone_by_the_menu(window: TableWindow) -> None:
    ids = window.play(2)
    window.screen.scene.select(ids)
    window.move(window.at(ids[0]))
    entry = menu(window)["Lost pile"]
    assert entry.run is not None
    entry.run()
    assert set(window.table.cards("A.lost")) == set(ids)


def test_discards_go_to_their_owners(window: TableWindow) -> None:
    ids = window.play(1)
    theirs = window.hand("B")[0]
    window.session.act(acts.move(window.table, [theirs], "table", at=(100.0, 0.0), up=True))
    window.frames()
    window.screen.scene.select([*ids, theirs])
    window.move(window.at(ids[0]))
    window.key(pygame.K_x)
    assert window.table.cards("A.lost") == ids
    assert window.table.cards("B.lost") == [theirs]
    window.key(pygame.K_z, CTRL)
    assert not window.table.cards("A.lost")
    assert not window.table.cards("B.lost")


def test_next_phase_and_pass(window: TableWindow) -> None:
    assert (window.table.facts["turn"], window.table.facts["phase"]) == ("A", "beginning")
    for phase in ("main", "end"):
        window.key(pygame.K_SPACE, CTRL)
        assert window.table.facts["phase"] == phase
    window.key(pygame.K_SPACE, CTRL)
    assert (window.table.facts["turn"], window.table.facts["phase"]) == ("B", "beginning")
    window.key(pygame.K_RETURN, CTRL)
    assert window.table.facts["turn"] == "A"
    steps = window.session.history.steps[-2:]
    assert [step.label for step in steps] == ["passes the turn to {B}", "passes the turn to {A}"]
