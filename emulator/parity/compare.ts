/** Replaces values that differ in every run, and compares the answers of two emulators. Pure. */

import type { Question, Request } from "./question.ts";

export interface Answer {
  /** The line that was answered. */
  readonly request: string;
  /** 0 if there was no answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Recordings {
  /** Which emulator answered, with its version. */
  readonly emulator: string | null;
  readonly recordedAt: string | null;
  /** Answers by the question's id. */
  readonly answers: Readonly<Record<string, readonly Answer[]>>;
}

export interface Asked {
  readonly question: Question;
  readonly answers: readonly Answer[];
}

export interface Report {
  readonly lines: readonly string[];
  readonly isPassed: boolean;
}

const PUSH_ID = /(?<![\w-])-[\w-]{19}(?![\w-])/g;
const CLOCK_TOLERANCE_MS = 60 * 60_000;
const FIRST_TIMESTAMP = 1_000_000_000_000;

/**
 * Returns a function that replaces each push id, timestamp, host and namespace in the answers to one question by a
 * name.
 */
export function normaliser(own: {
  readonly host: string;
  readonly namespace: string;
  /** In Unix milliseconds. */
  readonly now: number;
}): (text: string) => string {
  const named: string[] = [];
  const numberOf = (found: string): number =>
    (named.includes(found) ? named.indexOf(found) : named.push(found) - 1) + 1;
  // A timestamp stays a number, so that the text stays valid JSON.
  const timestamp = (time: string): string =>
    Math.abs(Number(time) - own.now) < CLOCK_TOLERANCE_MS
      ? String(FIRST_TIMESTAMP + numberOf(time))
      : time;
  return (text) =>
    text
      .replaceAll(own.namespace, "<namespace>")
      .replaceAll(own.host, "<host>")
      .replaceAll(PUSH_ID, (id) => `<push id ${numberOf(id)}>`)
      .replaceAll(/\b\d{13}\b/g, timestamp);
}

/** Returns a line for each request with a different answer. */
function differences({ question, answers }: Asked, recorded: readonly Answer[]): readonly string[] {
  const { id, asks, requests } = question;
  return requests.flatMap((request, index) => {
    const [expected, actual] = [shown(request, recorded[index]), shown(request, answers[index])];
    if (expected === actual) return [];
    return [`${id}: ${asks} ${oneLine(request)}: expected ${expected}, actual ${actual}`];
  });
}

/** Returns the compared part of an answer. */
function shown({ compared }: Request, answer: Answer | undefined): string {
  if (answer === undefined) return "nothing, because the rules or the data were refused";
  const { status, headers, body } = answer;
  if (compared.includes("status")) return String(status);
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const content = compared.includes("text") ? JSON.stringify(body) : valueOf(body);
  return [status, ...named, content].join(" ");
}

/** Returns JSON without spaces, with its keys in their order. */
function valueOf(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    return JSON.stringify(body);
  }
}

function oneLine({ line }: Request): string {
  return line.replaceAll("\n", " ");
}

/** Returns a line for each request without an answer. Without a recording this still checks the question. */
function unanswered({ question, answers }: Asked): readonly string[] {
  return question.requests.flatMap((request, index) => {
    const { status = 200, body } = answers[index] ?? {};
    const isAnswered = request.isSetup ? status === 200 : status > 0 && status < 500;
    return isAnswered ? [] : [`${question.id}: ${oneLine(request)}: no answer: ${status} ${body}`];
  });
}

/** Returns whether these are answers to the current requests of the question. */
function answersTo({ requests }: Question, answers: readonly Answer[] = []): boolean {
  const isWhole = answers.length === requests.length || requests[answers.length - 1]?.isSetup;
  return isWhole === true && answers.every(({ request }, at) => request === requests[at]?.line);
}

/** @param intended reasons by the question's id */
export function report(
  answeredQuestions: readonly Asked[],
  { emulator, recordedAt, answers: recorded }: Recordings,
  intended: Readonly<Record<string, string>>,
): Report {
  const isRecorded = ({ question }: Asked): boolean => answersTo(question, recorded[question.id]);
  const compared = answeredQuestions.filter(isRecorded);
  const errors = answeredQuestions.filter((answered) => !isRecorded(answered)).flatMap(unanswered);
  let asIntended = 0;
  for (const answered of compared) {
    const { id } = answered.question;
    const found = differences(answered, recorded[id] ?? []);
    if (intended[id] === undefined) errors.push(...found);
    else if (found.length > 0) asIntended += 1;
    else errors.push(`${id}: no difference, although one is intended: ${intended[id]}`);
  }
  const ids = answeredQuestions.map(({ question }) => question.id);
  const unknown = Object.keys(intended).filter((id) => !ids.includes(id));
  errors.push(...unknown.map((id) => `${id}: unknown question, although a difference is intended`));
  const counts = `${errors.length} errors, ${asIntended} intended differences`;
  const outcome =
    compared.length === 0
      ? `0 of ${ids.length} questions have a recording of Google's emulator: nothing was compared with it.`
      : `${compared.length} of ${ids.length} compared with ${emulator}, ${recordedAt}: ${counts}.`;
  const lines = [...errors, compared.length === ids.length ? outcome : `${outcome} ${RECORD}`];
  return { lines, isPassed: errors.length === 0 };
}

const RECORD =
  "Record Google's answers with npm run parity:record; parity/README.md lists its requirements.";
