import { execFileSync } from "node:child_process";
import { signBody } from "@greenhouse/domain/identity/signing";
import { boardText, snippetOf } from "../../../../web/src/model/farm/snippet";

const hostile = `it's "$(date)" \`id\` \\ $HOME`;
const facts = { uid: hostile, functionsUrl: "https://example.com", key: "-k'ey" };

/** Replaces curl: prints each argument on a line. */
const FAKE_CURL = `curl() { printf '%s\\n' "$@"; }; `;

test("sends a hostile uid unchanged from the shell, and signs the whole body", () => {
  const lines = execFileSync("bash", ["-c", FAKE_CURL + snippetOf("shell", facts)], {
    encoding: "utf8",
  }).split("\n");
  const body = lines[lines.indexOf("-d") + 1] ?? "";
  expect(lines).toContain("https://example.com/sensorData");
  expect(lines).toContain(`X-Signature: ${signBody(facts.key, body)}`);
  expect(JSON.parse(body)).toEqual({
    uid: hostile,
    timestamp: expect.any(Number),
    temperature: 21.5,
    humidity: 60,
  });
});

test("ends the line of the answer", () => {
  expect(snippetOf("shell", facts)).toContain(String.raw`-w '\n'`);
});

/** Replaces the module: prints the request. */
const FAKE_REQUEST = `
import io, urllib.request
def urlopen(request, timeout):
    print(request.full_url, request.get_header("X-signature"), request.data.decode(), sep="\\n")
    return io.StringIO("null")
urllib.request.urlopen = urlopen
`;

test("sends a hostile uid unchanged from Python, and signs the whole body", () => {
  const program = FAKE_REQUEST + snippetOf("python", facts);
  const lines = execFileSync("python3", ["-c", program], { encoding: "utf8" });
  const [url, signature, body = ""] = lines.split("\n");
  expect(url).toBe("https://example.com/sensorData");
  expect(signature).toBe(signBody(facts.key, body));
  expect(JSON.parse(body)).toMatchObject({ uid: hostile, temperature: 21.5 });
});

test("uses a placeholder without the key", () => {
  expect(snippetOf("python", { ...facts, key: undefined })).toContain('KEY = "KEY"');
});

test("writes settings of board clients as literals of their languages", () => {
  const board = { ...facts, uid: 'a"b', key: "k" };
  expect(snippetOf("arduino", board)).toBe(`#define GREENHOUSE_URL "https://example.com/sensorData"
#define GREENHOUSE_UID "a\\"b"
#define GREENHOUSE_KEY "k"`);
  expect(snippetOf("micropython", board)).toBe(`GREENHOUSE_URL = "https://example.com/sensorData"
GREENHOUSE_UID = "a\\"b"
GREENHOUSE_KEY = "k"`);
});

test("writes the same settings as plain lines in the QR code", () => {
  expect(boardText({ ...facts, uid: "air 1" })).toBe(`GREENHOUSE_URL=https://example.com/sensorData
GREENHOUSE_UID=air 1
GREENHOUSE_KEY=-k'ey`);
});
