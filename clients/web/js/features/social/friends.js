/** Friends: request, accept, end; loaded on demand. */

import { h, put } from "../../dom.js";
import { getJSON, postJSON } from "../../net/rest.js";
import { toast } from "../../parts/toast.js";
import { speaker } from "../../prefs.js";
import { addressOf } from "../../route.js";
import { botMark } from "../../words/words.js";
import { say } from "./words.js";

/** @typedef {{ player: string, name: string, program?: boolean }} Someone */
/** @typedef {{ friends: Someone[], asking: Someone[], asked: Someone[] }} FriendTable */

const PATH = "/api/players/me/friends";

/** @param {unknown} error */
const failed = (error) => toast(error instanceof Error ? error.message : String(error));

/** @param {string} player @param {boolean} friend @returns {Promise<FriendTable>} */
const wish = (player, friend) => postJSON(PATH, { player, friend });

/** Send a friend request to somebody at the table, or accept theirs. @param {Someone} who */
export async function befriend({ player, name }) {
  try {
    const { friends } = await wish(player, true);
    toast(say(friends.some((one) => one.player === player) ? "friends.now" : "friends.sent", { name }));
  } catch (error) {
    failed(error);
  }
}

/** Friends, and requests in both directions. */
export function friendList() {
  const place = h("section", { class: "friends stack" });
  const failedHere = (/** @type {unknown} */ error) => {
    failed(error);
    return getJSON(PATH).then(draw, () => {});
  };
  const draw = (/** @type {FriendTable} */ { friends, asking, asked }) => {
    const act = (
      /** @type {Someone} */ { player, name },
      /** @type {boolean} */ friend,
      /** @type {"agree" | "decline" | "end" | "take_back"} */ what,
    ) =>
      h(
        "button",
        {
          class: friend ? "agree" : `quiet ${what}`,
          "aria-label": say("friends.what", { what: say(`friends.${what}`), name: name || say("order.unknown") }),
          onclick: () => wish(player, friend).then(draw, failedHere),
        },
        say(`friends.${what}`),
      );
    /**
     * @param {"friends.list" | "friends.asking" | "friends.asked"} title
     * @param {Someone[]} people
     * @param {(one: Someone) => Node[]} buttons
     * @param {boolean} [door]
     */
    const list = (title, people, buttons, door = false) =>
      people.length
        ? [
            h("h3", {}, say(title)),
            h(
              "ul",
              { class: "rows" },
              people.map((one) =>
                h(
                  "li",
                  { class: "row spread" },
                  h(
                    "span",
                    {},
                    door
                      ? h(
                          "a",
                          { class: "who", href: addressOf(`player/${one.player}`) },
                          one.name || say("order.unknown"),
                        )
                      : h("span", { class: "who" }, one.name || say("order.unknown")),
                    botMark(one.program),
                  ),
                  h("span", { class: "row" }, buttons(one)),
                ),
              ),
            ),
          ]
        : [];
    put(
      place,
      h("h2", {}, say("friends")),
      ...list("friends.asking", asking, (one) => [act(one, true, "agree"), act(one, false, "decline")]),
      ...list("friends.list", friends, (one) => [act(one, false, "end")], true),
      ...list("friends.asked", asked, (one) => [act(one, false, "take_back")]),
      friends.length || asking.length || asked.length ? "" : h("p", { class: "soft" }, say("friends.none")),
    );
  };
  getJSON(PATH).then(draw, () => {}); // The page works without it.
  return place;
}

/** Friend actions on the page of a player. @param {string} player */
export function friendActions(player) {
  const place = h("p", { class: "row friend-door" });
  if (!speaker()) return place;
  const draw = (/** @type {FriendTable} */ { friends, asking, asked }) => {
    const among = (/** @type {Someone[]} */ people) => people.some((one) => one.player === player);
    const button = (/** @type {"agree" | "ask"} */ what) =>
      h("button", { class: what, onclick: () => wish(player, true).then(draw, failed) }, say(`friends.${what}`));
    if (among(friends)) put(place, h("span", { class: "soft", role: "status" }, say("friends.are")));
    else if (among(asked)) put(place, h("span", { class: "soft", role: "status" }, say("friends.waiting")));
    else put(place, button(among(asking) ? "agree" : "ask"));
  };
  getJSON(PATH).then(draw, () => {});
  return place;
}
