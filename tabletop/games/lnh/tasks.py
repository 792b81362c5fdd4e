"""The tasks of LNH Storycards by name: what the agenda can carry out."""

from tabletop.rules.agenda import Tasks

tasks = Tasks()
