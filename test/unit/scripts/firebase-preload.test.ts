/**
 * tools/dev/stack/firebase-preload.mjs is still needed for each change that it makes in
 * firebase-tools.
 */

import { readFileSync } from "node:fs";
import { fromRoot } from "../../../tools/dev/stack/project";

const sourceOf = (file: string): string => readFileSync(fromRoot(`node_modules/${file}`), "utf8");

test("it names the version for which it was checked", () => {
  const { version } = JSON.parse(sourceOf("firebase-tools/package.json")) as { version: string };
  const preload = readFileSync(fromRoot("tools/dev/stack/firebase-preload.mjs"), "utf8");
  expect(preload).toContain(`firebase-tools (${version})`);
});

test("the auth emulator compiles all schemas when it starts", () => {
  expect(sourceOf("firebase-tools/lib/emulator/auth/server.js")).not.toContain("lazyCompile");
  expect(sourceOf("exegesis/lib/options.js")).toMatch(
    /lazyCompileValidationSchemas: .* !== void 0 \? _b : false/,
  );
});

test("the newest firebase-functions is looked up by npm, for each codebase", () => {
  const source = sourceOf("firebase-tools/lib/deploy/functions/runtimes/node/versioning.js");
  expect(source).toContain('spawn.sync("npm", ["show", "firebase-functions"');
});

test("functions get the device's headers with a request, over any connection", () => {
  const source = sourceOf("firebase-tools/lib/emulator/functionsRuntimeWorker.js");
  const [, options = ""] = /const reqOpts = \{([^}]+)\}/.exec(source) ?? [];
  expect(options).toContain("headers: req.headers");
  expect(options).not.toContain("agent");
});
