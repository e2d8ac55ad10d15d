import { noticeOf } from "../../../tools/dev/stack/firebase-lines";

const requestOf = (file: string, status: number): string =>
  `i  hosting: 127.0.0.1 - - [21/Nov/2026:07:38:00 +0000] "GET ${file} HTTP/1.1" ${status} - "-" "-"`;

test.each([
  'i  functions: Beginning execution of "us-central1-sensorData"',
  requestOf("/icon.svg", 200),
  '>  {"severity":"INFO","event":"readings_folded","message":"Folded readings.","folds":3}',
])("%j is not printed", (line) => {
  expect(noticeOf(line)).toBeUndefined();
});

test.each([
  "⚠  functions: Your function timed out after ~60s.",
  '>  {"severity":"ERROR","event":"database_denied"}',
  requestOf("/old.js", 404),
  "    at Object.<anonymous> (index.js:1:1)",
])("%j is printed unchanged", (line) => {
  expect(noticeOf(line)).toBe(line);
});

test("a refusal is printed in a few words", () => {
  const refusal = { endpoint: "reportIp", status: 404, message: 'Not found: "a\\b"\n' };
  const entry = { severity: "INFO", event: "request_refused", ...refusal };
  expect(noticeOf(`>  ${JSON.stringify(entry)}`)).toBe(
    'refused  reportIp 404  Not found: "a\\b"\\n',
  );
});
