/** The boards of devices/arduino as devices: driver.cpp, compiled with Greenhouse.h for a board that is stood in for. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compile } from "./clients";
import { FOLDER, startDriver } from "./device";
import type { DeviceSettings, DeviceState, DrivenDevice } from "./device";

/** A WifiBoard, whose clock NTP sets; a ClientBoard, which has none. */
export type Board = "wifi" | "client";

export interface BoardState extends DeviceState {
  /** What the board takes for the Unix time; 0 while it does not know. */
  readonly unixMs: number;
  /** Of all answers. */
  readonly bytesRead: number;
  /** The most that the driver has taken. */
  readonly memoryKb: number;
}

/** To be called where tests are described: compiles the driver once. The caller stops what it starts. */
export function useBoards(): (board: Board, settings: DeviceSettings) => DrivenDevice {
  let folder: string | undefined;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "greenhouse-board-"));
    const options = ["-DESP32", "-pthread", "-I", join(FOLDER, "board")];
    compile(join(FOLDER, "driver.cpp"), join(folder, "driver"), options);
  });
  afterAll(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });
  return (board, settings) =>
    startDriver(join(folder ?? "", "driver"), [], {
      ...settings,
      env: { BOARD: board, ...settings.env },
    });
}

/** Sets the board's clock so many milliseconds ahead of the true time; "none": as before NTP has answered. */
export async function setClock(
  device: DrivenDevice,
  errorMs: number | "none",
): Promise<BoardState> {
  return (await device.ask("clock", String(errorMs))) as BoardState;
}
