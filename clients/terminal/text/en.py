"""English."""

EN: dict[str, str] = {
    "yes": "yes",
    "no": "no",
    # The head of a screen
    "head": "{game}, match {match}, entry {seq}",
    "seat": "{seat}: {name}{you? (you)|}{bot? (bot)|}",
    "player": "{seat} ({name})",
    "seat.free": "{seat}: free",
    "clock": "Clock: {clocks}",
    "clock.left": "{seat} {left}",
    "clock.days": "{n} d {h} h",
    "options": "Options: {options}",
    "option": "{name}: {value}",
    "fork": "A fork of match {match}, entry {seq}. It changes nothing there.",
    "draw_offer": "{seat} offers a draw: type d to accept.",
    "draw_offered": "Your offer of a draw stands.",
    # Playing
    "created": "Match {match} is set up.{invite? Invite code: {invite}.|}",
    "waiting.seat": (
        "Waiting for {n#a player|{n} players} to sit down. "
        "Tell them: bocage play --join {match}{invite? --invite {invite}|}"
    ),
    "waiting": "{name} decides: {what}",
    "your_turn": "{what}",
    "choose": "Type a number, or ? for help.",
    "played": "> {action}",
    "moved_on": "The match had moved on; look again.",
    "refused": "Not possible: {text}{rule? ({rule})|}",
    "no_such_number": "There is no number {n}; the actions are 1 to {last}.",
    "not_your_turn": "It is not your turn.",
    "not_understood": "Not understood: {line}. Type ? for help.",
    "ended": "Result: {reason}",
    "ended.won": "{names} won.",
    "ended.draw": "Nobody won.",
    "left": "The match goes on without you watching it. Come back with: bocage play --join {match}",
    "resign.sure": "Type resign again to give up the match.",
    "said": "{name} says: {text}",
    "help.for": "{name}: {text}",
    "auto.on": "Decisions with one legal action are now played by themselves.",
    "auto.off": "You are asked every time again.",
    "autoplayed": "> {action} (the only action)",
    "help": (
        "number: play that action\n"
        "v: the table again    l: the last events again    o: options    w WORD: what a card or thing does\n"
        "a: play single actions by themselves, or not\n"
        "d: offer or accept a draw    resign: give up    say TEXT: chat\n"
        "en, ja: language    q: leave (the match stays)    ?: this help"
    ),
    # The connection
    "status.connected": "Connected.",
    "status.lost": "Connection lost; trying again in {seconds} s.",
    "status.unavailable": "Storage cannot be reached just now; nothing is lost.",
    "status.closed": "Connection closed.",
    # Watching
    "watching": "Watching. Type v for the table, q to leave.",
    # Replay
    "replay.head": "{game}, match {match}: entries {first} to {last}, seen by {eyes}.",
    "replay.at": "Entry {seq} of {last}{time?, {time}|}",
    "replay.eyes.-1": "everybody",
    "replay.eyes.-2": "open hands",
    "replay.no_eyes": "Those eyes are not to be had here: {eyes}.",
    "replay.start": "This is the first entry.",
    "replay.end": "This is the last entry.",
    "replay.waits": "{seat} decides: {what}",
    "replay.help": (
        "Enter or n: next entry    p: previous    +N, -N: N entries on or back    N: jump to entry N\n"
        "first, last: to the ends    eyes 0, eyes 1, eyes public, eyes open: whose view\n"
        "v: the table again    en, ja: language    q: leave    ?: this help"
    ),
    # Tables
    "omaha.counters": (
        "Assault {assault} of 4. Squad {strength}, charges {charges}, sniper rounds {rounds}, stock {stock}."
    ),
    "omaha.dead": "DEAD",
    "omaha.L": "left",
    "omaha.C": "centre",
    "omaha.R": "right",
    "omaha.squad": "SQUAD",
    "omaha.trail": "been there",
    "omaha.mine": "mine",
    "omaha.removed": "The nest took the place of: {card}.",
    "zombies.turn": "Turn {turn} of {turns}. Action points: {ap}.",
    "zombies.tank": "Tank in {hex}: {state}.",
    "zombies.sound": "sound",
    "zombies.damaged": "damaged",
    "zombies.ammo_out": "out of ammunition",
    "zombies.track_broken": "track broken",
    "zombies.riders": "{n} {n#rider|riders}",
    "zombies.legend": (
        "Marks: T tank, Z zombie, ? face-down, i stragglers, m M8 turret, c cutter, "
        "e blood trail; a number is the hex's own."
    ),
    "zombies.zombies": "Zombies: {what}.",
    "zombies.items": "Lying open: {what}.",
    "zombies.face_down": "Face-down: {what}.",
    "zombies.killed": "Killed: {what}.",
    "squad.turn": "Turn {turn}, {phase}{active?, turn of {active}|}.{range? Range: {range}.|}",
    "squad.setup": "setup",
    "squad.piles": "Draw pile {deck}, discard pile {discard}.",
    "squad.objectives": "{card}: {scores}.",
    "squad.squad": "{name}: {nation}, {men} {men#man|men}, {cards} of {limit} cards, {terrain}{flags?; {flags}|}.",
    "squad.off_map": "not on the map yet",
    "squad.hand": "Hand: {cards}",
    "squad.seen": "{seat} knows from the top of the draw pile: {cards}.",
    "squad.leaderless": "no commander",
    "squad.declared": "has declared its move",
    "squad.stopped": "move stopped",
    "squad.covering": "gave covering fire",
    "squad.shot_at": "was fired at",
    "squad.moved": "has moved",
    "squad.attacked": "has attacked",
    "squad.close_combat": "in close combat",
    "squad.flanked": "flanks {squads}",
    "squad.move": "Under way: {squad}{step?, {step}|}, into {terrain}{barrier?; barrier: {barrier}|}.",
    "squad.roll": "A roll of {squad} waits; cards so far: {cards:+}.",
    "cc.turn": "Player-turn {turn}, {side}: {phase}. Score: {score}.",
    "cc.lane": "Lane {n}",
    "cc.front": "{front}{marks? ({marks})|}: {units}",
    "cc.unit": "{name}{marks? ({marks})|}",
    "cc.none": "nothing",
    "cc.casualties": "{n} {n#casualty|casualties}",
    "cc.pins": "{n} {n#pin|pins}",
    "cc.bonus": "suppression {n:+}",
    "cc.proxy": "proxy",
    "cc.hand": "Hand, {side}: {cards}.",
    "cc.hidden": "Hand, {side}: {n} {n#card|cards}.",
    "cc.glimpse": "{side} saw of the other hand in player-turn {turn}: {cards}.",
    "cc.assault": "Assault on {front}{committed?|, being built}: {units}.{mines? Mines: {mines} dice.|}",
    "cc.target": "Suppression waits for its dice: {what}.",
    "cc.pending": "Still to deploy: {cards}.",
    "cc.piles": "Squads left: {squads}. Tactical cards left: {tactical}.",
    "cc.lost": "Lost, {side}: {cards}.",
}
