"""Vs. System, the two-player game as it stood in the middle of 2006."""

from __future__ import annotations

from tabletop.rules.game import Game


def game() -> Game:
    """The rules of Vs. System."""
    from tabletop.games.vs_system.case import VsSystem

    return VsSystem()
