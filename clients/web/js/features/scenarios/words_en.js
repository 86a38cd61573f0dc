/** Words about scenarios, English. */
export const EN = {
  "scenarios.title": "Scenarios",
  "scenarios.intro": "Ready-made matches: maps, opening positions, and deals whose dice and cards are fixed.",
  "scenarios.bot": "Play a bot",
  "scenarios.friend": "Invite a friend",
  "scenarios.solo": "Play",
  "scenarios.position": "Map or opening position",
};
