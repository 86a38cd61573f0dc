/**
 * Checking an exported match with the browser's own cryptography: the commitment, the hash chain and every draw of
 * the dice. The forms are those of service/match/chain.py, service/match/fairness.py and service/games/dice.py.
 */

/** @typedef {{ seq: number, at: number, hash: string, draws: [number, number][], raw: string }} Row */
/** @typedef {"" | "format" | "number" | "chain" | "commitment" | "head" | "draw"} Why */
/** @typedef {{ entries: number, draws: number, head: string, wrong: number, why: Why }} Report */

const text = new TextEncoder();
const WORDS = 8;
const RANGE = 2 ** 32;

/** @param {Uint8Array} bytes */
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} digits */
const bytes = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @param {BufferSource} data */
const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));

/**
 * @param {string} file the export, JSON lines
 * @returns {Promise<Report>} `wrong`: number of the first entry that does not fit; 0: all is right
 */
export async function verifyExport(file) {
  /** @type {Report} */
  const report = { entries: 0, draws: 0, head: "", wrong: 0, why: "" };
  const fail = (/** @type {number} */ seq, /** @type {Why} */ why) => ({ ...report, wrong: seq, why });
  /** @type {Row[]} */
  const rows = [];
  for (const [i, line] of file.trim().split("\n").slice(1).entries()) {
    try {
      rows.push(JSON.parse(line));
    } catch {
      return fail(i + 1, "format");
    }
  }
  const bodies = [];
  let head = new Uint8Array(32);
  for (const [i, row] of rows.entries()) {
    if (row.seq !== i + 1) return fail(i + 1, "number");
    const before = hex(head);
    head = await link(head, row);
    if (hex(head) !== row.hash) return fail(row.seq, "chain");
    const body = JSON.parse(row.raw);
    if (body.e === "revealed" && body.head !== before) return fail(row.seq, "head");
    bodies.push(body);
  }
  report.entries = rows.length;
  report.head = hex(head);
  const created = bodies[0];
  const revealed = bodies.find((body) => body.e === "revealed");
  if (!created || created.e !== "created") return fail(1, "format");
  if (!revealed) return fail(rows.length, "format");
  const secret = bytes(revealed.secret);
  if (hex(await sha256(secret)) !== created.commitment) return fail(rows.length, "commitment");
  const nonces = bodies.filter((body) => body.e === "seated").sort((a, b) => a.seat - b.seat).map((body) => body.nonce);
  const key = await hmacKey(await hmac(await hmacKey(secret), text.encode([created.match, ...nonces].join("\n"))));
  for (const row of rows) {
    for (const [n, [bound, value]] of row.draws.entries()) {
      if ((await draw(key, row.seq, n, bound)) !== value) return fail(row.seq, "draw");
      report.draws++;
    }
  }
  return report;
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
