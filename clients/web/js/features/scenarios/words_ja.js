/** Words about scenarios, Japanese. @type {Record<keyof typeof import("./words_en.js").EN, string>} */
export const JA = {
  "scenarios.title": "シナリオ",
  "scenarios.intro": "用意された対戦です。マップ、初期配置、ダイスとカードの決まった一戦があります。",
  "scenarios.bot": "ボットと遊ぶ",
  "scenarios.friend": "友達を招待する",
  "scenarios.solo": "遊ぶ",
  "scenarios.position": "マップまたは初期配置",
};
