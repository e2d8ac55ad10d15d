/**
 * The commands of parity/ with every third question. One emulator replaces Google's, and another emulator is compared
 * with it. In the nightly run, the commands ask all questions.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../parity/compare.ts";
import type * as Questions from "../../parity/question.ts";
import { useEmulator } from "../../testing/emulator";
import { useTemporaryFolder } from "../../testing/temporary-folder";

const googles = useEmulator();
const own = useEmulator();
const folder = useTemporaryFolder();
const actual = jest.requireActual<typeof Questions>("../../parity/question.ts");
const asked = actual.readQuestions().filter((_, index) => index % 3 === 0);
jest.doMock("../../parity/question.ts", () => ({ ...actual, readQuestions: () => asked }));
/** Questions about functions are not asked, because these emulators call none. */
const count = asked.filter(({ scenario }) => !scenario?.needsFunctions).length;
const file = (name = "recordings.json"): string => join(folder(), name);

async function run(...args: readonly string[]): Promise<Report> {
  const { runCommand } = await import("../../parity/command.ts");
  return runCommand([...args, "--recordings", file()]);
}

it("records the answers of an emulator, and finds the same answers here", async () => {
  const hosts = [googles, own].map(({ host, port }) => `${host}:${port}`);
  const [google = "", here = ""] = hosts;
  expect(await run("record", "--host", google)).toMatchObject({ isPassed: true });
  expect(await run("check", "--host", here)).toEqual({
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
  expect(await run("record", "--java", java)).toEqual({
    lines: [expect.stringContaining(line)],
    isPassed: false,
  });
  expect(readFileSync(file(), "utf8")).toBe("earlier");
});
