"""The house keeps its order: who may import whom, where games may be named, and who writes to a table.

Each failure says where the code should go instead.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ROOT / "tabletop"

MAY_IMPORT: dict[str, set[str]] = {
    "table": set(),
    "cards": {"table"},
    "rules": {"cards", "table"},
    "games": {"rules", "cards", "table"},
    "bots": {"rules", "cards", "table"},
    "assist": {"games", "rules", "cards", "table"},
    "ui": {"assist", "bots", "games", "rules", "cards", "table"},
}
"""The arrows point down only: ui -> assist -> games -> rules -> cards, table; bots -> rules."""

BELOW = ("table", "cards", "rules", "assist", "bots", "ui")
"""Where no game may be named."""

SCREEN = {"pygame", "pymunk", "pygame_gui"}

WHERE = {
    "table": "what lies where, without rules or screen",
    "cards": "definitions, card sets and faces",
    "rules": "what all rules engines share",
    "games": "one game",
    "bots": "players that choose among legal moves",
    "assist": "what brings hands and rules together",
    "ui": "the window",
}


class Import(NamedTuple):
    path: Path
    line: int
    module: str

    @property
    def at(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}"


@cache
def sources() -> tuple[Path, ...]:
    return tuple(sorted(path for path in HOUSE.rglob("*.py") if "_data" not in path.parts))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def package(path: Path) -> str:
    """The part of the house that a file is in; "" for the modules that stand above all (the command line)."""
    parts = path.relative_to(HOUSE).parts
    return parts[0] if len(parts) > 1 else ""


def imports(path: Path) -> Iterator[Import]:
    """Everything that a file imports, in functions and for type checking too; modules by their full name."""
    here = ("tabletop", *path.relative_to(HOUSE).parts[:-1])
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield Import(path, node.lineno, name.name)
        elif isinstance(node, ast.ImportFrom):
            base = list(here[: len(here) - node.level + 1]) if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for name in node.names:
                yield Import(path, node.lineno, f"{module}.{name.name}")


def part_of(module: str) -> str | None:
    """The part of the house that an imported module is in; None if it is none of ours."""
    parts = module.split(".")
    return parts[1] if parts[0] == "tabletop" and len(parts) > 1 else None


def complain(found: list[str]) -> None:
    assert not found, "\n" + "\n".join(found)


def test_the_house_is_looked_through() -> None:
    """The other tests would all pass on nothing."""
    assert {package(path) for path in sources()} >= {"table", "cards", "rules", "games", "assist", "ui", ""}
    assert sum(1 for path in sources() for found in imports(path) if part_of(found.module)) > 100


def test_arrows_point_down() -> None:
    found = []
    for path in sources():
        own = package(path)
        for each in imports(path):
            other = part_of(each.module)
            if own in MAY_IMPORT and other in MAY_IMPORT and other != own and other not in MAY_IMPORT[own]:
                found.append(
                    f"{each.at}: {own}/ may not import {each.module}. {own}/ is {WHERE[own]}: move what it needs down "
                    f"into {own}/ (or below it), or move this code up into {other}/."
                )
            elif own in MAY_IMPORT and other is not None and other.startswith(("cli", "__main__")):
                found.append(f"{each.at}: nothing imports the command line. Move what both need into {own}/.")
            elif own in ("table", "rules", "bots") and other == "places":
                found.append(f"{each.at}: {own}/ does not know where files lie. Let who calls it pass the path.")
    complain(found)


def test_games_do_not_know_each_other() -> None:
    found = []
    for path in sources():
        parts = path.relative_to(HOUSE).parts
        if parts[0] != "games" or len(parts) < 3:
            continue
        for each in imports(path):
            module = each.module.split(".")
            if module[:2] == ["tabletop", "games"] and len(module) > 2 and module[2] != parts[1]:
                found.append(f"{each.at}: {parts[1]} imports {each.module}. What two games share goes into rules/.")
    complain(found)


def test_only_the_window_knows_the_screen() -> None:
    found = [
        f"{each.at}: imports {each.module}. Only ui/ draws and simulates: move this there, and hand it plain data."
        for path in sources() for each in imports(path)
        if package(path) != "ui" and each.module.split(".")[0] in SCREEN
    ]  # fmt: skip
    complain(found)


# games are found, not named


def game_ids() -> list[str]:
    return sorted(path.parent.name for path in (ROOT / "cardsets").glob("*/table.toml"))


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The texts and names of a file with their lines."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.alias):
            yield node.lineno, node.name
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def names_game(text: str, game: str) -> bool:
    """Whether a text names a game. An id that is also a usual word counts only where it stands alone, like an id."""
    usual = game.isalpha() and len(game) > 4
    if usual and text != game and not re.fullmatch(rf"[\w./-]*[./]{game}(?:[./][\w./-]*)?", text):
        return False
    return re.search(rf"(?<![a-z0-9]){re.escape(game)}(?![a-z0-9])", text.lower()) is not None


def test_names_of_games_are_noticed() -> None:
    assert names_game("tabletop.games.lnh", "lnh")
    assert names_game("lnh", "lnh")
    assert names_game("is_vs_system", "vs_system")
    assert names_game("# as LNH does", "lnh")
    assert names_game("cardsets/standard/table.toml", "standard")
    assert names_game("standard", "standard")
    assert not names_game("a standard deck", "standard")
    assert not names_game("nonstandard", "standard")
    assert not names_game("hln", "lnh")


def test_no_game_is_named_below_the_games() -> None:
    ids = game_ids()
    assert len(ids) >= 4
    found = []
    for path in sources():
        if package(path) not in BELOW:
            continue
        for line, text in texts(path):
            for game in ids:
                if names_game(text, game):
                    found.append(
                        f"{path.relative_to(ROOT)}:{line}: names the game {game!r} ({text.strip()[:60]!r}). What only "
                        f"one game needs goes into cardsets/{game}/ (data) or tabletop/games/{game}/ (rules)."
                    )
    complain(found)


# rules know no clock, and no chance of their own


NO_CLOCK = "Rules have no clock: a table that is played again must come out the same."


def test_rules_have_no_clock_and_no_chance_of_their_own() -> None:
    found = []
    for path in sources():
        if package(path) not in ("rules", "games"):
            continue
        for each in imports(path):
            top, _, rest = each.module.partition(".")
            if top == "time":
                found.append(f"{each.at}: imports {each.module}. {NO_CLOCK}")
            if top == "secrets" or (top == "random" and rest not in ("", "Random")):
                found.append(
                    f"{each.at}: imports {each.module}. Chance is asked for and written into an operation: use the "
                    "fortune that tabletop.rules.perform passes, or a Random that the caller gives."
                )
        has_random = any(each.module == "random" for each in imports(path))
        for node in ast.walk(tree(path)):
            if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
                continue
            at = f"{path.relative_to(ROOT)}:{node.lineno}"
            if node.value.id in ("date", "datetime") and node.attr in ("today", "now", "utcnow"):
                found.append(f"{at}: asks what time it is. {NO_CLOCK}")
            if has_random and node.value.id == "random" and node.attr != "Random":
                found.append(
                    f"{at}: random.{node.attr} draws from a hidden state. Ask the fortune that tabletop.rules.perform "
                    "passes."
                )
    complain(found)


# only operations write to a table


TABLE_PARTS = {
    "pieces", "zones", "card_zones", "order", "seats", "everyone", "facts", "definitions", "next_id", "revision",
}  # fmt: skip
PIECE_PARTS = {"zone", "x", "y", "rotation", "up", "known", "owner", "card", "marks", "counters"}
CHANGERS = {
    "append", "insert", "extend", "remove", "pop", "clear", "update", "setdefault", "popitem", "sort", "reverse",
}  # fmt: skip

WRITERS = {"table/ops.py", "table/state.py", "table/history.py", "table/mending.py"}
"""Operations write; the state makes itself from a snapshot; a trial puts back counters; mending works on a snapshot."""


def is_table(node: ast.expr) -> bool:
    return "table" in (getattr(node, "id", None), getattr(node, "attr", None))


def is_piece(node: ast.expr) -> bool:
    """Something that looks like a piece on a table: called so, or taken from `table.pieces`."""
    if isinstance(node, ast.Name):
        return node.id in ("piece", "host", "card") or node.id.endswith("_piece")
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Attribute) and node.value.attr == "pieces" and is_table(node.value.value)
    return False


def part_written(node: ast.expr) -> str | None:
    """What of a table or a piece an expression stands for: "table.pieces" for `table.pieces` and `table.pieces[3]`."""
    while isinstance(node, ast.Subscript) and not is_piece(node):
        node = node.value
    if is_piece(node) and isinstance(node, ast.Subscript):
        return "table.pieces"
    if isinstance(node, ast.Attribute):
        if is_table(node.value) and node.attr in TABLE_PARTS:
            return f"table.{node.attr}"
        if is_piece(node.value) and node.attr in PIECE_PARTS:
            return f"piece.{node.attr}"
    return None


def written(module: ast.Module) -> Iterator[tuple[int, str]]:
    """What of tables and pieces a file writes to, with its lines. A piece that was made or copied right there lies on
    no table yet.
    """
    scopes = [node for node in ast.walk(module) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    inside = {id(inner) for scope in scopes for inner in ast.walk(scope)}
    for scope in (module, *scopes):
        own = {id(inner) for inner in ast.walk(scope)} if scope is not module else None
        new = {
            target.id
            for node in ast.walk(scope)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and made(node.value)
            for target in node.targets if isinstance(target, ast.Name)
        }  # fmt: skip
        for node in ast.walk(scope):
            if own is None and id(node) in inside:
                continue
            yield from written_by(node, new)


def made(call: ast.Call) -> bool:
    """Whether a call makes a piece of its own: `Piece(...)`, `piece.copy()`."""
    return getattr(call.func, "id", None) == "Piece" or getattr(call.func, "attr", None) in ("Piece", "copy", "_blank")


def written_by(node: ast.AST, new: set[str]) -> Iterator[tuple[int, str]]:
    """What of tables and pieces a single statement or call writes to; `new` are pieces that lie on no table."""
    for line, part, owner in parts_written(node):
        if owner not in new:
            yield line, part


def owner_of(node: ast.expr) -> str | None:
    """The name at the root of an expression: "piece" for `piece.marks["a"]`."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def parts_written(node: ast.AST) -> Iterator[tuple[int, str, str | None]]:
    targets: list[ast.expr] = []
    if isinstance(node, (ast.Assign, ast.Delete)):
        targets = list(node.targets)
    elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
        targets = [node.target]
    for target in targets:
        for inner in ast.walk(target) if isinstance(target, (ast.Tuple, ast.List)) else [target]:
            part = part_written(inner) if isinstance(inner, ast.expr) else None
            if part is not None:
                yield node.lineno, part, owner_of(inner)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGERS:
        part = part_written(node.func.value)
        if part is not None:
            yield node.lineno, f"{part} (.{node.func.attr})", owner_of(node.func.value)


@pytest.mark.parametrize(
    "code",
    ["table.pieces[3] = x", "self.table.facts['a'] = 1", "table.next_id += 1", "del table.order['z']",
     "piece.up = True", "def f(piece): piece.up = True", "table.pieces[3].x = 1.0",
     "session.table.order['z'].append(3)", "piece.counters['n'] = 1", "host.marks.pop('m')",
     "a, table.facts = 1, {}", "table.zones.clear()"],
)  # fmt: skip
def test_writing_to_a_table_is_noticed(code: str) -> None:
    assert list(written(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    ["x = table.pieces[3]", "piece = table.pieces[3]", "self.zones['a'] = 1", "new.up = True", "table.pieces.get(3)",
     "sprite.x = piece.x", "self.table = table", "def f():\n  piece = Piece(3)\n  piece.up = True",
     "def f(card):\n  piece = card.copy()\n  piece.marks['a'] = 1"],
)  # fmt: skip
def test_reading_a_table_is_no_writing(code: str) -> None:
    assert not list(written(ast.parse(code)))


def test_only_operations_write_to_a_table() -> None:
    found = []
    for path in sources():
        if path.relative_to(HOUSE).as_posix() in WRITERS:
            continue
        for line, part in written(tree(path)):
            found.append(
                f"{path.relative_to(ROOT)}:{line}: writes to {part}. Only operations change a table, or undo, saves "
                "and the log would not know: yield one of tabletop.table.ops instead, or work on a copy."
            )
    complain(found)


# nothing unfinished


def test_nothing_is_left_to_do() -> None:
    mark = re.compile(r"\b(?:TO" + "DO|FIX" + r"ME|XXX|HACK)\b")
    found = []
    for path in sources():
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
            if token.type in (tokenize.COMMENT, tokenize.STRING) and mark.search(token.string):
                at = f"{path.relative_to(ROOT)}:{token.start[0]}"
                found.append(f"{at}: {token.string.strip()[:70]}. Do it, or leave it.")
        abstract = {id(raised) for raised in abstract_bodies(tree(path))}
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Raise) and is_not_implemented(node) and id(node) not in abstract:
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}: is not there yet. Make it.")
    complain(found)


def is_not_implemented(node: ast.Raise) -> bool:
    return node.exc is not None and "NotImplementedError" in ast.dump(node.exc)


def abstract_bodies(module: ast.Module) -> Iterator[ast.stmt]:
    """What methods of a base class raise that have nothing but a docstring beside: those that come from it do them."""
    for cls in ast.walk(module):
        for method in cls.body if isinstance(cls, ast.ClassDef) else ():
            if isinstance(method, ast.FunctionDef) and len(method.body) == 2 and ast.get_docstring(method):
                yield method.body[1]


def test_every_package_says_what_belongs_in_it() -> None:
    found = []
    for path in sources():
        told = ast.get_docstring(tree(path)) or ""
        if not told or (path.name == "__init__.py" and len(told.split()) < 4):
            found.append(f"{path.relative_to(ROOT)}: begin it with a sentence that says what belongs in here.")
    complain(found)


def test_every_package_has_its_init() -> None:
    folders = {path.parent for path in sources()}
    complain([
        f"{folder.relative_to(ROOT)}: has no __init__.py; say in one what belongs in there."
        for folder in sorted(folders) if not (folder / "__init__.py").is_file()
    ])  # fmt: skip


def test_no_file_speaks_of_one_computer() -> None:
    path_of_one = re.compile(r"(?:/work/|/home/\w|[A-Z]:\\\\Users)")
    complain([
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}. Paths come from tabletop.places or from who calls."
        for path in sources() for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if path_of_one.search(line)
    ])  # fmt: skip
