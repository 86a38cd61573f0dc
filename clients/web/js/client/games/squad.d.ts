// Written by `make client-types` from the service's own types. Do not edit.

export type MoveView = {
  barrier?: string;
  squad: string;
  step?: string;
  terrain: string;
  to?: string;
};

export type RollView = {
  cards: number;
  roll: string;
  squad: string;
};

export type SquadView = {
  ambush?: boolean;
  attacked?: boolean;
  cards: number;
  close_combat?: boolean;
  concealed?: boolean;
  covering?: boolean;
  declared?: boolean;
  encircled?: boolean;
  enfilade?: boolean;
  fired_at?: number;
  flanked?: string[];
  flanked_before?: string[];
  flanking_fire?: boolean;
  hand?: Record<string, string>;
  hex?: string;
  killed?: number;
  leaderless?: boolean;
  left?: number;
  limit: number;
  men: number;
  moved?: boolean;
  nation: string;
  pinned?: boolean;
  point_man?: boolean;
  right?: number;
  seat: number;
  shot_at?: boolean;
  smoke?: boolean;
  stopped?: boolean;
  terrain?: string;
};

export type View = {
  acting: string;
  active: number;
  aside: Record<string, number>;
  columns?: number;
  deck: number;
  discard: Record<string, number>;
  first: number;
  map?: Record<string, string>;
  move?: MoveView;
  objectives: Record<string, number>;
  phase: string;
  range?: string;
  roll?: RollView;
  rows?: number;
  seen: Record<string, Record<string, string>>;
  squads: Record<string, SquadView>;
  turn: number;
  variant: string;
};

export type Terrain = {
  do: "terrain";
  squad: string;
  card: string;
};

export type Place = {
  do: "place";
  squad: string;
  to: string;
};

export type Decline = {
  do: "decline";
};

export type Utility = {
  do: "utility";
  squad: string;
  card: string;
  trait: string;
};

export type Done = {
  do: "done";
};

export type Modify = {
  do: "modify";
  squad: string;
  card: string;
  trait?: string;
};

export type Pass = {
  do: "pass";
};

export type Declare = {
  do: "declare";
  squad: string;
  how: "move" | "point_man" | "stay";
};

export type Smoke = {
  do: "smoke";
  squad: string;
  card: string;
};

export type NoSmoke = {
  do: "no_smoke";
};

export type Attack = {
  do: "attack";
  squad: string;
  card: string;
  target: string;
  trait?: string;
  mode?: "" | "jp_pb";
};

export type PlayBonus = {
  do: "play_bonus";
  squad: string;
  card: string;
  trait?: string;
};

export type Encircle = {
  do: "encircle";
  squad: string;
  card: string;
  target: string;
};

export type Scout = {
  do: "scout";
  squad: string;
  card: string;
  trait?: string;
};

export type CommanderKilled = {
  do: "commander_killed";
  squad: string;
  card: string;
  target: string;
};

export type EndFire = {
  do: "end_fire";
};

export type Move = {
  do: "move";
  squad: string;
  card?: string;
  into?: "" | "open" | "terrain";
  step?: "" | "closer" | "farther" | "hold" | "lateral_left" | "lateral_right";
  to?: string;
};

export type Barrier = {
  do: "barrier";
  squad: string;
  card: string;
  trait?: string;
};

export type Engineer = {
  do: "engineer";
  squad: string;
  card: string;
};

export type Objective = {
  do: "objective";
  squad: string;
  card: string;
};

export type Conceal = {
  do: "conceal";
  squad: string;
  card: string;
  trait?: string;
};

export type Flank = {
  do: "flank";
  squad: string;
  card: string;
  trait?: string;
};

export type DrawExtra = {
  do: "draw_extra";
};

export type Discard = {
  do: "discard";
  squad: string;
  card: string;
};

export type Action = Terrain | Place | Decline | Utility | Done | Modify | Pass | Declare | Smoke | NoSmoke | Attack | PlayBonus | Encircle | Scout | CommanderKilled | EndFire | Move | Barrier | Engineer | Objective | Conceal | Flank | DrawExtra | Discard;

export type Drafted = {
  ev: "drafted";
  squad: string;
  nation: string;
  lot?: boolean;
};

export type Initiative = {
  ev: "initiative";
  dice: [number, number];
  first: number;
  tie?: boolean;
};

export type Dealt = {
  ev: "dealt";
  squad: string;
  n: number;
  cards?: string[];
};

export type Deployed = {
  ev: "deployed";
  squad: string;
  terrain: string;
  to?: string;
};

export type TurnStarted = {
  ev: "turn";
  turn: number;
  seat: number;
};

export type Drew = {
  ev: "drew";
  squad: string;
  n: number;
  cards?: string[];
};

export type Reshuffled = {
  ev: "reshuffled";
  n: number;
};

export type UsedTrait = {
  ev: "used_trait";
  squad: string;
  card: string;
  trait: string;
  men?: number;
};

export type Modified = {
  ev: "modified";
  squad: string;
  target: string;
  card: string;
  n: number;
  trait?: string;
};

export type MoraleChecked = {
  ev: "morale_checked";
  squad: string;
  die: number;
  total: number;
  result: string;
  mods?: [string, number][];
};

export type Routed = {
  ev: "routed";
  squad: string;
  dice: [number, number];
  kills?: number;
};

export type Rallied = {
  ev: "rallied";
  squad: string;
  die: number;
  total: number;
  result: string;
  mods?: [string, number][];
};

export type Declared = {
  ev: "declared";
  squad: string;
  how: string;
};

export type Smoked = {
  ev: "smoked";
  squad: string;
  card: string;
};

export type Attacked = {
  ev: "attacked";
  squad: string;
  target: string;
  card: string;
  range: string;
  dice: [number, number];
  total: number;
  raw?: number;
  trait?: string;
  mode?: string;
  terrain?: string;
  mods?: [string, number][];
  kills?: number;
  one?: boolean;
};

export type PointManHit = {
  ev: "point_man_hit";
  squad: string;
};

export type BonusPlayed = {
  ev: "bonus_played";
  squad: string;
  card: string;
  n: number;
  trait?: string;
};

export type Surrounded = {
  ev: "surrounded";
  squad: string;
  target: string;
  card: string;
};

export type Scouted = {
  ev: "scouted";
  squad: string;
  card: string;
  n: number;
  trait?: string;
  cards?: string[];
};

export type CommanderFell = {
  ev: "commander_fell";
  squad: string;
  target: string;
  card: string;
};

export type Announced = {
  ev: "announced";
  squad: string;
  terrain: string;
  card?: string;
  step?: string;
  to?: string;
};

export type BarrierPlayed = {
  ev: "barrier_played";
  squad: string;
  target: string;
  card: string;
  trait?: string;
};

export type Cleared = {
  ev: "cleared";
  squad: string;
  card: string;
  trait?: string;
};

export type Cancelled = {
  ev: "cancelled";
  squad: string;
  card?: string;
};

export type MineHit = {
  ev: "mine_hit";
  squad: string;
  dice: [number, number];
  total: number;
  raw?: number;
  mods?: [string, number][];
  kills?: number;
  owner?: string;
};

export type Moved = {
  ev: "moved";
  squad: string;
  terrain: string;
  range?: string;
  step?: string;
  to?: string;
};

export type Scored = {
  ev: "scored";
  squad: string;
  card: string;
  n: number;
};

export type Concealed = {
  ev: "concealed";
  squad: string;
  card: string;
  trait?: string;
};

export type Flanked = {
  ev: "flanked";
  squad: string;
  card: string;
  side: string;
  n: number;
  trait?: string;
};

export type FlankLost = {
  ev: "flank_lost";
  squad: string;
  n: number;
};

export type Discarded = {
  ev: "discarded";
  squad: string;
  card: string;
};

export type Eliminated = {
  ev: "eliminated";
  squad: string;
  cards?: string[];
};

export type GameEvent = Drafted | Initiative | Dealt | Deployed | TurnStarted | Drew | Reshuffled | UsedTrait | Modified | MoraleChecked | Routed | Rallied | Declared | Smoked | Attacked | PointManHit | BonusPlayed | Surrounded | Scouted | CommanderFell | Announced | BarrierPlayed | Cleared | Cancelled | MineHit | Moved | Scored | Concealed | Flanked | FlankLost | Discarded | Eliminated;

export type Variant = "base" | "flanking" | "map";

export type NationOption = "de" | "jp" | "open" | "ru" | "uk" | "us";

export type Edge = "east" | "north" | "northeast" | "northwest" | "south" | "southeast" | "southwest" | "west";

export type Options = {
  variant: Variant;
  nation_0: NationOption;
  nation_1: NationOption;
  morale_memory: "opponent_turn" | "since_last_check";
  turn_cap: number;
  flank_side: "opposite" | "same";
  flank_open: boolean;
  flank_encircled: "plus3" | "sum";
  columns: number;
  rows: 10 | 12 | 14 | 6 | 8;
  squads_per_seat: 1 | 2 | 3;
  terrain: "drawn" | "mirrored" | "random";
  activation: "phases" | "squads";
  home_edge?: Edge;
  map?: string;
};

export type MoraleOdds = {
  figure: "morale";
  squad: string;
  most: number;
  chance: [number, number];
  fails: "pinned" | "rout";
  n?: number;
  mods?: [string, number][];
};

export type RoutOdds = {
  figure: "rout";
  chance: [number, number];
};

export type RallyOdds = {
  figure: "rally";
  squad: string;
  least: number;
  chance: [number, number];
  n?: number;
  mods?: [string, number][];
};

export type Shift = {
  figure: "shift";
  roll: "morale" | "rally";
  n: number;
  chance: [number, number];
};

export type AttackOdds = {
  figure: "attack";
  chance: [number, number];
  n?: number;
  mods?: [string, number][];
  one?: boolean;
};

export type WipeOdds = {
  figure: "wipe";
  men: number;
  chance: [number, number];
};

export type MineOdds = {
  figure: "mine";
  squad: string;
  n: number;
  chance: [number, number];
};

export type Effect = {
  figure: "effect";
  n: number;
  on: "attacks" | "limit" | "machine_guns" | "move" | "place" | "target";
};

export type Idle = {
  figure: "idle";
  unseen?: boolean;
};

export type Covers = {
  figure: "covers";
  n: number;
};

export type Checks = {
  figure: "checks";
  squads: string[];
};

export type Way = {
  figure: "way";
  how: "move" | "point_man";
  free?: boolean;
  safe?: boolean;
};

export type NewRange = {
  figure: "new_range";
  range: string;
};

export type RangeThen = {
  figure: "range_then";
  squad: string;
  range: string;
};

export type Flanks = {
  figure: "flanks";
  squads: string[];
  theirs: number;
  own?: number;
  moved?: number;
};

export type Draws = {
  figure: "draws";
  n: number;
};

export type Looks = {
  figure: "looks";
  n: number;
};

export type Joins = {
  figure: "joins";
  n: number;
};

export type ScoreThen = {
  figure: "score";
  n: number;
};

export type Excess = {
  figure: "excess";
  n: number;
};

export type Hand = {
  figure: "hand";
  squad: string;
  cards: number;
  limit: number;
};

export type InDeck = {
  figure: "in_deck";
  n: number;
  discards: number;
};

export type DiscardThen = {
  figure: "discard_then";
  n: number;
};

export type MayFire = {
  figure: "may_fire";
  squads?: string[];
};

export type Figure = MoraleOdds | RoutOdds | RallyOdds | Shift | AttackOdds | WipeOdds | MineOdds | Effect | Idle | Covers | Checks | Way | NewRange | RangeThen | Flanks | Draws | Looks | Joins | ScoreThen | Excess | Hand | InDeck | DiscardThen | MayFire;
