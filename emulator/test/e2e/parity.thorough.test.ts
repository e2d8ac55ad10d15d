/** The commands of parity/. One emulator replaces Google's, and another emulator is compared with it. */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../parity/command.ts";
import type { Recordings } from "../../parity/compare.ts";
import { readQuestions } from "../../parity/question.ts";
import { useEmulator } from "../../testing/emulator";
import { useTemporaryFolder } from "../../testing/temporary-folder";

const googles = useEmulator();
const own = useEmulator();
const folder = useTemporaryFolder();
const count = readQuestions().length;
const file = (name = "recordings.json"): string => join(folder(), name);

function record(...options: readonly string[]): ReturnType<typeof runCommand> {
  return runCommand(["record", "--recordings", file(), ...options]);
}

function check(): ReturnType<typeof runCommand> {
  return runCommand(["check", "--host", `${own.host}:${own.port}`, "--recordings", file()]);
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

it("records the newest JAR of firebase-tools on Java, and finds the same answers here", async () => {
  writeJar();
  const name = "firebase-database-emulator-v4.11.2.jar";
  expect(await record("--java", writeJava("21.0.6"))).toEqual({
    lines: [`The answers of ${name} to ${count} questions are in ${file()}`],
    isPassed: true,
  });
  const { emulator, recordedAt } = JSON.parse(readFileSync(file(), "utf8")) as Recordings;
  expect(emulator).toBe(name);
  expect(await check()).toEqual({
    lines: [
      `${count} of ${count} compared with ${name}, ${recordedAt}: 0 errors, 0 intended differences.`,
    ],
    isPassed: true,
  });
});

it("a recording without a requirement prints one line and keeps the last recording", async () => {
  const java = file("java");
  const needsJava = (problem: string): string =>
    `Google's emulator needs Java 21 or newer, but ${java} ${problem}. Install it from https://adoptium.net and name it ` +
    "with --java <file>, or name a running emulator with --host <host:port>.";
  writeFileSync(file(), "earlier");
  const expectRefusal = async (line: string, ...options: readonly string[]): Promise<void> => {
    expect(await record(...options)).toEqual({ lines: [line], isPassed: false });
    expect(readFileSync(file(), "utf8")).toBe("earlier");
  };
  await expectRefusal(needsJava("was not found"), "--java", java);
  await expectRefusal(needsJava("is version 17"), "--java", writeJava("17.0.15"));
  await expectRefusal(
    `Google's emulator is not in ${file("emulators")}. Download it with npx firebase-tools setup:emulators:database, or name it with --jar <file>.`,
    "--java",
    writeJava("21"),
  );
  await expectRefusal("No emulator answers at 127.0.0.1:1.", "--host", "127.0.0.1:1");
});
