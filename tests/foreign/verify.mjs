/**
 * Checks an exported match: Node without any package, written from docs/trust.md alone.
 *
 *     node verify.mjs FILE
 *
 * Commitment, nonces, hash chain and every draw that the file lists; not the rules.
 */

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const RANGE = 2 ** 32;

const sha256 = (/** @type {Buffer} */ data) => createHash("sha256").update(data).digest();
const hmac = (/** @type {Buffer} */ key, /** @type {Buffer} */ data) => createHmac("sha256", key).update(data).digest();

/** @param {boolean} fact @param {number} seq @param {string} what */
function must(fact, seq, what) {
  if (!fact) throw new Error(`entry ${seq}: ${what}`);
}

/** Number and time of an entry, as they are hashed. @param {number} seq @param {number} at */
function numbers(seq, at) {
  const data = Buffer.alloc(16);
  data.writeBigUInt64BE(BigInt(seq), 0);
  data.writeBigUInt64BE(BigInt(at), 8);
  return data;
}

/** Draw `n` of entry `seq`. @param {Buffer} key @param {number} seq @param {number} n @param {number} bound */
export function draw(key, seq, n, bound) {
  const limit = RANGE - (RANGE % bound);
  for (let attempt = 0; ; attempt++) {
    const message = Buffer.alloc(16);
    message.writeBigUInt64BE(BigInt(seq), 0);
    message.writeUInt32BE(Math.floor(n / 8), 8);
    message.writeUInt32BE(attempt, 12);
    const word = hmac(key, message).readUInt32BE((n % 8) * 4);
    if (word < limit) return word % bound;
  }
}

/** @param {string} file @returns {{ entries: number, draws: number }} what was checked; throws where something is wrong */
export function verify(file) {
  const [header, ...lines] = file.trimEnd().split("\n").map((line) => JSON.parse(line));
  must(header.bocage === 1 && header.entries === lines.length, 0, "another format, or entries are missing");
  let hash = Buffer.alloc(32);
  let before = hash;
  for (const [i, line] of lines.entries()) {
    must(line.seq === i + 1, i + 1, "the numbers have a gap");
    before = hash;
    hash = sha256(Buffer.concat([hash, numbers(line.seq, line.at), Buffer.from(line.raw, "utf8")]));
    must(hash.toString("hex") === line.hash, line.seq, "the hash is not that of the content");
  }
  must(hash.toString("hex") === header.head, 0, "the header names another last hash");
  const bodies = lines.map((line) => JSON.parse(line.raw));
  const created = bodies[0];
  const last = bodies[bodies.length - 1];
  must(created.e === "created" && created.match === header.match, 1, "does not create the match");
  must(last.e === "revealed" && last.head === before.toString("hex"), lines.length, "does not tell the secret");
  const secret = Buffer.from(last.secret, "hex");
  must(sha256(secret).toString("hex") === created.commitment, lines.length, "the secret is not the one committed to");
  const nonces = bodies.filter((body) => body.e === "seated").sort((a, b) => a.seat - b.seat).map((body) => body.nonce);
  const { deal } = created;
  const shared = deal?.duplicate ? ["duplicate", created.game, deal.duplicate] : ["daily", created.game, deal?.day];
  const mixed = deal ? shared : [created.match, ...nonces];
  const key = hmac(secret, Buffer.from(mixed.join("\n"), "ascii"));
  const answers = [];
  for (const [i, body] of bodies.entries()) {
    if (body.e === "acted" || body.e === "timed_out") answers.push(i);
    if (body.e !== "undone") continue;
    const last = answers.pop() ?? -1;
    must(body.entry === last + 1 && bodies[last]?.e === "acted" && bodies[last].seat === body.seat, i + 1, "takes back another answer than the last");
    must(lines[last].draws.length === 0, i + 1, "takes back an answer that rolled or drew");
  }
  let draws = 0;
  for (const line of lines) {
    for (const [n, [bound, value]] of line.draws.entries()) {
      must(draw(key, line.seq, n, bound) === value, line.seq, `draw ${n} is not ${value}`);
      draws += 1;
    }
  }
  return { entries: lines.length, draws };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(JSON.stringify(verify(readFileSync(process.argv[2] ?? "", "utf8"))));
}
