/** Ways back to a player besides this browser, and warnings before some of them go. Pure. */

/**
 * Recovery codes, passkeys, other signed-in devices.
 * @typedef {{ codes: number, passkeys: number, others: number }} Ways
 */

/** @param {Ways} ways */
const any = ({ codes, passkeys, others }) => codes + passkeys + others > 0;

/** Permanent warning beside the devices: this browser may lose its storage at any time. @param {Ways} ways */
export const standing = (ways) =>
  ways.codes || ways.passkeys ? "devices.back" : ways.others ? "devices.back.others" : "devices.back.none";

/** Before a sign-in ends. @param {Ways} ways @param {boolean} here it is this browser's */
export function beforeOut(ways, here) {
  if (here) return any(ways) ? "devices.out.this" : "devices.out.this.last";
  return any({ ...ways, others: ways.others - 1 }) ? "devices.out.one" : "devices.out.one.last";
}

/** Before a passkey is removed. @param {Ways} ways */
export const beforeRemoval = (ways) =>
  any({ ...ways, passkeys: ways.passkeys - 1 }) ? "passkeys.remove.one" : "passkeys.remove.last";

/** After arriving by a recovery code. @param {Ways} ways as they are then */
export const arrived = (ways) => (ways.codes || ways.passkeys ? "move.done" : "move.done.last");

/** Before all other sign-ins end, with codes and passkeys: no other way remains then. */
export const BEFORE_ALL = "devices.out.all.help";
