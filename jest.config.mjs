/** @type {import("jest").Config} */
export default {
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  modulePathIgnorePatterns: ["<rootDir>/functions/lib", "<rootDir>/emulator/dist"],
  transform: {
    "^.+\\.ts$": [
      "ts-jest",
      {
        // Types are checked once, by `npm run check`; here each file is only translated.
        tsconfig: {
          target: "es2022",
          module: "commonjs",
          moduleResolution: "bundler",
          isolatedModules: true,
          esModuleInterop: true,
          resolveJsonModule: true,
          allowImportingTsExtensions: true,
          rewriteRelativeImportExtensions: true,
        },
        diagnostics: false,
      },
    ],
  },
};
