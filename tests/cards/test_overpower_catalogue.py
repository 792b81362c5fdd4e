"""All printed OverPower cards are in the card sets, and Specials have the parameters of their codes."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tabletop.cards.library import Library
from tabletop.cards.model import CardDef

FOLDER = Path(__file__).parents[2] / "cardsets" / "overpower"
MADE_UP = {"power", "activators"}
"""Sets that were never printed: Power cards and Activators for decks and tests."""

PRINTED = {
    "mv": {"character": 39, "mission": 42, "power": 28, "special": 204, "universe": 42},
    "ps": {"character": 21, "mission": 14, "power": 27, "special": 172, "universe": 41},
    "mc": {"character": 10, "event": 52, "mission": 14, "special": 68},
    "iq": {"character": 78, "power": 12, "special": 175, "universe": 16},
    "dc": {"character": 31, "event": 20, "mission": 28, "power": 36, "special": 149, "universe": 70},
    "jl": {"character": 20, "event": 6, "mission": 6, "power": 1, "special": 134, "tactic": 14, "universe": 15},
    "mn": {"character": 22, "event": 23, "location": 30, "mission": 14, "power": 36, "special": 121, "tactic": 1,
           "universe": 10},
    "cl": {"character": 33, "event": 1, "location": 6, "power": 1, "special": 153, "tactic": 10, "universe": 1},
    "im": {"character": 23, "event": 6, "location": 4, "mission": 7, "power": 38, "special": 126, "tactic": 4,
           "universe": 12},
    # One of the Aspects, Celestial Origin, is a Location in lists that go by its name.
    "xm": {"aspect": 23, "character": 38, "location": 5, "special": 126, "tactic": 4, "universe": 4},
    "pr": {"character": 32, "event": 6, "location": 1, "mission": 7, "power": 1, "special": 55, "tactic": 2,
           "universe": 3},
}  # fmt: skip
"""How many cards of each type each set has."""

CODES = """
AA level* power* extra extra_at
AB level* power* extra extra_with* extra_at
AC source* to*
AD against* scope from_reserve
AE level* power* combine* combine_by
AF venture* scope* from_reserve
AG scope
AH against* avoid scope play
AI scope cards count chooser
AJ source* count* cards chooser
AK duration cards
AL scope* source count cards level power
AM bonus* scope
AN level* power*
AO
AP level* power* defend_not*
AQ level* power*
AR level* power* rider
AS level* power* rider bonus per
AT count
AU scope* cards count chooser source
AV
AW venture* scope* duration
AX
AY grid* duration against
AZ
BA level* power* defend_only defend_not
BB bonus versus
BC
BD
BE
BF hits_to_ko
BG bonus*
BH bonus*
BI extra_with* extra_bonus extra_by
BJ scope
BK cards
BL play
BM level* power* versus
BO level* power* combine*
BP level* power* from_reserve
BQ to cards usable
BR count cards from_reserve
BS
BT cards*
BU combine*
BV extra extra_with
BW count* source
BX level* power* combine universe_to_venture
BY cards* source count chooser scope
BZ
CA
CB cards
CC level* power* defend_power combine
CD only*
CE count
CF count
CG
CH
CI damage* needs*
CJ needs
CK
CL
CM bonus* versus cards
CN against* needs
CO cards
CP
CQ
CR cards
CS cards
CT
CU level* power* chooser count cards
CV level* power* defend_only*
CW
CX level* power* combine
CY level* power* extra_with*
CZ level* power*
DA
DB
DD bonus versus
DE bonus scope
DF
DG level* power* extra extra_bonus
DH level* power* extra extra_with* extra_at
DI
DJ
DK bonus
DL bonus scope
DM bonus* cards*
DN bonus
DO
DP
DQ hits_to_ko
DR count
DS cards usable
DT duration
DU extra_options* extra_with
DV extra_bonus
DW power* combine*
DX
DY source
DZ
EA cards* scope count source
EB
EC cards* count chooser
ED
EE scope
EF
EG level* power* cards*
EH level* power*
EI level* power*
EJ level* power* hit_level* hit_power*
EK
EL level* power* against*
EM level* power* count chooser
EN level* power* damage* rider
EO level* power*
EP
EQ bonus* scope
ER cards* usable
ES power* combine*
ET count cards scope
EU power* combine*
EV
EW extra_bonus extra_by
EX against*
EY against*
EZ grid*
FA
FB source* chooser
FC needs*
FD
FE level* power* extra_by extra_with
GA
GB level* power* source* to* count scope*
GC per count scope
GD level* power* hit_level* hit_power*
GE
GF scope* level power
GG
GH
GI
GJ level* power* extra extra_at
GK
GL count
HA against*
HB count
HC
HD cards
HE if_grid* against*
HF level* power*
HG needs* scope
HH count cards
HI specials_of* names
HJ cards*
HK
HL against*
HM
HN level* power
HO level* power* venture* scope
HP
HQ count
HR level* power*
HS
HT cards usable source
HU specials_of* names*
HV count cards
HW count
HX bonus cards from_reserve
HY level* power* count chooser
HZ count
IA
IB cards venture*
IC specials_of* names*
ID level* power* extra_options
IE count
IF play* count
IG count
JA needs* count
JB
JC level* power* extra extra_with extra_by
JD
JE cards
JF hit_power*
JG power*
JH level* power* bonus
JI
JJ needs
JK cards* scope to
JL
JM source to count scope
JN level* power* bonus per hit_level* hit_power*
LA count
LB
LC level* power* site_level* site_power*
LD
LE cards
LF scope cards count chooser
LG
LH count
LI scope
LJ cards
LK
LM level* power*
LN
LO against* scope count
LP
LQ level* power* extra extra_with* extra_at
"""
"""The parameters that each code reads; * marks those that a card must have."""

ALWAYS = {
    "character",
    "code",
    "opd",
    "icons",
    "variant",
    "play",
    "from_reserve",
    "placeable",
    "duplicate_by_code",
    "duration",
}
"""What every Special may have, whatever its code."""

READS = {line.split()[0]: [key.rstrip("*") for key in line.split()[1:]] for line in CODES.strip().splitlines()}
NEEDS = {
    line.split()[0]: {key[:-1] for key in line.split()[1:] if key.endswith("*")} for line in CODES.strip().splitlines()
}

TYPES = "energy|fighting|strength|intellect|any|chosen"
FILTER = re.compile(
    rf"(all|non_numeric|multi|special|numeric_special|any_hero|universe|basic|training|tactic|doubleshot|artifact|activator|event|aspect"
    rf"|battlesite|opd|defensive_special|power_with_universe|male|female|neuter|icons:\d-\d|chosen|(icon|icon_only|teamwork):({TYPES})"
    rf"|teamwork|ally|(numeric|{TYPES})(:\d+(-\d+)?)?|multi:\d|power_card(:({TYPES}))?(:\d(-\d)?)?)"
)  # fmt: skip
FILTERED = ("combine", "needs", "defend_only", "defend_not", "extra_with", "against", "avoid", "only", "cards")


@cache
def library() -> Library:
    found, problems = Library.load(FOLDER)
    assert found is not None
    assert not problems
    return found


def specials() -> list[CardDef]:
    return [card for card in library().cards.values() if card.type == "special"]


def printed() -> list[CardDef]:
    return [card for card in library().cards.values() if card.id.partition("/")[0] not in MADE_UP]


def test_nothing_is_wrong_with_the_sets_and_decks() -> None:
    assert library().problems == []


def test_totals_by_set_and_type() -> None:
    found: dict[str, Counter[str]] = {}
    for card in printed():
        found.setdefault(card.id.partition("/")[0], Counter())[card.type] += 1
    assert found == PRINTED
    assert sum(sum(types.values()) for types in PRINTED.values()) == 2574


def test_totals_by_type_and_kind() -> None:
    assert Counter(card.type for card in printed()) == {
        "special": 1483, "character": 347, "universe": 214, "power": 180, "mission": 132, "event": 114, "location": 46,
        "tactic": 35, "aspect": 23,
    }  # fmt: skip
    assert Counter(card.get("kind") for card in printed() if card.get("kind")) == {
        "basic": 93, "training": 24, "teamwork": 44, "ally": 53, "doubleshot": 15, "artifact": 20,
    }  # fmt: skip


def test_every_card_has_a_title_of_its_own() -> None:
    titles = Counter(card.title for card in library().cards.values())
    assert [title for title, count in titles.items() if count > 1] == []


def test_ids_are_made_of_owner_and_name() -> None:
    for card in specials():
        who = str(card.get("character"))
        owner = re.sub(r"[^a-z0-9]+", "-", who.lower().replace("'", "").replace(".", "").replace("&", "and")).strip("-")
        start = "any-(hero|character)-" if who == "any" else re.escape(owner[:5])
        assert re.match(start, card.id.partition("/")[2]), card.id


def test_the_table_of_codes_is_that_of_the_texts() -> None:
    assert len(READS) == 208
    assert set(READS) == {name for name in library().game.texts if re.fullmatch("[A-Z]{2}", name)}


@pytest.mark.parametrize("code", sorted(READS))
def test_specials_have_the_parameters_of_their_code(code: str) -> None:
    for card in specials():
        if card.get("code") == code:
            needs = {"rider"} if card.get("rider") == "concede" else NEEDS[code]
            assert needs <= set(card.fields), card.id
            assert set(card.fields) <= {*ALWAYS, *READS[code]}, card.id
            assert card.text, card.id


def test_most_specials_have_a_code_of_the_rules() -> None:
    counted = Counter("rules" if card.get("code") in READS else "text" for card in specials())
    assert counted == {"rules": 1252, "text": 231}
    own = {str(card.get("code")) for card in specials()} - set(READS)
    assert all(re.fullmatch(r"[A-Z]{2}\*?", code) for code in own)
    assert all(code.endswith("*") == (code[:2] in READS) for code in own)


def test_specials_without_a_code_of_the_rules_say_what_they_do() -> None:
    for card in specials():
        if card.get("code") not in READS:
            assert len(card.text) > 20, card.id
            assert card.text.endswith("."), card.id
            if card.get("level") is not None:
                assert card.text.startswith(f"Level {card.get('level')} "), card.id


def test_numbers_are_those_of_printed_cards() -> None:
    for card in specials():
        level = card.get("level")
        assert level is None or (0 <= level <= 12 and card.get("power")), card.id
        for key in ("power", "hit_power", "site_power", "defend_power"):
            assert len(set(card.get(key, ()))) == len(card.get(key, ())), card.id
    for card in library().cards.values():
        if card.type == "character":
            assert len(card.get("grid")) in (3, 4), card.id
            assert all(1 <= rating <= 8 for rating in card.get("grid")), card.id


def filters(card: CardDef) -> list[str]:
    tables = [card.fields, *card.get("effects", ())]
    inherent = card.get("inherent", ())
    tables += [inherent] if isinstance(inherent, dict) else list(inherent)
    return [
        word
        for table in tables
        for key in FILTERED
        for word in ([table[key]] if isinstance(table.get(key), str) else table.get(key, ()))
        if not (table.get("effect") == "no_ko" and key == "against")
    ]


def test_filters_are_words_of_the_parameter_language() -> None:
    for card in library().cards.values():
        for word in filters(card):
            assert FILTER.fullmatch(word), (card.id, word)


def test_specials_name_cards_and_characters_that_exist() -> None:
    names: dict[str, set[str]] = {}
    for card in specials():
        names.setdefault(str(card.get("character")), set()).add(card.name)
    for card in library().cards.values():
        inherent = card.get("inherent", ())
        tables = [card.fields, *([inherent] if isinstance(inherent, dict) else inherent)]
        for table in tables:
            listed = {name for who in table.get("specials_of", ()) for name in names[who]}
            assert not table.get("specials_of") or set(table.get("names", ())) <= listed, card.id


def test_events_belong_to_mission_sets() -> None:
    sets = {card.get("set") for card in library().cards.values() if card.type == "mission"}
    assert {card.get("set") for card in library().cards.values() if card.type == "event"} <= {*sets, "any"}
    assert all(card.get("opd") for card in library().cards.values() if card.type == "event")


def test_how_many_abilities_and_events_have_effects() -> None:
    cards = printed()
    able = [card for card in cards if card.type == "character" and card.text]
    events = [card for card in cards if card.type == "event"]
    places = [card for card in cards if card.type == "location"]
    assert (sum("inherent" in card.fields for card in able), len(able)) == (110, 137)
    assert (sum("effect" in card.fields or "effects" in card.fields for card in events), len(events)) == (59, 114)
    assert (sum("effect" in card.fields or "effects" in card.fields for card in places), len(places)) == (23, 46)
