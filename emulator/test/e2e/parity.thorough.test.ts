/** The commands of parity/. One emulator replaces Google's, and another emulator is compared with it. */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../parity/command.ts";
import type { Recordings } from "../../parity/compare.ts";
import { readQuestions } from "../../parity/question.ts";
import { type TestEmulator, useEmulator } from "../../testing/emulator";
import { useTemporaryFolder } from "../../testing/temporary-folder";

const googles = useEmulator();
const own = useEmulator();
const folder = useTemporaryFolder();
const count = readQuestions().length;
const hostOf = ({ host, port }: TestEmulator): string => `${host}:${port}`;
const file = (name = "recordings.json"): string => join(folder(), name);

function record(...options: readonly string[]): ReturnType<typeof runCommand> {
  return runCommand(["record", "--recordings", file(), ...options]);
}

function checkAgainst(recordings: Recordings): ReturnType<typeof runCommand> {
  writeFileSync(file(), JSON.stringify(recordings));
  return runCommand(["check", "--host", hostOf(own), "--recordings", file()]);
}

function readRecordings(): Recordings {
  return JSON.parse(readFileSync(file(), "utf8")) as Recordings;
}

/** Writes a `java` that prints a version and, for `jar`, forwards to the emulator that replaces Google's. */
function writeJava(version: string): string {
  const java = file("java");
  const script = `#!${process.execPath}
const net = require("node:net");
const words = process.argv.slice(2);
if (words[0] === "-version") console.error('openjdk version "${version}" 2026-01-20');
else {
  const [, , jar, hostOption, host, portOption, port] = words;
  if (jar !== ${JSON.stringify(jarFile())} || hostOption !== "--host" || portOption !== "--port") process.exit(1);
  const connect = (socket) => {
    const target = net.connect(${googles.port}, "${googles.host}");
    for (const [one, other] of [[socket, target], [target, socket]]) {
      one.pipe(other);
      one.on("error", () => other.destroy());
    }
  };
  net.createServer(connect).listen(Number(port), host);
}
`;
  writeFileSync(java, script);
  chmodSync(java, 0o755);
  return java;
}

const jarFile = (): string => file("emulators/firebase-database-emulator-v4.11.2.jar");

function writeJar(): void {
  mkdirSync(file("emulators"));
  writeFileSync(jarFile(), "");
  writeFileSync(file("emulators/firebase-database-emulator-v4.9.0.jar"), "");
}

beforeEach(() => (process.env["FIREBASE_EMULATORS_PATH"] = file("emulators")));

describe("a recording of another emulator", () => {
  let recordings: Recordings | undefined;
  beforeEach(async () => {
    if (recordings !== undefined) return;
    await record("--host", hostOf(googles));
    recordings = readRecordings();
  });
  const summary = (): string =>
    `${count} of ${count} compared with the emulator at ${hostOf(googles)}, ${recordings?.recordedAt}`;

  it("has the answers of this emulator", async () => {
    expect(await checkAgainst(recordings!)).toEqual({
      lines: [`${summary()}: 0 errors, 0 intended differences.`],
      isPassed: true,
    });
  });

  it("differs if one answer is different", async () => {
    const id = "limit-beyond-32-bits";
    const [setup, answer] = recordings!.answers[id]!;
    const answers = { ...recordings!.answers, [id]: [setup!, { ...answer!, body: '{"a":2}' }] };
    expect(await checkAgainst({ ...recordings!, answers })).toEqual({
      lines: [
        `${id}: Is a limit beyond 32 bits refused? > GET /.json?orderBy="$key"&limitToFirst=4294967296: expected 200 {"a":2}, actual 200 {"a":1}`,
        `${summary()}: 1 errors, 0 intended differences.`,
      ],
      isPassed: false,
    });
  });
});

it("runs the newest JAR of firebase-tools on Java as Google's emulator", async () => {
  writeJar();
  const name = "firebase-database-emulator-v4.11.2.jar";
  expect(await record("--java", writeJava("21.0.6"))).toEqual({
    lines: [`The answers of ${name} to ${count} questions are in ${file()}`],
    isPassed: true,
  });
  expect(readRecordings().emulator).toBe(name);
});

describe("a recording without a requirement prints one line and keeps the last recording", () => {
  const HOW =
    "Install it from https://adoptium.net and name it with --java <file>, or name a running emulator with --host <host:port>.";

  async function expectRefusal(line: string, ...options: readonly string[]): Promise<void> {
    writeFileSync(file(), "earlier");
    expect(await record(...options)).toEqual({ lines: [line], isPassed: false });
    expect(readFileSync(file(), "utf8")).toBe("earlier");
  }

  it("needs Java", async () => {
    const java = file("java");
    const line = `Google's emulator needs Java 21 or newer, but ${java} was not found. ${HOW}`;
    await expectRefusal(line, "--java", java);
  });

  it("needs a newer Java", async () => {
    const java = writeJava("17.0.15");
    const line = `Google's emulator needs Java 21 or newer, but ${java} is version 17. ${HOW}`;
    await expectRefusal(line, "--java", java);
  });

  it("needs the JAR", async () => {
    const line = `Google's emulator is not in ${file("emulators")}. Download it with npx firebase-tools setup:emulators:database, or name it with --jar <file>.`;
    await expectRefusal(line, "--java", writeJava("21"));
  });

  it("needs an emulator that answers", async () => {
    await expectRefusal("No emulator answers at 127.0.0.1:1.", "--host", "127.0.0.1:1");
  });
});

it("says that nothing was compared without recordings", async () => {
  expect(await checkAgainst({ emulator: null, recordedAt: null, answers: {} })).toEqual({
    lines: [
      `0 of ${count} questions have a recording: NOTHING WAS COMPARED. Record Google's answers with npm run parity:record; parity/README.md lists its requirements.`,
    ],
    isPassed: true,
  });
});
