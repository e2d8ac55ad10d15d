/**
 * Reads the conversations of test/cases/wire/*.txt. Each line is a message. Connection a sends `a > p {…}`, gets the
 * push `a < d {…}`, and gets the answer `a = ok {…}`. Without a line for the answer, it is `ok ""`. In queries.txt a
 * line has a query and its result.
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import type { Json } from "../../src/tree/json";
import { type Event, type Exchange, type Push, SOURCES, type WireCase } from "../cases/wire/case";
import { written } from "./written";

type Step = Event & Omit<Exchange, "send"> & { readonly send?: Exchange["send"] };

const SETTING = /^(given|rules|after) (.+)$/;
const EVENT = /^(?:(\w+) closes|then rules (.+)|admin writes (\S+) (.+))$/;
const MESSAGE = /^(\w+) ([<=>]) (\w+) (.+)$/;

interface Section {
  readonly name: string;
  readonly lines: readonly string[];
}

export function transcriptsOf(name: string): readonly WireCase[] {
  return sectionsOf(name).map(transcriptOf);
}

/** Reads each query once, and listens to it. */
export function queryCases(): readonly WireCase[] {
  return sectionsOf("queries").flatMap(({ name, lines: [given = "", ...rows] }) =>
    rows.map((row) => queryCase(name, parse(given.slice("of ".length)), row)),
  );
}

function queryCase(name: string, given: Json, row: string): WireCase {
  const [q = null, shown = null] = row.split(" → ").map(parse);
  return {
    name: `${name}: ${row}`,
    given: { x: given },
    rules: { ".read": true, x: { ".indexOn": ["n", ".value", "deep/er"] } },
    steps: [
      { send: ["g", { p: "/x", q }], answer: ["ok", shown] },
      {
        send: ["q", { p: "/x", q, t: 3, h: "" }],
        pushed: [["d", { p: "x", d: shown, t: 3 }]],
        answer: ["ok", {}],
      },
    ],
  };
}

function sectionsOf(name: string): readonly Section[] {
  const text = readFileSync(path.join(__dirname, "../cases/wire", `${name}.txt`), "utf8");
  const [, ...sections] = text.split(/^# /m);
  return sections.map((section) => {
    const [heading = "", ...lines] = section.trimEnd().split("\n");
    const [, title = "", source = ""] = /^(.+) \((\w+)\)$/.exec(heading) ?? [];
    if (!Object.hasOwn(SOURCES, source)) throw new Error(`no source: ${heading}`);
    return { name: title, lines };
  });
}

function transcriptOf({ name, lines }: Section): WireCase {
  const settings: Record<string, Json> = {};
  const steps: Step[] = [];
  for (const line of lines) {
    const [, setting, value = ""] = SETTING.exec(line) ?? [];
    if (setting === undefined) addLine(steps, line);
    else settings[setting] = parse(value);
  }
  return { name, ...settings, steps };
}

function addLine(steps: Step[], line: string): void {
  const event = EVENT.exec(line);
  if (event !== null) {
    const [, close, rules, at, json] = event;
    if (close !== undefined) steps.push({ close });
    else if (rules !== undefined) steps.push({ rules: parse(rules) });
    else steps.push({ write: [at ?? "", parse(json ?? "")] });
    return;
  }
  const [, as = "", sign, word = "", text = ""] = MESSAGE.exec(line) ?? [];
  if (sign === undefined) throw new Error(`not a line of a conversation: ${line}`);
  const json = parse(text);
  const last = sign === ">" ? undefined : steps.pop();
  if (last === undefined) steps.push({ as, send: [word, json] });
  else if (sign === "=") steps.push({ ...last, answer: [word, json] });
  else steps.push(withPush(last, as, [word as Push[0], json]));
}

/** Adds pushes to the sender before its answer, or to other connections. */
function withPush(step: Step, to: string, push: Push): Step {
  if (step.send !== undefined && step.as === to && step.answer === undefined) {
    return { ...step, pushed: [...(step.pushed ?? []), push] };
  }
  return { ...step, others: { ...step.others, [to]: [...(step.others?.[to] ?? []), push] } };
}

function parse(json: string): Json {
  return JSON.parse(written(json)) as Json;
}
