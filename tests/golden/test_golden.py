"""Golden playthroughs: random games as texts. A change of behaviour shows as a change of the text; if it is meant,
write them anew with `pytest tests/golden --golden-write` and read what has changed.
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
from subjects import Subject, subjects
from transcript import transcript

FOLDER = Path(__file__).parent
GAMES = (1, 2)


@pytest.mark.parametrize("number", GAMES)
@pytest.mark.parametrize("subject", subjects(), ids=str)
def test_a_random_game_reads_as_it_did(subject: Subject, number: int, request: pytest.FixtureRequest) -> None:
    path = FOLDER / f"{subject.id}-{number}.txt"
    now = transcript(subject, number)
    if request.config.getoption("--golden-write"):
        path.write_text(now, encoding="utf-8")
        return
    assert path.is_file(), f"{path.name} is not there: write it with pytest tests/golden --golden-write"
    before = path.read_text(encoding="utf-8")
    lines = difflib.unified_diff(before.splitlines(), now.splitlines(), "as it was", "now", lineterm="", n=2)
    changes = "\n".join(lines)
    assert before == now, f"{path.name} reads otherwise:\n{changes[:4000]}"


def test_every_text_is_of_a_game() -> None:
    known = {f"{subject.id}-{number}.txt" for subject in subjects() for number in GAMES}
    assert {path.name for path in FOLDER.glob("*.txt")} <= known
