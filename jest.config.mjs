import { availableParallelism } from "node:os";
import emulator from "./emulator/jest.config.mjs";

/** @type {import("jest").Config} */
export default {
  ...emulator,
  // Each run has a temporary folder of its own.
  cacheDirectory: "<rootDir>/node_modules/.cache/jest",
  // Many suites wait for processes and timeouts: two more than there are cores keep all of them busy.
  maxWorkers: availableParallelism() + 2,
  testSequencer: "<rootDir>/test/support/sequencer.ts",
  testMatch: ["<rootDir>/{test,emulator/test}/**/*.test.ts"],
  // These packages are published as ES modules alone.
  transformIgnorePatterns: ["/node_modules/(?!(?:aedes|jose)/)"],
  // `npm test` itself unpacks the browser.
  globalSetup: null,
  modulePathIgnorePatterns: [
    "<rootDir>/functions/lib",
    "<rootDir>/jobs/lib",
    "<rootDir>/emulator/dist",
    "<rootDir>/tools/cli/dist",
  ],
};
