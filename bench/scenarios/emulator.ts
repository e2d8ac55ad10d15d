/** The embedded database's own measurements, which stand in processes of their own. */

import { fromRoot } from "../../scripts/stack/project.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";
import { run } from "../../scripts/stack/processes.ts";
import type { Section } from "../report.ts";

export async function measureEmulator(): Promise<Section> {
  const running = run(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", fromRoot("bench/emulator/run.ts")],
    { cwd: fromRoot() },
  );
  const code = await running.ended;
  if (code !== 0) throw new StackError(running.output());
  const lines = running.output().trim();
  return { title: "The embedded database", text: `\`\`\`\n${lines}\n\`\`\``, verdicts: [] };
}
