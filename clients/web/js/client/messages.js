/**
 * The messages of `bocage.v1.json`: those of `wire.d.ts`, with the parts that the service leaves open to its games.
 * docs/protocol.md says all about each.
 * @typedef {import("./wire.js").ClientMessage} ClientMessage
 * @typedef {{ do: string, [field: string]: any }} Action
 * @typedef {{ ev: string, [field: string]: any }} GameEvent
 * @typedef {{ figure: string, [field: string]: any }} Figure
 * @typedef {{ question?: Figure[], actions?: Figure[][] }} Odds
 * @typedef {{ action: Action, why: { theme: string, [field: string]: any } }} Hint
 * @typedef {Omit<import("./wire.js").DecisionView, "actions" | "default" | "odds" | "hint"> & { actions?: Action[],
 *   default?: Action, odds?: Odds, hint?: Hint }} Decision
 * @typedef {{ player?: string, name?: string, bot?: boolean, house?: boolean, left?: boolean }} SeatView
 * @typedef {{ kind: "none" | "bank" | "days", base?: number, increment?: number, on_timeout?: string, left?:
 *   Record<string, number>, since?: number, deadline?: number, away?: Record<string, number> }} Clock
 * @typedef {{ winners: number[], reason: string }} Outcome
 * @typedef {import("./wire.js").ForkSource} Fork
 * @typedef {{
 *   game: string, rules: number, status: "open" | "playing" | "ended", options: Record<string, any>,
 *   seats: Record<string, SeatView>, clock: Clock, turn?: number, draw_offer?: number, undo_by?: "free" | "consent",
 *     undo?: number, undo_asked?: number, outcome?: Outcome, table?: any, decision?: string,
 *   hints?: Record<string, number>, open_delay?: number, rated?: boolean, expires?: number, house?: string, fork?:
 *     Fork, deal?: { day?: string, until: number, counted?: boolean, duplicate?: string }, score?: number, symbols?:
 *     string, agreement?: { accepted: number[], negotiable: string[], swap?: Record<string, any> },
 * }} MatchView
 * @typedef {Omit<import("./wire.js").Snapshot, "view" | "decision"> & { view: MatchView, decision?: Decision }} Snapshot
 * @typedef {Omit<import("./wire.js").Update, "events" | "decision"> & { events?: GameEvent[], decision?: Decision }}
 *   Update
 * @typedef {import("./wire.js").Refused} Refused
 * @typedef {import("./wire.js").Ack} Ack
 * @typedef {import("./wire.js").Said} Said
 * @typedef {import("./wire.js").LobbyRow} LobbyRow
 * @typedef {import("./wire.js").Lobby} Lobby
 * @typedef {Exclude<import("./wire.js").ServerMessage, { t: "snapshot" | "update" }> | Snapshot | Update} ServerMessage
 */

export {};
