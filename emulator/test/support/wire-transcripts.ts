/**
 * Reads the conversations of test/cases/wire/*.txt. A line is one message: `a > p {…}` is sent by connection a, `a < d
 * {…}` is pushed to it, `a = ok {…}` answers it; without such a line the answer is `ok ""`.
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import type { Json } from "../../src/tree/json";
import { type Event, type Exchange, type Push, SOURCES, type WireCase } from "../cases/wire/case";

type Step = Event & Omit<Exchange, "send"> & { readonly send?: Exchange["send"] };

const SETTING = /^(given|rules|after) (.+)$/;
const EVENT = /^(?:(\w+) closes|then rules (.+)|admin writes (\S+) (.+))$/;
const MESSAGE = /^(\w+) ([<=>]) (\w+) (.+)$/;

export function transcriptsOf(name: string): readonly WireCase[] {
  const text = readFileSync(path.join(__dirname, "../cases/wire", `${name}.txt`), "utf8");
  return text
    .slice("# ".length)
    .split("\n\n# ")
    .map((section) => transcriptOf(section.trimEnd().split("\n")));
}

function transcriptOf([heading = "", ...lines]: readonly string[]): WireCase {
  const [, name = "", source = ""] = /^(.+) \((\w+)\)$/.exec(heading) ?? [];
  if (!Object.hasOwn(SOURCES, source)) throw new Error(`no source: ${heading}`);
  const settings: Record<string, Json> = {};
  const steps: Step[] = [];
  for (const line of lines) {
    const [, setting, value = ""] = SETTING.exec(line) ?? [];
    if (setting === undefined) addLine(steps, line);
    else settings[setting] = JSON.parse(value) as Json;
  }
  return { name, source, ...settings, steps: steps };
}

function addLine(steps: Step[], line: string): void {
  const event = EVENT.exec(line);
  if (event !== null) {
    const [, close, rules, at, json] = event;
    if (close !== undefined) steps.push({ close });
    else if (rules !== undefined) steps.push({ rules: JSON.parse(rules) as Json });
    else steps.push({ write: [at ?? "", JSON.parse(json ?? "") as Json] });
    return;
  }
  const [, as = "", sign, word = "", text = ""] = MESSAGE.exec(line) ?? [];
  if (sign === undefined) throw new Error(`not a line of a conversation: ${line}`);
  const json = JSON.parse(text) as Json;
  const last = sign === ">" ? undefined : steps.pop();
  if (last === undefined) steps.push({ as, send: [word, json] });
  else if (sign === "=") steps.push({ ...last, answer: [word, json] });
  else steps.push(withPush(last, as, [word as Push[0], json]));
}

/** Messages that are pushed: to the sender before its answer, or to the others. */
function withPush(step: Step, to: string, push: Push): Step {
  if (step.send !== undefined && step.as === to && step.answer === undefined) {
    return { ...step, pushed: [...(step.pushed ?? []), push] };
  }
  return { ...step, others: { ...step.others, [to]: [...(step.others?.[to] ?? []), push] } };
}
