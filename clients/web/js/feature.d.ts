/** Additions of a feature to the page. All of them are optional, and loaded on demand. */

import type { Connection } from "./client/connection.js";
import type { LiveFeed } from "./client/live_feed.js";
import type { MatchView } from "./client/messages.js";
import type { ReplayFeed } from "./replay/replay_feed.js";
import type { Scrubber } from "./replay/scrubber.js";
import type { Chat } from "./table/chat.js";
import type { Shell } from "./table/shell.js";

export type { MatchView };
export type Go = (path: string) => void;

/** Input of a screen. */
export interface Stage {
  connection: Connection;
  main: HTMLElement;
  path: string[];
  go: Go;
  title: (text: string) => void;
}

/** Draws a screen; returns a function that ends it. */
export type Screen = (stage: Stage) => Promise<(() => void) | void> | (() => void) | void;
export type ScreenLoader = () => Promise<{ screen: Screen }>;

/** A link on the first screen. Its words are in `words/lobby_*.js`, which is loaded before any feature. */
export interface LobbyLink {
  path: string;
  name: string;
  title: "daily" | "ladder" | "scenarios" | "workshop";
  teaser: "daily.teaser" | "ladder.teaser" | "scenarios.teaser" | "workshop.teaser";
}

/** A link below the text field of a match's option. Its words are in `words/other_screens_*.js`. */
export interface OptionLink {
  option: string;
  path: string;
  text: "option.draw";
}

/** A text among the options of a match, such as a map. */
export interface OptionPart {
  /** The text as a picture. `label`: what it shows, for screen readers. */
  picture(text: string, options: Record<string, any>, label: string): Element;
  /** The player's own texts. */
  own(): Promise<{ name: string; text: string }[]>;
  /**
   * Before the person leaves a dialog with these options for the feature's screen, to write the text there. `match`:
   * path of the match whose players agree about it, and to which that screen leads back.
   */
  take(options: Record<string, any>, match?: string): Promise<void>;
  /** The text as it is there now; empty: nothing was written since. */
  written(): string;
}

/** A button or a link in the dialog behind the player's name. */
export interface PlayerLink {
  /** Place in the row, smallest first. */
  rank: number;
  name: string;
  text: string;
  /** Whether guests see it too. */
  guests?: boolean;
  path?: string;
  open?: () => unknown;
}

/** A live table, as far as features see it. */
export interface LiveTable {
  match: string;
  feed: LiveFeed;
  shell: Shell;
  chat: Chat;
  /** Draw the menu and the controls beside the question again. */
  tend(): void;
}

export interface TablePart {
  /** Items of the menu. */
  menu?(view: MatchView): HTMLElement[];
  /** Controls beside the question; in a small window, items of the menu. */
  besideQuestion?(small: boolean): HTMLElement[];
  /** Handle a key that was pressed at the table. */
  key?(event: KeyboardEvent): void;
}

/** The end of a match, as far as features see it. */
export interface Ending {
  view: MatchView;
  feed: LiveFeed;
  shell: Shell;
  go: Go;
  /** Whether it is a deal of a day in progress, of which players see only what they saw. */
  sealed: boolean;
}

export interface EndingPart {
  /** Ways to play a deal again, in place of a rematch. */
  again?(ending: Ending): HTMLElement[];
  /** Further buttons. */
  links?(ending: Ending): HTMLElement[];
}

/** A replay, as far as features see it. */
export interface Replay {
  match: string;
  shell: Shell;
  scrubber: Scrubber;
  /** The match from the present viewpoint. */
  feed: ReplayFeed;
  /** Whether the match is over and all of it may be seen. */
  complete: boolean;
  /** The place of notes on the position. */
  note: HTMLElement;
  /** Change the viewpoint to a seat. */
  see(seat: number): Promise<void>;
  /** Begin a match from a position. */
  fork(seq: number, seat: number): void;
  /** Show the position again. */
  draw(): void;
}

export interface ReplayPart {
  /** Buttons below the scrub bar. */
  tools?(): HTMLElement[];
  /** A note on a position. */
  note?(seq: number): HTMLElement | null;
  /** Called once, when the first position is drawn. */
  ready?(): void;
}

/** Additions to the page of a player. */
export interface ProfilePart {
  own?(): HTMLElement[];
  /** `program`: whether the player is a program; null: their record is not shown, so it is not known. */
  others?(player: string, program: boolean | null): HTMLElement[];
}

export interface Feature {
  /** By the first part of their path. */
  screens?: Record<string, ScreenLoader>;
  lobbyLink?: LobbyLink;
  optionLink?: OptionLink;
  optionPart?: { option: string; load: () => Promise<OptionPart> };
  playerLinks?: () => Promise<PlayerLink[]>;
  table?: () => Promise<(table: LiveTable) => TablePart>;
  ending?: () => Promise<EndingPart>;
  replay?: () => Promise<(replay: Replay) => ReplayPart>;
  profile?: () => Promise<ProfilePart>;
  /** By refusal code: show the player how to resolve it. */
  remedies?: Record<string, () => unknown>;
  /** Called when a screen begins to follow matches, with the feeds that it follows and a signal for when it is left. */
  following?: (feeds: () => LiveFeed[], signal: AbortSignal) => unknown;
}
