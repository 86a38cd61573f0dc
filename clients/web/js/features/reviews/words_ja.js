/** Words about reviews and hints, Japanese. @type {Record<keyof typeof import("./words_en.js").EN, string>} */
export const JA = {
  "hint.busy": "考え中…",
  "hint.none": "ヒントなし：{why}",
  "hint.offline": "接続がありません。少し待ってからもう一度お試しください。",
  review: "振り返り",
  "review.pending":
    "エンジンが対戦の選択を一つずつ調べています。1分ほどで終わりますが、順番待ちがあるときや混み合っているときはもっとかかります。閉じて、あとで戻ってきてもかまいません。",
  "review.done": "進み具合：{done}",
  "review.ahead": "先にほかの対戦の振り返りを{n}件作成します。",
  "review.own": "先に、ここから頼まれたほかの振り返りを作成します。",
  "review.help":
    "エンジンが続きをプレイして見積もった{name}の勝率です（数％の違いに意味はなく、勝ち筋を見落とすこともあります）。最初の選択から始まります。曲線か印を押すと、その局面を見られます。",
  "review.luck": "運：ダイス・カード・隠れていたものによる変化（平均より多い命中はその一部）",
  "review.skill": "腕：エンジンがすぐに選ぶ手と比べて、明らかに得をした分・損をした分",
  "review.given": "損失：見つかった最善の手なら、さらに得られた分",
  "review.curve": "対戦中の{name}の勝率",
  "review.point": "{n}手目、{name}。{text}",
  "review.who": "{name}：",
  "review.seat": "{name}：運 {luck}、腕{judged? {skill}（最善の手なら{best}）|は差が小さく判定できません}、選択{n}回",
  "review.costliest": "損失の大きかった選択",
  "review.right":
    "明らかにもっと良い手は見つかりませんでした。{many?選択の多いゲームでは一手ごとの良し悪しを見分けにくいため、小さなミスは「運」に数えています。|}",
  "review.played": "実際の手：{action}（勝率 {before} → {chosen}）",
  "review.better": "より良い手：{action}。",
  "review.look": "{n}手目を見る",
  "review.show": "より良い手を見る",
  "review.fork": "ここから自分でやってみる",
};
