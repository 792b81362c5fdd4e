"""The mutation check makes the changes that it says, each in one place."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from mutation import mutate

SOURCE = """
LIMIT = True

def allowed(value, limit, extra=False):
    if not value or value < limit:
        return value in (1, 2) and LIMIT
    return value == limit is None
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    path = tmp_path / "rule.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_every_place_is_found(module: Path) -> None:
    sites = mutate.sites_of(module)
    changes = [site.change.rpartition(": ")[2] for site in sites]
    assert sorted(changes) == sorted([
        "True turned", "False turned", "not left out", "Lt turned to GtE", "and/or changed", "In turned to NotIn",
        "and/or changed", "Eq turned to NotEq", "Is turned to IsNot",
    ])  # fmt: skip


def test_a_mutant_differs_in_its_place_only(module: Path) -> None:
    plain = ast.unparse(ast.parse(SOURCE)).splitlines()
    for site in mutate.sites_of(module):
        changed = ast.unparse(mutate.mutant(site)).splitlines()
        different = [(old, new) for old, new in zip(plain, changed, strict=True) if old != new]
        assert len(different) == 1, site
