/** Passkeys: keys of a player on this device or in a password manager (WebAuthn). */

import { h, put } from "../../dom.js";
import { deviceName } from "../../identity/device_name.js";
import { getJSON, postJSON, RestError } from "../../net/rest.js";
import { ask, confirm } from "../../parts/dialog.js";
import { become, prefs } from "../../prefs.js";
import { beforeRemoval } from "./recovery_ways.js";
import { say } from "./words.js";

/** @typedef {{ passkey: string, name: string, made: number, used: number, synced: boolean }} Passkey */

/** Longest name that the service accepts. */
const LONGEST = 60;
/** Signatures that every device and service supports (COSE): ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

/** @param {ArrayBuffer | null} buffer as base64url */
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=/g, "");
/** @param {string} text base64url */
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

/**
 * The service's reasons for not offering passkeys.
 * @type {Record<string, "passkeys.not.package" | "passkeys.not.plain" | "passkeys.not.number">}
 */
const REASONS = { package: "passkeys.not.package", plain: "passkeys.not.plain", number: "passkeys.not.number" };

/** The reason why no passkey can be made or used on this page; empty if it can. */
export async function hindrance() {
  const { why, origins } = await getJSON("/api/passkeys");
  const reason = REASONS[why];
  if (reason) return say(reason);
  if (!origins.includes(location.origin)) return say("passkeys.not.here", { address: origins[0] });
  return "PublicKeyCredential" in window ? "" : say("passkeys.not.browser");
}

/** The browser's answer, or an error in words. @template T @param {() => Promise<T>} ask */
async function answered(ask) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new Error(say(error.name === "InvalidStateError" ? "passkeys.known" : "passkeys.cancelled"), {
      cause: error,
    });
  }
}

/** Make a passkey on this device. */
async function make() {
  const offer = await postJSON("/api/players/me/passkeys/challenge");
  const made = /** @type {PublicKeyCredential} */ (
    await answered(() =>
      navigator.credentials.create({
        publicKey: {
          challenge: bytesOf(offer.challenge),
          rp: { id: offer.site, name: "Bocage" },
          user: { id: bytesOf(offer.user), name: offer.name, displayName: offer.name },
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
          excludeCredentials: offer.known.map((/** @type {string} */ id) => ({ type: "public-key", id: bytesOf(id) })),
          authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "preferred" },
          attestation: "none",
        },
      }),
    )
  );
  const answer = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  await postJSON("/api/players/me/passkeys", {
    credential: textOf(made.rawId),
    client_data: textOf(answer.clientDataJSON),
    attestation: textOf(answer.attestationObject),
    name: deviceName(navigator.userAgent),
  });
}

/** Sign in with a passkey of this device; resolves with the player's name. */
export async function signInByPasskey() {
  const asked = await postJSON("/api/passkeys/challenge");
  const used = /** @type {PublicKeyCredential} */ (
    await answered(() =>
      navigator.credentials.get({
        publicKey: { challenge: bytesOf(asked.challenge), rpId: asked.site, userVerification: "preferred" },
      }),
    )
  );
  const answer = /** @type {AuthenticatorAssertionResponse} */ (used.response);
  const made = await postJSON("/api/passkeys/sign-in", {
    session: asked.session,
    credential: textOf(used.rawId),
    user: textOf(answer.userHandle),
    client_data: textOf(answer.clientDataJSON),
    authenticator: textOf(answer.authenticatorData),
    signature: textOf(answer.signature),
    device: deviceName(navigator.userAgent),
  });
  become(made);
  return /** @type {string} */ (made.name);
}

/**
 * The passkeys in the list of devices.
 * @param {Passkey[]} passkeys
 * @param {string} why no more can be made; empty: they can
 * @param {() => Promise<import("./recovery_ways.js").Ways>} look as they are when it is asked
 * @param {() => Promise<void>} draw
 * @param {(error: unknown) => void} failed
 */
export function passkeyPart(passkeys, why, look, draw, failed) {
  const doing = (/** @type {() => Promise<unknown>} */ act) => () => act().then(draw).catch(failed);
  const change = (/** @type {object} */ wish) => postJSON("/api/players/me/passkeys/change", wish);
  const rename = async (/** @type {Passkey} */ { passkey, name }) => {
    await ask(say("passkeys.rename"), say("passkeys.name"), name, LONGEST, (wanted) =>
      change({ passkey, name: wanted }),
    );
  };
  const remove = async (/** @type {Passkey} */ one) => {
    if (
      await confirm(
        say("passkeys.remove"),
        say(beforeRemoval(await look()), { name: named(one) }),
        say("passkeys.remove"),
      )
    )
      await change({ passkey: one.passkey, remove: true });
  };
  return h(
    "section",
    { class: "stack passkeys" },
    h("h3", {}, say("passkeys")),
    passkeys.length
      ? h(
          "ul",
          { class: "sign-ins" },
          passkeys.map((one) =>
            h(
              "li",
              { class: "row spread" },
              h(
                "span",
                {},
                h("b", {}, named(one)),
                " ",
                h(
                  "small",
                  { class: "soft" },
                  [
                    say("devices.made", { date: day(one.made) }),
                    one.used ? say("devices.used", { date: day(one.used) }) : say("passkeys.unused"),
                    one.synced ? say("passkeys.synced") : "",
                  ]
                    .filter(Boolean)
                    .join(" · "),
                ),
              ),
              h(
                "span",
                { class: "row" },
                h(
                  "button",
                  {
                    class: "quiet rename",
                    "aria-label": say("passkeys.rename.which", { name: named(one) }),
                    onclick: doing(() => rename(one)),
                  },
                  say("passkeys.rename"),
                ),
                h(
                  "button",
                  {
                    class: "quiet danger remove",
                    "aria-label": say("passkeys.remove.which", { name: named(one) }),
                    onclick: doing(() => remove(one)),
                  },
                  say("passkeys.remove"),
                ),
              ),
            ),
          ),
        )
      : null,
    h("p", { class: "small soft" }, why || say("passkeys.intro")),
    why
      ? null
      : h("div", { class: "row" }, h("button", { class: "add-passkey", onclick: doing(make) }, say("passkeys.add"))),
  );
}

/**
 * A button that signs in, or the reason why there is none.
 * @param {(name: string) => void} done
 * @param {(error: unknown) => void} failed
 */
export function passkeyButton(done, failed) {
  const place = h("div", { class: "stack passkey-door" });
  hindrance().then(
    (why) =>
      put(
        place,
        why
          ? h("p", { class: "small soft" }, why)
          : h(
              "button",
              { type: "button", class: "by-passkey", onclick: () => signInByPasskey().then(done).catch(failed) },
              say("passkeys.sign_in"),
            ),
      ),
    // Without an answer, signing in by a code remains.
    (error) => (error instanceof RestError ? undefined : failed(error)),
  );
  return place;
}

/** @param {Passkey} one */
const named = (one) => one.name || say("passkeys.unnamed");

/** @param {number} at */
const day = (at) => new Date(at).toLocaleDateString(prefs.lang, { dateStyle: "medium" });
