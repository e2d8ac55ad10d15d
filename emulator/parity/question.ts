/** Reads the questions: `questions/*.txt`, whose format README.md describes, and the scenarios. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Scenario } from "./scenario.ts";
import { scenarios } from "./scenarios/all.ts";

export interface Request {
  /** The request as in the file, with the line of compared parts. */
  readonly line: string;
  /** A method of HTTP, or STREAM, WIRE, EXPR, or SDK for a scenario. */
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /**
   * `status` compares only the status. `text` compares the body's text, not only its value. Others are header names.
   */
  readonly compared: readonly string[];
  /** Whether the request loads rules or data. If it is refused, the question ends. */
  readonly isSetup: boolean;
  /** The recorded answer of the hosted database, as written after `hosted `. */
  readonly hosted?: string;
}

/** A recording of the hosted database that others have published. */
export interface Source {
  /** Owner and name on GitHub. */
  readonly repository: string;
  readonly file: string;
  /** Day of the recording, as YYYY-MM-DD. */
  readonly date: string;
}

export interface Question {
  readonly id: string;
  readonly asks: string;
  readonly requests: readonly Request[];
  /** Where the hosted database's answers come from. */
  readonly source?: Source | undefined;
  /** The program that asks, if the requests cannot. */
  readonly scenario?: Scenario;
}

const FOLDER = path.join(import.meta.dirname, "questions");

export function readQuestions(): readonly Question[] {
  const written = readdirSync(FOLDER).flatMap((name) =>
    parseQuestions(readFileSync(path.join(FOLDER, name), "utf8")),
  );
  return [...written, ...scenarios.map(questionOf)];
}

/** Reads the questions of a file. The text before the first `# ` is an introduction, which may name their source. */
export function parseQuestions(text: string): readonly Question[] {
  const [introduction = "", ...blocks] = text.split(/^# /m);
  const common = sourceOf(introduction.split("\n"));
  return blocks.map((block) => {
    // An indented line continues the one before.
    const [id = "", asks = "", ...rest] = block.trimEnd().split(/\n(?! )/);
    const lines = rest.map((line) => line.replaceAll(/\n +/g, "\n"));
    const source = sourceOf(lines) ?? common;
    return { id, asks, source, requests: requestsOf(lines) };
  });
}

/** Reads the line `source <repository> <file> <date>`. */
function sourceOf(lines: readonly string[]): Source | undefined {
  for (const line of lines) {
    const [, repository, file, date] = /^source (\S+) (\S+) ([\d-]+)$/.exec(line) ?? [];
    if (repository !== undefined && file !== undefined && date !== undefined) {
      return { repository, file, date };
    }
  }
  return undefined;
}

function questionOf(scenario: Scenario): Question {
  const { id, asks, hosted } = scenario;
  const [file, date] = scenario.source;
  const request: Request = {
    line: "SDK",
    method: "SDK",
    target: "",
    headers: {},
    body: undefined,
    compared: [],
    isSetup: false,
    hosted: `200 ${JSON.stringify(hosted)}`,
  };
  const source = { repository: "davideast/pyric", file, date };
  return { id, asks, source, requests: [request], scenario };
}

function requestsOf(lines: readonly string[]): readonly Request[] {
  const requests: Request[] = [];
  let claims: string | undefined;
  const changeLast = (change: (last: Request) => Partial<Request>): void => {
    const last = requests.pop();
    if (last !== undefined) requests.push({ ...last, ...change(last) });
  };
  for (const line of lines) {
    const [, word = "", value = ""] = /^(source|claims|hosted|=) ([^]*)$/.exec(line) ?? [];
    if (word === "claims") claims = value;
    else if (word === "hosted") changeLast(() => ({ hosted: value }));
    else if (word === "=") {
      changeLast((last) => ({ line: `${last.line} ${line}`, compared: value.split(" ") }));
    } else if (word === "") requests.push(parseLine(line, claims));
  }
  return requests;
}

/** Reads a line. Some lines are short forms of requests that many questions have. */
function parseLine(line: string, claims: string | undefined): Request {
  const [, word, actor = "", value = ""] =
    /^(rules|data|load|expr) (?:(\w+): )?([^]+)$/.exec(line) ?? [];
  switch (word) {
    case "rules":
      return setup(`owner> PUT /.settings/rules.json {"rules": ${value}}`);
    case "data":
      return setup(`owner> PUT /.json ${value}`);
    case "load":
      return { ...setup(`owner> PUT /.settings/rules.json ${value}`), isSetup: false };
    case "expr":
      return { ...parseRequest(`${actor}> EXPR /.json ${value}`, claims), line };
    default:
      return parseRequest(line, claims);
  }
}

function setup(line: string): Request {
  return { ...parseRequest(line), compared: ["status"], isSetup: true };
}

const REQUEST = /^(\w*)(?: (\{[^>]*\}))? ?((?:\[[^\]]*\] ?)*)> ([A-Z]+) (\S+)(?:\s([^]*))?$/;

/**
 * Reads `actor {"claim": 1} [header: value]> METHOD target body`. The parts before > and the body are optional.
 * @param common claims of the actor's token if the line has none
 */
export function parseRequest(line: string, common?: string): Request {
  const match = REQUEST.exec(line);
  if (match === null) throw new Error(`Not a line of a question: ${line}`);
  const [, actor = "", claims = common, headers = "", method = "", target = "", body = ""] = match;
  const named = headers.matchAll(/\[([\w-]+): ([^\]]*)\]/g);
  return {
    line,
    method,
    target: repeated(target),
    headers: {
      ...(actor !== "" && { authorization: `Bearer ${tokenOf(actor, claims)}` }),
      ...Object.fromEntries(Array.from(named, ([, name = "", value = ""]) => [name, value])),
    },
    body: body === "" ? undefined : repeated(body),
    compared: [],
    isSetup: false,
  };
}

/** Expands `<<ab*3>>` to ababab. */
function repeated(text: string): string {
  return text.replaceAll(/<<([^*<]*)\*(\d+)>>/g, (_, part: string, count: string) =>
    part.repeat(Number(count)),
  );
}

/** Returns `owner` or an unsigned token like those that the SDKs create for emulators. */
export function tokenOf(actor: string, claims = "{}"): string {
  if (actor === "owner") return actor;
  const payload = {
    iss: "https://securetoken.google.com/demo-parity",
    aud: "demo-parity",
    iat: 0,
    exp: 3600,
    auth_time: 0,
    sub: actor,
    user_id: actor,
    firebase: { sign_in_provider: "custom", identities: {} },
    ...(JSON.parse(claims) as object),
  };
  const parts = [{ alg: "none", type: "JWT" }, payload];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`;
}
