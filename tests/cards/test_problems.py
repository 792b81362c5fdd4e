from pathlib import Path

import pytest

from tabletop.cards.problems import Problem, closest, either, errors, shown, suggest, suggest_or_list


def test_a_problem_names_file_line_card_key_and_the_mend() -> None:
    path = Path("cardsets/lnh/core.toml")
    problem = Problem(path, 812, "kick", "levle", "unknown key", 'did you mean "level"?', "warning")
    assert str(problem) == 'cardsets/lnh/core.toml:812: card "kick", key "levle": unknown key; did you mean "level"?'


def test_what_is_not_known_is_left_out() -> None:
    assert str(Problem(Path("a.toml"), None, None, None, "cannot be read")) == "a.toml: cannot be read"


def test_paths_are_told_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = str(Problem(tmp_path / "sub" / "a.toml", 3, None, "x", "bad"))
    assert told == f'{Path("sub/a.toml")}:3: key "x": bad'


def test_errors_leaves_warnings_out() -> None:
    one, other = (Problem(Path("a"), 1, None, None, "m", severity=s) for s in ("error", "warning"))
    assert errors([one, other]) == [one]


def test_suggestions() -> None:
    assert suggest("levle", ["level", "power"]) == 'did you mean "level"?'
    assert suggest("LEVEL", ["level", "levels"]) == 'did you mean "level"?'
    assert suggest("zzz", ["level"]) == ""
    assert suggest_or_list("zzz", ["a", "b"], "possible") == "possible: a, b"
    assert suggest_or_list("zzz", [str(n) for n in range(50)]) == ""
    assert closest("kcik", ["Kick", "Punch"]) == ["Kick"]


def test_a_choice_in_words() -> None:
    assert either([]) == ""
    assert either(["a"]) == '"a"'
    assert either(["a", "b", "c"]) == '"a", "b" or "c"'


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "true"),
        ("x", 'text "x"'),
        (4, "number 4"),
        pytest.param(10**5000, "a very long number", id="huge"),
        ([], "an empty list"),
        ({}, "a table"),
        (float("nan"), "number nan"),
        (object(), "a date or time"),
    ],
)
def test_values_in_words(value: object, words: str) -> None:
    assert shown(value) == words
