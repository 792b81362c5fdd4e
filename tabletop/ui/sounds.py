"""Short sounds for what happens on the table. Without a device for sound, or switched off, there is silence."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pygame

from tabletop.cards.assets import asset
from tabletop.table.history import Step, What
from tabletop.table.ops import Chance, Create, Move, Pose, Reorder

if TYPE_CHECKING:
    from tabletop.assist.session import Session
    from tabletop.ui.settings import Settings

NAMES = ("place", "flip", "shuffle", "die")

APART = 0.06
"""Seconds between two sounds at least."""


def sound_of(what: What, step: Step) -> str:
    """What a step sounds like; "" for one that makes no sound. Taking back sounds like putting down."""
    if step.how == "setup":
        return ""
    kinds = {type(op) for op in step.ops}
    if what == "step":
        if Chance in kinds:
            return "die"
        # A shuffle is a new order and nothing else, but that knowledge goes.
        if Reorder in kinds and not kinds & {Move, Pose} and len(next(op.order for op in step.ops
                                                                      if isinstance(op, Reorder))) > 1:
            return "shuffle"
    if Move in kinds or Create in kinds:
        return "place"
    if any(isinstance(op, Pose) and op.up is not None for op in step.ops):
        return "flip"
    return "place" if kinds & {Pose, Reorder} else ""


class Sounds:
    """Plays the sounds of one table's steps. The device is opened on the side: nobody waits for it."""

    def __init__(self, session: Session, settings: Settings) -> None:
        self.session, self.settings = session, settings
        self.played: list[str] = []
        """What was played last, the latest at the end."""
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._last = 0.0
        session.history.listeners.append(self._heard)
        if settings.sounds:
            self._open()

    def _open(self) -> None:
        threading.Thread(target=self._load, name="sounds", daemon=True).start()

    def _load(self) -> None:
        try:
            if not pygame.mixer.get_init():
                pygame.mixer.init(22050, -16, 1, 512)
            self._sounds = {name: pygame.mixer.Sound(asset(f"sounds/{name}.wav")) for name in NAMES}
        except (pygame.error, OSError, NotImplementedError):
            self._sounds = {}

    def _heard(self, what: What, step: Step) -> None:
        name = sound_of(what, step)
        now = time.monotonic()
        if not name or not self.settings.sounds or now - self._last < APART:
            return
        self._last = now
        self.played = [*self.played[-15:], name]
        sound = self._sounds.get(name)
        if sound is not None:
            sound.set_volume(self.settings.volume)
            sound.play()

    def follow_settings(self) -> None:
        """The settings have changed: the device is opened when sounds are wanted for the first time."""
        if self.settings.sounds and not self._sounds:
            self._open()

    def close(self) -> None:
        """Listen to the table no more."""
        if self._heard in self.session.history.listeners:
            self.session.history.listeners.remove(self._heard)
