/** Words about vacations, Japanese. @type {Record<keyof typeof import("./words_en.js").EN, string>} */
export const JA = {
  vacation: "休暇",
  "vacation.intro":
    "休暇中は、1手ごとの日数制の対戦で、あなたの持ち時間が止まります（休暇中に始まった対戦も同じです）。休暇はすぐに始まり、すでに時間切れになった手番は救われません。いつまで休暇かは対戦相手にも表示されます。休暇中に対戦を続けることもできます。",
  "vacation.left": "この365日間の休暇は{most}日のうち残り{left}日です。1日未満も1日と数えます。",
  "vacation.days": "日数",
  "vacation.days.from": "開始からの日数",
  "vacation.begin": "休暇に入る",
  "vacation.change": "変更する",
  "vacation.back": "休暇を終える",
  "vacation.until": "{date}まで休暇です。",
  "vacation.over": "休暇が終わりました。持ち時間が再び進みます。",
};
