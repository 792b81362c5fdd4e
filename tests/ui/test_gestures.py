from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from windowed import ALT, SHIFT, TableWindow

from tabletop.table import acts, layout
from tabletop.table.acts import HEAP
from tabletop.table.state import Piece
from tabletop.table.zones import TABLE

OpenTable = Callable[..., TableWindow]
Point = tuple[int, int]
LEFT = (1, 0, 0)


def press(window: TableWindow, pos: Point, button: int = 1) -> None:
    window.move(pos)
    window.send(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button, touch=False))


def drag_to(window: TableWindow, *stops: Point) -> None:
    for stop in stops:
        window.move(stop, LEFT)


def let_go(window: TableWindow, pos: Point, button: int = 1) -> None:
    window.send(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button, touch=False))
    window.frames()


def drag(window: TableWindow, start: Point, goal: Point) -> None:
    middle = ((start[0] + goal[0]) // 2, (start[1] + goal[1]) // 2)
    press(window, start)
    drag_to(window, middle, goal)
    let_go(window, goal)


def down(window: TableWindow, key: int, mod: int = 0) -> None:
    window.send(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))


def up(window: TableWindow, key: int) -> None:
    window.send(pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0))


def spot(window: TableWindow, x: float, y: float) -> Point:
    px, py = window.screen.camera.to_window(x, y)
    return round(px), round(py)


def zone_spot(window: TableWindow, zone_id: str) -> Point:
    return spot(window, *layout.middle(window.table, window.table.zone(zone_id)))


def seen_as(window: TableWindow, piece: int) -> tuple[object, ...]:
    """Where a piece is, and how it looks, in the picture of a drag."""
    ghost = window.screen.scene.ghost(piece)
    assert ghost is not None
    return ghost.zone, ghost.x, ghost.y, ghost.rotation, ghost.look.face


@pytest.fixture
def table(open_table: OpenTable) -> TableWindow:
    return open_table()


def test_a_card_from_the_hand_lands_where_the_ghost_was(table: TableWindow) -> None:
    card = table.hand()[2]
    goal = zone_spot(table, "A.play")
    press(table, table.at(card))
    drag_to(table, (600, 500), goal)
    shown = seen_as(table, card)
    assert table.table.pieces[card].zone == "A.hand"
    assert table.screen.scene.drop_zone == "A.play"
    let_go(table, goal)
    assert table.table.pieces[card].zone == "A.play"
    assert seen_as(table, card) == shown
    assert table.session.history.last is not None
    assert table.session.history.last.seat == "A"


def test_cards_make_room_in_a_row_as_they_will_lie(table: TableWindow) -> None:
    first, second, third = table.hand()[:3]
    table.session.act(acts.move(table.table, [first, second], "A.play"))
    table.frames()
    goal = table.at(second)
    press(table, table.at(third))
    drag_to(table, (600, 450), (goal[0] - 5, goal[1]))
    shown = {i: seen_as(table, i) for i in table.table.cards("A.play")} | {third: seen_as(table, third)}
    let_go(table, (goal[0] - 5, goal[1]))
    order = table.table.cards("A.play")
    assert order.index(third) == order.index(second) - 1
    assert {i: seen_as(table, i) for i in order} == shown


def test_a_click_moves_nothing(table: TableWindow) -> None:
    card = table.play(1)[0]
    steps = table.session.history.at
    at = table.at(card)
    press(table, at)
    drag_to(table, (at[0] + 3, at[1] + 2))
    let_go(table, (at[0] + 3, at[1] + 2))
    assert table.session.history.at == steps
    assert table.screen.selection == {card}


def test_five_with_gaps_and_a_turned_one_keep_their_distances(table: TableWindow) -> None:
    ids = table.hand()[:5]
    spots = {i: (-220.0 + 95.0 * n + 7.0 * n * n, -12.0 * (n % 2)) for n, i in enumerate(ids)}
    table.session.act(acts.move(table.table, ids, TABLE, at=spots, up=True))
    table.session.act(acts.turn(table.table, [ids[3]], 90))
    table.frames()
    pieces = table.table.pieces
    before = {i: (pieces[i].x, pieces[i].y, pieces[i].rotation) for i in ids}
    press(table, spot(table, -300, -49))
    drag_to(table, (500, 300), spot(table, 330, 49))
    let_go(table, spot(table, 330, 49))
    assert table.screen.selection == set(ids)
    steps, start = table.session.history.at, table.at(ids[1])
    goal = (start[0] + 60, start[1] - 4)
    press(table, start)
    drag_to(table, (start[0] + 20, start[1]), goal)
    shown = {i: seen_as(table, i) for i in ids}
    let_go(table, goal)
    after = {i: (pieces[i].x, pieces[i].y, pieces[i].rotation) for i in ids}
    moves = {(round(after[i][0] - before[i][0], 1), round(after[i][1] - before[i][1], 1)) for i in ids}
    assert len(moves) == 1
    assert moves.pop()[0] > 30
    assert all(after[i][2] == before[i][2] for i in ids)
    assert {i: seen_as(table, i) for i in ids} == shown
    assert table.session.history.at == steps + 1


def test_ctrl_adds_to_the_selection(table: TableWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, three = table.play(3)
    table.click(table.at(one))
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LCTRL)
    table.click(table.at(two))
    assert table.screen.selection == {one, two}
    table.click(table.at(one))
    assert table.screen.selection == {two}
    box = (table.at(three)[0] - 60, table.at(three)[1] - 60)
    drag(table, box, (box[0] + 70, box[1] + 70))
    assert three in table.screen.selection
    assert two in table.screen.selection
    monkeypatch.undo()
    table.click(spot(table, 0, -45))
    assert table.screen.selection == set()


@pytest.mark.parametrize("how", ["escape", "second button", "focus", "lost", "resize", "dialog", "seat"])
def test_a_drag_that_does_not_end_goes_home(table: TableWindow, how: str) -> None:
    card = table.hand()[0]
    digest = table.table.digest()
    goal = zone_spot(table, "A.play")
    press(table, table.at(card))
    drag_to(table, (600, 450), goal)
    assert table.screen.gestures.dragging
    if how == "escape":
        table.key(pygame.K_ESCAPE)
    elif how == "second button":
        table.send(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=goal, button=3, touch=False))
    elif how == "focus":
        table.send(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    elif how == "lost":
        table.move((goal[0] + 3, goal[1]))
    elif how == "resize":
        pygame.display.set_mode((1100, 700), pygame.RESIZABLE)
        table.send(pygame.event.Event(pygame.VIDEORESIZE, size=(1100, 700), w=1100, h=700))
    elif how == "dialog":
        table.desk.show("keys")
        table.frames()
    else:
        table.session.seat = "B"
        table.frames()
    assert not table.screen.gestures.dragging
    assert not table.screen.scene.carried
    assert not table.screen.scene.previewed
    let_go(table, goal)
    if how == "second button":
        let_go(table, goal, 3)
        assert not table.desk.modal
    assert table.table.digest() == digest
    # And the mouse works as before.
    table.desk.dialogs.close_all()
    table.frames()
    if how != "seat":
        drag(table, table.at(card), zone_spot(table, "A.play"))
        assert table.table.pieces[card].zone == "A.play"


def test_keys_during_a_drag_do_what_the_ghost_shows(table: TableWindow) -> None:
    card = table.hand()[0]
    goal = spot(table, 0, 0)
    press(table, table.at(card))
    drag_to(table, (600, 450), goal)
    down(table, pygame.K_e)
    up(table, pygame.K_e)
    assert seen_as(table, card)[3] == 90
    down(table, pygame.K_LSHIFT, SHIFT)
    assert seen_as(table, card)[4].kind == "back"  # type: ignore[attr-defined]
    shown = seen_as(table, card)
    let_go(table, goal)
    up(table, pygame.K_LSHIFT)
    assert seen_as(table, card) == shown
    piece = table.table.pieces[card]
    assert (piece.rotation, piece.up) == (90.0, False)


def test_f_turns_over_and_q_turns_back(table: TableWindow) -> None:
    card = table.play(1)[0]
    goal = spot(table, 100, 0)
    press(table, table.at(card))
    drag_to(table, (600, 330), goal)
    for key in (pygame.K_f, pygame.K_q, pygame.K_q, pygame.K_e):
        down(table, key)
        up(table, key)
    let_go(table, goal)
    piece = table.table.pieces[card]
    assert (piece.rotation, piece.up) == (270.0, False)


def test_other_keys_do_nothing_during_a_drag(table: TableWindow) -> None:
    card = table.play(1)[0]
    steps, at = table.session.history.at, table.at(card)
    press(table, at)
    drag_to(table, (at[0] + 30, at[1]))
    for key, mod in ((pygame.K_x, 0), (pygame.K_DELETE, 0), (pygame.K_z, pygame.KMOD_LCTRL), (pygame.K_g, 0)):
        table.key(key, mod)
    assert table.session.history.at == steps
    assert table.screen.gestures.dragging
    table.key(pygame.K_ESCAPE)


def test_a_pile_gives_its_top_card_and_its_caption_all_of_it(table: TableWindow) -> None:
    deck, top = list(table.table.cards("A.deck")), table.top()
    drag(table, table.at(top), spot(table, 0, 0))
    assert table.table.pieces[top].zone == TABLE
    assert not table.table.pieces[top].up
    scene, camera = table.screen.scene, table.screen.camera
    left, right = spot(table, *layout.middle(table.table, table.table.zone("A.deck"))), None
    for y in range(left[1], left[1] + 90):
        if scene.caption_at(left[0], y) == "A.deck":
            right = (left[0], y + 3)
            break
    assert right is not None
    drag(table, right, spot(table, 200, 0))
    heap = table.table.pieces[deck[1]].zone
    assert table.table.zone(heap).role == HEAP
    assert table.table.cards(heap) == deck[1:]
    assert camera.zoom > 0
    # A pile that hands made moves as a pile.
    where = table.table.zone(heap)
    table.frames()
    top = table.table.cards(heap)[0]
    for y in range(table.at(top)[1], table.at(top)[1] + 90):
        if scene.caption_at(table.at(top)[0], y) == heap:
            break
    drag(table, (table.at(top)[0], y + 3), spot(table, -150, 0))
    assert table.table.zone(heap).x < where.x - 100
    assert table.table.cards(heap) == deck[1:]


def test_a_pile_dropped_into_a_hand_keeps_its_order(table: TableWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    deck, hand = list(table.table.cards("A.deck")), table.hand()
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LCTRL)
    rect = next(hand.rect for hand in table.screen.scene.hands if hand.own)
    drag(table, table.at(deck[0]), (rect.right - 12, rect.centery))
    assert table.hand() == [*hand, *deck]


def test_nobody_learns_a_card_by_carrying_it_over_a_hand(table: TableWindow) -> None:
    top = table.top()
    rect = next(hand.rect for hand in table.screen.scene.hands if hand.own)
    press(table, table.at(top))
    drag_to(table, (700, 560), (rect.right - 20, rect.centery))
    assert table.screen.scene.drop_zone == "A.hand"
    assert {sprite.look.face.kind for sprite, _ in table.screen.scene.carried.values()} == {"back"}
    assert seen_as(table, top)[4].kind == "back"  # type: ignore[attr-defined]
    let_go(table, (rect.right - 20, rect.centery))
    assert seen_as(table, top)[4].kind == "card"  # type: ignore[attr-defined]


def test_hands_take_cards_by_their_place(table: TableWindow) -> None:
    card = table.play(1)[0]
    second = table.hand()[1]
    at = table.at(second)
    drag(table, table.at(card), (at[0] - 8, at[1]))
    assert table.hand().index(card) == table.hand().index(second) - 1


def test_locked_pieces_stay(table: TableWindow) -> None:
    card = table.play(1)[0]
    table.session.act(acts.lock(table.table, [card]))
    table.frames()
    place = (table.table.pieces[card].x, table.table.pieces[card].y)
    drag(table, table.at(card), spot(table, 200, 30))
    assert (table.table.pieces[card].x, table.table.pieces[card].y) == place
    assert card not in table.screen.selection


def test_dice_stay_on_the_free_table(table: TableWindow) -> None:
    table.session.act(acts.create(table.table, Piece(0, kind="die", x=0.0, y=0.0)))
    table.frames()
    die = max(table.table.pieces)
    drag(table, table.at(die), zone_spot(table, "A.play"))
    assert table.table.pieces[die].zone == TABLE
    rect = next(hand.rect for hand in table.screen.scene.hands if hand.own)
    before = table.table.digest()
    drag(table, table.at(die), rect.center)
    assert table.table.digest() == before


def test_nothing_drops_onto_a_panel(table: TableWindow) -> None:
    card = table.play(1)[0]
    before = table.table.digest()
    drag(table, table.at(card), (1200, 400))
    assert table.table.digest() == before
    assert not table.screen.scene.carried


def test_the_last_picked_up_lies_on_top(table: TableWindow) -> None:
    one, two = table.play(2)
    drag(table, table.at(one), (table.at(two)[0] - 10, table.at(two)[1] + 4))
    both = (table.at(one)[0] + 6, table.at(one)[1])
    assert table.screen.scene.piece_at(*both) == one


def test_middle_drag_and_space_pan_and_the_wheel_zooms_at_the_pointer(table: TableWindow) -> None:
    camera = table.screen.camera
    x, y = camera.to_window(0.0, 0.0)
    press(table, (500, 300), 2)
    table.move((540, 320), (0, 1, 0))
    table.move((560, 330), (0, 1, 0))
    let_go(table, (560, 330), 2)
    assert camera.to_window(0.0, 0.0) == pytest.approx((x + 60, y + 30), abs=1.5)
    down(table, pygame.K_SPACE)
    press(table, (500, 300))
    drag_to(table, (480, 300), (440, 270))
    let_go(table, (440, 270))
    up(table, pygame.K_SPACE)
    assert camera.to_window(0.0, 0.0) == pytest.approx((x, y), abs=3)
    under, zoom = camera.to_table(400, 250), camera.zoom
    table.wheel((400, 250), 2)
    table.frames()
    assert camera.zoom == pytest.approx(zoom * 2**0.5)
    assert camera.to_table(400, 250) == pytest.approx(under, abs=1.0)
    table.key(pygame.K_HOME)
    table.frames()
    assert camera.fitted
    assert camera.zoom == pytest.approx(zoom)


def test_letters_pan_while_they_are_held(table: TableWindow) -> None:
    camera = table.screen.camera
    x = camera.view.x
    table.move((500, 300))
    down(table, pygame.K_d)
    table.frames(6)
    assert table.screen.busy
    up(table, pygame.K_d)
    there = camera.view.x
    assert there > x
    table.frames(4)
    assert camera.view.x == there


def test_zoom_in_mid_drag_keeps_the_card_at_the_pointer(table: TableWindow) -> None:
    card = table.play(1)[0]
    goal = spot(table, 150, 20)
    press(table, table.at(card))
    drag_to(table, (600, 330), goal)
    table.send(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2, precise_y=2.0, flipped=False))
    table.frames()
    assert table.screen.scene.shape_of(card).holds(*goal)
    shown = seen_as(table, card)
    let_go(table, goal)
    assert seen_as(table, card) == shown


def test_a_double_click_taps_and_the_middle_button_turns_over(table: TableWindow) -> None:
    card = table.play(1)[0]
    for _ in range(2):
        table.click(table.at(card))
    assert table.table.pieces[card].rotation == 90
    table.click(table.at(card), 2)
    assert not table.table.pieces[card].up


def test_the_magnifier_shows_only_what_may_be_known(table: TableWindow) -> None:
    down(table, pygame.K_LALT, ALT)
    magnifier = table.screen.magnifier
    table.move(table.at(table.hand()[0]))
    table.frames()
    assert magnifier.shown
    assert magnifier._face().kind == "card"  # type: ignore[union-attr]
    table.move(table.at(table.top()))
    table.frames()
    assert magnifier._face().kind == "back"  # type: ignore[union-attr]
    assert magnifier._words() == "A face-down card"
    height = magnifier.rect.h
    table.send(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-3, precise_y=-3.0, flipped=False))
    table.frames()
    assert magnifier.rect.h < height
    up(table, pygame.K_LALT)
    table.frames()
    assert not magnifier.shown


def test_the_other_side_of_the_table_is_seen_from_there(open_table: OpenTable) -> None:
    table = open_table(curtain=False)
    card = table.hand("B")[1]
    table.desk.hand_over("B")
    table.frames(3)
    assert table.screen.camera.turn == 180
    drag(table, table.at(card), zone_spot(table, "B.play"))
    assert table.table.pieces[card].zone == "B.play"
    assert table.screen.camera.to_window(*layout.middle(table.table, table.table.zone("B.play")))[1] > 360


def test_what_is_drawn_follows_undo_of_anything(table: TableWindow) -> None:
    cards = table.play(3)
    drag(table, table.at(cards[0]), zone_spot(table, "A.lost"))
    drag(table, table.at(table.hand()[0]), zone_spot(table, "A.play"))
    while table.session.history.can_undo and table.session.history.at > 6:
        table.session.undo()
        table.frames(1)
        fresh = table.screen.scene.laying.work_out(table.table.order, {})
        drawn = table.screen.scene.sprites
        assert {i: s._replace(z=()) for i, s in drawn.items()} == {i: s._replace(z=()) for i, s in fresh.items()}
        for zone in table.table.order:
            ids = [i for i in table.table.cards(zone) if i in drawn]
            assert sorted(ids, key=lambda i: drawn[i].z) == sorted(ids, key=lambda i: fresh[i].z)


@pytest.mark.parametrize(
    "carried", [("A.deck", "A.hand"), ("table", "A.deck", "A.hand"), ("A.deck", "B.hand", "table")]
)
def test_many_cards_of_several_zones_come_to_lie_in_a_hand_just_as_their_ghosts(
    open_table: OpenTable, carried: tuple[str, ...]
) -> None:
    """Trying the act out empties zones and fills them again, which must not change the order of what is carried."""
    window = open_table()
    table, scene = window.table, window.screen.scene
    window.play(5)
    stays = set(window.hand()[:2])
    ids = [i for zone in carried for i in table.cards(zone) if i not in stays]
    assert len(ids) > 40
    scene.select(ids)
    lead = table.cards(carried[0])[0]
    press(window, window.at(lead))
    hand = next(hand for hand in scene.hands if hand.own)
    for goal in (hand.rect.center, (hand.rect.left + 60, hand.rect.centery), hand.rect.center):
        drag_to(window, (goal[0] - 9, goal[1]), goal)
        window.frames(2)
    ghosts = {i: scene.ghost(i) for i in table.cards(carried[0]) + table.cards("A.hand")}
    let_go(window, hand.rect.center)
    assert {table.pieces[i].zone for i in ids} == {"A.hand"}
    for i, ghost in ghosts.items():
        assert ghost is not None
        assert scene.sprites[i].zone == ghost.zone == "A.hand"
        assert (scene.sprites[i].x, scene.sprites[i].y) == pytest.approx((ghost.x, ghost.y), abs=0.01)
