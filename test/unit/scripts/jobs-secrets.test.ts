/** The secrets of the jobs on this machine: a file of an earlier version gets what it lacks. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";
import { SECRETS } from "../../../jobs/src/channels";
import { writeJobsSecrets } from "../../../tools/dev/stack/jobs-secrets";

const folder = useTemporaryFolder();
let file: string;
beforeEach(() => {
  file = path.join(folder(), ".secret.local");
});

const names = (): readonly string[] => Object.keys(parseEnv(readFileSync(file, "utf8"))).toSorted();
const NAMES = SECRETS.map(({ name }) => name).toSorted();

test("a new file has every secret of the channels", async () => {
  await writeJobsSecrets(file);
  expect(names()).toEqual(NAMES);
});

test("an existing file keeps its secrets, and gets the others", async () => {
  // Without a line break at its end.
  writeFileSync(file, "SMTP_URL=smtp://mail.example\nVAPID_PRIVATE_KEY=kept");
  await writeJobsSecrets(file);
  expect(names()).toEqual(NAMES);
  const stored = readFileSync(file, "utf8");
  expect(stored).toMatch(/^SMTP_URL=smtp:\/\/mail\.example\nVAPID_PRIVATE_KEY=kept\n/u);
  await writeJobsSecrets(file);
  expect(readFileSync(file, "utf8")).toBe(stored);
});
