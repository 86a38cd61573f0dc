"""Attack steps of the SQUAD bot: targets, preparations, holding fire."""

from __future__ import annotations

from typing import Any

from bocage.bots.squad.cards import Aim, kills
from bocage.bots.squad.hand import Judge

Choice = dict[str, Any]


class Volley:
    """The possible attacks of a squad in this step."""

    def __init__(self, judge: Judge, actions: list[Choice]) -> None:
        self.judge = judge
        self.position = judge.position
        self.actions = actions
        self.attacks = [action for action in actions if action["do"] == "attack"]
        self._aims = {action["target"]: self.position.aim(judge.name, action["target"]) for action in self.attacks}

    def choose(self) -> Choice:
        """Choose preparations before attacks, and leave attacks that do not pay for later."""
        best, most = self.actions[-1], 0.0
        for action in self.actions:
            match action["do"]:
                case "commander_killed":
                    return action
                case "play_bonus" | "encircle":
                    gain = self._prepared(action)
                case _:
                    continue
            if gain > most:
                best, most = action, gain
        if most > 0:
            return best
        scored = [(self.gain(attack), attack) for attack in self.attacks]
        most, attack = max(scored, key=lambda pair: pair[0], default=(0.0, best))
        return attack if most > 0 else best

    def gain(self, attack: Choice, aim: Aim | None = None) -> float:
        """Gain of an attack above the value of its card."""
        judge, position = self.judge, self.position
        target = position.squads[attack["target"]]
        aim = aim or self._aims[attack["target"]]
        if attack.get("mode") == "jp_pb":
            aim = aim._replace(reach=position.cards.ranges[0])
        kind = position.kind(judge.name, attack["card"])
        use = position.cards.find(kind, judge.squad["nation"], "attack", attack.get("trait", ""))
        hit = kills(use, aim)
        kept = judge.weights.patience[aim.phase] * judge.price(attack["card"])
        return hit * judge.man(target) + self._pressure(attack["target"], hit) - kept

    def _pressure(self, name: str, hit: float) -> float:
        """Effect of an attack on the enemy's next morale check, which squads fired at in this turn must make."""
        position = self.position
        if not position.my_turn and position.options["morale_memory"] == "opponent_turn":
            return 0.0
        target = position.squads[name]
        before = position.print(target)["morale"] + target.get("killed", 0)
        after = self.judge.pinned(target, before + hit)
        return after - (self.judge.pinned(target, before) if target.get("fired_at") else 0.0)

    def _prepared(self, action: Choice) -> float:
        """Gain of a card that improves attacks, above its value."""
        position, judge = self.position, self.judge
        kind = position.kind(judge.name, action["card"])
        role = "encircle" if action["do"] == "encircle" else "bonus"
        use = position.cards.find(kind, judge.squad["nation"], role, action.get("trait", ""))
        only = action.get("target", "")
        gain = 0.0
        for plain, better in self._pairs(action["card"], use, only):
            gain += max(0.0, better) - max(0.0, plain)
        if role == "encircle":
            gain += 0.5  # lasts until the enemy moves
        return gain - judge.price(action["card"])

    def _pairs(self, without: str, use: Any, only: str) -> list[tuple[float, float]]:
        """Return, for each other card, its best attack as it is and with the improvement."""
        best: dict[str, tuple[float, float]] = {}
        for attack in self.attacks:
            if attack["card"] == without:
                continue
            aim = self._aims[attack["target"]]
            if only in ("", attack["target"]):
                gun = use.get("effect") == "enfilade"
                better = aim._replace(gun=use["value"]) if gun else aim._replace(bonus=aim.bonus + use["value"])
            else:
                better = aim
            plain, improved = best.get(attack["card"], (0.0, 0.0))
            best[attack["card"]] = (
                max(plain, self.gain(attack)),
                max(improved, self.gain(attack, better)),
            )
        return list(best.values())
