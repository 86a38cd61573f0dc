// Written by `make client-types` from the service's own types. Do not edit.

export type AssaultView = {
  committed: boolean;
  dice: [string, string, number][];
  front: string;
  mines: number;
  silenced: string[];
  simultaneous: boolean;
  units: string[];
};

export type FrontView = {
  attacked?: boolean;
  bonus: number;
  disordered?: boolean;
  fogged?: boolean;
};

export type GlimpseView = {
  cards: Record<string, number>;
  held: Record<string, number>;
  turn: number;
};

export type TargetView = {
  card?: string;
  front?: string;
  unit?: string;
};

export type UnitView = {
  anti_tank?: boolean;
  assaulted?: boolean;
  awaiting_orders?: boolean;
  broken_down?: boolean;
  card: string;
  casualties: number;
  front: string;
  green?: boolean;
  helped?: boolean;
  may_suppress?: boolean;
  move_tried?: boolean;
  moved?: boolean;
  n: number;
  on_mission?: boolean;
  out_of_ammo?: boolean;
  pins: number;
  rally_tried?: boolean;
  roads?: boolean;
  shaken?: boolean;
  stays_out?: boolean;
  suppressed?: boolean;
  veteran?: boolean;
  withdrawn?: boolean;
};

export type View = {
  active: string;
  aides?: Record<string, string>;
  assault?: AssaultView;
  cards: Record<string, Record<string, number>>;
  discards: Record<string, number>;
  first: string;
  fronts: Record<string, FrontView>;
  glimpses: Record<string, GlimpseView>;
  hands: Record<string, number>;
  hq_drawn: boolean;
  lost: Record<string, Record<string, number>>;
  pending: string[];
  phase: string;
  proxy: string;
  quiet: number;
  score: Record<string, number>;
  seats: Record<string, number>;
  squads: Record<string, number>;
  tactical: number;
  target?: TargetView;
  turn: number;
  units: Record<string, UnitView>;
};

export type Deploy = {
  do: "deploy";
  card: string;
  front: string;
};

export type Move = {
  do: "move";
  unit: string;
  front: string;
};

export type HqDraw = {
  do: "hq_draw";
  deck: "squad" | "tactical";
};

export type Proxy = {
  do: "proxy";
  front: string;
};

export type Play = {
  do: "play";
  card: string;
  unit?: string;
  front?: string;
};

export type Discard = {
  do: "discard";
  card: string;
};

export type Recon = {
  do: "recon";
  unit: string;
};

export type Peek = {
  do: "peek";
};

export type Mark = {
  do: "mark";
  front: string;
};

export type Suppress = {
  do: "suppress";
  unit: string;
  front: string;
};

export type Join = {
  do: "assault_add";
  unit: string;
  front: string;
};

export type Withdraw = {
  do: "assault_remove";
  unit: string;
};

export type Commit = {
  do: "assault_commit";
};

export type Rally = {
  do: "rally";
  unit: string;
  helper?: string;
};

export type Pass = {
  do: "pass";
};

export type EndPhase = {
  do: "end_phase";
};

export type Action = Deploy | Move | HqDraw | Proxy | Play | Discard | Recon | Peek | Mark | Suppress | Join | Withdraw | Commit | Rally | Pass | EndPhase;

export type Began = {
  ev: "began";
  us: number;
  de: number;
  first: string;
};

export type TurnBegan = {
  ev: "turn";
  n: number;
  side: string;
};

export type DrewSquad = {
  ev: "drew_squad";
  side: string;
  cards: string[];
};

export type Drew = {
  ev: "drew";
  side: string;
  n: number;
  cards?: string[];
};

export type Reshuffled = {
  ev: "reshuffled";
  n: number;
};

export type Deployed = {
  ev: "deployed";
  unit: string;
  front: string;
};

export type Moved = {
  ev: "moved";
  unit: string;
  front: string;
};

export type Stood = {
  ev: "proxy";
  side: string;
  front: string;
};

export type Played = {
  ev: "played";
  side: string;
  card: string;
  at: string;
  unit?: string;
  front?: string;
  cancels?: boolean;
};

export type Discarded = {
  ev: "discarded";
  side: string;
  card: string;
};

export type Passed = {
  ev: "passed";
  side: string;
  at: string;
};

export type Scouted = {
  ev: "recon";
  unit: string;
  front: string;
  die: number;
  total: number;
  result: string;
  mods?: [string, number][];
};

export type Peeked = {
  ev: "peeked";
  side: string;
  n: number;
  cards?: string[];
};

export type Marked = {
  ev: "marked";
  front: string;
};

export type Declared = {
  ev: "suppress";
  unit: string;
  front: string;
};

export type Suppression = {
  ev: "suppression";
  dice: number[];
  total: number;
  result: string;
  unit?: string;
  card?: string;
  front?: string;
  target?: string;
  mods?: [string, number][];
};

export type Joined = {
  ev: "joined";
  unit: string;
  front: string;
};

export type Withdrew = {
  ev: "withdrew";
  unit: string;
};

export type Committed = {
  ev: "committed";
  front: string;
  units: string[];
};

export type Fire = {
  ev: "fire";
  role: string;
  base: number;
  dice: number[];
  unit?: string;
  card?: string;
  mods?: [string, number][];
  plus?: number;
};

export type Hit = {
  ev: "hit";
  result: string;
  effect: string;
  target?: string;
  armour?: number;
  mods?: [string, number][];
  hq?: number;
  total?: number;
};

export type Removed = {
  ev: "removed";
  unit: string;
  cause: string;
  score: [number, number];
  by: string;
  n: number;
};

export type Rallied = {
  ev: "rallied";
  unit: string;
  die: number;
  total: number;
  result: string;
  helper?: string;
  mods?: [string, number][];
};

export type GameEvent = Began | TurnBegan | DrewSquad | Drew | Reshuffled | Deployed | Moved | Stood | Played | Discarded | Passed | Scouted | Peeked | Marked | Declared | Suppression | Joined | Withdrew | Committed | Fire | Hit | Removed | Rallied;

export type Options = {
  creator_side: "de" | "random" | "us";
  commander: boolean;
  support: "independent" | "sum";
  hq_help: "any_front" | "same_front";
  auto_from_turn: number;
  turn_cap: number;
  opening?: "empty" | "placed";
  units?: string;
};

export type MissionOdds = {
  figure: "mission";
  front: string;
  chance: [number, number];
  spotted: [number, number];
};

export type SuppressionOdds = {
  figure: "suppression";
  pin: [number, number];
  casualty: [number, number];
  rolls: number;
  dice: number;
  n?: number;
  mods?: [string, number][];
};

export type RemovalOdds = {
  figure: "removal";
  chance: [number, number];
};

export type ArmourOdds = {
  figure: "armour";
  chance: [number, number];
};

export type Role = "attack" | "defence" | "mines";

export type FireOdds = {
  figure: "fire";
  role: Role;
  dice: number;
  chance: [number, number];
  then?: boolean;
  first?: boolean;
  after?: boolean;
  removed?: [number, number];
  flank?: number;
  flanking?: number;
};

export type RallyOdds = {
  figure: "rally";
  least: number;
  chance: [number, number];
  n?: number;
  mods?: [string, number][];
};

export type Routs = {
  figure: "routs";
};

export type Routing = {
  figure: "routing";
  units: string[];
  sure?: string[];
};

export type Wins = {
  figure: "wins";
};

export type Bonus = {
  figure: "bonus";
  n: number;
};

export type MayDraw = {
  figure: "may_draw";
};

export type Forgoes = {
  figure: "forgoes";
  what: ("aid" | "assault" | "attack" | "mission")[];
};

export type Idle = {
  figure: "idle";
  able?: boolean;
};

export type Overfull = {
  figure: "overfull";
  n: number;
};

export type Excess = {
  figure: "excess";
  n: number;
};

export type HaveMoved = {
  figure: "have_moved";
  n: number;
  units?: string[];
};

export type Deed = "assault" | "fire" | "mission" | "move" | "rally" | "shot";

export type Able = {
  figure: "able";
  what: Deed;
  n?: number;
};

export type MissionThreat = {
  figure: "mission_threat";
  n: number;
  chance: [number, number];
  spotted: [number, number];
};

export type ShotThreat = {
  figure: "shot_threat";
  n: number;
  unit: string;
  front: string;
  pin: [number, number];
  casualty: [number, number];
};

export type AssaultThreat = {
  figure: "assault_threat";
  n: number;
  front: string;
  dice: number;
  chance: [number, number];
  removed?: [number, number];
  after?: boolean;
};

export type ToWin = {
  figure: "to_win";
  n: number;
};

export type ToPlace = {
  figure: "to_place";
  n: number;
};

export type Denies = {
  figure: "denies";
  what: Deed[];
  n?: number;
  routs?: boolean;
};

export type InDeck = {
  figure: "in_deck";
  n: number;
  discards: number;
};

export type Peeks = {
  figure: "peeks";
  n: number;
  known?: number;
};

export type Commands = {
  figure: "commands";
  n: number;
};

export type Figure = MissionOdds | SuppressionOdds | RemovalOdds | ArmourOdds | FireOdds | RallyOdds | Routs | Routing | Wins | Bonus | MayDraw | Forgoes | Idle | Overfull | Excess | HaveMoved | Able | MissionThreat | ShotThreat | AssaultThreat | ToWin | ToPlace | Denies | InDeck | Peeks | Commands;
