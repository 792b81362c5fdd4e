"""Problems in people's data: where they are, what is wrong, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a file.

    `line` counts from 1; `card` is the card as its set names it; `key` is the TOML key (with dots for tables inside
    tables). An error means that something of the file is not used, a warning that all of it is.
    """

    path: Path
    line: int | None
    card: str | None
    key: str | None
    message: str
    hint: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        place = readable_path(self.path) + (f":{self.line}" if self.line is not None else "")
        what = [f'{word} "{name}"' for word, name in (("card", self.card), ("key", self.key)) if name]
        text = f"{self.message}; {self.hint}" if self.hint else self.message
        return ": ".join([place, *([", ".join(what)] if what else []), text])


def readable_path(path: Path) -> str:
    """A path as people know it: from the current folder where it lies inside, else as it is."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def errors(problems: Iterable[Problem]) -> list[Problem]:
    """Only the errors among some problems."""
    return [problem for problem in problems if problem.severity == "error"]


def suggest(word: str, known: Iterable[str], count: int = 1) -> str:
    """'did you mean "level"?' for a word that nobody knows, or "" where nothing is near."""
    near = closest(word, known, count)
    return f"did you mean {either(near)}?" if near else ""


def suggest_or_list(word: str, known: Iterable[str], what: str = "known here") -> str:
    """Like `suggest`; where nothing is near but the choice is small, the whole choice."""
    words = list(known)
    return suggest(word, words) or (f"{what}: {', '.join(words)}" if 0 < len(words) <= 12 else "")


def closest(word: str, known: Iterable[str], count: int = 1) -> list[str]:
    """The known words nearest to `word`, best first; upper and lower case count as the same."""
    folded: dict[str, str] = {}
    for name in known:
        folded.setdefault(name.casefold(), name)
    if (same := folded.get(word.casefold())) is not None:
        return [same]
    # The comparison is quadratic in the length: nobody mistypes a word of hundreds of letters.
    return [folded[name] for name in get_close_matches(word.casefold()[:100], folded, count, 0.6)]


def either(words: Iterable[str]) -> str:
    """Words in quotes, joined as a choice: '"a", "b" or "c"'."""
    quoted = [f'"{word}"' for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}" if quoted else ""


def shown(value: object) -> str:
    """A TOML value as a message names it: 'text "4"', 'number 4', 'a list'."""
    match value:
        case bool():
            return f"{'true' if value else 'false'}"
        case str():
            return f'text "{value if len(value) <= 40 else value[:39] + "…"}"'
        case int() | float():
            # Printing a very long whole number is refused by Python itself.
            return f"number {value}" if isinstance(value, float) or abs(value) < 10**20 else "a very long number"
        case list():
            return "a list" if value else "an empty list"
        case dict():
            return "a table"
        case _:
            return "a date or time"
