// Written by `make client-types` from the service's own types. Do not edit.

export type Phase = "action" | "event_recon" | "loss" | "over" | "repair" | "roll";

export type TankView = {
  ammo_out: boolean;
  cutter: boolean;
  damaged: boolean;
  hex: string;
  infantry: number;
  m8: boolean;
  track_broken: boolean;
};

export type View = {
  ap: number;
  face_down: Record<string, string>;
  gone: string[];
  items: Record<string, string>;
  killed: string[];
  marker: string;
  phase: Phase;
  tank: TankView;
  turn: number;
  zombies: Record<string, string>;
};

export type Roll = {
  do: "roll";
};

export type Move = {
  do: "move";
  hex: string;
};

export type Recon = {
  do: "recon";
  hex: string;
};

export type Fire = {
  do: "fire";
  hex: string;
  target: string;
};

export type Ram = {
  do: "ram";
  target: string;
};

export type Repair = {
  do: "repair";
  ap: number;
};

export type End = {
  do: "end";
};

export type Loss = "cutter" | "infantry" | "m8";

export type Lose = {
  do: "lose";
  what: Loss;
};

export type Reveal = {
  do: "reveal";
  hex: string;
};

export type Decline = {
  do: "decline";
};

export type Benefit = "ammo" | "hull" | "mount" | "track";

export type Mend = {
  do: "mend";
  what: Benefit;
};

export type Action = Roll | Move | Recon | Fire | Ram | Repair | End | Lose | Reveal | Decline | Mend;

export type TurnBegan = {
  ev: "turn_began";
  turn: number;
};

export type ApRolled = {
  ev: "ap_rolled";
  die: number;
  ap?: number;
  steps?: number;
};

export type Stopped = {
  ev: "stopped";
  ap: number;
};

export type Counterattack = {
  ev: "counterattack";
  steps: number;
};

export type RevealRolled = {
  ev: "reveal_rolled";
  die: number;
  number: number;
  hex: string;
  mods?: [string, number][];
  found?: boolean;
};

export type TurnedUp = {
  ev: "turned_up";
  hex: string;
  counter: string;
};

export type ZombieMoved = {
  ev: "zombie_moved";
  zombie: string;
  start: string;
  path: string[];
};

export type Struck = {
  ev: "struck";
  zombie: string;
};

export type Lost = {
  ev: "lost";
  what: Loss;
};

export type HullDamaged = {
  ev: "hull_damaged";
};

export type TankDestroyed = {
  ev: "tank_destroyed";
};

export type Overrun = {
  ev: "overrun";
  hex: string;
  zombies: string[];
};

export type Moved = {
  ev: "moved";
  start: string;
  hex: string;
};

export type Boarded = {
  ev: "boarded";
  hex: string;
  aboard: number;
};

export type Fired = {
  ev: "fired";
  hex: string;
  target: string;
  die: number;
  total: number;
  needs: number;
  mods?: [string, number][];
  hit?: boolean;
};

export type Rammed = {
  ev: "rammed";
  hex: string;
  target: string;
  die: number;
  total: number;
  needs: number;
  mods?: [string, number][];
  hit?: boolean;
};

export type AmmoOut = {
  ev: "ammo_out";
};

export type TrackBroken = {
  ev: "track_broken";
};

export type Destroyed = {
  ev: "destroyed";
  hex: string;
  counter: string;
  face_down?: boolean;
};

export type RepairRolled = {
  ev: "repair_rolled";
  die: number;
  ap: number;
  success?: boolean;
};

export type Mended = {
  ev: "mended";
  what: Benefit;
  counter?: string;
};

export type EventKind = "chaos" | "counterattack" | "recon" | "zombification";

export type EventRolled = {
  ev: "event_rolled";
  die: number;
  row: number;
  kind: EventKind;
  mods?: [string, number][];
};

export type Declined = {
  ev: "declined";
};

export type Zombified = {
  ev: "zombified";
  zombie: string;
  hex: string;
};

export type MarkerSwapped = {
  ev: "marker_swapped";
  hex: string;
};

export type Reshuffled = {
  ev: "reshuffled";
  hexes: string[];
};

export type EventRemoved = {
  ev: "event_removed";
  hex: string;
};

export type AllRevealed = {
  ev: "all_revealed";
  marker: string;
  counters: Record<string, string>;
};

export type GameEvent = TurnBegan | ApRolled | Stopped | Counterattack | RevealRolled | TurnedUp | ZombieMoved | Struck | Lost | HullDamaged | TankDestroyed | Overrun | Moved | Boarded | Fired | Rammed | AmmoOut | TrackBroken | Destroyed | RepairRolled | Mended | EventRolled | Declined | Zombified | MarkerSwapped | Reshuffled | EventRemoved | AllRevealed;

export type Options = {
  rescue: 0 | 1 | 2;
  equal_kills: boolean;
  simple_breakdowns: boolean;
};

export type TurnEnds = {
  figure: "turn_ends";
  chance: [number, number];
  last?: boolean;
};

export type CounterattackOdds = {
  figure: "counterattack";
  chance: [number, number];
};

export type StrikeOdds = {
  figure: "struck";
  chance: [number, number];
  faces: number[];
  destroys?: boolean;
};

export type OverrunOdds = {
  figure: "overrun";
  chance: [number, number];
};

export type Cost = {
  figure: "cost";
  ap: number;
  left?: number;
};

export type Hit = {
  figure: "hit";
  needs: number;
  chance: [number, number];
  mods?: [string, number][];
};

export type Breaks = {
  figure: "breaks";
  what: "ammo" | "track";
  chance: [number, number];
};

export type IsZombie = {
  figure: "is_zombie";
  chance: [number, number];
};

export type IsFriendly = {
  figure: "is_friendly";
  chance: [number, number];
};

export type FailsRescue = {
  figure: "fails_rescue";
  chance: [number, number];
};

export type IsEvent = {
  figure: "is_event";
  chance: [number, number];
};

export type Mends = {
  figure: "mends";
  ap: number;
  chance: [number, number];
  what?: Benefit[];
  choice?: boolean;
};

export type Figure = TurnEnds | CounterattackOdds | StrikeOdds | OverrunOdds | Cost | Hit | Breaks | IsZombie | IsFriendly | FailsRescue | IsEvent | Mends;
