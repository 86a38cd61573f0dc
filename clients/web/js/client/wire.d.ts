// Written by `make client-types` from the service's own types. Do not edit.

export type Hello = {
  t: "hello";
  token?: string;
  lang?: "en" | "ja";
  client?: string;
  short?: boolean;
};

export type Watch = {
  t: "watch";
  match: string;
  open?: boolean;
  invite?: string;
  odds?: boolean;
};

export type Resume = {
  t: "resume";
  match: string;
  seq: number;
  open?: boolean;
  invite?: string;
  digest?: string;
  odds?: boolean;
};

export type Unwatch = {
  t: "unwatch";
  match: string;
};

export type Act = {
  t: "act";
  id: number;
  match: string;
  seq: number;
  action: any;
  undoable?: boolean;
};

export type Resign = {
  t: "resign";
  id: number;
  match: string;
};

export type Draw = {
  t: "draw";
  id: number;
  match: string;
  seq: number;
};

export type DeclineDraw = {
  t: "decline_draw";
  id: number;
  match: string;
  seq: number;
};

export type Undo = {
  t: "undo";
  id: number;
  match: string;
  seq: number;
};

export type DeclineUndo = {
  t: "decline_undo";
  id: number;
  match: string;
  seq: number;
};

export type Propose = {
  t: "propose";
  id: number;
  match: string;
  seq: number;
  options: Record<string, any>;
};

export type Accept = {
  t: "accept";
  id: number;
  match: string;
  seq: number;
};

export type Say = {
  t: "say";
  id: number;
  match: string;
  text: string;
};

export type WatchLobby = {
  t: "watch_lobby";
};

export type UnwatchLobby = {
  t: "unwatch_lobby";
};

export type WatchAccount = {
  t: "watch_account";
  follow?: boolean;
  tables?: number;
  games?: string[];
  ladder?: number;
};

export type UnwatchAccount = {
  t: "unwatch_account";
};

export type ClockRules = {
  kind?: "bank" | "days" | "none";
  base?: number;
  increment?: number;
  on_timeout?: "default" | "lose";
};

export type NewChallenge = {
  game: string;
  options: Record<string, any>;
  seat_options: Record<string, any>;
  seat?: number;
  clock: ClockRules;
  rated: boolean;
  private: boolean;
  nonce: string;
  time: number;
};

export type ChallengePlayerTo = {
  t: "challenge";
  id: number;
  player: string;
  terms: NewChallenge;
};

export type ChallengeAnswer = {
  answer: "accept" | "cancel" | "decline";
  reason: "" | "clock" | "full" | "game" | "later" | "options" | "people" | "programs" | "rated" | "seat" | "unrated";
  nonce: string;
  seat_options: Record<string, any>;
};

export type AnswerChallenge = {
  t: "answer_challenge";
  id: number;
  challenge: string;
  answer: ChallengeAnswer;
};

export type Ping = {
  t: "ping";
  id: number;
};

export type ClientMessage = Hello | Watch | Resume | Unwatch | Act | Resign | Draw | DeclineDraw | Undo | DeclineUndo | Propose | Accept | Say | WatchLobby | UnwatchLobby | WatchAccount | UnwatchAccount | ChallengePlayerTo | AnswerChallenge | Ping;

export type Welcome = {
  t: "welcome";
  version: string;
  time: number;
  player?: string;
  name?: string;
  per_match?: boolean;
};

export type Odds = {
  question?: any[];
  actions?: any[][];
};

export type Why = {
  theme: string;
  ending?: string;
  better?: [number, number];
  played?: [number, number];
  more?: boolean;
  won?: boolean;
  lost?: boolean;
};

export type Hint = {
  action: any;
  why: Why;
};

export type DecisionView = {
  seat: number;
  kind: string;
  actions?: any[];
  default?: any;
  odds?: Odds;
  forced?: boolean;
  hint?: Hint;
};

export type Snapshot = {
  t: "snapshot";
  match: string;
  seq: number;
  seat: number;
  view: any;
  decision?: DecisionView;
  digest?: string;
};

export type Update = {
  t: "update";
  match: string;
  seq: number;
  at: number;
  patch?: any;
  events?: any[];
  decision?: DecisionView;
  digest?: string;
};

export type Ack = {
  t: "ack";
  id: number;
  seq?: number;
  again?: boolean;
  made?: string;
};

export type Refused = {
  t: "refused";
  code: string;
  text: string;
  id?: number;
  match?: string;
  rule?: string;
  limit?: string;
  retry?: number;
};

export type Said = {
  t: "said";
  match: string;
  player: string;
  name: string;
  text: string;
  at: number;
  program?: boolean;
};

export type Present = {
  t: "present";
  match: string;
  watchers: number;
  seats?: number[];
};

export type RowClock = {
  kind: "bank" | "days" | "none";
  base?: number;
  increment?: number;
};

export type ForkSource = {
  match: string;
  seq: number;
  resampled?: boolean;
};

export type LobbyRow = {
  match: string;
  game: string;
  status: string;
  options: any;
  names: string[];
  at: number;
  players?: string[];
  bots?: number[];
  house_bots?: number[];
  house?: string;
  unknown_rules?: boolean;
  private?: boolean;
  winners?: number[];
  reason?: string;
  clock?: RowClock | null;
  fork?: ForkSource | null;
  score?: number | null;
  deal?: string;
  rated?: boolean;
  unrated?: boolean;
  away?: number[];
  map?: string;
  unreadable?: boolean;
};

export type Lobby = {
  t: "lobby";
  rows?: LobbyRow[];
  gone?: string[];
  whole?: boolean;
};

export type ChallengePlayer = {
  player: string;
  name: string;
  program?: boolean;
};

export type Challenge = {
  challenge: string;
  game: string;
  challenger: ChallengePlayer;
  challenged: ChallengePlayer;
  at: number;
  until: number;
  options?: any;
  clock?: ClockRules;
  seat?: number;
  rated?: boolean;
  private?: boolean;
  status?: "accepted" | "cancelled" | "declined" | "expired" | "waiting";
  reason?: "" | "clock" | "full" | "game" | "later" | "options" | "people" | "programs" | "rated" | "seat" | "unrated";
  match?: string;
};

export type Account = {
  t: "account";
  challenges?: Challenge[];
  matches?: LobbyRow[];
  whole?: boolean;
};

export type Pong = {
  t: "pong";
  id: number;
  time: number;
};

export type Unavailable = {
  t: "unavailable";
  retry: number;
};

export type Available = {
  t: "available";
};

export type Draining = {
  t: "draining";
  retry: number;
};

export type ServerMessage = Welcome | Snapshot | Update | Ack | Refused | Said | Present | Lobby | Account | Pong | Unavailable | Available | Draining;
