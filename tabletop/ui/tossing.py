"""Throwing: pieces that are let go of in full swing slide on, dice tumble, piles are scattered.

While pieces slide the table is as it was. When all rest, or as soon as anything else is done, what came of it becomes
one act: no key, click or undo ever waits for it.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pygame

from tabletop.table import acts, layout, words
from tabletop.table.acts import LOCKED, SIDES, Act
from tabletop.table.ops import Move, Op
from tabletop.table.ops import Pose as SetPose
from tabletop.table.zones import TABLE
from tabletop.ui.physics import Pose, Thing, World, near
from tabletop.ui.sprites import Shape, Sprite

if TYPE_CHECKING:
    from tabletop.ui.dragging import Aim, Drag
    from tabletop.ui.table_screen import TableScreen

SWING = 1500.0
"""Pixels a second, at a scale of 1, from which letting go is a throw."""

WATCHED = 0.12
"""Seconds of the pointer's way that tell its speed."""

FRESH = 0.05
"""Seconds after the last movement in which letting go is still a throw."""

SAMPLES = 5

PART = 0.55
"""The part of the pointer's speed that a thrown piece has."""

REACH = 900.0
MOST = 60
"""Pieces within so many millimetres, at most so many, can be pushed."""

FACES = 0.07
"""Seconds that a tumbling die shows one of its sides."""

TUMBLE = 0.6
"""Seconds that a die tumbles that is rolled where it lies."""


class Tossing:
    """What slides and tumbles on one table."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.enabled = True
        self._way: deque[tuple[float, tuple[int, int]]] = deque(maxlen=64)
        self._world: World | None = None
        self._finish: Callable[[dict[int, Pose]], Act] | None = None
        self._order: list[int] = []
        self._tumbling: dict[int, float] = {}
        self._rng = Random(1)
        self._time = 0.0

    @property
    def busy(self) -> bool:
        """Whether something slides or tumbles."""
        return self._world is not None or bool(self._tumbling)

    # how the pointer moves

    def watch(self, pos: tuple[int, int]) -> None:
        """The pointer has moved; what it did before it carried something does not count."""
        if not self.screen.gestures.dragging:
            self._way.clear()
            return
        now = time.monotonic()
        self._way.append((now, pos))
        while self._way and now - self._way[0][0] > WATCHED:
            self._way.popleft()

    def swing(self) -> tuple[float, float]:
        """The pointer's speed in pixels a second as it lets go; nothing if it was too slow for a throw."""
        now = time.monotonic()
        way = [each for each in self._way if now - each[0] <= WATCHED]
        self._way.clear()
        if len(way) < SAMPLES or now - way[-1][0] > FRESH:
            return 0.0, 0.0
        (begun, first), (ended, last) = way[len(way) // 3], way[-1]
        passed = max(ended - begun, 0.02)
        speed = ((last[0] - first[0]) / passed, (last[1] - first[1]) / passed)
        if math.hypot(*speed) < SWING * self.screen.app.scale:
            return 0.0, 0.0
        return speed

    # throwing

    def let_go(self, drag: Drag, aim: Aim | None) -> bool:
        """Pieces are let go of; whether they are thrown, which has taken care of them."""
        speed = self.swing()
        scene, session = self.screen.scene, self.screen.session
        table = session.table
        if not self.enabled or aim is None or aim.zone != TABLE or drag.whole is not None or speed == (0.0, 0.0):
            return False
        if session.assist != "off":
            # Where the rules judge what hands do, cards lie where the ghost shows them.
            return False
        if len(drag.ids) > MOST or any(table.zone(table.pieces[i].zone).role == acts.HEAP for i in drag.ids):
            return False
        scale = PART * scene.camera.sign / scene.camera.zoom
        flies = (speed[0] * scale, speed[1] * scale)
        spin = self._rng.uniform(-1, 1) * 240.0
        things: dict[int, Thing] = {}
        with session.history.trial() as trial:
            trial.do_all(drag.act(aim).ops)
            for i in drag.ids:
                place = layout.place(table, table.pieces[i])
                w, h = layout.size(table, table.pieces[i])
                loose = table.pieces[i].kind in ("die", "coin")
                turns = spin * 3 if loose else spin if len(drag.ids) == 1 else 0.0
                things[i] = Thing(Pose(*place[:3]), w, h, flies, turns, True)
        things |= self._others(things, aim.point)
        dice = [i for i in drag.ids if table.pieces[i].kind in ("die", "coin")]
        rolled = acts.roll(table, dice, session.rng) if dice else None

        def finish(poses: dict[int, Pose]) -> Act:
            return self._thrown(drag, aim, poses, rolled)

        self._begin(things, finish, [*[i for i in things if i not in drag.ids], *drag.ids])
        self._tumbling = dict.fromkeys(dice, math.inf) if self._world is not None else {}
        scene.preview(None)
        scene.drop_zone = None
        return True

    def _others(self, thrown: dict[int, Thing], middle: tuple[float, float]) -> dict[int, Thing]:
        """What lies loose and may be pushed: no locked piece, nothing in a zone of its own, nothing that carries."""
        table = self.screen.session.table
        lying = {
            i: Pose(*layout.place(table, table.pieces[i])[:3]) for i in table.cards(TABLE)
            if i not in thrown and not table.pieces[i].marks.get(LOCKED)
        }  # fmt: skip
        found: dict[int, Thing] = {}
        for i in near(lying.items(), middle, REACH, MOST):
            found[i] = Thing(lying[i], *layout.size(table, table.pieces[i]))
        return found

    def _thrown(self, drag: Drag, aim: Aim, poses: dict[int, Pose], rolled: Act | None) -> Act:
        """The act of a throw: the pieces where they came to rest, those they pushed, and what the dice show."""
        table = self.screen.session.table
        act = drag.act(aim)
        ops: list[Op] = []
        moved = {op.piece for op in act.ops if isinstance(op, Move)}
        for op in act.ops:
            if isinstance(op, Move) and op.piece in poses and op.piece in drag.ids:
                at = poses[op.piece]
                op = msgspec.structs.replace(op, x=at.x, y=at.y, rotation=self._straight(op.piece, at))
            ops.append(op)
        ops += [
            SetPose(i, at.x, at.y, self._straight(i, at))
            for i, at in poses.items() if i in table.pieces and i not in moved and table.pieces[i].zone == TABLE
        ]  # fmt: skip
        label = f"throws {words.pieces(drag.ids)}"
        if rolled is not None:
            ops += rolled.ops
            label += f" and {rolled.label}"
        return Act(label, ops)

    def _straight(self, i: int, at: Pose) -> float:
        """How a piece lies in the end: nearly straight ones lie straight, so that tapped and untapped stay apart."""
        quarter = round(at.rotation / 90) * 90.0
        return quarter % 360 if abs(at.rotation - quarter) < 12 else at.rotation

    def scatter(self, zone_id: str) -> None:
        """The cards of a pile are thrown about on the table around it."""
        table = self.screen.session.table
        ids = list(reversed(table.cards(zone_id)))
        x, y = layout.middle(table, table.zone(zone_id))
        rng, things = self.screen.session.rng, {}
        wide = min(260.0 + 90.0 * math.sqrt(len(ids)), 1800.0)
        inward = math.atan2(-y, -x)
        for i in ids:
            angle = rng.uniform(-math.pi, math.pi) if math.hypot(x, y) < 250 else inward + rng.uniform(-1.2, 1.2)
            speed = wide * rng.uniform(0.5, 1.6)
            w, h = layout.size(table, table.pieces[i])
            flies = (math.cos(angle) * speed, math.sin(angle) * speed)
            things[i] = Thing(Pose(x, y, 0.0), w, h, flies, rng.uniform(-500, 500), True)

        def finish(poses: dict[int, Pose]) -> Act:
            return acts.scatter(table, zone_id, {i: (at.x, at.y, at.rotation) for i, at in poses.items()})

        self._begin(things, finish, ids)

    def roll(self, ids: tuple[int, ...]) -> None:
        """Dice that were rolled where they lie tumble for a moment; what they show is on the table already."""
        if self.enabled and self.screen.scene.animate:
            now = self._time
            pieces = self.screen.session.table.pieces
            self._tumbling |= {i: now + TUMBLE for i in ids if i in pieces and pieces[i].kind in ("die", "coin")}

    def _begin(self, things: dict[int, Thing], finish: Callable[[dict[int, Pose]], Act], order: list[int]) -> None:
        self.settle()
        felt = self.screen.session.table.zones[TABLE]
        box = (felt.x - felt.w / 2, felt.y - felt.h / 2, felt.x + felt.w / 2, felt.y + felt.h / 2)
        self._world, self._finish, self._order = World(things, box), finish, order
        if not (self.screen.scene.animate and self.enabled):
            self.settle()

    # time

    def settle(self) -> None:
        """All comes to rest at once, and the act is made."""
        world, finish = self._world, self._finish
        self._world = self._finish = None
        tumbled, self._tumbling = self._tumbling, {}
        if world is None or finish is None:
            if tumbled:
                self.screen.scene.release()
            return
        world.settle()
        scene = self.screen.scene
        animate, scene.animate = scene.animate, False
        poses, pieces = world.poses(), self.screen.session.table.pieces
        if all(i in pieces for i in self._order):
            act = finish(poses)
            if act.ops:
                self.screen.desk.act(act)
        scene.refresh()
        scene.animate = animate
        scene.release()

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._time += seconds
        if not self.busy:
            return
        if self._world is not None and self._world.advance(seconds):
            self.settle()
            return
        self._tumbling = {i: ends for i, ends in self._tumbling.items() if ends > self._time}
        carried = self._shown()
        if carried:
            self.screen.scene.carry(carried)
        else:
            self.screen.scene.release()

    def _shown(self) -> dict[int, tuple[Sprite, Shape]]:
        """Where everything that moves is in the window now."""
        scene = self.screen.scene
        poses = self._world.poses() if self._world is not None else {}
        if self._world is not None:
            thrown = [i for i in self._order if i in scene.sprites]
        else:
            thrown = [i for i in self._tumbling if i in scene.sprites]
        carried: dict[int, tuple[Sprite, Shape]] = {}
        for i in thrown:
            sprite = self._tumbled(scene.sprites[i])
            at = poses.get(i)
            if at is None and i not in self._tumbling:
                continue
            w, h = layout.size(self.screen.session.table, self.screen.session.table.pieces[i])
            zoom = scene.camera.zoom
            if at is None:
                shape = scene.shape_of(i)
                # A die that is rolled in its place hops.
                left = min((self._tumbling[i] - self._time) / TUMBLE, 1.0)
                shape = shape._replace(y=shape.y - abs(math.sin(left * 9)) * left * shape.h * 0.5,
                                       rotation=(shape.rotation + left * 420) % 360)  # fmt: skip
            else:
                x, y = scene.camera.to_window(at.x, at.y)
                shape = Shape(x, y, w * zoom, h * zoom, at.rotation)
            carried[i] = (sprite._replace(buried=False), shape)
        return carried

    def _tumbled(self, sprite: Sprite) -> Sprite:
        """A die or coin on its way shows one side after the other."""
        if sprite.piece not in self._tumbling:
            return sprite
        piece = self.screen.session.table.pieces[sprite.piece]
        given = piece.marks.get(SIDES, 6)
        sides = given if isinstance(given, int) and given >= 2 else 6
        turn = Random(sprite.piece * 7919 + int(self._time / FACES))
        value = turn.randint(1, sides) if piece.kind == "die" else turn.randint(0, 1)
        return sprite._replace(look=sprite.look._replace(face=sprite.look.face._replace(value=value)))

    def interrupted_by(self, event: pygame.event.Event) -> bool:
        """Whether an event means that a hand does something: what slides comes to rest before it."""
        return event.type in (
            pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.WINDOWFOCUSLOST, pygame.QUIT, pygame.DROPFILE,
        )  # fmt: skip
