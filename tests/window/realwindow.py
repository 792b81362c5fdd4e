"""The real program in a real window on a display of its own, and a mouse and a keyboard for it.

What is where in the window the program tells by its test hook (`tabletop.ui.probe`); what happened on the table is read
from the journal that it keeps.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tabletop.table import saves
from tabletop.table.saves import Document
from tabletop.table.state import Table

PATIENCE = 20.0
UNHEARD = 2.0
"""Seconds after which an act that the window says nothing about is taken for one that it did not hear of."""

TOOLS = ("Xvfb", "xdotool")
ROOT = Path(__file__).resolve().parents[2]

Point = tuple[float, float]


def missing_tools() -> list[str]:
    return [tool for tool in TOOLS if shutil.which(tool) is None]


class Display:
    """An X server without a screen, just as large as the window."""

    def __init__(self, size: tuple[int, int] = (1280, 720)) -> None:
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"],
            pass_fds=(writing,), stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writing)
        with os.fdopen(reading) as pipe:
            self.name = f":{pipe.readline().strip()}"

    def close(self) -> None:
        self.server.terminate()
        self.server.wait(10)


class RealWindow:
    """The program. `args` are those of `tabletop`."""

    def __init__(self, display: Display, folder: Path, *args: str) -> None:
        self.folder = folder
        self.saves = folder / "saves"
        self.hook = folder / "probe.json"
        self.hook.unlink(missing_ok=True)
        self.env = {
            **os.environ, "DISPLAY": display.name, "TABLETOP_PROBE": str(self.hook), "PYTHONPATH": str(ROOT),
            "XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data"),
            "SDL_AUDIODRIVER": "dummy",
        }  # fmt: skip
        self.env.pop("SDL_VIDEODRIVER", None)
        kept = folder / "config" / "tabletop" / "settings.toml"
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text("toured = true\n")
        self.log = (folder / "output.txt").open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tabletop", *args], env=self.env, cwd=folder, stdout=self.log, stderr=self.log
        )
        self.number = 0
        self.wanted = 0
        self.rested = False

    # looking

    def probe(self) -> dict[str, Any]:
        """What the window shows, as soon as it rests. Nothing is waited for if nothing was done since the last time."""
        if not self.rested:
            self.rest()
        return self._read()

    def rest(self) -> None:
        """Wait until the window has come to rest after what was done last."""
        quiet, last = 0, -1
        begun = time.monotonic()
        while time.monotonic() < begun + PATIENCE:
            time.sleep(0.06)
            if self.process.poll() is not None:
                raise AssertionError(f"the program has ended:\n{self.output()}")
            found = self._read()
            number = found.get("number", 0)
            answered = number > self.number and found.get("heard", 0) >= self.wanted
            told = answered or (number and time.monotonic() > begun + UNHEARD)
            quiet = quiet + 1 if number == last and told else 0
            last = number
            if quiet >= 3:
                self.number = number - 1
                self.rested = True
                return
        raise AssertionError(f"the window does not come to rest:\n{self.output()}")

    def _read(self) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads(self.hook.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        return found

    def output(self) -> str:
        self.log.flush()
        return (self.folder / "output.txt").read_text("utf-8", "replace")

    def at(self, piece: int) -> Point:
        """A place where a piece is seen: cards in a hand lie over each other."""
        found = self.probe()
        shape = found["pieces"][str(piece)]
        top, bottom = shape["y"] - shape["h"] / 2, min(shape["y"] + shape["h"] / 2, found["size"][1] - 30)
        return shape["x"] - (shape["w"] * 0.3 if shape["zone"].endswith(".hand") else 0), (top + bottom) / 2

    def zone(self, zone_id: str) -> Point:
        """The middle of a zone."""
        x, y, w, h = self.probe()["zones"][zone_id]
        return x + w / 2, y + h / 2

    def document(self) -> Document:
        """The table, as the journal has it."""
        copy = self.folder / "copy.table"
        shutil.copy(self.probe()["journal"], copy)
        loaded = saves.load(copy)
        assert not loaded.report
        return loaded.document

    def table(self) -> Table:
        return self.document().table

    # doing

    def xdo(self, *words: object, presses: int = 0) -> None:
        """Let xdotool do something that the program hears so many keys or buttons of."""
        found = self._read()
        self.rested = False
        self.number = found.get("number", 0)
        # Counted on from what was sent before: that may still be on its way.
        self.wanted = max(found.get("heard", 0), self.wanted) + presses
        subprocess.run(["xdotool", *map(str, words)], env=self.env, check=True, timeout=30)
        time.sleep(0.05)

    def move(self, at: Point) -> None:
        self.xdo("mousemove", round(at[0]), round(at[1]))

    def press(self, button: int = 1) -> None:
        self.xdo("mousedown", button, presses=1)

    def let_go(self, button: int = 1) -> None:
        self.xdo("mouseup", button, presses=1)

    def click(self, at: Point, button: int = 1) -> None:
        self.move(at)
        self.press(button)
        self.let_go(button)

    def carry(self, start: Point, goal: Point, button: int = 1) -> None:
        """Press there and move to the goal, without letting go."""
        self.move(start)
        self.press(button)
        for part in (0.1, 0.4, 0.8, 1.0):
            self.move((start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part))

    def drag(self, start: Point, goal: Point, button: int = 1) -> None:
        self.carry(start, goal, button)
        self.let_go(button)

    def key(self, *keys: str) -> None:
        for key in keys:
            self.xdo("key", key, presses=len(key.split("+")))

    def kill(self) -> None:
        """kill -9."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()
        self.log.close()
