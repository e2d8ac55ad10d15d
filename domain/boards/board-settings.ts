/** The settings of a board: where it sends, as which sensor, and its key. Named as in the clients in devices/. Pure. */

export interface Board {
  readonly uid: string;
  /** The address of the functions, without `/sensorData`. */
  readonly functionsUrl: string;
  readonly key: string;
}

const BOARD_SETTINGS = ["GREENHOUSE_URL", "GREENHOUSE_UID", "GREENHOUSE_KEY"] as const;
export type BoardSetting = (typeof BOARD_SETTINGS)[number];

function settingsOf(board: Board): Readonly<Record<BoardSetting, string>> {
  return {
    GREENHOUSE_URL: sensorDataUrl(board),
    GREENHOUSE_UID: board.uid,
    GREENHOUSE_KEY: board.key,
  };
}

export function sensorDataUrl({ functionsUrl }: Pick<Board, "functionsUrl">): string {
  return `${functionsUrl}/sensorData`;
}

/** Returns a line of an Arduino sketch's `secrets.h`. */
export function arduinoLine(name: BoardSetting, value: string): string {
  return `#define ${name} ${JSON.stringify(value)}`;
}

/** Returns a line of MicroPython's `config.py`. */
export function micropythonLine(name: BoardSetting, value: string): string {
  return `${name} = ${JSON.stringify(value)}`;
}

/**
 * Returns the content of a board's QR code: its settings as plain lines. The content does not begin with an address,
 * because phones would open the address.
 */
export function boardText(board: Board): string {
  return settingLines(board, (name, value) => `${name}=${value}`).join("\n");
}

export function settingLines(
  board: Board,
  lineOf: (name: BoardSetting, value: string) => string,
): readonly string[] {
  const values = settingsOf(board);
  return BOARD_SETTINGS.map((name) => lineOf(name, values[name]));
}
