/**
 * The messages of `bocage.v1.json`, as the page uses them. docs/protocol.md says all about each.
 * @typedef {{ do: string, [field: string]: any }} Action
 * @typedef {{ ev: string, [field: string]: any }} GameEvent
 * @typedef {{ figure: string, [field: string]: any }} Figure
 * @typedef {{ question?: Figure[], actions?: Figure[][] }} Odds
 * @typedef {{ seat: number, kind: string, actions?: Action[], default?: Action, odds?: Odds, forced?: boolean, hint?:
 *   Hint }} Decision
 * @typedef {{ action: Action, why: { theme: string, [field: string]: any } }} Hint
 * @typedef {{ player?: string, name?: string, bot?: boolean, house?: boolean, left?: boolean }} SeatView
 * @typedef {{ kind: "none" | "bank" | "days", base?: number, increment?: number, on_timeout?: string, left?:
 *   Record<string, number>, since?: number, deadline?: number, away?: Record<string, number> }} Clock
 * @typedef {{ winners: number[], reason: string }} Outcome
 * @typedef {{ match: string, seq: number, resampled?: boolean }} Fork
 * @typedef {{
 *   game: string, rules: number, status: "open" | "playing" | "ended", options: Record<string, any>,
 *   seats: Record<string, SeatView>, clock: Clock, turn?: number, draw_offer?: number, undo_by?: "free" | "consent",
 *     undo?: number, undo_asked?: number, outcome?: Outcome, table?: any, decision?: string,
 *   hints?: Record<string, number>, open_delay?: number, rated?: boolean, expires?: number, house?: string, fork?:
 *     Fork, deal?: { day?: string, until: number, counted?: boolean, duplicate?: string }, score?: number, symbols?:
 *     string, agreement?: { accepted: number[], negotiable: string[], swap?: Record<string, any> },
 * }} MatchView
 * @typedef {{ t: "snapshot", match: string, seq: number, seat: number, view: MatchView, decision?: Decision, digest?:
 *   string }} Snapshot
 * @typedef {{ t: "update", match: string, seq: number, at: number, patch?: any, events?: GameEvent[], decision?:
 *   Decision, digest?: string }} Update
 * @typedef {{ t: "refused", code: string, text: string, id?: number, match?: string, rule?: string, limit?: string,
 *   retry?: number }} Refused
 * @typedef {{ t: "ack", id: number, seq?: number, again?: boolean }} Ack
 * @typedef {{ t: "said", match: string, player: string, name: string, text: string, at: number }} Said
 * @typedef {{ match: string, game: string, status: string, options: any, names: string[], at: number, players?:
 *   string[], bots?: number[], house_bots?: number[], house?: string, unknown_rules?: boolean, unreadable?: boolean,
 *   winners?: number[], reason?: string, clock?: { kind: string, base?: number, increment?: number }, fork?: Fork,
 *   rated?: boolean, unrated?: boolean, score?: number, deal?: string, away?: number[] }} LobbyRow
 * @typedef {{ t: "lobby", rows?: LobbyRow[], gone?: string[], whole?: boolean }} Lobby
 * @typedef {{ t: string, [field: string]: any }} ServerMessage
 */

export {};
