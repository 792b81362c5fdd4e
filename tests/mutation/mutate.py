"""Mutation check: turn a comparison or a boolean of a game's rules round; does a ruling case or a test notice?

Run by hand, from the top of the checkout:

    python tests/mutation/mutate.py overpower [--cases PATH]... [--sample 400] [--seed 1] [--tests] [--survivors FILE]

A mutant is one change in one place: `==` for `!=`, `<` for `>=`, `in` for `not in`, `is` for `is not`, `and` for `or`,
`not` left out, `True` for `False`. It is killed when a case fails that passed before; with `--tests`, the game's own
tests are tried on what survives the cases. The last line tells how many were made, how many were killed, and the share.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib.abc
import importlib.util
import io
import multiprocessing
import os
import pickle
import random
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, TextIO

ROOT = Path(__file__).resolve().parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

PATIENCE = 30
"""Seconds that a mutant may take: one that never ends is noticed too."""

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Site:
    """A place that can be changed: the nth one of a module, with its lines and the change in words."""

    path: Path
    number: int
    first: int
    last: int
    change: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.first}: {self.change}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant: the name of the case or test that noticed it; empty if it survived."""

    site: Site
    killer: str
    reached: bool


class Turner(ast.NodeTransformer):
    """Counts the places of a module that can be changed, and changes the nth of them."""

    def __init__(self, path: Path, chosen: int = -1) -> None:
        self.path = path
        self.chosen = chosen
        self.sites: list[Site] = []

    def _site(self, node: ast.expr, change: str) -> bool:
        number = len(self.sites)
        self.sites.append(Site(self.path, number, node.lineno, node.end_lineno or node.lineno, change))
        return number == self.chosen

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for place, operator in enumerate(node.ops):
            turned = TURNED[type(operator)]
            if self._site(node, f"{ast.unparse(node)}: {type(operator).__name__} turned to {turned.__name__}"):
                node.ops[place] = turned()
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        if self._site(node, f"{ast.unparse(node)}: and/or changed"):
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and self._site(node, f"{ast.unparse(node)}: not left out"):
            return node.operand
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, bool) and self._site(node, f"{node.value} turned"):
            return ast.copy_location(ast.Constant(not node.value), node)
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node
        return self.generic_visit(node)

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body = [self.visit(child) for child in node.body]
        return node


def sites_of(path: Path) -> list[Site]:
    """All places of a module that can be changed."""
    turner = Turner(path)
    turner.visit(ast.parse(path.read_text(encoding="utf-8")))
    return turner.sites


def mutant(site: Site) -> ast.Module:
    """The module with the change made."""
    tree: ast.Module = Turner(site.path, site.number).visit(ast.parse(site.path.read_text(encoding="utf-8")))
    return ast.fix_missing_locations(tree)


class MutantFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module of the program in its changed form."""

    def __init__(self, site: Site) -> None:
        self.path = site.path
        self.name = module_name(site.path)
        self.code = compile(mutant(site), str(site.path), "exec")

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        if fullname != self.name:
            return None
        package = self.path.name == "__init__.py"
        spec = importlib.util.spec_from_loader(fullname, self, origin=str(self.path), is_package=package)
        if spec is not None and package:
            spec.submodule_search_locations = [str(self.path.parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.path)
        exec(self.code, module.__dict__)


def module_name(path: Path) -> str:
    """The dotted name of a module of the program."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


Case = tuple[Path, str, dict[str, Any]]


class Check:
    """The mutants of one game, the cases of its rules, and which case passes through which line."""

    def __init__(self, game: str, cases: Sequence[Path], tests: bool) -> None:
        from tabletop.rules.cases import case_files

        self.game = game
        self.folder = ROOT / "tabletop" / "games" / game
        self.tests = tests
        self.cases: list[Case] = []
        for path in (file for folder in cases for file in case_files(folder)):
            data = _toml(path)
            if data.get("game") == game:
                self.cases += [(path, str(case.get("id")), case) for case in data.get("case", ())]
        self.lines: dict[tuple[str, int], list[int]] = {}

    def sites(self) -> list[Site]:
        """All places of the game's package that can be changed."""
        return [site for path in sorted(self.folder.rglob("*.py")) for site in sites_of(path)]

    def fails(self, number: int) -> bool:
        """Run a case."""
        from tabletop.assist.rulings import game_and_library
        from tabletop.rules.cases import run_case

        path, name, case = self.cases[number]
        found = game_and_library(self.game)
        assert found is not None
        return run_case(path, name, case, *found) is not None  # type: ignore[arg-type]

    def survey(self) -> None:
        """Run all cases once, in another process, and note the lines that each passes through, the quick ones first."""
        reader, writer = multiprocessing.Pipe(duplex=False)
        child = os.fork()
        if child == 0:
            writer.send_bytes(pickle.dumps(self._surveyed()))
            os._exit(0)
        self.lines = pickle.loads(reader.recv_bytes())
        os.waitpid(child, 0)

    def _surveyed(self) -> dict[tuple[str, int], list[int]]:
        folder = str(self.folder)
        passed: dict[tuple[str, int], list[tuple[float, int]]] = defaultdict(list)
        seen: set[tuple[str, int]] = set()

        def within(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line":
                seen.add((frame.f_code.co_filename, frame.f_lineno))
            return within

        def entering(frame: FrameType, event: str, _: Any) -> Any:
            return within if frame.f_code.co_filename.startswith(folder) else None

        for number in range(len(self.cases)):
            seen.clear()
            start = time.perf_counter()
            sys.settrace(entering)
            failed = self.fails(number)
            sys.settrace(None)
            if failed:
                _tell(f"{self.cases[number][1]} fails without any change and is left out", sys.stderr)
                continue
            spent = time.perf_counter() - start
            for line in seen:
                passed[line].append((spent, number))
        return {line: [number for _, number in sorted(found)] for line, found in passed.items()}

    def reaching(self, site: Site) -> list[int]:
        """The cases that pass through a place; all of them, if it is read when the module is."""
        found: dict[int, None] = {}
        for line in range(site.first, site.last + 1):
            found.update(dict.fromkeys(self.lines.get((str(site.path), line), ())))
        return list(found)

    def attempt(self, site: Site) -> Outcome:
        """Try a mutant in this process, which is spent afterwards."""
        signal.alarm(PATIENCE)
        for name in [name for name in sys.modules if name.startswith(f"tabletop.games.{self.game}")]:
            del sys.modules[name]
        sys.meta_path.insert(0, MutantFinder(site))
        reaching = self.reaching(site)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            try:
                for number in reaching or range(0, len(self.cases), 7):
                    if self.fails(number):
                        return Outcome(site, self.cases[number][1], True)
                if self.tests and (killer := self._tested()):
                    return Outcome(site, killer, True)
            except Exception as fault:
                return Outcome(site, f"{type(fault).__name__} at the start", True)
        return Outcome(site, "", bool(reaching))

    def _tested(self) -> str:
        """The first of the game's own tests that fails."""
        import pytest

        class Watch:
            failed = ""

            def pytest_runtest_logreport(self, report: Any) -> None:
                if report.failed and not self.failed:
                    self.failed = report.nodeid

        signal.alarm(PATIENCE * 4)
        watch = Watch()
        folders = [f"tests/games/{self.game}", "tests/golden", "tests/contract/test_contract.py"]
        wanted = f"{self.game} and not own_rulings"
        pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-k", wanted, *folders], plugins=[watch])
        return watch.failed


def outcomes(check: Check, sites: Sequence[Site], jobs: int) -> Iterator[Outcome]:
    """Try mutants, each in a process of its own, so many at a time."""
    waiting = list(reversed(sites))
    running: dict[int, tuple[Site, int]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            site = waiting.pop()
            reader, writer = os.pipe()
            child = os.fork()
            if child == 0:
                os.close(reader)
                os.write(writer, pickle.dumps(check.attempt(site)))
                os._exit(0)
            os.close(writer)
            running[child] = site, reader
        child, _ = os.wait()
        site, reader = running.pop(child)
        with os.fdopen(reader, "rb") as pipe:
            told = pipe.read()
        yield pickle.loads(told) if told else Outcome(site, "it never ends, or ends the program", True)


def _tell(line: str, where: TextIO = sys.stdout) -> None:
    where.write(f"{line}\n")
    where.flush()


def _toml(path: Path) -> dict[str, Any]:
    import tomli

    return tomli.loads(path.read_text(encoding="utf-8"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--cases", type=Path, action="append", default=[], help="more case files or folders")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants, chosen at random; else all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tests", action="store_true", help="try the game's tests too on what survives the cases")
    parser.add_argument("--only", default="", help="only in files with this in their path")
    parser.add_argument("--survivors", type=Path, help="a file to write the survivors to")
    given = parser.parse_args()

    os.chdir(ROOT)
    check = Check(given.game, [ROOT / "tests" / "rulings" / given.game, *given.cases], given.tests)
    _tell(f"{len(check.cases)} cases", sys.stderr)
    check.survey()
    sites = [site for site in check.sites() if given.only in str(site.path)]
    if given.sample and given.sample < len(sites):
        sites = random.Random(given.seed).sample(sites, given.sample)
    survived: list[Outcome] = []
    killed = 0
    for outcome in outcomes(check, sites, given.jobs):
        killed += bool(outcome.killer)
        if not outcome.killer:
            survived.append(outcome)
            _tell(f"survived{'' if outcome.reached else ', not reached'}: {outcome.site}")
    if given.survivors is not None:
        given.survivors.write_text("".join(f"{outcome.site}\n" for outcome in survived), encoding="utf-8")
    _tell(f"{len(sites)} mutants, {killed} killed, {100 * killed / max(1, len(sites)):.1f} %")


if __name__ == "__main__":
    main()
