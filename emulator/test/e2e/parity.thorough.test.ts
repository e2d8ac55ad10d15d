/** The commands of parity/. One emulator replaces Google's, and another emulator is compared with it. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../../parity/command.ts";
import { readQuestions } from "../../parity/question.ts";
import { useEmulator } from "../../testing/emulator";
import { useTemporaryFolder } from "../../testing/temporary-folder";

const googles = useEmulator();
const own = useEmulator();
const folder = useTemporaryFolder();
/** Questions about functions are not asked, because these emulators call none. */
const count = readQuestions().filter(({ scenario }) => !scenario?.needsFunctions).length;
const file = (name = "recordings.json"): string => join(folder(), name);

function record(...options: readonly string[]): ReturnType<typeof runCommand> {
  return runCommand(["record", "--recordings", file(), ...options]);
}

it("records the answers of an emulator to all questions, and finds the same answers here", async () => {
  expect(await record("--host", `${googles.host}:${googles.port}`)).toMatchObject({
    isPassed: true,
  });
  const host = `${own.host}:${own.port}`;
  expect(await runCommand(["check", "--host", host, "--recordings", file()])).toEqual({
    lines: expect.arrayContaining([
      expect.stringMatching(`^${count} of ${count} compared .+: 0 errors, 0 intended`),
    ]) as unknown,
    isPassed: true,
  });
});

it("a recording without Java prints one line and keeps the last recording", async () => {
  writeFileSync(file(), "earlier");
  const java = file("java");
  const line = `Google's emulator needs Java 21 or newer, but ${java} was not found.`;
  expect(await record("--java", java)).toEqual({
    lines: [expect.stringContaining(line)],
    isPassed: false,
  });
  expect(readFileSync(file(), "utf8")).toBe("earlier");
});
