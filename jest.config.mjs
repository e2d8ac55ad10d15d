/** @type {import("jest").Config} */
export default {
  testEnvironment: "node",
  // Most suites wait for processes and time-outs, so that two workers suit two cores.
  maxWorkers: "100%",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // A limit is there to end what hangs; it measures nothing, so that a busy machine may take its time.
  testTimeout: 60_000,
  setupFiles: ["<rootDir>/test/support/environment.ts"],
  modulePathIgnorePatterns: [
    "<rootDir>/functions/lib",
    "<rootDir>/emulator/dist",
    "<rootDir>/cli/dist",
  ],
  // What runs on Node alone imports with .ts, which the translation below makes .js.
  moduleNameMapper: { "^(\\.{1,2}/.+)\\.js$": ["$1.js", "$1.ts"] },
  // firebase-admin/auth needs jose, which is published as ES modules alone.
  transformIgnorePatterns: ["/node_modules/(?!jose/)"],
  transform: {
    "\\.html$": "<rootDir>/test/support/page-transform.ts",
    "\\.ts$|/jose/.+\\.js$": [
      "ts-jest",
      {
        // Types are checked once, by `npm run check`; here each file is only translated.
        tsconfig: {
          target: "es2022",
          module: "commonjs",
          moduleResolution: "bundler",
          isolatedModules: true,
          esModuleInterop: true,
          allowJs: true,
          resolveJsonModule: true,
          allowImportingTsExtensions: true,
          rewriteRelativeImportExtensions: true,
        },
        diagnostics: false,
      },
    ],
  },
};
