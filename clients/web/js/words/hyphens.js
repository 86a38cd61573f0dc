/** Soft hyphens in long words, for browsers without hyphenation. */

const WORDS = [
  "De·termi·na·tion",
  "En·trench·ing",
  "En·trench·ments",
  "Con·ceal·ment",
  "In·fil·tra·tion",
  "Cama·ra·de·rie",
  "Panzer·faust",
  "Panzer·fausts",
  "Panzer·schreck",
  "Patri·o·tism",
  "Leader·ship",
  "Artil·lery",
  "Auto·matic",
  "Com·mander",
  "Objec·tive",
  "Exhaus·tion",
  "Hesi·ta·tion",
  "Prison·ers",
  "Mine·field",
  "National",
  "Flank·ing",
  "Pro·fes·sion·al·ism",
  "Intim·i·da·tion",
  "Rein·force·ment",
  "Rein·force·ments",
  "Intel·li·gence",
  "Inge·nu·ity",
  "Con·cen·trate",
  "Break·through",
  "Recon·nais·sance",
  "Supe·ri·or·ity",
  "For·ma·tion",
  "Oppor·tu·nity",
  "Cam·ou·flage",
  "Break·down",
  "Sepa·rated",
  "Surround·ed",
  "Hedge·rows",
  "Replace·ment",
  "Engi·neer·ing",
  "Engi·neers",
  "Browning",
  "Cross·fire",
  "Blitz·krieg",
  "Thrower",
  "Ameri·cans",
  "Ger·mans",
  "Japan·ese",
  "Rus·sians",
  "Obsta·cle",
];
/** @type {Map<string, string>} */
const SOFT = new Map(
  WORDS.flatMap((word) => [word, word.toLowerCase()]).map((word) => [
    word.replaceAll("·", ""),
    word.replaceAll("·", "\u00ad"),
  ]),
);
/** Japanese words have no hyphen; browsers take this one for a single word and break it anywhere. */
for (const word of ["ボルト·アクション·ライフル", "パンツァー·ファウスト", "シェル·ショック", "ブローニング·自動小銃"])
  SOFT.set(word.replaceAll("·", ""), word.replaceAll("·", "\u200b"));

/** A text with soft hyphens in its long words. @param {string} text */
export function softly(text) {
  return text.replaceAll(/\p{L}{7,}/gu, (word) => SOFT.get(word) ?? word).replaceAll("/", "/\u200b");
}
