import { noticeOf } from "../../../tools/dev/stack/firebase-lines";

const requestOf = (file: string, status: number): string =>
  `i  hosting: 127.0.0.1 - - [21/Nov/2026:07:38:00 +0000] "GET ${file} HTTP/1.1" ${status} - "-" "-"`;

test.each([
  " ",
  'i  functions: Beginning execution of "us-central1-sensorData"',
  requestOf("/icon.svg", 200),
  "✔  functions: Loaded functions definitions from source: reportIp, sensorData.",
  "rtdb-emulator: Scheduled functions run by the clock: foldReadings, watchFarms.",
  '>  {"severity":"INFO","event":"readings_folded","message":"Folded readings.","folds":3}',
  "[hosting] Rewriting /api/unsubscribe to http://127.0.0.1:5001/demo-farm/us-central1/unsubscribe for local Function us-central1/unsubscribe",
])("%j is not printed", (line) => {
  expect(noticeOf(line)).toBeUndefined();
});

test.each([
  "⚠  functions: Your function timed out after ~60s.",
  '>  {"severity":"ERROR","event":"database_denied"}',
  requestOf("/old.js", 404),
  '>  {"severity":"WARNING","event":"database_unavailable","endpoint":"sensorData","message":"x"}',
  '>  {"severity":"INFO","event":"request_refused","status":401}',
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

test("a run of the jobs is printed when there were messages", () => {
  const noticeAbout = (delivered: number, undelivered: number): string | undefined => {
    const entry = { severity: "INFO", event: "farms_watched", farms: 3, delivered, undelivered };
    return noticeOf(`>  ${JSON.stringify({ ...entry, message: "Checked farms.", changed: 1 })}`);
  };
  expect(noticeAbout(0, 0)).toBeUndefined();
  expect(noticeAbout(2, 1)).toBe("messages  2 delivered, 1 not");
});
