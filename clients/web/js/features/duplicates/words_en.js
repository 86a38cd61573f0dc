/** Words about duplicates, English; loaded when they are wanted. */
export const EN = {
  duplicate: "Duplicate",
  "duplicate.title": "Duplicate: {game}",
  "duplicate.intro":
    "You and a friend play the same deals, each for yourself: the same choices meet the same dice and cards, so the better plan wins. Neither sees anything of the other's matches until both have finished.",
  "duplicate.intro.two":
    "Both of you play both sides against the same house bot, whose choices are its own. The two sides are two deals, so that nobody knows a hand twice.",
  "duplicate.game": "Game",
  "duplicate.opponent": "House bot",
  "duplicate.make": "Make a duplicate",
  "duplicate.players": "Players",
  "duplicate.you": "{name} (you)",
  "duplicate.nobody": "nobody yet",
  "duplicate.invite":
    "Send this link to your friend, and to nobody else: the first to open it and play is the second player.",
  "duplicate.copy": "Copy the link",
  "duplicate.until": "Matches count until {date}.",
  "duplicate.round": "Round {n}",
  "duplicate.play": "Play",
  "duplicate.take": "Play as the second player",
  "duplicate.on": "Go on",
  "duplicate.done": "finished",
  "duplicate.wait": "You have finished. The comparison stands here when the other player has finished, too.",
  "duplicate.look": "Look again",
  "duplicate.full": "Two others play this duplicate. The comparison stands here when both have finished.",
  "duplicate.results": "Comparison",
  "duplicate.total": "Total",
  "duplicate.none": "not in time",
  "duplicate.won": "{name} did better.",
  "duplicate.won.left": "The player who left did better.",
  "duplicate.equal": "Both did equally well.",
  "duplicate.points": "Points; press them to see the replay.",
  "duplicate.points.two": "2 for a match won, 1 for a draw; press them to see the replay.",
  "duplicate.missing": "There is no such duplicate.",
  "duplicate.proof":
    "Fingerprint (SHA-256) of the secret that all dice and cards follow from: {text}. The secret is told when both have finished, or when the time is over; then each match can be checked from its replay.",
  "duplicate.door": "Duplicate: the comparison",
};
