// Written by `make client-types` from the service's own types. Do not edit.

export type LookId = "delta" | "delta_eye" | "destroyed" | "destroyed_mine" | "nest" | "open" | "water" | "wire" | "x" | "x_eye";

export type Phase = "assault" | "land" | "over" | "place_nest";

export type Cell = "C0" | "C1" | "C2" | "C3" | "L0" | "L1" | "L2" | "L3" | "R0" | "R1" | "R2" | "R3";

export type View = {
  assault: number;
  charges: number;
  fronts: Record<string, LookId>;
  grid: Record<string, LookId>;
  mines?: Record<string, true>;
  phase: Phase;
  removed?: LookId;
  rounds: number;
  squad?: Cell;
  stock: number;
  strength: number;
  trail: Cell[];
};

export type NearCell = "C0" | "L0" | "R0";

export type Land = {
  do: "land";
  cell: NearCell;
};

export type Move = {
  do: "move";
  cell: Cell;
  sniper: boolean;
};

export type Blast = {
  do: "blast";
  cell: Cell;
};

export type NestCell = "L3" | "R3";

export type PlaceNest = {
  do: "place_nest";
  cell: NestCell;
};

export type Action = Land | Move | Blast | PlaceNest;

export type Dealt = {
  ev: "dealt";
  assault: number;
  fronts: LookId[];
};

export type Landed = {
  ev: "landed";
  cell: Cell;
};

export type Sniped = {
  ev: "sniped";
  rounds: number;
};

export type Crawled = {
  ev: "crawled";
  cell: Cell;
  front: LookId;
  mine: boolean;
};

export type Blasted = {
  ev: "blasted";
  cell: Cell;
  front: LookId;
  mine: boolean;
  charges: number;
};

export type Moved = {
  ev: "moved";
  cell: Cell;
};

export type Hit = {
  ev: "hit";
  by: "fire" | "mine";
  strength: number;
};

export type NestPlaced = {
  ev: "nest_placed";
  cell: Cell;
  front: LookId;
};

export type NestBlown = {
  ev: "nest_blown";
  cell: Cell;
};

export type GameEvent = Dealt | Landed | Sniped | Crawled | Blasted | Moved | Hit | NestPlaced | NestBlown;

export type Options = {
  crawl_fire: "always" | "icon" | "never";
  squad_track: 7 | 8;
  nest_side: "player" | "random";
  mines_under_open: boolean;
};

export type Ahead = {
  figure: "ahead";
  mine: [number, number];
  fire?: boolean;
  wire?: boolean;
};

export type Left = {
  figure: "left";
  hits?: number;
  charges?: number;
};

export type Safe = {
  figure: "safe";
};

export type Fire = {
  figure: "fire";
};

export type Mine = {
  figure: "mine";
  chance: [number, number];
};

export type Dead = {
  figure: "dead";
  chance: [number, number];
};

export type Nest = {
  figure: "nest";
};

export type Spent = {
  figure: "spent";
  what: "charge" | "round";
  left?: number;
};

export type Barred = {
  figure: "barred";
};

export type LastCharge = {
  figure: "last_charge";
};

export type Figure = Ahead | Left | Safe | Fire | Mine | Dead | Nest | Spent | Barred | LastCharge;
