import { execFileSync } from "node:child_process";
import { isLoopback, snippetOf } from "../../../../web/src/model/snippet";

const hostile = `it's "$(date)" \`id\` \\ $HOME`;
const facts = { uid: hostile, functionsUrl: "https://example.com", farmKey: "k'ey" };

/** Stands in for curl: prints the address and what it is given to send. */
const FAKE_CURL = 'curl() { echo "$2"; cat; }; ';

test("the shell lines send a hostile uid as it is", () => {
  const lines = execFileSync("bash", ["-c", FAKE_CURL + snippetOf("shell", facts)], {
    encoding: "utf8",
  });
  const [url, ...body] = lines.split("\n");
  expect(url).toBe("https://example.com/sensorData");
  expect(JSON.parse(body.join(""))).toEqual({
    uid: hostile,
    timestamp: expect.any(Number),
    signature: expect.stringMatching(/^[0-9a-f]{32}$/),
    temperature: 21.5,
    humidity: 60,
  });
});

test("the answer ends its line", () => {
  expect(snippetOf("shell", facts)).toContain(String.raw`-w '\n'`);
});

test.each([
  ["http://127.0.0.1:5001/demo-farm/europe-west1", true],
  ["http://localhost:5001", true],
  ["http://[::1]:5001", true],
  ["http://192.0.2.2:5001/demo-farm/europe-west1", false],
  ["https://europe-west1-farm.cloudfunctions.net", false],
  ["https://127.0.0.1.example.com", false],
])("%s is on this machine alone: %s", (functionsUrl, expected) => {
  expect(isLoopback({ functionsUrl })).toBe(expected);
});

test("without the key a placeholder stands in for it", () => {
  const text = snippetOf("python", { ...facts, farmKey: undefined });
  expect(text).toContain('KEY = "FARM-KEY"');
  expect(text).toContain(`UID = ${JSON.stringify(hostile)}`);
});

test("C++ has the uid as a literal, and inside the body as one of JSON", () => {
  const text = snippetOf("arduino", { ...facts, uid: 'a"b' });
  expect(text).toContain('const char *UID = "a\\"b";');
  expect(text).toContain('"a\\\\\\"b"');
});
