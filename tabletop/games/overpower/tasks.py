"""The tasks of the game: named pieces of what is to be done, which the agenda keeps (`tabletop.rules.agenda`)."""

from __future__ import annotations

from tabletop.rules.agenda import Tasks

tasks = Tasks()
