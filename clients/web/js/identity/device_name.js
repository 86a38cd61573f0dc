/** This browser's name in the list of sign-ins: browser and system, nothing that identifies people. Pure. */

/** @type {[RegExp, string][]} */
const BROWSERS = [
  [/Edg\w*\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
/** @type {[RegExp, string][]} */
const SYSTEMS = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** @param {string} agent what the browser says of itself */
export function deviceName(agent) {
  const of = (/** @type {[RegExp, string][]} */ table) => table.find(([sign]) => sign.test(agent))?.[1];
  return [of(BROWSERS), of(SYSTEMS)].filter(Boolean).join(", ");
}
