import path from "node:path";

const support = path.join(import.meta.dirname, "test/support");

/** @type {import("jest").Config} */
export default {
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // A limit is there to end what hangs; it measures nothing, so that a busy machine may take its time.
  testTimeout: 240_000,
  globalSetup: path.join(support, "global-setup.mjs"),
  setupFiles: [path.join(support, "environment.ts")],
  modulePathIgnorePatterns: ["<rootDir>/dist"],
  // firebase-admin/auth needs jose, which is published as ES modules alone.
  transformIgnorePatterns: ["/node_modules/(?!jose/)"],
  transform: {
    "\\.html$": path.join(support, "page-transform.mjs"),
    "\\.ts$|/node_modules/.+\\.js$": path.join(support, "transform.mjs"),
  },
};
