/**
 * Reads the conversations of test/cases/wire/*.txt. Each line is a message. Connection a sends `a > p {…}`, gets the
 * push `a < d {…}`, and gets the answer `a = ok {…}`. Without a line for the answer, it is `ok ""`. Each connection is
 * opened at its first request. In queries.txt a line has a query and its result.
 */

import type { Json } from "../../src/tree/json";
import { SOURCES } from "../cases/wire/sources";
import { readCases, titleOf } from "./sections";
import { written } from "./written";

/** Server time of the conversations, in Unix milliseconds. */
export const NOW = 1_700_000_000_000;

/** A push with its action, or an answer with its status. */
export type Received = readonly [sign: "<" | "=", word: string, body: Json];

export type Step = (
  | { readonly kind: "request"; readonly as: string; readonly action: string; readonly body: Json }
  | { readonly kind: "close"; readonly as: string }
  | { readonly kind: "rules"; readonly rules: Json }
  /** A write of an admin over REST. */
  | { readonly kind: "write"; readonly path: string; readonly json: Json }
) & {
  /** What each connection receives then. */
  readonly received: Record<string, Received[]>;
};

export interface WireCase {
  readonly name: string;
  /** The data before. */
  readonly given?: Json;
  /** The rules. Without rules everything is allowed. */
  readonly rules?: Json;
  readonly steps: readonly Step[];
  /** The data afterwards, with priorities. */
  readonly after?: Json;
}

export function transcriptsOf(name: string): readonly WireCase[] {
  return readCases(`wire/${name}.txt`).sections.map(({ heading, lines }) => {
    const settings: Record<string, Json> = {};
    const steps: Step[] = [];
    for (const line of lines) {
      const [, setting, value = ""] = /^(given|rules|after) (.+)$/.exec(line) ?? [];
      if (setting === undefined) addLine(steps, line);
      else settings[setting] = parse(value);
    }
    return { name: titleOf(heading, SOURCES), ...settings, steps };
  });
}

/** Reads each query once, and listens to it. */
export function queryCases(): readonly WireCase[] {
  return readCases("wire/queries.txt").sections.flatMap(
    ({ heading, lines: [given = "", ...rows] }) =>
      rows.map((row) =>
        queryCase(`${titleOf(heading, SOURCES)}: ${row}`, parse(given.slice("of ".length)), row),
      ),
  );
}

function queryCase(name: string, given: Json, row: string): WireCase {
  const [q = null, shown = null] = row.split(" → ").map(parse);
  const pushed: Received = ["<", "d", { p: "x", d: shown, t: 3 }];
  const request = { kind: "request", as: "a" } as const;
  return {
    name,
    given: { x: given },
    rules: { ".read": true, x: { ".indexOn": ["n", ".value", "deep/er"] } },
    steps: [
      { ...request, action: "g", body: { p: "/x", q }, received: { a: [["=", "ok", shown]] } },
      {
        ...request,
        action: "q",
        body: { p: "/x", q, t: 3, h: "" },
        received: { a: [pushed, ["=", "ok", {}]] },
      },
    ],
  };
}

const MESSAGE = /^(\w+) ([<=>]) (\w+) (.+)$/;
const EVENT = /^(?:(\w+) closes|then rules (.+)|admin writes (\S+) (.+))$/;

function addLine(steps: Step[], line: string): void {
  const [, as = "", sign, word = "", text = ""] = MESSAGE.exec(line) ?? [];
  const last = steps.at(-1);
  if (sign === ">") {
    steps.push({ kind: "request", as, action: word, body: parse(text), received: {} });
  } else if (last !== undefined && (sign === "<" || sign === "=")) {
    (last.received[as] ??= []).push([sign, word, parse(text)]);
  } else {
    const [, close, rules, at = "", json] = EVENT.exec(line) ?? [];
    const received = {};
    if (close !== undefined) steps.push({ kind: "close", as: close, received });
    else if (rules !== undefined) steps.push({ kind: "rules", rules: parse(rules), received });
    else if (json !== undefined)
      steps.push({ kind: "write", path: at, json: parse(json), received });
    else throw new Error(`not a line of a conversation: ${line}`);
  }
}

function parse(json: string): Json {
  return JSON.parse(written(json)) as Json;
}
