import { noticeOf } from "../../../tools/dev/stack/firebase-lines";

const requestOf = (file: string, status: number): string =>
  `i  hosting: 127.0.0.1 - - [21/Nov/2026:07:38:00 +0000] "GET ${file} HTTP/1.1" ${status} - "-" "-"`;

test.each([
  "",
  " ",
  'i  functions: Beginning execution of "us-central1-sensorData"',
  requestOf("/icon.svg", 200),
  "i  hub: Stopping emulator hub",
  "✔  functions: Loaded functions definitions from source: reportIp, sensorData.",
  "Serving at port 8557",
  "rtdb-emulator: Scheduled functions run by the clock: foldReadings, watchFarms.",
  '>  {"severity":"INFO","event":"readings_folded","message":"Folded readings.","folds":3}',
  "[hosting] Rewriting /api/unsubscribe to http://127.0.0.1:5001/demo-farm/us-central1/unsubscribe for local Function us-central1/unsubscribe",
])("%j is not printed", (line) => {
  expect(noticeOf(line)).toBeUndefined();
});

test.each([
  "⚠  functions: Your function timed out after ~60s.",
  "⬢  functions: Failed to load function definition from source",
  '>  {"severity":"ERROR","event":"database_denied"}',
  requestOf("/old.js", 404),
  '>  {"severity":"WARNING","event":"database_unavailable","endpoint":"sensorData","message":"x"}',
  '>  {"severity":"WARNING","event":"readings_folded","message":"Folded readings.","folds":3}',
  '>  {"severity":"INFO","event":"request_refused","status":401}',
  "    at Object.<anonymous> (index.js:1:1)",
])("%j is printed unchanged", (line) => {
  expect(noticeOf(line)).toBe(line);
});

test.each([
  ["sensorData", 401, "Invalid signature.", "refused  sensorData 401  Invalid signature."],
  ["reportIp", 404, 'Not found: "a\\b"\n', 'refused  reportIp 404  Not found: "a\\b"\\n'],
])("a refusal by %s is printed in a few words", (endpoint, status, message, text) => {
  const entry = { severity: "INFO", event: "request_refused", endpoint, status, message };
  expect(noticeOf(`>  ${JSON.stringify(entry)}`)).toBe(text);
});

test.each([
  [0, 0, undefined],
  [2, 0, "messages  2 delivered, 0 not"],
  [0, 1, "messages  0 delivered, 1 not"],
])(
  "a run of the jobs is printed when there were messages: %d and %d",
  (delivered, undelivered, text) => {
    const entry = { severity: "INFO", event: "farms_watched", message: "Checked farms.", farms: 3 };
    const summary = { changed: 1, delivered, undelivered, milliseconds: 12 };
    expect(noticeOf(`>  ${JSON.stringify({ ...entry, ...summary })}`)).toBe(text);
  },
);
