import path from "node:path";

const support = path.join(import.meta.dirname, "test/support");

/** @type {import("jest").Config} */
export default {
  testEnvironment: "node",
  // Jest looks up all other globals in its sandbox, which is slow. Some packages declare a Number or String of their own.
  sandboxInjectedGlobals: ["Array", "JSON", "Map", "Math", "Object", "Set"],
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // The limit only ends tests that hang. It is long, because a busy machine may be slow.
  testTimeout: 600_000,
  globalSetup: path.join(support, "global-setup.mjs"),
  setupFiles: [path.join(support, "environment.ts")],
  // They are slow and rarely fail: `npm run test:all` runs them, too.
  testPathIgnorePatterns: ["/node_modules/", "\\.thorough\\.test\\.ts$"],
  modulePathIgnorePatterns: ["<rootDir>/dist"],
  // firebase-admin/auth needs jose, which has only ES modules.
  transformIgnorePatterns: ["/node_modules/(?!jose/)"],
  transform: {
    "\\.html$": path.join(support, "page-transform.mjs"),
    "\\.ts$|/node_modules/.+\\.js$": path.join(support, "transform.mjs"),
  },
};
