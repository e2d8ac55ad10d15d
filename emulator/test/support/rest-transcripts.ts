/**
 * Reads the exchanges of test/cases/rest/*.txt. Each request is a case. Requests on consecutive lines all get the
 * answer that follows. A case starts with the data and rules of its section, else of its file. Headers are indented
 * below their line. An answer's header without a value must not exist.
 */

import type { Json } from "../../src/tree/json";
import { SOURCES } from "../cases/rest/sources";
import { readCases, type Section, titleOf } from "./sections";
import { written } from "./written";

export interface RestCase {
  readonly name: string;
  readonly given: Json;
  readonly rules: Json | undefined;
  readonly request: Request;
  readonly answer: Answer;
  /** The data afterwards. */
  readonly after: Json;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  /** Null means that the header must not exist. */
  readonly headers: Record<string, string | null>;
  readonly text: string;
}

/** Requests with the same answer. */
interface Block {
  readonly requests: Request[];
  answer?: Answer;
  after?: Json;
}

type Settings = Record<string, Json | undefined>;

export function exchangesOf(name: string): readonly RestCase[] {
  const { introduction, sections } = readCases(`rest/${name}.txt`);
  const settings: Settings = {};
  for (const line of introduction.split("\n")) addSetting(settings, line);
  return sections.flatMap((section) => casesOf(section, { ...settings }));
}

function addSetting(settings: Settings, line: string): boolean {
  const [, name, json = ""] = /^(given|rules) (.+)$/.exec(line) ?? [];
  if (name !== undefined) settings[name] = parse(json);
  return name !== undefined;
}

function casesOf({ heading, lines }: Section, settings: Settings): readonly RestCase[] {
  const name = titleOf(heading, SOURCES);
  const blocks: Block[] = [];
  for (const line of lines) if (!addSetting(settings, line)) addLine(blocks, line);
  const { given = null, rules } = settings;
  return blocks.flatMap(({ requests, answer, after = given }) => {
    if (answer === undefined) throw new Error(`no answer: ${heading}`);
    const common = { given, rules, answer, after };
    return requests.map((request) => ({ ...common, request, name: nameOf(name, request) }));
  });
}

function nameOf(section: string, { method, path: target, body = "" }: Request): string {
  return `${section}: ${method} ${target} ${body.slice(0, 40)}`;
}

function addLine(blocks: Block[], line: string): void {
  const [, method, target = "", body] = /^([A-Z]+) (\S+)(?: (.+))?$/.exec(line) ?? [];
  const [, status, text = ""] = /^(\d{3})(?: (.+))?$/.exec(line) ?? [];
  const [, header, value = ""] = /^ {2}([\w-]+):(?: (.+))?$/.exec(line) ?? [];
  const [, after] = /^after (.+)$/.exec(line) ?? [];
  let block = blocks.at(-1);
  if (method !== undefined) {
    if (block === undefined || block.answer !== undefined) blocks.push((block = { requests: [] }));
    const sent = body === undefined ? {} : { body: written(body) };
    block.requests.push({ method, path: written(target), headers: {}, ...sent });
  } else if (block !== undefined && status !== undefined) {
    block.answer = { status: Number(status), headers: {}, text: written(text) };
  } else if (block?.answer !== undefined && header !== undefined) {
    block.answer.headers[header] = value === "" ? null : written(value);
  } else if (block !== undefined && header !== undefined) {
    Object.assign(block.requests.at(-1)?.headers ?? {}, { [header]: written(value) });
  } else if (block !== undefined && after !== undefined) block.after = parse(after);
  else throw new Error(`not a line of an exchange: ${line}`);
}

function parse(json: string): Json {
  return JSON.parse(written(json)) as Json;
}
