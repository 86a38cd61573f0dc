/** Words about reviews and hints, English. */
export const EN = {
  "hint.busy": "Thinking…",
  "hint.none": "No hint: {why}",
  "hint.offline": "There is no connection. Ask again in a moment.",
  review: "Review",
  "review.pending":
    "The engine looks at every choice of the match. That takes a minute, and longer where others wait or the machine is busy. You may close this and come back.",
  "review.done": "So far: {done}.",
  "review.ahead": "{n} other {n#review comes|reviews come} first.",
  "review.own": "Other reviews that were asked for from here come first.",
  "review.help":
    "{name}'s chance of winning, as the engine estimates it by playing on: a few per cent either way mean nothing, and it can overlook a way to win. It begins at the first choice. Press the curve or a mark to see the position.",
  "review.luck": "luck: the effect of dice, cards and hidden things; hits above the average are only a part of it",
  "review.skill": "skill: how much better or worse a choice surely was than the engine's choice at a glance",
  "review.given": "given away: how much more the best choice found would have gained",
  "review.curve": "{name}'s chance of winning over the match",
  "review.point": "Position {n}, {name}. {text}",
  "review.who": "{name}:",
  "review.seat":
    "{name}: luck {luck}, skill {judged?{skill} (with the best choices: {best})|too small to tell}, {n} {n#choice|choices}",
  "review.costliest": "What cost most",
  "review.right":
    "The engine found no choice that was clearly better.{many? In a game of so many choices it can rarely judge a single one: small mistakes count as luck here.|}",
  "review.played": "Played: {action} (chance of winning {before} → {chosen})",
  "review.better": "Better: {action}.",
  "review.look": "To position {n}",
  "review.show": "Show the better move",
  "review.fork": "Play it from here",
};
