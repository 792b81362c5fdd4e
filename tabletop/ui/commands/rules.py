"""Commands of the rules: their modes, the legal moves, flags and pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tabletop.ui.commands.base import Command, Desk, Entry

if TYPE_CHECKING:
    from tabletop.ui.scene import Target

GROUP = "Rules"


def _there(desk: Desk, target: Target) -> bool:
    return bool(desk.rules.there)


def _on(desk: Desk, target: Target) -> bool:
    return bool(desk.rules.on)


def _mode_words(desk: Desk, target: Target) -> str:
    return f"Rules: {desk.session.assist}"


def _moves(desk: Desk, target: Target) -> list[Entry | None]:
    found: list[Entry | None] = desk.rules.entries_for(target.pieces) if desk.rules.on else []
    return found


def _flagged(desk: Desk, target: Target) -> bool:
    return bool(desk.rules.flagged(target.pieces))


def _exempt(desk: Desk, target: Target) -> bool:
    return bool(desk.rules.exempt(target.pieces))


def _flag_entries(desk: Desk, target: Target) -> list[Entry | None]:
    rules, pieces = desk.rules, target.pieces
    flagged = rules.flagged(pieces)
    if not flagged:
        return []
    reasons = rules.reasons(flagged[0])
    listed: list[Entry | None] = [
        Entry(f"Rule: {rules.book.title(rule)}", lambda rule=rule: rules.open_rule(rule))  # type: ignore[misc]
        for rule in dict.fromkeys(reason.rule for reason in reasons)
    ]
    return [
        *listed, None,
        Entry("Accept it: the flag goes", lambda: rules.clear_flags(pieces, accepted=True)),
        Entry("Clear the flag: it was wrong", lambda: rules.clear_flags(pieces, accepted=False)),
    ]  # fmt: skip


RULES_COMMANDS = (
    Command("assist", GROUP, "program", _mode_words, lambda d, t: d.rules.cycle(), _there, ("F2",),
            plain="Rules: off, flag, referee"),
    Command("assist_mode", GROUP, "program", _mode_words, lambda d, t: None, _there,
            children=lambda d, t: d.rules.mode_entries(), plain="Choose how the rules are on"),
    Command("rules_moves", GROUP, "program", "All moves by the rules…", lambda d, t: d.rules.open_moves(), _on,
            ("Ctrl+M",)),
    Command("rules_pages", GROUP, "program", "Rule pages…", lambda d, t: d.show_rule(None), _there, ("Shift+F1",)),
    Command("by_rules", GROUP, "cards", "By the rules", lambda d, t: None, _on, children=_moves,
            plain="Legal moves of a card"),
    Command("flag", GROUP, "cards", "Flag", lambda d, t: None, _flagged, children=_flag_entries,
            plain="Flag: read, accept, clear"),
    Command("end_exemption", GROUP, "cards", "Let the rules hold again", lambda d, t: d.rules.end_exemption(t.pieces),
            _exempt),
)  # fmt: skip
