/** @type {import("jest").Config} */
export default {
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // A limit is there to end what hangs; it measures nothing, so that a busy machine may take its time.
  testTimeout: 60_000,
  globalSetup: "<rootDir>/test/support/global-setup.mjs",
  setupFiles: ["<rootDir>/test/support/environment.ts"],
  modulePathIgnorePatterns: ["<rootDir>/dist"],
  // firebase-admin/auth needs jose, which is published as ES modules alone.
  transformIgnorePatterns: ["/node_modules/(?!jose/)"],
  transform: {
    "\\.html$": "<rootDir>/test/support/page-transform.mjs",
    "\\.ts$|/jose/.+\\.js$": "<rootDir>/test/support/transform.mjs",
  },
};
