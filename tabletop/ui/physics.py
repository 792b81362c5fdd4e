"""Pieces that slide and push each other, for feel only: a small world of pymunk in the millimetres of the table.

It knows nothing of the table and changes nothing. Whoever throws pieces reads where they came to rest and makes one
act of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import pymunk

STEP = 1 / 120
"""Seconds of one step of the simulation."""

BRAKE = 4200.0
"""Millimetres a second that sliding on the felt takes off in a second."""

SPIN_BRAKE = 900.0
"""Degrees a second that turning on the felt loses in a second."""

FASTEST = 2600.0
"""Millimetres a second that nothing is faster than."""

LONGEST = 4.0
"""Seconds after which everything rests in any case."""

STILL = 6.0

_THROWN, _LYING, _WALL = 1, 2, 4


class Pose(NamedTuple):
    """Where a piece is: its middle in millimetres, its rotation in degrees clockwise."""

    x: float
    y: float
    rotation: float


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece for the simulation. `speed` in millimetres a second and `spin` in degrees a second are what it is thrown
    with; without them it lies there and can be pushed.
    """

    pose: Pose
    w: float
    h: float
    speed: tuple[float, float] = (0.0, 0.0)
    spin: float = 0.0
    thrown: bool = False


class World:
    """Thrown pieces among lying ones. Thrown ones push those that lie; what lies does not push what lies, and what a
    thrown piece lay over from the start it does not push either: stacks are not torn apart.
    """

    def __init__(self, things: Mapping[int, Thing], box: tuple[float, float, float, float]) -> None:
        """`box` is left, top, right, bottom of the table in millimetres: nothing slides beyond it."""
        self._space = pymunk.Space()
        self._space.iterations = 12
        self._left, self._top, self._right, self._bottom = box
        self._bodies: dict[int, pymunk.Body] = {}
        self._start = {i: thing.pose for i, thing in things.items()}
        self._time = 0.0
        self._over = 0.0
        thrown = [thing for thing in things.values() if thing.thrown]
        for i, thing in things.items():
            if thing.thrown or not any(_overlap(thing, each) for each in thrown):
                self._add(i, thing)
        self._walls()
        self._longest = max((self._rest_of(body) for body in self._bodies.values()), default=0.0)

    def _add(self, i: int, thing: Thing) -> None:
        mass = max(thing.w * thing.h, 1.0) / 5000 * (1.0 if thing.thrown else 1.6)
        body = pymunk.Body(mass, pymunk.moment_for_box(mass, (thing.w, thing.h)))
        body.position = thing.pose.x, thing.pose.y
        body.angle = math.radians(thing.pose.rotation)
        speed = pymunk.Vec2d(*thing.speed)
        body.velocity = speed.normalized() * min(speed.length, FASTEST)
        body.angular_velocity = math.radians(thing.spin)
        shape = pymunk.Poly.create_box(body, (thing.w, thing.h), radius=1.0)
        shape.elasticity, shape.friction = 0.15, 0.3
        reach = _LYING | _WALL if thing.thrown else _THROWN | _WALL
        shape.filter = pymunk.ShapeFilter(categories=_THROWN if thing.thrown else _LYING, mask=reach)
        self._space.add(body, shape)
        self._bodies[i] = body

    def _walls(self) -> None:
        corners = [(self._left, self._top), (self._right, self._top), (self._right, self._bottom),
                   (self._left, self._bottom)]  # fmt: skip
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            wall = pymunk.Segment(self._space.static_body, a, b, 2.0)
            wall.elasticity = 0.3
            wall.filter = pymunk.ShapeFilter(categories=_WALL)
            self._space.add(wall)

    @staticmethod
    def _rest_of(body: pymunk.Body) -> float:
        return float(body.velocity.length) / BRAKE

    # time

    def advance(self, seconds: float) -> bool:
        """Let time pass; whether everything rests now."""
        self._over += seconds
        while self._over >= STEP and not self.rests:
            self._over -= STEP
            self._time += STEP
            self._space.step(STEP)
            for body in self._bodies.values():
                self._brake(body)
        return self.rests

    def settle(self) -> None:
        """Everything comes to rest at once, where it would have come to rest in time."""
        while not self.advance(STEP):
            pass

    @property
    def rests(self) -> bool:
        """Whether nothing moves any more."""
        if self._time >= LONGEST:
            return True
        return all(
            body.velocity.length < STILL and abs(body.angular_velocity) < 0.15 for body in self._bodies.values()
        )  # fmt: skip

    @property
    def part(self) -> float:
        """How far it is on its way to rest, from 0 to 1, as the fastest piece has it."""
        now = max((self._rest_of(body) for body in self._bodies.values()), default=0.0)
        return 1.0 if self.rests or not self._longest else min(max(1 - now / self._longest, 0.0), 1.0)

    @staticmethod
    def _brake(body: pymunk.Body) -> None:
        speed = body.velocity.length
        if speed:
            body.velocity = body.velocity * max(0.0, 1 - BRAKE * STEP / speed)
        spin, loss = body.angular_velocity, math.radians(SPIN_BRAKE) * STEP
        body.angular_velocity = math.copysign(max(abs(spin) - loss, 0.0), spin)

    # reading

    def poses(self) -> dict[int, Pose]:
        """Where the pieces are now that are not where they were at first."""
        found: dict[int, Pose] = {}
        for i, body in self._bodies.items():
            x = min(max(body.position.x, self._left), self._right)
            y = min(max(body.position.y, self._top), self._bottom)
            now = Pose(round(x, 2), round(y, 2), round(math.degrees(body.angle), 1) % 360)
            start = self._start[i]
            turned = (now.rotation - start.rotation + 180) % 360 - 180
            if abs(now.x - start.x) + abs(now.y - start.y) > 0.5 or abs(turned) > 0.5:
                found[i] = now
        return found


def _overlap(one: Thing, other: Thing) -> bool:
    """Whether two pieces lie over each other, as far as the circles around them tell."""
    far = math.dist(one.pose[:2], other.pose[:2])
    return far < (math.hypot(one.w, one.h) + math.hypot(other.w, other.h)) / 2 * 0.8


def near(things: Iterable[tuple[int, Pose]], middle: tuple[float, float], reach: float, most: int) -> list[int]:
    """Of so many pieces those within reach of a point, at most so many, the nearest first."""
    found = sorted((math.dist(pose[:2], middle), i) for i, pose in things)
    return [i for far, i in found if far <= reach][:most]
