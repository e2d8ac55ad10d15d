import { availableParallelism } from "node:os";

/** @type {import("jest").Config} */
export default {
  testEnvironment: "node",
  // Each run has a temporary folder of its own.
  cacheDirectory: "<rootDir>/node_modules/.cache/jest",
  // Many suites wait for processes and timeouts: three more than there are cores keep all of them busy.
  maxWorkers: availableParallelism() + 3,
  testSequencer: "<rootDir>/test/support/sequencer.ts",
  testMatch: ["<rootDir>/{test,emulator/test}/**/*.test.ts"],
  // A limit is there to end what hangs; it measures nothing, so that a busy machine may take its time.
  testTimeout: 60_000,
  setupFiles: ["<rootDir>/emulator/test/support/environment.ts"],
  modulePathIgnorePatterns: [
    "<rootDir>/functions/lib",
    "<rootDir>/jobs/lib",
    "<rootDir>/emulator/dist",
    "<rootDir>/cli/dist",
  ],
  // firebase-admin/auth needs jose, which is published as ES modules alone.
  transformIgnorePatterns: ["/node_modules/(?!jose/)"],
  transform: {
    "\\.html$": "<rootDir>/emulator/test/support/page-transform.mjs",
    "\\.ts$|/jose/.+\\.js$": "<rootDir>/emulator/test/support/transform.mjs",
  },
};
