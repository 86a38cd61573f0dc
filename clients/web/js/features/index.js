/**
 * The features of the page, a folder each. To remove one, delete its folder and its entry here. Features import none of
 * each other: they meet at the points of `extensions.js`.
 */

import { withSheets } from "../parts/style_sheets.js";

/** The address of a feature's style sheet, without extension. @param {string} path */
const sheet = (path) => new URL(path, import.meta.url).href;

/** Looks of terrain, as on SQUAD's board. */
const terrain = sheet("../games/squad/terrain");

/** @type {Record<string, import("../feature.js").Feature>} */
export const FEATURES = {
  accounts: {
    screens: { move: () => withSheets(import("./accounts/sign_in.js"), []) },
    playerLinks: async () => (await import("./accounts/player_links.js")).playerLinks(),
    remedies: { not_kept: async () => (await import("./accounts/devices.js")).showDevices() },
  },
  daily: {
    screens: { daily: () => withSheets(import("./daily/daily.js"), [sheet("daily/daily")]) },
    lobbyLink: { path: "daily", name: "daily-card", title: "daily", teaser: "daily.teaser" },
    ending: () => import("./daily/ending.js"),
  },
  duplicates: {
    screens: {
      duplicate: () => withSheets(import("./duplicates/duplicate.js"), ["record", sheet("duplicates/duplicates")]),
    },
    ending: () => import("./duplicates/ending.js"),
  },
  maps: {
    screens: {
      maps: () => withSheets(import("./maps/maps.js"), [terrain, sheet("maps/maps")]),
      workshop: () => withSheets(import("./maps/workshop.js"), [terrain, sheet("maps/maps")]),
    },
    lobbyLink: { path: "workshop", name: "workshop-card", title: "workshop", teaser: "workshop.teaser" },
    optionLink: { option: "map", path: "workshop", text: "option.draw" },
    optionPart: {
      option: "map",
      load: () => withSheets(import("./maps/option.js"), [terrain, sheet("maps/maps")]),
    },
  },
  notices: {
    playerLinks: async () => (await import("./notices/player_links.js")).playerLinks(),
    following: (feeds, signal) =>
      addEventListener(
        "visibilitychange",
        async () => (await import("./notices/hidden_tab.js")).leaveUnseen(feeds, signal),
        { once: true, signal },
      ),
  },
  programs: {
    screens: { programs: () => withSheets(import("./programs/programs.js"), ["record", sheet("programs/programs")]) },
    playerLinks: async () => (await import("./programs/player_links.js")).playerLinks(),
    profile: () => import("./programs/profile.js"),
  },
  ratings: {
    screens: {
      ladder: () => withSheets(import("./ratings/ladder.js"), ["record", sheet("ratings/ratings")]),
      player: () => withSheets(import("./ratings/profile.js"), ["record", sheet("ratings/ratings")]),
    },
    lobbyLink: { path: "ladder", name: "ladder-card", title: "ladder", teaser: "ladder.teaser" },
    playerLinks: async () => (await import("./ratings/player_links.js")).playerLinks(),
  },
  reviews: {
    table: async () => (await import("./reviews/hint.js")).hintPart,
    ending: () => import("./reviews/ending.js"),
    replay: async () => (await import("./reviews/replay.js")).reviewPart,
  },
  scenarios: {
    screens: {
      scenarios: () => withSheets(import("./scenarios/scenarios.js"), ["lobby", sheet("scenarios/scenarios")]),
    },
    lobbyLink: { path: "scenarios", name: "scenarios-card", title: "scenarios", teaser: "scenarios.teaser" },
  },
  social: {
    table: async () => (await import("./social/table_menu.js")).socialPart,
    profile: () => import("./social/profile.js"),
  },
  vacations: {
    playerLinks: async () => (await import("./vacations/player_links.js")).playerLinks(),
  },
};
