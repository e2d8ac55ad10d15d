/** Outputs of an Arduino board, on this machine: outputs.cpp, which says what its lines are. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { OutputAnswer } from "@greenhouse/domain/outputs/answer";
import type { Reported } from "@greenhouse/domain/outputs/model";
import { compile } from "./compile";

/** After a line. */
export interface BoardState {
  readonly outputs: Readonly<Record<string, Reported>>;
  /** As a request would tell it. */
  readonly told: Readonly<Record<string, Reported>>;
  /** What the pins do, whatever the program believes. */
  readonly pins: Readonly<Record<string, number>>;
  /** How long each pin was on, through restarts. */
  readonly onMs: Readonly<Record<string, number>>;
  /** By the board's clock. */
  readonly now: number;
  /** What `poll` returned; otherwise -1. */
  readonly waitMs: number;
  readonly stored: number;
  readonly waiting: number;
  /** Since the last line: "kept", "valve is 1", "says …", "no connection", "power lost". */
  readonly events: readonly string[];
  /** The bodies of the requests since the last line. */
  readonly requests: readonly string[];
}

export type Line = readonly (string | number)[];

/** Lines with a board called valve, which has a timer. */
export const BOARD: Line = ["board", "valve", "yes", 0];

/** @returns the state after each line */
export async function play(lines: readonly Line[]): Promise<readonly BoardState[]> {
  const board = spawn(await compile("outputs.cpp"), { stdio: ["pipe", "pipe", "inherit"] });
  // It may have ended before it read all: its answers are too few then.
  board.stdin.on("error", () => undefined);
  board.stdin.end(lines.map((line) => `${line.join("\t")}\n`).join(""));
  const [said] = await Promise.all([text(board.stdout), once(board, "close")]);
  const states = said.split("\n").slice(0, -1);
  if (states.length !== lines.length) throw new Error(`it ended after ${states.length} lines`);
  return states.map((state) => JSON.parse(state) as BoardState);
}

/** @returns the state after the last line */
export async function playTo(...lines: readonly Line[]): Promise<BoardState> {
  return (await play(lines)).at(-1)!;
}

export const ON: OutputAnswer = {
  value: 1,
  version: 12,
  forMs: 60_000,
  maxOnMs: 100_000,
  day: 20_785,
};

/** The body of an answer that says this of outputs. */
export function bodyWith(outputs: unknown): string {
  return JSON.stringify({ success: true, stored: 1, refused: [], outputs });
}

/** An answer about the valve is heard. */
export function hear(answer: Partial<OutputAnswer>, sent = 0, keeps = true): Line {
  return ["hear", sent, keeps ? "yes" : "no", bodyWith({ valve: { ...ON, ...answer } })];
}
