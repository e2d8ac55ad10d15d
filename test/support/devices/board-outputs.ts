/** Outputs of an Arduino board on this machine. outputs.cpp describes its lines. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { OutputAnswer } from "@greenhouse/domain/outputs/answer";
import type { Reported } from "@greenhouse/domain/outputs/model";
import { compile } from "./compile";

/** The state after a line. */
export interface BoardState {
  readonly outputs: Readonly<Record<string, Reported>>;
  /** The outputs of the next request. */
  readonly told: Readonly<Record<string, Reported>>;
  /** The real state of the pins. */
  readonly pins: Readonly<Record<string, number>>;
  /** How long each pin was on, across restarts. */
  readonly onMs: Readonly<Record<string, number>>;
  /** The time of the board's clock. */
  readonly now: number;
  /** The result of `poll`; otherwise -1. */
  readonly waitMs: number;
  readonly stored: number;
  readonly waiting: number;
  /** Events since the last line: "kept", "valve is 1", "says …", "no connection", "power lost". */
  readonly events: readonly string[];
  /** The bodies of the requests since the last line. */
  readonly requests: readonly string[];
}

export type Line = readonly (string | number)[];

/** Makes a board with a timer and an output called valve. */
export const BOARD: Line = ["board", "valve", "yes", 0];

/** @returns the state after each line */
export async function play(lines: readonly Line[]): Promise<readonly BoardState[]> {
  const board = spawn(await compile("outputs.cpp"), { stdio: ["pipe", "pipe", "inherit"] });
  // The program may have ended before reading everything. Then it prints too few answers.
  board.stdin.on("error", () => undefined);
  board.stdin.end(lines.map((line) => `${line.join("\t")}\n`).join(""));
  const [output] = await Promise.all([text(board.stdout), once(board, "close")]);
  const states = output.split("\n").slice(0, -1);
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

/** Returns the body of an answer with these outputs. */
export function bodyWith(outputs: unknown): string {
  return JSON.stringify({ success: true, stored: 1, refused: [], outputs });
}

/** Makes the board take an answer about the valve. */
export function hear(answer: Partial<OutputAnswer>, sent = 0, keeps = true): Line {
  return ["hear", sent, keeps ? "yes" : "no", bodyWith({ valve: { ...ON, ...answer } })];
}
