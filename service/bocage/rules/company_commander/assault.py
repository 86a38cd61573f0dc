"""Phase 5: building an assault step by step, and rolling it out (sheet 1.7)."""

from __future__ import annotations

from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.actions import Commit, Join, Withdraw
from bocage.rules.company_commander.board import flag_front, flag_unit, put_all, replace, test_score
from bocage.rules.company_commander.combat import PLAIN, in_front, source, volley
from bocage.rules.company_commander.data import FLANK_BONUS, FRONTS, LANE_OF, Side
from bocage.rules.company_commander.eligible import attackers, fires, reach
from bocage.rules.company_commander.events import Committed, Fire, Joined, Mods, Withdrew
from bocage.rules.company_commander.loops import Loop, proxies
from bocage.rules.company_commander.state import Assault, AssaultFrame, BuildFrame, ResolveFrame, State, Unit
from bocage.rules.company_commander.targets import committed
from bocage.rules.company_commander.windows import open_window
from bocage.rules.kernel.flow import Stage
from bocage.rules.kernel.game import Action, Context, Decision


def begin_assault(state: State, ctx: Context) -> None:
    """Begin the phase: the other player may answer first."""
    state.stack.append(AssaultFrame())
    if state.units[0] and state.units[1]:
        open_window(state, "on_assault")


def _joins(state: State) -> list[Join]:
    """Units that may be added to an assault, with the front. CC-26, CC-38, CC-39"""
    fronts, lanes = FRONTS[1 - state.active], reach(state, f.FOGGED | f.ATTACKED)
    return [Join(unit.id, fronts[lane]) for unit in attackers(state) for lane in lanes[unit.lane]]


def _join(state: State, action: Join, ctx: Context) -> None:
    mine = state.units[state.active]
    party = () if state.assault is None else state.assault.attackers
    in_order = tuple(sorted((*party, action.unit), key=lambda unit: mine[unit].n))
    state.assault = Assault(LANE_OF[action.front], in_order)
    ctx.tell(Joined(action.unit, action.front))


class AssaultStage(Loop[AssaultFrame]):
    """The active player names a front to attack, or plays cards."""

    point = "assault"

    def acts(self, state: State) -> list[Action]:
        return [*_joins(state), *proxies(state)]

    def do(self, state: State, action: Action, ctx: Context) -> None:
        assert isinstance(action, Join)
        _join(state, action, ctx)
        state.stack.append(BuildFrame())


class BuildStage(Stage[State, BuildFrame]):
    """Units come and go until the assault is launched; bounded, for each comes back once at most. CC-B1"""

    def waits(self, state: State, frame: BuildFrame) -> bool:
        return True

    def decision(self, state: State, frame: BuildFrame) -> Decision:
        assault = committed(state)
        front = FRONTS[1 - state.active][assault.lane]
        actions = [join for join in _joins(state) if join.front == front and join.unit not in assault.attackers]
        out = [Withdraw(unit) for unit in assault.attackers]
        return Decision(state.seat(state.active), "build", [*actions, *out, Commit()], out[0])

    def act(self, state: State, frame: BuildFrame, action: Join | Withdraw | Commit, ctx: Context) -> None:
        if isinstance(action, Join):
            _join(state, action, ctx)
        elif isinstance(action, Withdraw):
            self._withdraw(state, action.unit, ctx)
        else:
            assault = committed(state)
            state.stack[-1] = ResolveFrame()
            ctx.tell(Committed(FRONTS[1 - state.active][assault.lane], assault.attackers))
            open_window(state, "defence")
            open_window(state, "attack")  # CC-69: the attacker's cards first

    def _withdraw(self, state: State, unit: str, ctx: Context) -> None:
        before = state.units[state.active][unit].flags
        flag_unit(state, state.active, unit, f.STAYS_OUT if before & f.WITHDRAWN else f.WITHDRAWN)
        ctx.tell(Withdrew(unit))
        assault = committed(state)
        left = tuple(other for other in assault.attackers if other != unit)
        if left:
            state.assault = replace(assault, attackers=left)
        else:
            state.assault = None
            state.stack.pop()


def fire_dice(state: State, side: Side, unit: Unit) -> tuple[int, Mods, int]:
    """Fire dice of a unit of the committed assault: strength less casualties, changes, dice. CC-29, CC-30"""
    assault = committed(state)
    row = unit.row
    role, ability = ("attackers", row.assault) if side == state.active else ("defenders", row.defence)
    mine = (unit.id, role, FRONTS[side][unit.lane])
    mods = tuple((why, n) for whom, why, n in assault.bonuses if whom in mine)
    if ability:
        mods = (("assault" if side == state.active else "defence", ability), *mods)
    base = row.strength - unit.casualties
    return base, mods, max(0, base + sum(n for _, n in mods))


class ResolveStage(Stage[State, ResolveFrame]):
    """The exchange of fire, one step after the other."""

    def run(self, state: State, frame: ResolveFrame, ctx: Context) -> None:
        state.stack.pop()
        side, assault = state.active, committed(state)
        self._mines(state, assault, ctx)
        if state.result is None:
            if assault.simultaneous:
                self._exchange(state, assault, ctx)
            else:
                self._defend(state, assault, ctx)
                self._attack(state, assault, ctx)
        state.assault = None
        flag_front(state, 1 - side, assault.lane, f.ATTACKED)
        alive = self._alive(state, assault)
        put_all(state, side, [replace(unit, flags=unit.flags | f.ASSAULTED) for unit in alive])

    def _alive(self, state: State, assault: Assault) -> list[Unit]:
        mine = state.units[state.active]
        return [mine[unit] for unit in assault.attackers if unit in mine]

    def _mines(self, state: State, assault: Assault, ctx: Context) -> None:
        """CC-36"""
        for card, rolls in assault.mines:
            fire = Fire("mines", rolls, tuple(ctx.dice.roll(rolls)), card=card)
            volley(state, fire, state.active, lambda: self._alive(state, assault), PLAIN, ctx)
            if state.result is not None:
                return

    def _defend(self, state: State, assault: Assault, ctx: Context) -> None:
        """CC-27, CC-28"""
        side = 1 - state.active
        for unit in in_front(state, side, assault.lane):
            if fires(state, unit):
                base, mods, count = fire_dice(state, side, unit)
                fire = Fire("defence", base, tuple(ctx.dice.roll(count)), unit.id, mods=mods)
                volley(state, fire, state.active, lambda: self._alive(state, assault), source(unit), ctx)
                if state.result is not None:
                    return

    def _attack(self, state: State, assault: Assault, ctx: Context) -> None:
        """Remaining unpinned attackers fire with their remaining dice. CC-28, CC-29"""
        for attacker in assault.attackers:
            unit = state.units[state.active].get(attacker)
            if state.result is None and unit is not None and fires(state, unit):
                self._shoot(state, assault, unit, *fire_dice(state, state.active, unit), ctx)

    def _exchange(self, state: State, assault: Assault, ctx: Context) -> None:
        """Surprise Contact: neither fire touches the other; victory is tested after both. CC-37, CC-73"""
        side = state.active
        frozen = [(u, fire_dice(state, side, u)) for u in self._alive(state, assault) if fires(state, u)]
        state.assault = replace(committed(state), exchange=True)
        self._defend(state, assault, ctx)
        for unit, (base, mods, count) in frozen:
            self._shoot(state, assault, unit, base, mods, count, ctx)
        test_score(state)

    def _shoot(
        self, state: State, assault: Assault, unit: Unit, base: int, mods: Mods, count: int, ctx: Context
    ) -> None:
        enemy, lane = 1 - state.active, assault.lane
        plus = FLANK_BONUS if unit.lane != lane else 0  # CC-31
        fire = Fire("attack", base, tuple(ctx.dice.roll(count)), unit.id, mods=mods, plus=plus)
        volley(state, fire, enemy, lambda: in_front(state, enemy, lane), source(unit), ctx)
