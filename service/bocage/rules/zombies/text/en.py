"""English."""

from __future__ import annotations

from bocage.rules.zombies.data import FACE_DOWN_NEEDS, HOLES, PLACES

_FACE_DOWN = (
    "Nobody has looked yet. Reconnaissance turns it up, from its own hex or next door; "
    f"a modified die of {FACE_DOWN_NEEDS} or more destroys it unseen, be it zombie, straggler or equipment."
)

EN: dict[str, str] = {
    "game.name": "Zombies vs Light Tank",
    "game.tagline": "June 1944: one light tank, a map full of hedgerows, and something that got away.",
    "game.goal": "Within ten turns, kill four zombies or clear the map of them.",
    "game.brief": (
        "You drive one light tank over a map of hexes full of face-down counters.\n"
        "A die gives you action points: scout, drive, fire, ram, repair.\n"
        "Four of the counters are zombies; once face-up they come for you.\n"
        "Kill all four or clear the map within ten turns, and you win."
    ),
    "seat.0": "Tank commander",
    # House bots
    "bot.scout_first": "scout first",
    "bot.scout_first.help": "Looks at counters before it fires at them.",
    "bot.shoot_first": "shoot first",
    "bot.shoot_first.help": "Fires at counters without looking at them first.",
    "bot.recruit": "recruit",
    "bot.recruit.help": "Thinks a little ahead, and often misjudges what it sees.",
    "bot.regular": "regular",
    "bot.regular.help": "Thinks ahead, but not for long, and now and then plays what is nearly as good.",
    "bot.veteran": "veteran",
    "bot.veteran.help": "Imagines what may be hidden, plays it on in its mind, and does what wins most often.",
    # Options
    "option.rescue": "Stragglers to rescue",
    "option.rescue.help": "To win you also need this many infantry riding on the tank at that moment.",
    "option.rescue.0": "none",
    "option.rescue.1": "one",
    "option.rescue.2": "both",
    "option.equal_kills": "Equal is enough",
    "option.equal_kills.help": "A zombie falls to a modified die equal to its number, not only to a higher one.",
    "option.equal_kills.false": "off",
    "option.equal_kills.true": "on",
    "option.simple_breakdowns": "Simple breakdowns",
    "option.simple_breakdowns.help": (
        "Ammunition and track never fail, but while damaged the tank can neither move nor fire nor ram."
    ),
    "option.simple_breakdowns.false": "off",
    "option.simple_breakdowns.true": "on",
    # Decisions
    "decision.roll": "Roll for action points",
    "decision.action": "Spend action points (AP)",
    "decision.loss": "Choose what takes the damage",
    "decision.event_recon": "Ask the locals about one face-down counter",
    "decision.repair": "Choose what the repair mends",
    # Actions
    "action.roll": "Roll for action points",
    "action.move": "Drive to {hex:hex}",
    "action.recon": "Reconnoitre {hex:hex} (2\u00a0AP)",
    "action.fire": "Fire at {target:counter} in {hex:hex}",
    "action.ram": "Ram {target:counter}",
    "action.repair": "Repair with {ap} AP",
    "action.end": "Drop the remaining action points",
    "action.lose": "Give up {what:loss}",
    "action.reveal": "Turn up the counter in {hex:hex}",
    "action.decline": "Do not ask",
    "action.mend": "{what:benefit}",
    "group.move": "Drive … (1\u00a0AP)",
    "group.recon": "Reconnoitre … (2\u00a0AP)",
    "group.fire": "Fire … (1\u00a0AP)",
    "group.repair": "Repair …",
    # Figures
    "figure.turn_ends": "{last?the last turn|turn} ends (1,\u00a06) {chance:%}",
    "figure.counterattack": "counterattack (5,\u00a06) {chance:%}",
    "figure.struck": "a zombie {destroys?destroys|strikes} the tank ({faces}) {chance:%}",
    "figure.overrun": "overrun and lost {chance:%}",
    "figure.cost": "−{ap}\u00a0AP",
    "figure.hit": "needs {needs}+{mods? with {mods:mod}|}: {chance:%}",
    "figure.breaks": "{what:breaks} {chance:%}",
    "figure.is_zombie": "face down: zombie {chance:%}",
    "figure.fails_rescue": "if it is infantry, {chance:%}, a hit loses",
    "figure.is_friendly": "friendly {chance:%}",
    "figure.is_event": "event {chance:%}",
    "figure.mends": "succeeds {chance:%}{what?: {what:benefit}|}{choice? (one of them)|}",
    "breaks.ammo": "out of ammunition",
    "breaks.track": "track breaks",
    # Events
    "event.turn_began": "Turn {turn}.",
    "event.ap_rolled": (
        "Rolls {die}: {ap?{ap} action points{steps?, after a counterattack|}"
        "|{steps?a counterattack, then the turn ends|the turn ends}}."
    ),
    "event.stopped": "Drops {ap} action {ap#point|points}.",
    "event.counterattack": "Counterattack: zombies advance up to {steps} {steps#hex|hexes} where the way is free.",
    "event.reveal_rolled": (
        "No zombie in sight. Rolls {die}{mods? ({mods:mod})|}: hex {number}, {hex:hex}. "
        "{found?Something stirs there|Nothing face-down there}."
    ),
    "event.turned_up": "In {hex:hex}: {counter:counter}.",
    "event.zombie_moved": "{zombie:counter} shambles from {start:hex} to {path:hex}.",
    "event.struck": "{zombie:counter} strikes the tank!",
    "event.lost": "Lost: {what:loss}.",
    "event.hull_damaged": "The tank is damaged.",
    "event.tank_destroyed": "The tank is destroyed.",
    "event.overrun": "Overrun in {hex:hex}: {zombies:counter} close in together.",
    "event.moved": "Drives from {start:hex} to {hex:hex}.",
    "event.boarded": "A straggler climbs aboard in {hex:hex} ({aboard} riding).",
    "event.fired": (
        "Fires at {target:counter} in {hex:hex}: {die}{mods? {mods:mod} = {total}|}, needs {needs}: {hit?hit|miss}."
    ),
    "event.rammed": (
        "Rams {target:counter} in {hex:hex}: {die}{mods? {mods:mod} = {total}|}, needs {needs}: {hit?hit|miss}."
    ),
    "event.ammo_out": "Out of ammunition until a repair in Carentan.",
    "event.track_broken": "The track breaks.",
    "event.destroyed": "{face_down?The destroyed counter: {counter:counter}|{counter:counter} is destroyed}.",
    "event.repair_rolled": "Repair with {ap} AP: {die}, needs {ap} or less: {success?success|no success}.",
    "event.mended": "{what:mended}{counter?: {counter:counter}|}.",
    "event.event_rolled": "Event: rolls {die}{mods? {mods:mod} = {row}|}. {kind:kind}",
    "event.declined": "Nobody is asked.",
    "event.zombified": "A rider turns: {zombie:counter} rises on the tank in {hex:hex}.",
    "event.marker_swapped": (
        "The turn marker goes face-down to {hex:hex}; the blood trail marks the turns from now on."
    ),
    "event.reshuffled": "All face-down counters and the turn marker are mixed and laid out anew: {hexes:hex}.",
    "event.event_removed": "The blood trail is removed.",
    "event.all_revealed": "Everything is turned up. The turn marker: {marker:counter}.",
    # The record beside the map
    "risk.overrun": "Two zombies are there: the tank would be overrun, and the game is lost.",
    "track.killed": "Killed",
    "track.gone": "Out of the game",
    "track.marker": "Turn marker",
    "track.ap": "AP",
    "track.turns": "Turns",
    "status.ap": "{ap} AP",
    "status.turn": "Turn {turn} of {turns}",
    "status.zombies": "{n} of {all} zombies",
    "status.rescue": "{n} of {all} stragglers aboard",
    "mark.move": "drive",
    "mark.recon": "reconnoitre",
    "mark.fire": "fire",
    "mark.ram": "ram",
    "mark.repair": "repair",
    "tank.sound": "undamaged",
    "tank.damaged": "damaged",
    "tank.ammo_out": "ammunition out",
    "tank.track_broken": "track broken",
    "tank.infantry": "{n}\u00a0aboard",
    # Meaning of each sign of the tank
    "about.damaged": "The next damage that nothing aboard takes destroys it; a repair mends the hull."
    "{simple_breakdowns? Until then it may not move, fire or ram.|}",
    "about.ammo_out": "It cannot fire. Drive to Carentan (★) and repair there to restock.",
    "about.track_broken": "It can neither drive nor ram until a repair mends the track.",
    "about.m8": "Mounted: +2 to fire. It may be lost in place of damage to the tank.",
    "about.cutter": "Mounted: +2 to ram. It may be lost in place of damage to the tank.",
    "about.infantry": "Stragglers who ride on the tank. Each may be lost in place of damage to it.",
    "track.marker.help": "The ninth counter marks the turn. Events may put it on the map.",
    "roll.attack": "{hit?hit|miss}",
    "text.turn": "Turn {turn} of 10, {ap} AP",
    # Words of events and actions
    "mod.m8": "M8 turret",
    "mod.cutter": "cutter",
    "mod.kill": "a zombie killed already",
    "kind.counterattack": "Zombie counterattack!",
    "kind.recon": "Recon: the locals talk.",
    "kind.zombification": "Zombification!",
    "kind.chaos": "Chaos!",
    "row.1": "Counterattack, 1 hex",
    "row.2": "Counterattack, 2 hexes",
    "row.3": "Counterattack, 3 hexes",
    "row.4": "Recon: turn up any one face-down counter",
    "row.5": "Zombification",
    "row.6": "Zombification",
    "row.7": "Chaos",
    "row.8": "Chaos",
    "loss.m8": "the M8 turret",
    "loss.cutter": "the hedgerow cutter",
    "loss.infantry": "a rider",
    "benefit.hull": "Mend the hull",
    "benefit.ammo": "Restock ammunition",
    "benefit.track": "Mend the track",
    "benefit.mount": "Mount the equipment lying here",
    "mended.hull": "The hull is mended",
    "mended.ammo": "Ammunition is restocked",
    "mended.track": "The track is mended",
    "mended.mount": "Mounted",
    # Counters
    "counter.unknown": "a face-down counter",
    "counter.unknown.help": _FACE_DOWN,
    "counter.face_down": "the face-down counter",
    "counter.face_down.help": _FACE_DOWN,
    "counter.m5": "M5 Stuart",
    "counter.m5.help": (
        "Your light tank. The first damage that nothing aboard absorbs damages it, the next destroys it."
        "{simple_breakdowns? Damaged, it may not move, fire or ram.|}"
    ),
    "counter.z3": "Zombie 3",
    "counter.z4": "Zombie 4",
    "counter.z5": "Zombie 5",
    "counter.z6": "Zombie 6",
    "counter.z3.help": "Killed by a modified die {equal_kills?of 3 or more|above 3}. Face-up, it comes for you.",
    "counter.z4.help": "Killed by a modified die {equal_kills?of 4 or more|above 4}. Face-up, it comes for you.",
    "counter.z5.help": "Killed by a modified die {equal_kills?of 5 or more|above 5}. Face-up, it comes for you.",
    "counter.z6.help": (
        "Falls to a modified die {equal_kills?of 6 or more. Face-up, it comes for you"
        "|above 6, so only to the M8 turret, the cutter, or unseen while still face-down}."
    ),
    "counter.infantry": "stragglers",
    "counter.infantry.help": "Climb aboard when the tank enters their hex. They may be lost in its stead.",
    "counter.m8": "M8 turret",
    "counter.m8.help": "Open-topped 75 mm howitzer turret. Mounted by a repair in its hex: +2 to fire.",
    "counter.cutter": "hedgerow cutter",
    "counter.cutter.help": "Mounted by a repair in its hex: +2 to ram.",
    "counter.event": "blood trail",
    "counter.event.help": "Turned up or hit, it calls for a roll on the event table.",
    # Outcomes
    "score.won": "100 for victory, 5 for each turn to spare, 10 for each straggler aboard, 10 for a sound hull.",
    "score.lost": "15 for each zombie killed, 2 for each other counter that is no longer face-down.",
    "outcome.all_killed": "All four zombies are dead.",
    "outcome.map_cleared": "The map is clear of zombies.",
    "outcome.last_reveal": "Nothing that was still face-down was a zombie.",
    "outcome.overrun": "Two zombies overran the tank.",
    "outcome.tank_destroyed": "The tank was destroyed.",
    "outcome.rescue_failed": "Too few stragglers are left to rescue.",
    "outcome.out_of_time": "Ten turns were not enough.",
    # Refusals
    "refusal.not_now": "That is not what is asked now.",
    "refusal.no_such_hex": "There is no such hex.",
    "refusal.not_adjacent": "The tank drives to a neighbouring printed hex only.",
    "refusal.crippled": "A damaged tank can only reconnoitre and repair.",
    "refusal.track_broken": "The track is broken.",
    "refusal.ammo_out": "The ammunition is out.",
    "refusal.too_few_points": "Reconnaissance takes 2 action points.",
    "refusal.too_far_to_see": "Reconnaissance reaches the tank's own hex and its neighbours.",
    "refusal.out_of_range": "Fire reaches two hexes.",
    "refusal.nothing_face_down": "No face-down counter lies there.",
    "refusal.no_target": "There is no such target; only zombies and face-down counters can be attacked.",
    "refusal.nothing_to_repair": "There is nothing to repair here.",
    "refusal.repair_points": "A repair takes at least 1 action point and at most those that are left.",
    "refusal.not_aboard": "That is not aboard.",
    "refusal.not_mendable": "The repair cannot do that here.",
    # Places
    **{f"hex.{place.id}": place.en for place in PLACES},
    **{f"hole.{hole.id}": hole.en for hole in HOLES},
}
