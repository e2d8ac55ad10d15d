/** Answers that do not come from the backend, by their fault. A device counts each as a failed attempt, and goes on. */

import type { RawAnswer } from "../support/devices/fault-server";

export interface HostileAnswer extends RawAnswer {
  readonly name: string;
  /** Whether the device must close the connection: the answer would never end, or only after minutes. */
  readonly isCutOff?: boolean;
  /** Only for Arduino boards, which have no JSON parser, or only for the others. By default for all clients. */
  readonly only?: "boards" | "others";
}

const OK = "HTTP/1.1 200 OK\r\n";
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
/** A client that reads no further would take this for a success. */
export const SUCCESS = `{"success":true,"stored":1,"refused":[]}`;
const SUCCESS_AND = SUCCESS.slice(0, -1);
const MANY = 65_536;

/** Returns an answer with this body. */
const answer = (body: string, head = OK): string =>
  `${head}Content-Length: ${body.length}\r\n\r\n${body}`;

const whole = (name: string, text: string, more: Partial<HostileAnswer> = {}): HostileAnswer => ({
  name,
  parts: [text],
  ...more,
});

/** Makes an endless answer, which can be iterated many times. */
const endless = (
  name: string,
  beginning: string,
  rest: string,
  more: Partial<HostileAnswer> = {},
): HostileAnswer => ({
  name: `${name} without end`,
  parts: {
    *[Symbol.iterator]() {
      yield beginning;
      for (;;) yield rest;
    },
  },
  isCutOff: true,
  ...more,
});

/** Makes an answer that sends a byte, or a part, every 50 ms. */
const dripping = (name: string, parts: Iterable<string>): HostileAnswer => ({
  name: `${name}, byte by byte`,
  parts,
  pauseMs: 50,
  isCutOff: true,
});

const open = (name: string, text: string): HostileAnswer => whole(name, text, { staysOpen: true });

export const HOSTILE_ANSWERS: Readonly<Record<string, readonly HostileAnswer[]>> = {
  "the protocol": [
    open("no answer", ""),
    whole("bytes that are not HTTP", "\x16\x03\x01\x02\x00\r\n\r\n"),
  ],
  status: [
    whole("a status line of 60 kB", answer(SUCCESS, `HTTP/1.1 200 ${"O".repeat(60_000)}\r\n`)),
    open("a status line that stops", "HTTP/1.1 200 OK"),
    whole("a huge status", answer(SUCCESS, "HTTP/1.1 4294967496 OK\r\n")),
    endless("a status line", "HTTP/1.1 200 ", "O".repeat(MANY)),
    endless("interim answers", "", "HTTP/1.1 100 Continue\r\n\r\n".repeat(3_000)),
  ],
  headers: [
    endless("a header", `${OK}X-Long: `, "x".repeat(MANY)),
    endless("headers", OK, "X-More: a\r\n".repeat(6_000)),
    whole(
      "a wait of a digit that is not a number",
      answer("{}", "HTTP/1.1 503 Busy\r\nRetry-After: \u00b2\r\n"),
    ),
  ],
  length: [
    whole("a length that is negative", `${OK}Content-Length: -16\r\n\r\n{`),
    open(
      "a length that is not reached",
      `${OK}Content-Length: ${SUCCESS.length + 1}\r\n\r\n${SUCCESS}`,
    ),
    endless("a body with a length", `${OK}Content-Length: 99999999\r\n\r\n`, " ".repeat(MANY)),
    endless("a success", `${OK}\r\n${SUCCESS}`, " ".repeat(MANY), { only: "boards" }),
    endless("brackets", `${OK}\r\n`, "[".repeat(MANY)),
  ],
  chunks: [
    whole("a chunk's length that is negative", `${CHUNKED}-1\r\n${SUCCESS}\r\n0\r\n\r\n`),
    whole("a chunk that is longer than its length", `${CHUNKED}2\r\n${SUCCESS}\r\n0\r\n\r\n`),
    whole("an incomplete chunk", `${CHUNKED}fffff\r\n${SUCCESS}`),
    endless("a chunk's length", `${CHUNKED}10;`, "a".repeat(MANY)),
    endless("a huge chunk", `${CHUNKED}ffffffffffffffff\r\n`, " ".repeat(MANY)),
    endless("a success in a huge chunk", `${CHUNKED}fffffffff\r\n${SUCCESS}`, " ".repeat(MANY), {
      only: "boards",
    }),
    endless("small chunks", CHUNKED, "1\r\n{\r\n".repeat(10_000)),
  ],
  JSON: [
    whole(
      "a success around 60,000 brackets",
      answer(`${SUCCESS_AND},"x":${"[".repeat(30_000)}${"]".repeat(30_000)}}`),
    ),
    whole("a success of 150 kB", answer(`${SUCCESS_AND},"x":"${"x".repeat(150_000)}"}`)),
    whole("letters that are not UTF-8", answer(`${SUCCESS_AND},"x":"\u0080`), {
      only: "others",
    }),
    whole(
      "a success for more readings than were sent",
      answer(`{"success":true,"stored":2,"refused":[]}`),
    ),
    whole(
      "a refusal of a reading that was not sent",
      answer(`{"success":true,"stored":0,"refused":[{"index":1,"status":400,"error":"no"}]}`),
    ),
    whole(
      "refusals that are not a list",
      answer(`{"success":true,"stored":0,"refused":{"index":0}}`),
    ),
    whole("an error that is a list", answer(`{"error":[[[]]]}`, "HTTP/1.1 500 Oh\r\n")),
  ],
  pace: [
    dripping("a status line", `HTTP/1.1 200 ${"O".repeat(900)}\r\n${answer(SUCCESS, "")}`),
    dripping("a body", answer(`${" ".repeat(900)}${SUCCESS}`)),
    dripping("a chunk", `${CHUNKED}3e8\r\n${SUCCESS.padEnd(1_000)}\r\n0\r\n\r\n`),
    dripping("interim answers", [
      ...Array.from({ length: 900 }, () => "HTTP/1.1 100 Continue\r\n\r\n"),
      answer(SUCCESS),
    ]),
  ],
};

/** Dates of servers whose clock is not set, of attackers, and of impossible calendars. All are ignored. */
export const HOSTILE_DATES: readonly string[] = [
  "yesterday",
  "Wed, 01 Jan 0025 00:00:00 GMT",
  "Tue, 31 Dec 2019 23:59:59 GMT",
  "Sat, 01 Jan 2101 00:00:00 GMT",
  "Tue, 99 Nov 2033 22:13:20 GMT",
  "Tue, 14 Nov 2033 99:13:20 GMT",
  "Tue, 14 Nov 2033 22:99:20 GMT",
  "Tue, 14 Nov -033 22:13:20 GMT",
  "Tue, 14 anF 2033 22:13:20 GMT",
];
