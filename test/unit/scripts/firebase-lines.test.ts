import { newsOf } from "../../../scripts/stack/firebase-lines";

test.each([
  "",
  " ",
  'i  functions: Beginning execution of "us-central1-sensorData"',
  'i  hosting: 127.0.0.1 - - [21/Nov/2026:07:38:00 +0000] "GET /icon.svg HTTP/1.1" 200 - "-" "-"',
  "i  emulators: Received SIGINT (Ctrl-C) for the first time. Starting a clean shutdown.",
  "i  hub: Stopping emulator hub",
  "✔  functions: Loaded functions definitions from source: reportIp, sensorData.",
  "Serving at port 8557",
])("nobody waits for %j", (line) => {
  expect(newsOf(line)).toBeUndefined();
});

test.each([
  "⚠  functions: Your function timed out after ~60s.",
  "⬢  functions: Failed to load function definition from source",
  '>  {"severity":"ERROR","event":"database_denied"}',
  'i  hosting: 127.0.0.1 - - [21/Nov/2026:07:38:00 +0000] "GET /old.js HTTP/1.1" 404 - "-" "-"',
  '>  {"severity":"WARNING","event":"database_unavailable","endpoint":"sensorData","message":"x"}',
  '>  {"severity":"INFO","event":"request_refused","status":401}',
  "Error: Could not start Hosting Emulator, port taken.",
  "    at Object.<anonymous> (index.js:1:1)",
])("%j is told as it is", (line) => {
  expect(newsOf(line)).toBe(line);
});

test.each([
  [
    { endpoint: "sensorData", status: 401, message: "Invalid signature." },
    "refused  sensorData 401  Invalid signature.",
  ],
  [
    { endpoint: "reportIp", status: 404, message: 'Farm ID not found: "a\\b"\n', trace: "t" },
    'refused  reportIp 404  Farm ID not found: "a\\b"\\n',
  ],
])("a refusal is told in a few words: %j", (fields, told) => {
  const entry = { severity: "INFO", event: "request_refused", ...fields };
  expect(newsOf(`>  ${JSON.stringify(entry)}`)).toBe(told);
});
