"""Faces in the background: nothing blocks, what is wanted most comes first, memory stays in its budget."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tabletop import places
from tabletop.cards.bytecache import ByteCache
from tabletop.cards.facesource import BUCKETS, Drawn, Face, FaceKey, FaceSource, LibraryFaces, bucket
from tabletop.cards.library import Library
from tabletop.cards.problems import Problem


def key(name: str, width: int = 10) -> FaceKey:
    return FaceKey("card", name, width)


def plain(wanted: FaceKey) -> Drawn:
    return Drawn(Image.new("RGBA", (wanted.width, wanted.width), (1, 2, 3, 255)))


class Gate:
    """Draws only when it is let, and remembers in what order."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.begun = threading.Event()
        self.order: list[str] = []

    def __call__(self, wanted: FaceKey) -> Drawn:
        self.order.append(wanted.ref)
        self.begun.set()
        assert self.open.wait(10)
        return plain(wanted)


def collect(source: FaceSource, count: int) -> list[Face]:
    found: list[Face] = []
    end = time.monotonic() + 10
    while len(found) < count and time.monotonic() < end:
        found += source.poll()
        time.sleep(0.002)
    assert len(found) == count
    return found


def test_a_request_is_drawn_and_kept() -> None:
    with FaceSource(plain) as source:
        assert source.request(key("a")) is None
        (face,) = collect(source, 1)
        assert face.key == key("a")
        assert face.size == (10, 10)
        assert face.pixels == bytes((1, 2, 3, 255)) * 100
        assert source.request(key("a")) is face
        assert source.poll() == []
        assert source.pending == 0


def test_the_most_wanted_come_first_and_a_request_can_become_urgent() -> None:
    gate = Gate()
    with FaceSource(gate, workers=1) as source:
        source.request(key("first"))
        assert gate.begun.wait(10)
        for name, priority in (("far", 5), ("near", 1), ("later", 9), ("mid", 3)):
            assert source.request(key(name), priority) is None
        source.request(key("later"), 0)
        assert source.pending == 5
        gate.open.set()
        collect(source, 5)
    assert gate.order == ["first", "later", "near", "mid", "far"]


def test_cancelled_requests_are_not_drawn() -> None:
    gate = Gate()
    with FaceSource(gate, workers=1) as source:
        source.request(key("first"))
        assert gate.begun.wait(10)
        for name in "abcd":
            source.request(key(name))
        assert source.cancel(lambda wanted: wanted.ref == "a") == 1
        assert source.keep_only([key("c")]) == 2
        gate.open.set()
        collect(source, 2)
        assert source.pending == 0
    assert gate.order == ["first", "c"]


def test_asking_never_waits_for_drawing() -> None:
    gate = Gate()
    with FaceSource(gate, workers=2) as source:
        begin = time.perf_counter()
        for number in range(2000):
            source.request(key(str(number)), number)
            source.poll()
        assert time.perf_counter() - begin < 2
        gate.open.set()


def test_poll_gives_at_most_so_many() -> None:
    with FaceSource(plain) as source:
        for name in "abcde":
            source.request(key(name))
        end = time.monotonic() + 10
        while source.pending and time.monotonic() < end:
            time.sleep(0.002)
        assert len(source.poll(2)) == 2
        assert len(source.poll(2)) == 2
        assert len(source.poll()) == 1


def test_memory_stays_in_its_budget() -> None:
    with FaceSource(plain, budget=400 * 5) as source:  # a face of 10 x 10 takes 400 bytes
        for number in range(12):
            source.request(key(str(number)))
            collect(source, 1)
            source.request(key("0"))
        assert source.used <= 2000
        assert source.request(key("0")) is not None
        assert source.request(key("3")) is None


def test_stale_faces_are_drawn_anew_even_those_under_way() -> None:
    gate = Gate()
    with FaceSource(gate, workers=1) as source:
        source.request(key("a"))
        assert gate.begun.wait(10)
        source.invalidate()
        gate.open.set()
        collect(source, 1)
        assert gate.order == ["a", "a"]
        assert source.invalidate(lambda wanted: wanted.ref == "b") == []
        assert source.request(key("a")) is not None
        assert source.invalidate() == [key("a")]
        assert source.request(key("a")) is None


def test_changed_files_make_faces_stale_also_those_no_longer_kept(tmp_path: Path) -> None:
    file, other = tmp_path / "a.png", tmp_path / "b.png"
    file.write_text("one")

    def draw(wanted: FaceKey) -> Drawn:
        return Drawn(plain(wanted).image, (file if wanted.ref == "a" else other,))

    with FaceSource(draw, budget=0) as source:
        source.request(key("a"))
        source.request(key("b"))
        collect(source, 2)
        assert source.refresh() == []
        file.write_text("another length")
        assert source.refresh() == [key("a")]
        assert source.refresh() == []
        other.write_text("new")
        assert source.refresh() == [key("b")]


def test_a_problem_is_told_once(tmp_path: Path) -> None:
    problem = Problem(tmp_path / "a.png", None, None, None, "the picture is not there", severity="warning")
    with FaceSource(lambda wanted: Drawn(plain(wanted).image, (), problem)) as source:
        for width in (10, 20, 30):
            source.request(key("a", width))
        collect(source, 3)
        assert source.new_problems() == [problem]
        assert source.new_problems() == []


def test_a_fault_in_drawing_costs_one_face(caplog: pytest.LogCaptureFixture) -> None:
    def draw(wanted: FaceKey) -> Drawn:
        if wanted.ref == "bad":
            raise RuntimeError("no")
        return plain(wanted)

    with caplog.at_level(logging.ERROR), FaceSource(draw, workers=1) as source:
        source.request(key("bad", 60))
        source.request(key("good"))
        faces = {face.key.ref: face for face in collect(source, 2)}
    assert faces["bad"].size[0] == 60
    assert "could not be drawn" in caplog.text


def test_replacing_the_drawer_makes_all_stale() -> None:
    def other(wanted: FaceKey) -> Drawn:
        return Drawn(Image.new("RGBA", (3, 3)))

    with FaceSource(plain) as source:
        source.request(key("a"))
        collect(source, 1)
        assert source.replace(other) == [key("a")]
        source.request(key("a"))
        assert collect(source, 1)[0].size == (3, 3)


def test_a_closed_source_stands_still() -> None:
    source = FaceSource(plain)
    source.close()
    assert source.request(key("a")) is None
    assert source.poll() == []
    assert not any(thread.name.startswith("faces-") and thread.is_alive() for thread in source._threads)


def test_buckets_are_never_smaller_than_wanted() -> None:
    assert bucket(1) == BUCKETS[0]
    assert bucket(BUCKETS[3]) == BUCKETS[3]
    assert bucket(BUCKETS[3] + 0.5) == BUCKETS[4]
    assert bucket(5000) == BUCKETS[-1]


def test_cards_backs_pieces_and_strangers(tmp_path: Path) -> None:
    library, _ = Library.load(places.shipped_cardsets() / "lnh")
    assert library is not None
    draw = LibraryFaces(library)
    card = next(iter(library.cards))
    for wanted in (
        FaceKey("card", card, 100),
        FaceKey("back", "", 100),
        FaceKey("piece", "die", 100, value=3, sides=20),
        FaceKey("card", "gone/set", 100, "A name"),
    ):
        drawn = draw(wanted)
        assert drawn.image.width == 100
        assert drawn.problem is None


@pytest.fixture
def pictured(tmp_path: Path) -> Callable[[str], LibraryFaces]:
    def make(picture: str) -> LibraryFaces:
        folder = tmp_path / "own"
        (folder / "images").mkdir(parents=True)
        (folder / "table.toml").write_text('[game]\nid = "own"\nname = "Own"\n[types.hero]\nname = "Hero"\n')
        (folder / "core.toml").write_text(
            f'[set]\nid = "core"\nname = "Core"\n[[card]]\nid = "a"\nname = "A"\ntype = "hero"\npicture = "{picture}"\n'
        )
        library, _ = Library.load(folder)
        assert library is not None
        return LibraryFaces(library)

    return make


def test_a_picture_that_comes_later_is_seen(pictured: Callable[[str], LibraryFaces]) -> None:
    draw = pictured("a.png")
    with FaceSource(draw) as source:
        wanted = FaceKey("card", "core/a", 100)
        source.request(wanted)
        (before,) = collect(source, 1)
        (problem,) = source.new_problems()
        assert "is not there" in str(problem)
        Image.new("RGB", (63, 88), (10, 200, 30)).save(draw.library.images.folder / "a.png")
        assert source.refresh() == [wanted]
        source.request(wanted)
        (after,) = collect(source, 1)
        assert before.pixels != after.pixels
        middle = 4 * (50 + 100 * 70)
        assert tuple(after.pixels[middle : middle + 3]) == (10, 200, 30)


def test_byte_cache() -> None:
    cache: ByteCache[str, str] = ByteCache(10)
    cache.put("a", "A", 4)
    cache.put("b", "B", 4)
    assert cache.get("a") == "A"
    cache.put("c", "C", 4)
    assert cache.get("b") is None
    assert cache.get("a") == "A"
    cache.put("a", "AA", 6)
    assert cache.used == 10
    cache.put("huge", "X", 11)
    assert cache.get("huge") is None
    assert cache.get("a") == "AA"
    assert cache.discard(lambda name: name == "a") == ["a"]
    assert (len(cache), cache.used) == (1, 4)
