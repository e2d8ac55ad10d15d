/** Reads the questions of `questions/*.txt`; README.md describes their format. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export interface Request {
  /** The request as in the file, with the line of compared parts. */
  readonly line: string;
  /** A method of HTTP, or STREAM or WIRE. */
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
}

export interface Question {
  readonly id: string;
  readonly asks: string;
  readonly requests: readonly Request[];
}

const FOLDER = path.join(import.meta.dirname, "questions");

export function readQuestions(): readonly Question[] {
  return readdirSync(FOLDER).flatMap((name) =>
    parseQuestions(readFileSync(path.join(FOLDER, name), "utf8")),
  );
}

/** Reads the questions of a file. The text before the first `# ` is an introduction. */
export function parseQuestions(text: string): readonly Question[] {
  const [, ...blocks] = text.split(/^# /m);
  return blocks.map((block) => {
    // An indented line continues the one before.
    const [id = "", asks = "", ...lines] = block.trimEnd().split(/\n(?! )/);
    return { id, asks, requests: requestsOf(lines.map((line) => line.replaceAll(/\n +/g, "\n"))) };
  });
}

function requestsOf(lines: readonly string[]): readonly Request[] {
  const requests: Request[] = [];
  for (const line of lines) {
    const last = line.startsWith("= ") ? requests.pop() : undefined;
    if (last === undefined) requests.push(...parseLine(line));
    else
      requests.push({ ...last, line: `${last.line} ${line}`, compared: line.slice(2).split(" ") });
  }
  return requests;
}

/** Reads a line. Some lines are short forms of requests that many questions have. */
function parseLine(line: string): readonly Request[] {
  const [, word, actor = "", value = ""] =
    /^(rules|data|load|expr) (?:(\w+): )?([^]+)$/.exec(line) ?? [];
  switch (word) {
    case "rules":
      return [setup(`owner> PUT /.settings/rules.json {"rules": ${value}}`)];
    case "data":
      return [setup(`owner> PUT /.json ${value}`)];
    case "load":
      return [{ ...setup(`owner> PUT /.settings/rules.json ${value}`), isSetup: false }];
    case "expr": {
      // Asks the opposite, too, because a failure denies both.
      const rules = { is: { ".read": value }, not: { ".read": `!(${value})` } };
      const reads = Object.keys(rules).map((key) => parseRequest(`${actor}> GET /${key}.json`));
      return [...parseLine(`rules ${JSON.stringify(rules)}`), ...reads];
    }
    default:
      return [parseRequest(line)];
  }
}

function setup(line: string): Request {
  return { ...parseRequest(line), compared: ["status"], isSetup: true };
}

const REQUEST = /^(\w*)(?: (\{[^>]*\}))? ?((?:\[[^\]]*\] ?)*)> ([A-Z]+) (\S+)(?:\s([^]*))?$/;

/** Reads `actor {"claim": 1} [header: value]> METHOD target body`. The parts before > and the body are optional. */
export function parseRequest(line: string): Request {
  const match = REQUEST.exec(line);
  if (match === null) throw new Error(`Not a line of a question: ${line}`);
  const [, actor = "", claims, headers = "", method = "", target = "", body = ""] = match;
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
function tokenOf(actor: string, claims = "{}"): string {
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
