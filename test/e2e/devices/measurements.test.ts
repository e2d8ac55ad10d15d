/** What the clients take as a reading: numbers, or a sign of life that is asked for. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../../support/backend/addresses";
import { findCommand, MICROPYTHON, MICROPYTHON_WASM } from "../../support/devices/clients";
import { FOLDER } from "../../support/devices/device";

const ADD = join(FOLDER, "add.py");

const PYTHON_CASES: readonly (readonly [string, RegExp])[] = [
  ["temperature=21.5, humidity=60", /^taken$/],
  ["sign_of_life=True", /^taken$/],
  ["", /^ValueError: .*sign_of_life=True/],
  ["temperature=float('nan')", /^ValueError: temperature must be finite/],
  ["temperature=float('inf')", /^ValueError: temperature must be finite/],
  ["temperature=21.5, humidity=float('nan')", /^ValueError: humidity must be finite/],
  ["temperature=float('nan'), sign_of_life=True", /^ValueError: temperature must be finite/],
  ["temperature=None", /^TypeError: temperature must be a number, not None/],
  ["temperature='1,5'", /^TypeError: temperature must be a number, not '1,5'/],
  ["temperature=True", /^TypeError: temperature must be a number/],
  ["temperature=[21.5]", /^TypeError: temperature must be a number/],
  ["warmth=21.5", /^TypeError: no such measurement: warmth/],
];

const NODE_CASES: readonly (readonly [string, RegExp])[] = [
  ["{ temperature: 21.5, humidity: 60 }", /^taken$/],
  ["{}, { signOfLife: true }", /^taken$/],
  ["{}", /^TypeError: .*signOfLife: true/],
  ["{ temperature: NaN }", /^RangeError: temperature must be finite/],
  ["{ temperature: -Infinity }", /^RangeError: temperature must be finite/],
  ["{ temperature: 21.5, humidity: NaN }", /^RangeError: humidity must be finite/],
  ["{ temperature: NaN }, { signOfLife: true }", /^RangeError: temperature must be finite/],
  ["{ temperature: null }", /^TypeError: temperature must be a number, not null/],
  ["{ temperature: undefined }", /^TypeError: temperature must be a number/],
  ["{ temperature: '1,5' }", /^TypeError: temperature must be a number, not "1,5"/],
  ["{ temperature: true }", /^TypeError: temperature must be a number/],
  ["{ warmth: 21.5 }", /^TypeError: no such measurement: warmth/],
];

const CLIENTS = [
  {
    name: "Python",
    missing: findCommand("python3") === undefined ? "python3 is not installed" : undefined,
    folder: "python",
    command: ["python3", ADD],
    cases: PYTHON_CASES,
  },
  {
    name: "MicroPython",
    missing: MICROPYTHON === undefined ? "micropython 1.23 or newer is not installed" : undefined,
    folder: "micropython",
    command: ["micropython", ADD],
    cases: PYTHON_CASES,
  },
  {
    name: "MicroPython (WebAssembly)",
    missing: undefined,
    folder: "micropython",
    command: [process.execPath, MICROPYTHON_WASM, ADD],
    cases: PYTHON_CASES,
  },
  {
    name: "Node",
    missing: undefined,
    folder: "node",
    command: [process.execPath, join(FOLDER, "add.mjs")],
    cases: NODE_CASES,
  },
] as const;

describe.each(CLIENTS)("the $name client", ({ missing, folder, command, cases }) => {
  if (missing !== undefined) {
    test.skip(`cannot be tried: ${missing}`, () => undefined); // Needs what this machine does not have.
    return;
  }

  test("takes numbers, and nothing else", () => {
    const [program, ...args] = command;
    const { stdout, stderr } = spawnSync(program, args, {
      encoding: "utf8",
      input: cases.map(([added]) => `${added}\n`).join(""),
      env: {
        ...process.env,
        CLIENT_FOLDER: join(ROOT, "devices", folder),
        PYTHONDONTWRITEBYTECODE: "1",
      },
    });
    expect(stderr).toBe("");
    const outcomes = stdout.trimEnd().split("\n");
    const expected = cases.map(([added, outcome]) => [
      added,
      expect.stringMatching(outcome) as string,
    ]);
    expect(cases.map(([added], index) => [added, outcomes[index]])).toEqual(expected);
  });
});
