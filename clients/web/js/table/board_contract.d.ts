/**
 * The interface between the shared table and a game's board. A board is `js/games/<id>/board.js`, with its style in
 * `board.css` beside it; it exports `make(context) => GameBoard`, draws, and does no networking.
 */

import type { Presentation } from "../net/games.js";
import type { Action, Decision, GameEvent, MatchView } from "../client/messages.js";
import type { Sound } from "../parts/sounds.js";
import type { Words } from "../words/words.js";

export type { Action, Decision, GameEvent, MatchView, Words };

/** Figures of an action or of a question. */
export type Figures = readonly { figure: string }[];

export interface BoardContext {
  words: Words;
  facts: any;
  presentation: Presentation;
  /** The viewer: a seat (0, 1, …), -1 public, -2 open. */
  seat: () => number;
  /** The seat whose side lies below, also with open hands; -1: none. */
  side: () => number;
  /** Labels of the flags of a thing on the table. */
  flags: (of: string, thing: Record<string, any>) => string[];
  /**
   * Let an element of the board act: it is highlighted and focusable, and a click plays the action, or asks which of
   * several. `area`: the things on it; a click on one counts for the element unless that one fits the selection.
   * Elements may be kept from one drawing to the next (parts/keyed.js): offer at every drawing.
   */
  offer: (element: Element, actions: Action[], label?: string, area?: Element) => void;
  /**
   * Show the catalogue's texts `keys`, filled with the match's options, on hover, focus and long press; a function
   * gives a text that changes. Call once per element.
   */
  explain: (element: Element, ...keys: (string | (() => string))[]) => void;
}

export interface GameBoard {
  /** Fits into the board's place at any size (a size container: 100cqw × 100cqh). */
  element: HTMLElement;
  /** The part of it in which dice and cards are laid. Default: all of it. */
  field?: Element;
  /** Draw the whole table. */
  show: (match: MatchView, decision: Decision | undefined) => void;
  /** Dice and sum of an event. */
  roll?(event: GameEvent): HTMLElement | null;
  /** Milliseconds to show an event (default: 700 with a roll, 250 without; 0 skips). */
  pace?: (event: GameEvent) => number | undefined;
  /** The table in words, a line each. */
  text: (match: MatchView) => string[];
  /** Question before an action that loses much at once, from its figures and those of the decision; empty: none. */
  risk?: (action: Action, match: MatchView, figures: Figures, asked: Figures) => string;
  /**
   * Own cards or pieces. The table puts them into the dock's slot, a strip that scrolls sideways and shows elements of
   * class `asked`; while it is `hidden` the slot is closed.
   */
  hand?: HTMLElement;
  /** Short facts for the status line, the most important first (action points, "turn 2 of 10", score and goal). */
  status?: (match: MatchView) => string[];
  /** The seat whose turn it is, regardless of who decides. */
  turn?: (match: MatchView) => number | undefined;
  /** Options of the match that board or status line show anyway. */
  options?: readonly string[];
  /**
   * The piece or place that an event's effect concerns, by its name in the event; an empty name: the event does not say.
   * Default: the things of the generic table.
   */
  place?: (event: any, role: "at" | "start", name: string) => Element | null | undefined;
  /** A card as it is turned over on the table. Default: its name. */
  card?: (card: string, event: any) => Element;
  /** Selects what lives on the board while nothing happens: men breathe, other things sway. */
  alive?: string;
  /** Note an event on the board, which still shows the state before it; returns changed counts for the status line. */
  told?: (event: GameEvent) => Record<string, any> | void;
  /** Whether an event is in the log alone: it would push the dice out of the tray and says nothing new. */
  quiet?: (event: GameEvent) => boolean;
  sound?: (event: GameEvent) => Sound | "";
  /** Names that differ for the viewer's seat: text key → text. */
  names?: (match: MatchView) => Record<string, string>;
  /** Each seat's count of what decides a match that ends for this reason; null: nothing is counted. */
  counted?: (match: MatchView, reason: string) => Record<string, number> | null;
  /** Explanations of what the status line says, a line each: a tap on it shows them. */
  about?: (match: MatchView) => string[];
  /** Whether the board shows a figure in sight: then it is left out beside the question and in its choices. */
  seen?: (figure: { figure: string; [more: string]: any }) => boolean;
  /** Effect of an action, where a phone has no room for it on the piece. */
  means?: (action: Action) => string;
  /** Name of the unit that a decision is about, where its side has several; empty: obvious. */
  asks?: (match: MatchView, decision: Decision) => string;
  /** Order of actions of one kind in the list, if it differs from the rules'; `among`: all that are left. */
  order?: (action: Action, among: readonly Action[]) => readonly [kind: string, place: number, rank?: number];
}
