/** The example project with database functions, in the real emulator suite. */

import { cpSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Exec, SuiteProject } from "./emulator-suite";
import { EMULATOR, modulesWith } from "./packages";

const EXAMPLE = join(EMULATOR, "examples/triggers");
/** The database of functions in a demo project. */
export const NAMESPACE = "demo-suite";

/** Copies the example into a folder and starts it. @param options of `exec` */
export async function startExample(
  folder: string,
  options: readonly string[] = [],
): Promise<{ readonly project: SuiteProject; readonly suite: Exec }> {
  const project = await SuiteProject.create(folder);
  rmSync(join(folder, "functions"), { recursive: true });
  cpSync(EXAMPLE, folder, { recursive: true });
  symlinkSync(modulesWith("firebase-functions"), join(folder, "functions/node_modules"));
  const text = readFileSync(join(EXAMPLE, "firebase.json"), "utf8");
  const config = JSON.parse(text.replaceAll("demo-shop", NAMESPACE)) as { emulators?: object };
  delete config.emulators;
  project.configure(config);
  // The Admin SDK then does not ask a server for credentials.
  const env = { METADATA_SERVER_DETECTION: "none" };
  const command = project.firebase("emulators:start", "--only", "database,functions");
  const suite = project.exec(command, options, env);
  await suite.ready();
  return { project, suite };
}
