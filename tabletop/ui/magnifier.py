"""The magnifier: a large picture of what the pointer is over, while Alt is held. It shows what the viewer may know."""

from __future__ import annotations

import pygame

from tabletop.table import layout, sight
from tabletop.ui.scene import Scene
from tabletop.ui.sprites import Face

SMALLEST, LARGEST = 0.3, 0.96
"""The height of the picture as a part of the window's."""


class Magnifier:
    """Follows the pointer. The wheel makes the picture larger and smaller."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.held = False
        """Whether its key is down."""
        self.part = 0.62
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._piece: int | None = None
        self._drawn: object = None

    @property
    def shown(self) -> bool:
        """Whether there is a picture to be seen."""
        return self.held and self._piece is not None

    def handle(self, event: pygame.event.Event) -> bool:
        """Alt goes down or up. Never consumes the event: Alt also belongs to other keys."""
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key in (pygame.K_LALT, pygame.K_RALT):
            self.held = event.type == pygame.KEYDOWN
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.held = False
        return False

    def resize(self, notches: float) -> None:
        """Larger or smaller."""
        self.part = min(max(self.part * 1.12**notches, SMALLEST), LARGEST)

    def follow(self, pointer: tuple[int, int], piece: int | None) -> list[pygame.Rect]:
        """What the pointer is over now; the parts of the window that change by it."""
        table = self.scene.session.table
        self._piece = piece if self.held and piece in table.pieces else None
        old = self.rect
        if self._piece is None:
            self.rect = pygame.Rect(0, 0, 0, 0)
            self._drawn = None
        else:
            self.rect = self._place(pointer)
        face = self._face()
        now = (face, tuple(self.rect), self.scene.faces.face(face, self.rect.w)[1]) if face is not None else None
        if now == self._drawn:
            return []
        self._drawn = now
        line = self.scene.theme.line("body") + 8
        return [rect.inflate(12, 12 + 2 * line) for rect in (old, self.rect) if rect.w]

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the picture."""
        face, theme = self._face(), self.scene.theme
        if face is None or not self.rect.w:
            return
        picture, _ = self.scene.faces.face(face, self.rect.w, near=True)
        if picture.get_size() != self.rect.size:
            picture = pygame.transform.smoothscale(picture, self.rect.size)
        frame = self.rect.inflate(8, 8)
        pygame.draw.rect(surface, theme.colour("panel_sunk"), frame, border_radius=theme.px(10))
        surface.blit(picture, self.rect)
        words = self._words()
        if words:
            text = theme.text(words, "body", "ink")
            at = text.get_rect(midbottom=(self.rect.centerx, self.rect.bottom - theme.px(8)))
            pygame.draw.rect(surface, theme.colour("panel"), at.inflate(theme.px(14), theme.px(6)), border_radius=8)
            surface.blit(text, at)

    def _face(self) -> Face | None:
        table, seat = self.scene.session.table, self.scene.session.seat
        piece = table.pieces.get(self._piece) if self._piece is not None else None
        return self.scene.laying.face_of(piece, sight.knows(table, seat, piece)) if piece is not None else None

    def _words(self) -> str:
        """What has to be said beside the picture: that the card lies face down."""
        table, seat = self.scene.session.table, self.scene.session.seat
        piece = table.pieces.get(self._piece) if self._piece is not None else None
        if piece is None or sight.shows(table, seat, piece):
            return ""
        return "Face down, and you know it" if sight.knows(table, seat, piece) else "A face-down card"

    def _place(self, pointer: tuple[int, int]) -> pygame.Rect:
        """Beside the pointer, where there is more room."""
        scene = self.scene
        assert self._piece is not None
        area = scene.clear.inflate(-16, -16)
        w, h = layout.size(scene.session.table, scene.session.table.pieces[self._piece])
        height = min(self.part * scene.camera.size[1], float(area.h))
        width = height * w / h
        if width > area.w * 0.55:
            width = area.w * 0.55
            height = width * h / w
        gap = 40
        left = pointer[0] + gap if pointer[0] < area.centerx else pointer[0] - gap - width
        left = min(max(left, area.left), area.right - width)
        top = min(max(pointer[1] - height / 2, area.top), area.bottom - height)
        return pygame.Rect(round(left), round(top), round(width), round(height))
