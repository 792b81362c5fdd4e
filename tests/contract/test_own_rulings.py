"""The ruling cases that come with the program: every one holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from toy import skirmish

from tabletop.assist.rulings import game_and_library
from tabletop.rules.cases import case_files, run_file

FOLDER = Path(__file__).parent.parent / "rulings"
TOY = skirmish.RULINGS / "skirmish.toml"


@pytest.mark.parametrize("path", [*case_files(FOLDER), TOY], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_case_holds(path: Path) -> None:
    toy = (skirmish.game(), skirmish.library())
    results = list(run_file(path, lambda game: toy if game == "skirmish" else game_and_library(game)))
    assert results, f"{path} has no case"
    failures = "\n".join(str(result.failure) for result in results if result.failure is not None)
    assert not failures, failures


@pytest.mark.parametrize("game", sorted({path.parent.name for path in case_files(FOLDER)}))
def test_no_two_cases_have_one_id(game: str) -> None:
    ids = [result.case for path in case_files(FOLDER / game) for result in run_file(path, game_and_library)]
    assert len(ids) == len(set(ids))
