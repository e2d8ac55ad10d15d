/** `firebase deploy` of both codebases without an account: the build, on a Node without TypeScript, and the upload. */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ROOT } from "../../support/backend/addresses";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const folder = useTemporaryFolder();

/** The codebases' folders and their exports. */
const CODEBASES = {
  functions: ["reportIp", "sensorData"],
  jobs: ["answerCall", "foldReadings", "unsubscribe", "watchFarms"],
} as const;
type Codebase = keyof typeof CODEBASES;
const NAMES = Object.keys(CODEBASES) as Codebase[];

/** Creates the repository as it is after `npm ci`, not built. */
function cloneProject(): string {
  const project = join(folder(), "project");
  const sources = [
    "package.json",
    "package-lock.json",
    "firebase.json",
    "tsconfig.base.json",
    "tools/dev",
    "domain",
    "database",
  ];
  const files = ["package.json", "package-lock.json", ".npmrc", ".env", "src", "tsconfig.json"];
  const deployed = NAMES.flatMap((codebase) => files.map((file) => `${codebase}/${file}`));
  for (const name of [...sources, ...deployed]) {
    // The lockfiles' times tell whether the packages are installed.
    cpSync(join(ROOT, name), join(project, name), { recursive: true, preserveTimestamps: true });
  }
  for (const codebase of NAMES) {
    symlinkSync(join(ROOT, codebase, "node_modules"), join(project, codebase, "node_modules"));
  }
  mkdirSync(join(project, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    // npm 10, which comes with Node 20, puts no `node` there; npm 11 does.
    if (name === ".bin" || name === "@greenhouse") continue;
    symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
  }
  mkdirSync(join(project, "node_modules/@greenhouse"));
  for (const name of ["domain", "database"]) {
    symlinkSync(join(project, name), join(project, "node_modules/@greenhouse", name));
  }
  return project;
}

/** Runs a script with modules of firebase-tools on a Node without TypeScript, like Node 20. */
function runTools(project: string, script: string): void {
  const bin = join(folder(), "bin");
  mkdirSync(bin, { recursive: true });
  const node = `#!/bin/sh\nexec "${process.execPath}" --no-experimental-strip-types "$@"\n`;
  writeFileSync(join(bin, "node"), node, { mode: 0o755 });
  execFileSync(join(bin, "node"), ["-e", script], {
    cwd: project,
    stdio: "pipe",
    env: { ...process.env, PATH: [bin, process.env["PATH"]].join(delimiter) },
  });
}

/** Builds and packs each codebase as a deployment does. */
function deploy(project: string): void {
  runTools(
    project,
    `const { lifecycleHooks } = require("firebase-tools/lib/deploy/lifecycleHooks");
     const { Config } = require("firebase-tools/lib/config");
     const { prepareFunctionsUpload } = require("firebase-tools/lib/deploy/functions/prepareFunctionsUpload");
     const config = Config.load({ cwd: process.cwd() });
     const options = { config, projectRoot: process.cwd(), project: "demo-farm", projectId: "demo-farm" };
     (async () => {
       await lifecycleHooks("functions", "predeploy")({}, options);
       for (const codebase of config.get("functions")) {
         const folder = process.cwd() + "/" + codebase.source;
         const { pathToSource } = await prepareFunctionsUpload(
           process.cwd(), folder, codebase, [], undefined, { exportType: "tar.gz" });
         require("fs").copyFileSync(pathToSource, folder + ".tar.gz");
       }
     })().catch((error) => {
       console.error(error.message);
       process.exitCode = 1;
     });`,
  );
}

/** @returns the folder with the unpacked files of a codebase */
function unpack(project: string, codebase: Codebase): string {
  const uploaded = join(folder(), "uploaded", codebase);
  mkdirSync(uploaded, { recursive: true });
  execFileSync("tar", ["-xzf", join(project, `${codebase}.tar.gz`), "-C", uploaded]);
  return uploaded;
}

test("the build runs on Node 20, and the uploads are complete", () => {
  const project = cloneProject();
  for (const codebase of NAMES) {
    writeFileSync(join(project, codebase, ".secret.local"), "SENSOR_API_KEY=secret\n");
    writeFileSync(join(project, codebase, ".env.local"), "REGISTRATION_CACHE_ENTRIES=1\n");
  }
  deploy(project);
  for (const codebase of NAMES) {
    const uploaded = unpack(project, codebase);

    const files = readdirSync(uploaded, { recursive: true }) as string[];
    expect(files.sort()).toEqual([
      ".env",
      ".npmrc",
      "lib",
      "lib/index.js",
      "package-lock.json",
      "package.json",
    ]);

    // The command of the cloud build. It refuses a lockfile that does not fit.
    execFileSync("npm", ["ci", "--omit=dev", "--dry-run", "--offline"], {
      cwd: uploaded,
      stdio: "pipe",
    });

    // No package is installed here: the bundle is complete. The SDK's sockets print no warning.
    const script = `console.log(JSON.stringify(Object.keys(require("./lib/index.js")).sort()));
      require("node:url").parse("http://localhost");`;
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", script], {
      cwd: uploaded,
      encoding: "utf8",
    });
    expect([JSON.parse(stdout), stderr]).toEqual([CODEBASES[codebase], ""]);
  }
});
