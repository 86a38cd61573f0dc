// Written by `make client-types` from the service's own types. Do not edit.

export type OptionInfo = {
  name: string;
  kind: "choice" | "flag" | "number" | "text";
  default: any;
  values?: any[];
  min?: number;
  max?: number;
  examples?: string[];
};

export type Shape = {
  style: "beam" | "counter" | "counter_dark" | "counter_grey" | "counter_pale" | "dash_red" | "fields" | "grey" | "hedge" | "ink" | "letter" | "letter_light" | "line" | "line_red" | "olive" | "sand" | "sea" | "streets" | "surf" | "swell" | "wood";
  path?: string;
  text?: string;
  x?: number;
  y?: number;
};

export type Matter = {
  option: string;
  when: Record<string, any[]>;
};

export type Window = {
  decision: string;
  verb: string;
  own: boolean;
};

export type Group = {
  verb: string;
  text: string;
  by: string[];
  paid: string;
};

export type Flag = {
  of: string;
  name: string;
  text: string;
};

export type Mark = {
  event: string;
  kind: "loss" | "turn";
  when?: string;
  number?: string;
  last?: number;
  cap?: string;
};

export type Brought = {
  field: string;
  count: "faces" | "false" | "number" | "true";
  at_least?: number;
  twice_at?: number;
  plus?: string;
};

export type Average = {
  rows: Record<string, number>;
  word?: string;
  plus?: string[];
  minus?: string[];
  times?: string;
};

export type Roll = {
  event: string;
  brought: Brought;
  average: Average;
  who?: string;
  letters?: number;
  seats?: string;
  when?: string;
};

export type BoardEffect = {
  event: string;
  shape: "bite" | "blast" | "burst" | "card" | "dice" | "duck" | "fall" | "flag" | "flame" | "gone" | "lob" | "march" | "rise" | "rush" | "scan" | "shell" | "shot" | "smoke" | "spark" | "wire";
  at?: string;
  start?: string;
  when?: Record<string, any[]>;
  missed?: Record<string, any[]>;
  number?: string;
  card?: string;
};

export type Lead = {
  field: string;
  value?: string;
  seats?: string;
};

export type Panel = {
  field: string;
  shape: "cards" | "number" | "places" | "rows" | "word";
  title?: string;
  names?: string;
  values?: string;
};

export type Presentation = {
  goal: string;
  colour: "blue" | "gold" | "grey" | "olive" | "red" | "sand" | "sea" | "wood";
  emblem: Shape[];
  minutes: number;
  minutes_most: number;
  complexity: "heavy" | "light" | "medium";
  strategies: string[];
  begins_with: string;
  variant: string;
  foremost: string[];
  matters: Matter[];
  windows: Window[];
  ends: string[];
  launches: string[];
  phases: string[];
  whole: string[];
  groups: Group[];
  flags: Flag[];
  marks: Mark[];
  rolls: Roll[];
  effects: BoardEffect[];
  lead: Lead | null;
  panels: Panel[];
};

export type GameInfo = {
  id: string;
  rules: number;
  seats: number;
  options: OptionInfo[];
  seat_options: OptionInfo[];
  bots: string[];
  lesson: boolean;
  exercises: number;
  board: boolean;
  presentation: Presentation;
  reviews: boolean;
  picture: boolean;
};

export type Games = {
  games: GameInfo[];
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

export type ReviewedChoice = {
  seq: number;
  seat: number;
  action: Record<string, any>;
  before: number;
  chosen: number;
  after: number;
  quick: number;
  better?: Record<string, any>;
  why?: Why;
};

export type ReviewedSeat = {
  seat: number;
  choices: number;
  luck: number;
  given: number;
  skill: number;
};

export type Review = {
  match: string;
  game: string;
  engine: string;
  choices: ReviewedChoice[];
  seats: ReviewedSeat[];
  costliest: number[];
  result?: number;
};

export type LimitRow = {
  name: string;
  value: number;
  unit: string;
  help: Record<string, string>;
};

export type LimitTable = {
  limits: LimitRow[];
};

export type Odds = {
  question?: any[];
  actions?: any[][];
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

export type ExerciseChoice = {
  action: Record<string, any>;
  chance: number;
  behind: number;
};

export type Comment = {
  en: string;
  ja: string;
};

export type ExerciseLog = {
  seat: number;
  snapshot: Snapshot;
  choices: ExerciseChoice[];
  played: number;
  best: number;
  why: Why;
  question: Comment;
  answer: Comment;
};
