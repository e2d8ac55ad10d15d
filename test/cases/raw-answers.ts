/** Answers that no backend sends. All would count as a success if a board took them for whole. */

import type { RawAnswer } from "../support/devices/raw-relay";

export interface RawAnswerCase extends RawAnswer {
  readonly name: string;
}

const SUCCESS = `{"success":true}`;
const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const MANY = 65_536;
const withHeader = (header: string): string => `${HEAD}${header}\r\n\r\n${SUCCESS}`;
const inChunks = (chunks: string): string =>
  withHeader(`Transfer-Encoding: chunked`).replace(SUCCESS, chunks);

export const RAW_ANSWERS: readonly RawAnswerCase[] = [
  { name: "a header of 60 kB", text: withHeader(`X-Long: ${"a".repeat(60_000)}`) },
  { name: "a header without an end", text: `${HEAD}X-Long: `, endless: "a".repeat(MANY) },
  { name: "header lines without an end", text: HEAD, endless: "X-More: a\r\n".repeat(6_000) },
  { name: "a status line without an end", text: "HTTP/1.1 200 ", endless: "O".repeat(MANY) },
  { name: "a status line that stops", text: "HTTP/1.1 200 OK", staysOpen: true },
  {
    name: "interim answers without an end",
    text: "",
    endless: "HTTP/1.1 100 Continue\r\n\r\n".repeat(3_000),
  },
  { name: "empty lines without an end", text: "", endless: "\r\n".repeat(MANY) },
  {
    name: "megabytes with a length",
    text: withHeader("Content-Length: 50000000"),
    endless: " ".repeat(MANY),
  },
  { name: "megabytes without a length", text: withHeader("X: y"), endless: " ".repeat(MANY) },
  { name: "megabytes of brackets", text: `${HEAD}\r\n`, endless: "[".repeat(MANY) },
  { name: "megabytes of NUL", text: `${HEAD}\r\n`, endless: "\0".repeat(MANY) },
  { name: "megabytes in small chunks", text: inChunks(""), endless: "1\r\n{\r\n".repeat(10_000) },
  {
    name: "a huge chunk",
    text: inChunks(`ffffffffffffffff\r\n${SUCCESS}`),
    endless: " ".repeat(MANY),
  },
  { name: "a chunk's length without an end", text: inChunks("10;"), endless: "a".repeat(MANY) },
  { name: "a chunk without a length", text: inChunks(`-1\r\n${SUCCESS}\r\n0\r\n\r\n`) },
  { name: "a chunk that is longer than said", text: inChunks(`2\r\n${SUCCESS}\r\n0\r\n\r\n`) },
  { name: "a length that is negative", text: withHeader("Content-Length: -16") },
  { name: "a length that is no number", text: withHeader("Content-Length: many") },
  { name: "a length that is not reached", text: withHeader("Content-Length: 17"), staysOpen: true },
  { name: "a negative status", text: `HTTP/1.1 -20 OK\r\n\r\n${SUCCESS}` },
  { name: "a huge status", text: `HTTP/1.1 4294967496 OK\r\n\r\n${SUCCESS}` },
  { name: "another protocol", text: `SSH-2.0-OpenSSH_9.2\r\n\r\n${HEAD}\r\n${SUCCESS}` },
  { name: "random bytes", text: "\x16\x03\x01\x02\x80\xff\n\x00\n\r\r\n\u00fe", staysOpen: true },
  { name: "nothing", text: "" },
  { name: "silence", text: "", staysOpen: true },
  { name: "a dripping header", text: `${HEAD}X-Long: ${"a".repeat(5_000)}`, dripMs: 20 },
  { name: "a dripping body", text: `${HEAD}\r\n${SUCCESS}${" ".repeat(5_000)}`, dripMs: 20 },
];
