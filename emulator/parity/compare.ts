/** Takes out of answers what differs by nature, and compares those of two emulators. Pure. */

import type { Question, Request } from "./question.ts";

export interface Answer {
  /** The line that was answered. */
  readonly request: string;
  /** 0 where there was no answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Recordings {
  /** Which emulator answered, with its version. */
  readonly emulator: string | null;
  readonly recordedAt: string | null;
  /** By the question's id. */
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

/** For the answers to one question: the same name for the same push id, timestamp, host or namespace. */
export function normaliser(own: {
  readonly host: string;
  readonly namespace: string;
  /** In Unix milliseconds. */
  readonly now: number;
}): (text: string) => string {
  const known: string[] = [];
  const numberOf = (found: string): number =>
    (known.includes(found) ? known.indexOf(found) : known.push(found) - 1) + 1;
  // It stays a number, so that JSON stays JSON.
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

/** A line for each request that was answered differently. */
function differences({ question, answers }: Asked, recorded: readonly Answer[]): readonly string[] {
  const { id, asks, requests } = question;
  return requests.flatMap((request, index) => {
    const [expected, actual] = [shown(request, recorded[index]), shown(request, answers[index])];
    if (expected === actual) return [];
    return [`${id}: ${asks} ${oneLine(request)}: expected ${expected}, actual ${actual}`];
  });
}

/** What is compared of an answer. */
function shown({ compared }: Request, answer: Answer | undefined): string {
  if (answer === undefined) return "nothing, as the rules or the data were refused";
  const { status, headers, body } = answer;
  if (compared.includes("status")) return String(status);
  const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const content = compared.includes("text") ? JSON.stringify(body) : valueOf(body);
  return [status, ...named, content].join(" ");
}

/** JSON without its spaces, its keys in the order in which they came. */
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

/** Without a recording it still shows whether the question can be asked. */
function unanswered({ question, answers }: Asked): readonly string[] {
  return question.requests.flatMap((request, index) => {
    const { status = 200, body } = answers[index] ?? {};
    const isAnswered = request.isSetup ? status === 200 : status > 0 && status < 500;
    return isAnswered ? [] : [`${question.id}: ${oneLine(request)}: no answer: ${status} ${body}`];
  });
}

/** Whether these are the answers to what is asked now. */
function answersTo({ requests }: Question, answers: readonly Answer[] = []): boolean {
  const isWhole = answers.length === requests.length || requests[answers.length - 1]?.isSetup;
  return isWhole === true && answers.every(({ request }, at) => request === requests[at]?.line);
}

/** @param intended reasons by the question's id */
export function report(
  asked: readonly Asked[],
  { emulator, recordedAt, answers: recorded }: Recordings,
  intended: Readonly<Record<string, string>>,
): Report {
  const isRecorded = ({ question }: Asked): boolean => answersTo(question, recorded[question.id]);
  const compared = asked.filter(isRecorded);
  const errors = asked.filter((one) => !isRecorded(one)).flatMap(unanswered);
  let asIntended = 0;
  for (const one of compared) {
    const { id } = one.question;
    const found = differences(one, recorded[id] ?? []);
    if (intended[id] === undefined) errors.push(...found);
    else if (found.length > 0) asIntended += 1;
    else errors.push(`${id}: no difference any more, although one is intended: ${intended[id]}`);
  }
  const ids = asked.map(({ question }) => question.id);
  const unknown = Object.keys(intended).filter((id) => !ids.includes(id));
  errors.push(...unknown.map((id) => `${id}: no such question, although a difference is intended`));
  const counts = `${errors.length} errors, ${asIntended} intended differences`;
  const outcome =
    compared.length === 0
      ? `0 of ${ids.length} questions have a recording: NOTHING WAS COMPARED.`
      : `${compared.length} of ${ids.length} compared with ${emulator}, ${recordedAt}: ${counts}.`;
  const lines = [...errors, compared.length === ids.length ? outcome : `${outcome} ${RECORD}`];
  return { lines, isPassed: errors.length === 0 };
}

const RECORD =
  "Record Google's answers with npm run parity:record; parity/README.md says what it needs.";
