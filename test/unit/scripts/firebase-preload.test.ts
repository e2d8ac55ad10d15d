/** What tools/dev/stack/firebase-preload.mjs changes in firebase-tools is still needed; what is not can go. */

import { readFileSync } from "node:fs";
import { fromRoot } from "../../../tools/dev/stack/project";

const sourceOf = (file: string): string => readFileSync(fromRoot(`node_modules/${file}`), "utf8");

test("it says for which version it was looked at", () => {
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

test("requests are handed on to functions with the device's headers, over any connection", () => {
  const source = sourceOf("firebase-tools/lib/emulator/functionsRuntimeWorker.js");
  const [, options = ""] = /const reqOpts = \{([^}]+)\}/.exec(source) ?? [];
  expect(options).toContain("headers: req.headers");
  expect(options).not.toContain("agent");
});
