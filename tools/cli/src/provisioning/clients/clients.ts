/** The clients whose settings can be written, by the names of their folders in devices/. */

import { arduino } from "./arduino";
import type { BoardClient } from "./client";
import { micropython } from "./micropython";
import { node } from "./node";
import { python } from "./python";
import { shell } from "./shell";

export const BOARD_CLIENTS = {
  arduino,
  micropython,
  python,
  node,
  shell,
} as const satisfies Record<string, BoardClient>;
export type ClientName = keyof typeof BOARD_CLIENTS;
export const CLIENT_NAMES = Object.keys(BOARD_CLIENTS) as readonly ClientName[];
