"""English."""

EN: dict[str, str] = {
    "pair": "{name}: {text}",
    "yes": "yes",
    "no": "no",
    # The head of a screen
    "head": "{game}, match {match}, entry {seq}",
    "seat": "{seat}: {name}{you? (you)|}{bot? (bot)|}{house? (house bot)|}",
    "player": "{seat} ({name})",
    "seat.free": "{seat}: free",
    "seat.left": "a player who left",
    "seat.nameless": "a player",
    "seat.kept": "{seat}: kept for {name} (house bot)",
    "clock": "Clock: {clocks}",
    "clock.left": "{seat} {left}",
    "clock.days": "{n} d {h} h",
    "options": "Options: {options}",
    "fork": (
        "A fork of match {match}, entry {seq}; it does not change that match and is never rated. "
        "{known?Whoever knows that match knows all hands here.|What was hidden there was drawn anew.}"
    ),
    "draw_offer": "{seat} offers a draw: type d to accept, n to decline.",
    "draw_offered": "Your offer of a draw stands.",
    "undo": "Type u to take your last action back.",
    "undo_asked": "{seat} asks to take the last action back: type u to agree, n to decline.",
    "undo_mine": "You have asked to take your last action back.",
    # Playing
    "created": "Match {match} is set up.{invite? Invite code: {invite}.|}",
    "waiting.seat": (
        "Waiting for {n#a player|{n} players} to sit down. "
        "Tell them: bocage play --join {match}{invite? --invite {invite}|}"
    ),
    "waiting.house": "Waiting for the house bot {name}.",
    "terms.accept": (
        "Type accept to play on these terms{swap?, swap to exchange the sides|}, or propose NAME=VALUE for others"
        " (@FILE: the text of a file): {names}."
    ),
    "terms.waiting": "You accept these terms; waiting for {name}.",
    "waiting": "{name} decides: {what}",
    "your_turn": "{what}",
    "odds": "{action} ({figures})",
    "hinted": "Hint: {n}  {hint}",
    "choose": "Type a number, or ? for help.",
    "hint": "Type ? for help.",
    "played": "> {action}",
    "refused": "Not possible: {text}{rule? ({rule})|}",
    "no_such_number": "There is no number {n}; the actions are 1 to {last}.",
    "not_your_turn": "It is not your turn.",
    "not_understood": "Not understood: {line}. Type ? for help.",
    "ended": "Result: {reason}",
    "ended.won": "{names} won.",
    "ended.draw": "Nobody won.",
    "on_its_way": "Your answer is on its way.",
    "nothing_known": "No explanation for {word}.",
    "left": "The match goes on. Come back with: {back}",
    "left.open": "The match still waits for players. Come back with: {back}",
    "resign.sure": "Type resign again to give up the match.",
    "said": "{name} says: {text}",
    "auto.on": "Decisions with one legal action are now played automatically.",
    "auto.off": "You will be asked every time.",
    "autoplayed": "> {action} (the only action)",
    "help": (
        "number: play that action\n"
        "v: the table again    l: the last events again    o: options    w WORD: what a card or thing does\n"
        "a: play single actions automatically, or not\n"
        "d: offer or accept a draw    u: take the last action back, or agree to it    n: decline either\n"
        "accept, swap, propose NAME=VALUE: agree on the options before play\n"
        "hint: what the engine would do, and why (all are told that you took a hint)\n"
        "resign: give up    say TEXT: chat\n"
        "en, ja: language    q: leave (the match stays)    ?: this help"
    ),
    # The connection
    "status.connected": "Connected.",
    "status.lost": "Connection lost; trying again in {seconds} s.",
    "status.unavailable": "Storage cannot be reached right now. Nothing is lost.",
    # Lists of matches
    "list.open": "waits for players",
    "list.kept": "waits for its house bot",
    "list.unknown_rules": "rules not installed",
    "list.unreadable": "in cold storage, cannot be read now",
    "list.playing": "is being played",
    "list.vacation": "{seat} on vacation until {day}",
    "list.fork": "fork of {match}, entry {seq}{known?: hands known|}",
    "list.none": "No matches.",
    # Replay
    "replay.head": "{game}, match {match}: entries {first} to {last}, seen by {eyes}.",
    "replay.at": "Entry {seq} of {last}{time?, {time}|}",
    "replay.eyes.-1": "everybody",
    "replay.eyes.-2": "open hands",
    "replay.no_eyes": "This view is not available here: {eyes}.",
    "replay.start": "This is the first entry.",
    "replay.end": "This is the last entry.",
    "replay.waits": "{seat} decides: {what}",
    "replay.hint": "Enter: next entry; ? for help.",
    "replay.help": (
        "Enter or n: next entry    p: previous    +N, -N: N entries on or back    N: jump to entry N\n"
        "first, last: to the ends    eyes 0, eyes 1, eyes public, eyes open: whose view\n"
        "v: the table again    en, ja: language    q: leave    ?: this help"
    ),
}
