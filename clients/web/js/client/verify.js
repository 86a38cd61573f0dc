/**
 * Verification of an exported match with the browser's cryptography: the commitment, the hash chain and every draw of
 * the dice. Formats as in service/bocage/log/chain.py, service/bocage/log/fairness.py and service/bocage/rules/dice.py.
 */

/** @typedef {{ seq: number, at: number, hash: string, draws: [number, number][], raw: string }} Row */
/**
 * @typedef {"" | "format" | "header" | "number" | "chain" | "commitment" | "head" | "draw" | "undone" | "missing"} Why
 */
/** `diced`: whether the file has draws; an export without the rules of the match has none. */
/** @typedef {{ entries: number, draws: number, head: string, wrong: number, why: Why, diced: boolean }} Report */

/** The first mismatch, and its entry (0: the file's first line). */
class Misfit extends Error {
  /** @param {number} seq @param {Why} why */
  constructor(seq, why) {
    super(`${seq}: ${why}`);
    this.seq = seq;
    this.why = why;
  }
}

const text = new TextEncoder();
const WORDS = 8;
const RANGE = 2 ** 32;

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} digits */
const bytes = (digits) => Uint8Array.from(String(digits).match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {BufferSource} data */
const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));

/**
 * @param {string} file the export, JSON lines
 * @returns {Promise<Report>} `why`: what is wrong with entry `wrong`, the first that does not fit; empty: all is right
 */
export async function verifyExport(file) {
  /** @type {Report} */
  const report = { entries: 0, draws: 0, head: "", wrong: 0, why: "", diced: true };
  try {
    const [first = "", ...lines] = file.replace(/\n$/, "").split("\n");
    const header = parse(0, first);
    report.diced = header.draws !== false;
    const rows = lines.map((line, i) => asRow(i + 1, parse(i + 1, line)));
    const bodies = await checkChain(rows, report);
    if (header.entries !== rows.length) throw new Misfit(rows.length + 1, "missing");
    if (header.bocage !== 1 || header.match !== bodies[0]?.match || header.head !== report.head)
      throw new Misfit(0, "header");
    checkUndone(rows, bodies);
    await checkDraws(rows, await matchKey(bodies), report);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    Object.assign(report, { wrong: error.seq, why: error.why });
  }
  return report;
}

/** @param {number} seq @param {string} json */
function parse(seq, json) {
  try {
    const value = JSON.parse(json);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // As below.
  }
  throw new Misfit(seq, "format");
}

/** @param {number} seq @param {any} line @returns {Row} */
function asRow(seq, { seq: number, at, hash, draws, raw }) {
  const whole = (/** @type {any} */ n) => Number.isSafeInteger(n) && n >= 0;
  const pairs =
    Array.isArray(draws) &&
    draws.every(
      (pair) => Array.isArray(pair) && pair.length === 2 && pair.every(whole) && pair[0] > 0 && pair[0] <= RANGE,
    );
  if (!pairs || !whole(number) || !whole(at) || typeof hash !== "string" || typeof raw !== "string")
    throw new Misfit(seq, "format");
  return { seq: number, at, hash, draws, raw };
}

/**
 * Check an undo: it names the last valid answer of that seat, which used no dice.
 * @param {Row[]} rows @param {any[]} bodies
 */
function checkUndone(rows, bodies) {
  /** Valid answers, the last one at the end. @type {number[]} */
  const answers = [];
  for (const [i, body] of bodies.entries()) {
    if (body.e === "acted" || body.e === "timed_out") answers.push(i);
    if (body.e !== "undone") continue;
    const last = answers.pop() ?? -1;
    const fits = body.entry === last + 1 && bodies[last]?.e === "acted" && bodies[last].seat === body.seat;
    if (!fits || rows[last]?.draws.length) throw new Misfit(i + 1, "undone");
  }
}

/** Check numbers and hashes, and the content of the entries. @param {Row[]} rows @param {Report} report */
async function checkChain(rows, report) {
  const bodies = [];
  let head = new Uint8Array(32);
  for (const [i, row] of rows.entries()) {
    if (row.seq !== i + 1) throw new Misfit(i + 1, "number");
    const before = hex(head);
    head = await link(head, row);
    if (hex(head) !== row.hash) throw new Misfit(row.seq, "chain");
    const body = parse(row.seq, row.raw);
    if (body.e === "revealed" && body.head !== before) throw new Misfit(row.seq, "head");
    bodies.push(body);
  }
  report.entries = rows.length;
  report.head = hex(head);
  return bodies;
}

/** The key of the dice, from the secret and the players' nonces. @param {any[]} bodies */
async function matchKey(bodies) {
  const [created] = bodies;
  const revealed = bodies[bodies.length - 1];
  if (created?.e !== "created") throw new Misfit(1, "format");
  if (revealed?.e !== "revealed") throw new Misfit(bodies.length + 1, "missing");
  const secret = bytes(revealed.secret);
  if (hex(await sha256(secret)) !== created.commitment) throw new Misfit(bodies.length, "commitment");
  const nonces = bodies
    .filter((body) => body.e === "seated")
    .sort((a, b) => a.seat - b.seat)
    .map((body) => body.nonce);
  const { deal } = created;
  const mixed = !deal
    ? [created.match, ...nonces]
    : deal.duplicate
      ? ["duplicate", created.game, deal.duplicate]
      : ["daily", created.game, deal.day];
  return hmacKey(await hmac(await hmacKey(secret), text.encode(mixed.join("\n"))));
}

/** @param {Row[]} rows @param {CryptoKey} key @param {Report} report */
async function checkDraws(rows, key, report) {
  for (const row of rows) {
    for (const [n, [bound, value]] of row.draws.entries()) {
      if ((await draw(key, row.seq, n, bound)) !== value) throw new Misfit(row.seq, "draw");
      report.draws++;
    }
  }
}

/** @param {Uint8Array<ArrayBuffer>} before @param {Row} row */
async function link(before, row) {
  const raw = text.encode(row.raw);
  const data = new Uint8Array(48 + raw.length);
  data.set(before);
  const numbers = new DataView(data.buffer);
  numbers.setBigUint64(32, BigInt(row.seq));
  numbers.setBigUint64(40, BigInt(row.at));
  data.set(raw, 48);
  return sha256(data);
}

/** @param {BufferSource} raw */
function hmacKey(raw) {
  return crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** @param {CryptoKey} key @param {BufferSource} data */
async function hmac(key, data) {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, data));
}

/**
 * Draw `number` of entry `seq`, from 0 to `bound` − 1.
 * @param {CryptoKey} key @param {number} seq @param {number} number @param {number} bound
 */
export async function draw(key, seq, number, bound) {
  const limit = RANGE - (RANGE % bound);
  const counters = new DataView(new ArrayBuffer(16));
  counters.setBigUint64(0, BigInt(seq));
  counters.setUint32(8, Math.floor(number / WORDS));
  for (let attempt = 0; ; attempt++) {
    counters.setUint32(12, attempt);
    const block = new DataView((await hmac(key, counters.buffer)).buffer);
    const word = block.getUint32(4 * (number % WORDS));
    if (word < limit) return word % bound;
  }
}
