"""Makes the sounds of the table, from noise and sines: `python -m tabletop.ui.soundmaking` writes `assets/sounds`.

The files are kept in the project; this is how they came to be, and how to change them.
"""

from __future__ import annotations

import math
import sys
import wave
from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random

RATE = 22050
"""Samples a second, of 16 bits, mono."""

Wave = list[float]


def _noise(seconds: float, rng: Random, soft: float) -> Wave:
    """Noise, the duller the nearer `soft` is to 1."""
    found, last = [], 0.0
    for _ in range(round(seconds * RATE)):
        last = last * soft + rng.uniform(-1, 1) * (1 - soft)
        found.append(last)
    top = max(map(abs, found)) or 1.0
    return [each / top for each in found]


def _shaped(found: Wave, rise: float, fall: float) -> Wave:
    """The same, swelling for `rise` seconds and dying away with the time constant `fall`."""
    return [
        each * min(number / (rise * RATE), 1.0) * math.exp(-max(number / RATE - rise, 0.0) / fall)
        for number, each in enumerate(found)
    ]


def _tone(seconds: float, pitch: float, fall: float) -> Wave:
    return [
        math.sin(2 * math.pi * pitch * number / RATE) * math.exp(-number / RATE / fall)
        for number in range(round(seconds * RATE))
    ]


def _mixed(seconds: float, *parts: tuple[float, float, Wave]) -> Wave:
    """Parts laid over each other: when each begins, in seconds, how loud it is, and what it is."""
    found = [0.0] * round(seconds * RATE)
    for begins, loud, part in parts:
        start = round(begins * RATE)
        for number, each in enumerate(part[: len(found) - start]):
            found[start + number] += each * loud
    return found


def place(rng: Random) -> Wave:
    """A card comes to lie on felt."""
    slap = _shaped(_noise(0.09, rng, 0.72), 0.002, 0.016)
    return _mixed(0.1, (0, 0.7, slap), (0, 0.5, _tone(0.08, 130, 0.018)))


def flip(rng: Random) -> Wave:
    """A card is turned over: a short rustle, then it lies."""
    rustle = _shaped(_noise(0.09, rng, 0.25), 0.03, 0.02)
    return _mixed(0.17, (0, 0.35, rustle), (0.075, 0.6, place(rng)))


def shuffle(rng: Random) -> Wave:
    """Cards riffle into each other."""
    ticks = [(0.02 + number * 0.014 + rng.uniform(0, 0.006), rng.uniform(0.25, 0.55),
              _shaped(_noise(0.02, rng, 0.35), 0.001, 0.005)) for number in range(24)]  # fmt: skip
    return _mixed(0.46, *ticks, (0.37, 0.6, place(rng)))


def die(rng: Random) -> Wave:
    """A die hops on the table and comes to rest."""
    parts: list[tuple[float, float, Wave]] = []
    for begins, loud in ((0.0, 0.8), (0.11, 0.6), (0.19, 0.45), (0.245, 0.3), (0.28, 0.2)):
        knock = _mixed(0.05, (0, 0.5, _shaped(_noise(0.04, rng, 0.45), 0.001, 0.007)),
                       (0, 0.6, _tone(0.05, rng.uniform(700, 950), 0.01)))  # fmt: skip
        parts.append((begins, loud, knock))
    return _mixed(0.36, *parts)


SOUNDS: dict[str, Callable[[Random], Wave]] = {"place": place, "flip": flip, "shuffle": shuffle, "die": die}


def write(folder: Path) -> list[Path]:
    """Write all sounds into a folder, always the same. Raises OSError where that is not possible."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, make in SOUNDS.items():
        found = make(Random(name))
        top = max(map(abs, found))
        samples = array("h", (round(each / top * 0.8 * 32767) for each in found))
        if sys.byteorder == "big":
            samples.byteswap()
        path = folder / f"{name}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples.tobytes())
        paths.append(path)
    return paths


if __name__ == "__main__":
    from tabletop.cards.assets import assets_folder

    write(assets_folder() / "sounds")
