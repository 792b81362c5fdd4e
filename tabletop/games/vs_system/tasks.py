"""The register of the game's tasks (`tabletop.rules.agenda`): each module adds its own."""

from __future__ import annotations

from tabletop.rules.agenda import Tasks

tasks = Tasks()
