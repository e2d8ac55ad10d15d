/** Writes the code that people copy to a board. It sends a first reading, or contains the settings of a client. */

import {
  arduinoLine,
  micropythonLine,
  sensorDataUrl,
  settingLines,
} from "@greenhouse/domain/boards/board-settings";
import type { Board } from "@greenhouse/domain/boards/board-settings";

/** The languages on a phone, which has no terminal for sending a reading. */
export const BOARD_LANGUAGES = ["arduino", "micropython"] as const;
export const LANGUAGES = ["shell", "python", ...BOARD_LANGUAGES] as const;
export type SnippetLanguage = (typeof LANGUAGES)[number];

/**
 * Returns the address of the client for a language; undefined if the code needs no client.
 * @param devicesUrl the address of devices/; undefined if the operator has set none
 */
export function clientAddress(
  language: SnippetLanguage,
  devicesUrl: string | undefined,
): string | undefined {
  const hasClient = BOARD_LANGUAGES.some((board) => board === language);
  return devicesUrl !== undefined && hasClient ? `${devicesUrl}/${language}` : undefined;
}

export interface SnippetFacts extends Omit<Board, "key"> {
  /** Undefined while the key is hidden. */
  readonly key: string | undefined;
}

/** Shown instead of a key that is not known. */
export const KEY_PLACEHOLDER = "KEY";

/** Returns the board's code. A placeholder is shown while the key is hidden. Escapes ids as literals of the language. */
export function snippetOf(
  language: SnippetLanguage,
  { key = KEY_PLACEHOLDER, ...place }: SnippetFacts,
): string {
  const board = { ...place, key };
  switch (language) {
    case "shell":
      return shell(board);
    case "python":
      return python(board);
    case "arduino":
      return settingLines(board, arduinoLine).join("\n");
    case "micropython":
      return settingLines(board, micropythonLine).join("\n");
  }
}

function shell(board: Board): string {
  const start = `{"uid": ${JSON.stringify(board.uid)}, "timestamp": `;
  return [
    `url=${shellText(sensorDataUrl(board))}`,
    `key=${shellText(board.key)}`,
    `body=${shellText(start)}$(date +%s)', "temperature": 21.5, "humidity": 60}'`,
    `sig=$(printf '%s' "$body" | openssl dgst -sha256 -hmac "$key" | sed 's/.* //')`,
    `curl -sS "$url" -w '\\n' -H 'Content-Type: application/json' \\`,
    `  -H "X-Signature: sha256=$sig" -d "$body"`,
  ].join("\n");
}

function python(board: Board): string {
  return [
    `import hashlib, hmac, json, time, urllib.request`,
    ``,
    `URL = ${JSON.stringify(sensorDataUrl(board))}`,
    `UID = ${JSON.stringify(board.uid)}`,
    `KEY = ${JSON.stringify(board.key)}`,
    ``,
    `def send(**measurements):`,
    `    timestamp = int(time.time() * 1000)`,
    `    body = json.dumps({"uid": UID, "timestamp": timestamp, **measurements}).encode()`,
    `    signature = hmac.new(KEY.encode(), body, hashlib.sha256).hexdigest()`,
    `    headers = {"Content-Type": "application/json", "X-Signature": "sha256=" + signature}`,
    `    request = urllib.request.Request(URL, body, headers)`,
    `    return json.load(urllib.request.urlopen(request, timeout=15))`,
    ``,
    `print(send(temperature=21.5, humidity=60))`,
  ].join("\n");
}

function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
