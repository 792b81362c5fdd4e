"""Rule pages: what each rule says, in our own words, with its source (`cardsets/<game>/rules.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import tomli

from tabletop.table import files


@dataclass(frozen=True, slots=True)
class Page:
    """One rule: its id as verdicts cite it, its title, its text, and where it comes from."""

    id: str
    title: str
    text: str
    source: str = ""


def load_pages(folder: Path) -> tuple[dict[str, Page], list[str]]:
    """The rule pages of a game's folder by id, and what is wrong with them (file, key and mend)."""
    path = folder / "rules.toml"
    try:
        data = tomli.loads(files.read_text(path))
    except FileNotFoundError:
        return {}, []
    except (OSError, UnicodeDecodeError, tomli.TOMLDecodeError) as fault:
        return {}, [f"{path}: could not be read: {files.why(fault)}"]
    pages: dict[str, Page] = {}
    problems: list[str] = []
    for rule, entry in data.items():
        if not isinstance(entry, Mapping):
            problems.append(f'{path}: "{rule}" should be a table: [{rule}] with title and text')
            continue
        wrong = [key for key in ("title", "text") if not isinstance(entry.get(key), str)]
        if wrong:
            problems.append(f'{path}: rule "{rule}" has no {" and no ".join(wrong)}')
            continue
        source = entry.get("source", "")
        pages[rule] = Page(rule, entry["title"], entry["text"], source if isinstance(source, str) else "")
    return pages, problems
