"""Who judges which verb."""

from __future__ import annotations

from collections.abc import Mapping

from tabletop.games.vs_system import judge_attack, judge_build, judge_play
from tabletop.games.vs_system.judging import Judge

JUDGES: Mapping[str, Judge] = {
    "play": judge_play.play,
    "use": judge_play.use,
    "flip": judge_build.flip,
    "resource": judge_build.resource,
    "recruit": judge_build.recruit,
    "move": judge_build.move,
    "transfer": judge_build.transfer,
    "attack": judge_attack.attack,
    "power_up": judge_attack.power_up,
    "reinforce": judge_attack.reinforce,
}
"""Who judges which verb; priority is asked for in all of them."""
