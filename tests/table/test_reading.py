"""Damaged saves: a file is refused in words, or a table that can be played comes out of it."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tables import SEATS, card_name, check_sound, do, duel, put, reread, state, use

from tabletop.table import acts, document, layout, reading, saves, words
from tabletop.table.document import Document, lines
from tabletop.table.history import History
from tabletop.table.mending import mended
from tabletop.table.ops import Chance, Counter, Create, Fact, Mark, Note, SetZone
from tabletop.table.reading import load
from tabletop.table.saves import SaveError
from tabletop.table.state import Definition, Piece, Seat, Snapshot, Table
from tabletop.table.zones import ATTACHED, CardZone, Zone


def played() -> Document:
    """A small game in which everything happens that a save can hold."""
    game = duel(3, hands=1)
    table, history = game.table, game.history
    put(game, [1, 2], "A.play")
    put(game, [5], "1.hits")
    put(game, [3, 4], "table", at=(5.0, 6.0))
    do(game, acts.group(table, [3, 4]))
    do(game, acts.attach(table, [6], 2))
    history.undo()
    history.redo()
    history.do("sets things", [Fact("q", {"a": [1, {"b": None}]}), Mark(1, "m", 3), Counter(1, "c", 2),
                               Counter("A", "life", 20), Note("hm"), Chance("d6", 4)], "A")  # fmt: skip
    do(game, acts.shuffle(table, "B.deck", random.Random(1)), "B")
    history.undo()
    history.undo()
    put(game, [1], "B.play", rotation=90.0)
    mat = SetZone("mat", Zone("mat", "Mat", anchor=1))
    history.do("lays a mat", [mat, Create(Piece(50, "die", zone="mat"))], "A", "rules")
    return game


def with_snapshot() -> Document:
    """The same table, begun in its midst: a save whose snapshot holds everything."""
    game = played()
    again = Document(game.header, game.table, History(game.table), game.table.snapshot())
    put(again, [5], "A.play")
    return again


GAME = b"".join(lines(played())) + document.closed_line()
MIDDLE = b"".join(lines(with_snapshot()))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "duel.table"


def read(path: Path, data: bytes) -> reading.Loaded:
    path.write_bytes(data)
    return load(path)


def test_an_undamaged_save_is_read_without_a_word(path: Path) -> None:
    for data in (GAME, MIDDLE):
        loaded = read(path, data)
        assert loaded.report == []
        use(loaded)
    assert read(path, GAME).closed
    assert not read(path, MIDDLE).closed


# cut


@pytest.mark.parametrize("whole", [GAME, MIDDLE], ids=["from an empty table", "from the middle"])
def test_cut_at_every_byte(path: Path, whole: bytes) -> None:
    rows = whole.split(b"\n")
    begins = len(rows[0])
    seen: set[bytes] = set()
    for cut in range(len(whole)):
        try:
            loaded = read(path, whole[:cut])
        except SaveError:
            assert cut < begins, "a save with its header whole can be read"
            continue
        whole_rows = rows[: whole[:cut].count(b"\n")]
        acts_before = sum(row.startswith((b'{"step"', b'{"undo"', b'{"redo"')) for row in whole_rows)
        assert acts_before <= len(loaded.document.history.trail) <= acts_before + 1
        outcome = b"".join(lines(loaded.document)) + repr(loaded.report).encode()
        if outcome not in seen:
            seen.add(outcome)
            use(loaded)
    assert len(seen) > len(rows)


def test_a_torn_last_act_is_told_of(path: Path) -> None:
    at = GAME.rindex(b'{"step"') + 40
    loaded = read(path, GAME[:at])
    assert loaded.report == ["The last act was not written to its end and is missing."]
    whole = GAME[: GAME.rindex(b'{"step"')]
    assert state(loaded.document.table) == state(read(path, whole).document.table)


def test_a_last_line_without_its_end_of_line_counts(path: Path) -> None:
    whole = MIDDLE[: MIDDLE.rindex(b'{"digest"')].rstrip(b"\n")
    loaded = read(path, whole)
    assert loaded.report == []
    assert loaded.document.table.pieces[5].zone == "A.play"


# mutated


def mutations(data: bytes, number: int, seed: int) -> Iterator[bytes]:
    rng = random.Random(seed)
    pieces = [b"9" * 30, b"null", b"-1", b"1e300", b'"x"', b"[[[[", b"true", b"{}", b"\n", b'"id"', b"\\", b"\0"]
    for _ in range(number):
        broken = bytearray(data)
        for _ in range(rng.choice([1, 1, 1, 2, 5, 20])):
            at = rng.randrange(len(broken))
            match rng.randrange(7):
                case 0 | 1:
                    broken[at] = rng.randrange(256)
                case 2:
                    del broken[at]
                case 3:
                    broken.insert(at, rng.choice(b'"{}[],:0129\n'))
                case 4:
                    del broken[at : at + rng.randrange(60)]
                case 5:
                    broken[at:at] = broken[at : at + rng.randrange(400)]
                case 6:
                    broken[at : at + 1] = rng.choice(pieces)
        yield bytes(broken)


@pytest.mark.parametrize("whole", [GAME, MIDDLE], ids=["from an empty table", "from the middle"])
def test_thousands_of_mutations(path: Path, whole: bytes) -> None:
    seed = 1 if os.environ.get("CI") else random.randrange(1 << 30)
    read_all = 0
    for number, broken in enumerate(mutations(whole, 1000, seed)):
        try:
            loaded = read(path, broken)
        except SaveError:
            continue
        read_all += 1
        try:
            use(loaded)
        except Exception as fault:
            raise AssertionError(f"mutation {number} of seed {seed}: {broken!r}") from fault
    assert read_all > 900


WRONG: list[Any] = [
    None, True, -1, 0, 10**30, 1e300, "x", "", [], {}, [[]], {"id": 1}, ["A", "A"], "1.attached", 1 << 62,
]  # fmt: skip


def nodes(data: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield way
    if isinstance(data, (dict, list)):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from nodes(value, (*way, key))


def test_wrong_types_everywhere(path: Path) -> None:
    rng = random.Random(2)
    for whole in (GAME, MIDDLE):
        rows = [json.loads(row) for row in whole.splitlines()]
        for number, row in enumerate(rows):
            ways = list(nodes(row))
            for way in rng.sample(ways, min(len(ways), 60)):
                broken = copy.deepcopy(rows)
                value = rng.choice(WRONG)
                inner: Any = broken
                for key in (number, *way)[:-1]:
                    inner = inner[key]
                inner[(number, *way)[-1]] = value
                data = "\n".join(map(json.dumps, broken)).encode() + b"\n"
                try:
                    use(read(path, data))
                except SaveError:
                    assert number == 0
                except Exception as fault:
                    raise AssertionError(f"line {number} {way} = {value!r}") from fault


def test_deep_nesting(path: Path) -> None:
    for depth in (100, 900, 5000, 100_000):
        deep = b"[" * depth + b"]" * depth
        for old in (b'{"b":null}', b'"lnh"', b'{"level":1}', b'"move":null', b"2,"):
            if old in GAME:
                use(read(path, GAME.replace(old, deep, 1)))
        loaded = read(path, GAME.replace(b'"how":"rules"', b'"how":"rules","verdict":' + deep))
        assert loaded.document.history.steps[-1].verdict is None
        use(loaded)
        use(read(path, MIDDLE.replace(b'"facts":{', b'"facts":{"deep":' + deep + b",")))
        use(read(path, GAME.replace(b'{"step"', b'{"deep":' + deep + b',"step"', 1)))


def test_numbers_past_all_counting(path: Path) -> None:
    for number in (b"9" * 30, b"9" * 4000, b"9" * 5000, b"1e308", b"1e999", b"-" + b"9" * 30):
        for old in (b'"id":1', b'"n":3', b'"x":5.0', b'"value":2', b'"index":-1', b'"seed":7', b'"undo":8', b'"y":6.0'):
            for whole in (GAME, MIDDLE):
                use(read(path, whole.replace(old, old.partition(b":")[0] + b":" + number)))


# what is no save


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"\x00" * 500, bytes(range(256)) * 20, b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, b"PK\x03\x04zip", b"[]",
     b"null\n", b"{}\n", b'"tabletop"\n', b"[" * 100_000, "Liebe Grüße\n".encode("utf-16"), b'{"tabletop":1,"ga'],
)  # fmt: skip
def test_what_is_no_save_is_refused_in_words(path: Path, data: bytes) -> None:
    with pytest.raises(SaveError, match="is not a saved table") as fault:
        read(path, data)
    assert str(path) in str(fault.value)
    assert saves.read_header(path) is None
    assert not saves.looks_saved(path)


def test_what_cannot_be_opened_is_refused_in_words(tmp_path: Path) -> None:
    for strange in (tmp_path, tmp_path / "nothing.table", tmp_path / "a\0b"):
        with pytest.raises(SaveError, match="could not be opened"):
            load(strange)
    assert saves.read_header(tmp_path / "nothing.table") is None
    assert not saves.looks_saved(tmp_path / "nothing.table")
    assert saves.was_closed(tmp_path / "nothing.table"), "what is not there was not left open"


@pytest.mark.parametrize("version", [b"2", b"99", b"9" * 25, b"9" * 4000])
def test_a_newer_save_is_refused_and_left_alone(path: Path, version: bytes) -> None:
    newer = GAME.replace(b'"tabletop":1', b'"tabletop":' + version)
    with pytest.raises(SaveError, match="newer version of the program"):
        read(path, newer)
    assert path.read_bytes() == newer


def test_an_older_save_is_migrated(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def migrate(line: dict[str, Any]) -> dict[str, Any]:
        if "act" in line:
            line["step"] = line.pop("act")
        if "begin" in line:
            line["snapshot"] = line.pop("begin")
        return line

    monkeypatch.setitem(document.MIGRATIONS, 0, migrate)
    old = GAME.replace(b'"tabletop":1', b'"tabletop":0')
    old = old.replace(b'{"step":', b'{"act":').replace(b'"snapshot"', b'"begin"')
    loaded = read(path, old)
    assert loaded.report == []
    assert state(loaded.document.table) == state(read(path, GAME).document.table)
    assert loaded.document.header.tabletop == saves.FORMAT

    def fails(line: dict[str, Any]) -> dict[str, Any]:
        raise KeyError("not there")

    monkeypatch.setitem(document.MIGRATIONS, 0, fails)
    loaded = read(path, old)
    assert loaded.report
    use(loaded)


# what can be read is kept


def test_fields_and_lines_of_the_future_are_left_unread(path: Path) -> None:
    rows = []
    for row in GAME.splitlines():
        line = json.loads(row)
        for way in list(nodes(line)):
            found = line
            for key in way:
                found = found[key]
            known = isinstance(found, dict) and ("op" in found or "label" in found or "arrangement" in found or not way)
            if known and "definition" not in way:
                found["hologram"] = {"x": [1]}
        rows.append(json.dumps(line))
    rows.insert(4, json.dumps({"hologram": 12}))
    loaded = read(path, ("\n".join(rows) + "\n").encode())
    assert loaded.report == []
    assert state(loaded.document.table) == state(read(path, GAME).document.table)


def test_an_operation_of_the_future_costs_itself_alone(path: Path) -> None:
    loaded = read(path, GAME.replace(b'{"op":"mark"', b'{"op":"hologram"'))
    assert loaded.report[0].endswith("part of an act could not be read.")
    # the rest of that act, which was undone, can be made again in the branch that was cut: the others are as they were
    assert loaded.document.table.facts == read(path, GAME).document.table.facts
    use(loaded)


@pytest.mark.parametrize("damage", [b'"game":"duel"', b'{"tabletop":1,'])
def test_a_damaged_header_costs_the_header(path: Path, damage: bytes) -> None:
    loaded = read(path, GAME.replace(damage, damage[:-2] + b"#\xff", 1))
    assert "Line 1 (the header)" in loaded.report[0]
    assert state(loaded.document.table) == state(read(path, GAME).document.table)
    assert loaded.document.header.title == "Duel"


def test_a_header_with_a_wrong_value_keeps_the_others(path: Path) -> None:
    loaded = read(path, GAME.replace(b'"seed":7', b'"seed":"seven"'))
    assert loaded.document.header.game == "duel"
    assert loaded.report == ["Line 1 (the header) could not be read as a whole."]
    header = saves.read_header(path)
    assert header is not None
    assert (header.game, header.title, header.seed) == ("duel", "Duel", 0)


def test_lines_that_are_missing_at_the_start(path: Path) -> None:
    rows = GAME.splitlines(keepends=True)
    whole = read(path, GAME).document
    for missing in ([0], [1], [0, 1]):
        loaded = read(path, b"".join(row for number, row in enumerate(rows) if number not in missing))
        assert loaded.report
        assert len(loaded.document.history.trail) == len(whole.history.trail), missing
        assert state(loaded.document.table) == state(whole.table)


SNAPSHOT_DAMAGE = [
    (b'"id":3,', b'"id":"three",'),
    (b'"id":3,', b'"id":3"'),
    (b'"A.grid":{', b'"A.grid":{{'),
    (b'"arrangement":"grid"', b'"arrangement":"heap"'),
    (b'"set/3":{', b'"set/3":['),
    (b'"seats":{"A":{', b'"seats":{"A":['),
]


@pytest.mark.parametrize(("old", "new"), SNAPSHOT_DAMAGE, ids=range(len(SNAPSHOT_DAMAGE)))
def test_a_damaged_snapshot_costs_the_damaged_entry(path: Path, old: bytes, new: bytes) -> None:
    assert old in MIDDLE
    loaded = read(path, MIDDLE.replace(old, new, 1))
    table, whole = loaded.document.table, with_snapshot().table
    assert "Line 2 (the table at the start)" in loaded.report[0]
    assert len(table.pieces) >= len(whole.pieces) - 1
    assert len(table.zones) >= len(whole.zones) - 1
    assert len(table.definitions) >= len(whole.definitions) - 1
    assert len(table.seats) >= len(whole.seats) - 1
    assert table.pieces[5].zone == "A.play", "the act after it was made"
    kept = [i for i in table.pieces if table.pieces[i].zone == whole.pieces[i].zone]
    assert len(kept) >= len(whole.pieces) - 2
    use(loaded)


def test_pieces_whose_zone_was_lost_get_a_pile_that_keeps_them_hidden(path: Path) -> None:
    loaded = read(path, MIDDLE.replace(b'"B.deck":{"id":"B.deck"', b'"B.deck":{"id":!', 1))
    table = loaded.document.table
    assert table.zones["B.deck"].arrangement == "pile"
    assert table.zones["B.deck"].seat == "B"
    assert table.cards("B.deck") == with_snapshot().table.cards("B.deck")
    assert not any(table.pieces[i].up for i in table.cards("B.deck"))
    assert any("no place" in line for line in loaded.report)
    use(loaded)


def test_damage_in_an_act_costs_what_it_hit(path: Path) -> None:
    game = played()
    put(game, [1, 2], "A.discard")
    whole = b"".join(lines(game))
    at = whole.rindex(b'"piece":2')
    loaded = read(path, whole[:at] + b"#" + whole[at + 1 :])
    table = loaded.document.table
    assert table.pieces[1].zone == "A.discard", "the other half of the act is kept"
    assert table.pieces[2].zone == "A.play"
    assert loaded.document.history.steps[-1].seat == "A"
    assert "only part of an act could be read" in loaded.report[0]


def test_each_line_may_be_missing(path: Path) -> None:
    rows = GAME.splitlines(keepends=True)
    for number in range(1, len(rows)):
        use(read(path, b"".join(rows[:number] + rows[number + 1 :])))
        use(read(path, b"".join([*rows[:number], b"#" + rows[number][1:], *rows[number + 1 :]])))
        use(read(path, b"".join([*rows[:number], rows[number], *rows[number:]])))
        use(read(path, b"".join([*rows[:number], rows[number].rstrip(b"\n"), *rows[number + 1 :]])))


def counting() -> bytes:
    """Ten steps, each sets a fact; then three are undone and other two made."""
    game = duel()
    for n in range(10):
        game.history.do(f"counts {n}", [Fact(f"f{n}", n)], "A")
    for _ in range(3):
        game.history.undo()
    for n in (20, 21):
        game.history.do(f"counts {n}", [Fact(f"f{n}", n)], "A")
    return b"".join(lines(game))


def test_undo_lines_that_were_lost_are_made_up_for(path: Path) -> None:
    whole = counting()
    rows = whole.splitlines(keepends=True)
    undone = [number for number, row in enumerate(rows) if row.startswith(b'{"undo"')]
    assert len(undone) == 3
    right = read(path, whole).document.table.facts
    for lost in (undone[:1], undone[1:], undone):
        broken = [row if number not in lost else b"#####\n" for number, row in enumerate(rows)]
        loaded = read(path, b"".join(broken))
        assert loaded.document.table.facts == right
        assert "could not be read" in loaded.report[-1]


def test_a_step_that_was_lost_and_undone_harms_nothing_else(path: Path) -> None:
    whole = counting()
    rows = whole.splitlines(keepends=True)
    right = read(path, whole).document.table.facts
    steps = [number for number, row in enumerate(rows) if b"counts 8" in row]
    loaded = read(path, b"".join(row if number not in steps else b"#\n" for number, row in enumerate(rows)))
    assert loaded.document.table.facts == right


def test_acts_that_no_longer_fit_are_left_out_and_told(path: Path) -> None:
    game = duel()
    put(game, [1], "A.play")
    put(game, [1, 3], "table")
    game.history.do("moves what is gone", acts.remove(game.table, [1]).ops, "A")
    rows = b"".join(lines(game)).splitlines(keepends=True)
    rows[2] = rows[2].replace(b'{"op":"create","piece":{"id":1,', b'{"op":"create","piece":{"id":#,')
    loaded = read(path, b"".join(rows))
    assert 1 not in loaded.document.table.pieces
    assert loaded.document.table.pieces[3].zone == "table"
    assert "3 acts did not fit what could be read, as a whole or in part." in loaded.report
    use(loaded)


def test_a_table_that_came_out_otherwise_is_told_of(path: Path) -> None:
    loaded = read(path, counting().replace(b'"value":21', b'"value":12'))
    assert len(loaded.report) == 1
    assert "not quite as it was when it was saved" in loaded.report[0]


def test_a_report_has_an_end(path: Path) -> None:
    game = duel()
    for n in range(60):
        put(game, [1], "A.play" if n % 2 else "table")
    loaded = read(path, b"".join(lines(game)).replace(b'"label":"moves', b'"label":7,"x":"moves'))
    assert len(loaded.report) < 20
    assert any("more places" in line for line in loaded.report)
    use(loaded)


@pytest.mark.parametrize("change", [lambda data: b"\xef\xbb\xbf" + data, lambda data: data.replace(b"\n", b"\r\n")])
def test_what_text_editors_do_to_a_save_is_no_damage(path: Path, change: Any) -> None:
    loaded = read(path, change(GAME))
    assert loaded.report == []
    assert state(loaded.document.table) == state(read(path, GAME).document.table)


# tables that cannot be


def snapshot_save(path: Path, snapshot: Snapshot) -> reading.Loaded:
    data = b'{"tabletop":1}\n' + msgspec.json.encode({"snapshot": snapshot}) + b"\n"
    return read(path, data)


def ring(*pieces: Piece, **zones: Zone) -> Snapshot:
    zones["table"] = Zone("table", "Table")
    return Snapshot(zones=zones, card_zones={"attached": ATTACHED}, pieces=list(pieces))


RINGS = [
    ring(Piece(12, zone="13.attached"), Piece(13, zone="12.attached")),
    ring(Piece(12, zone="12.attached")),
    ring(*(Piece(i, zone=f"{i % 50 + 1}.attached") for i in range(1, 51))),
    ring(Piece(12, zone="mat"), mat=Zone("mat", "Mat", anchor=12)),
    ring(Piece(1, zone="2.attached"), Piece(2, zone="m"), Piece(3, zone="1.attached"), m=Zone("m", "M", anchor=3)),
    ring(Piece(1), Piece(2), a=Zone("a", "A", anchor=99), b=Zone("b", "B", arrangement="grid", anchor=1)),
]


@pytest.mark.parametrize("snapshot", RINGS, ids=range(len(RINGS)))
def test_cards_that_lie_on_each_other_in_a_ring_come_apart(path: Path, snapshot: Snapshot) -> None:
    loaded = snapshot_save(path, snapshot)
    assert set(loaded.document.table.pieces) == {piece.id for piece in snapshot.pieces}
    use(loaded)
    use(reread(loaded.document, path))


def test_a_ring_made_by_acts_is_left_out(path: Path) -> None:
    game = duel()
    put(game, [1, 3], "table")
    do(game, acts.attach(game.table, [1], 3))
    data = b"".join(lines(game))
    data += b'{"step":{"label":"x","ops":[{"op":"move","piece":3,"zone":"1.attached"}]},"n":9}\n'
    loaded = read(path, data)
    assert loaded.document.table.pieces[3].zone == "table"
    use(loaded)


def test_homeless_pieces_find_a_place(path: Path) -> None:
    pieces = [Piece(i, zone=zone) for i, zone in enumerate(["C.vault", "1.gear", "99.gear", "", "x"], 1)]
    loaded = snapshot_save(path, Snapshot(pieces=pieces))
    table = loaded.document.table
    assert table.zones["C.vault"].seat is None
    assert [table.pieces[i].zone for i in range(1, 6)] == ["C.vault", "1.gear", "table", "table", "x"]
    assert loaded.report == ["5 pieces lay where no place is, and a place was made."]
    use(loaded)


def test_values_out_of_bounds_are_put_right() -> None:
    deep: Any = 1
    for _ in range(200):
        deep = [deep]
    snapshot = Snapshot(
        seats={"B": Seat("Ben", -4, {"n": 1 << 60, "m": 2}), "A": Seat("Anna")},
        zones={"table": Zone("table", "T", w=0.0), "x": Zone("y", "X", scale=-3.0)},
        card_zones={"attached": CardZone("other", "O", w=-1.0)},
        definitions={"c": Definition("C", data={"deep": deep})},
        pieces=[Piece(1, x=1e9, rotation=-1e9, counters={"n": 1 << 60}, marks={"deep": deep, "ok": 1}), Piece(-4),
                Piece(1 << 60), Piece(1, "die")],
        order={"table": [1, 1, 9]},
        facts={"deep": deep, "turn": "A"},
    )  # fmt: skip
    new, report = mended(snapshot)
    assert report == ["Some values were out of all bounds and have been put right."]
    table = Table.restore(new)
    check_sound(table)
    assert table.everyone == SEATS
    assert table.seats["B"] == Seat("Ben", 0, {"m": 2})
    assert table.zones["x"].id == "x"
    assert table.facts == {"turn": "A"}
    assert list(table.pieces) == [1]
    assert mended(new) == (new, [])
    assert mended(new)[0] is new, "what is sound is left as it is"


def test_a_sound_snapshot_is_left_as_it_is() -> None:
    snapshot = with_snapshot().start
    assert mended(snapshot)[0] is snapshot


def test_the_names_of_a_damaged_act_do_not_come_to_light(path: Path) -> None:
    """An act whose record of who knew what was lost names only what everybody may know anyway."""
    game = duel(3)
    do(game, acts.draw(game.table, "A.deck", 1, "A.hand"))
    drawn = game.table.cards("A.hand")[0]
    whole = b"".join(lines(game))
    at = whole.rindex(b'"refs"')
    loaded = read(path, whole[:at] + b"#" + whole[at + 1 :])
    told = [words.tell(loaded.document.table, step, "B", what) for what, step in loaded.document.history.trail]
    assert loaded.document.table.cards("A.hand") == [drawn]
    assert card_name(drawn) not in "".join(told)
    assert layout.places(loaded.document.table, "A.hand")
