import { defineConfig } from "eslint/config";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

/**
 * Imports point one way (CONTRIBUTING.md). Each entry names a room and what it may not reach.
 * @param {string[]} files the room
 * @param {{group: string[], message: string}[]} patterns what is out of its reach
 * @returns {import("eslint").Linter.Config}
 */
const room = (files, patterns) => ({
  files,
  rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns }] },
});

const outside = {
  group: ["**/functions/**", "**/emulator/**", "**/cli/**", "**/web/**", "**/test/**"],
  message: "The parts meet only over HTTP, the database protocol and the data model.",
};
const adminDatabase = {
  group: ["firebase-admin", "firebase-admin/**"],
  message: "Only functions/src/database/socket.ts uses firebase-admin.",
};
const adminConnection = {
  ...adminDatabase,
  message: "Only cli/src/connection.ts uses firebase-admin.",
};
const webFirebase = {
  group: ["firebase", "firebase/**"],
  allowTypeImports: true,
  message: "Only web/src/data uses the SDK; the views see what it makes of it.",
};
const webView = {
  group: ["preact", "preact/**", "**/view/**", "**/data/**"],
  allowTypeImports: true,
  message: "The model is pure: no view, no connection.",
};
const nodeModules = {
  group: ["node:*"],
  message: "The farm page uses these files too.",
};
const disk = {
  group: ["node:fs", "node:fs/*", "fs", "fs/*"],
  message: "Only emulator/src/persistence and cli.ts touch the disk.",
};
const sockets = {
  group: ["node:net", "node:http", "node:https", "ws"],
  message: "Only emulator/src/server.ts opens sockets.",
};
/** @param {string} here @param {string[]} names @param {string} order */
const beyond = (here, names, order) => ({
  group: names.flatMap((name) => [`**/${name}`, `**/${name}/**`]),
  message: `${here} stands below: ${order}.`,
});
/** @param {string} here @param {string[]} names */
const above = (here, names) =>
  beyond(here, names, "index → handler → {parse, authenticate, plan, http, database}");
/** @param {string} here @param {string[]} names */
const upwards = (here, names) =>
  beyond(here, names, "cli → server → {wire, rest, persistence} → database → rules → query → tree");

export default defineConfig(
  {
    ignores: ["**/node_modules", "**/lib", "**/dist", "coverage", ".data", "**/*.d.ts"],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    // Text from outside may be long and hostile: whatever runs over it takes a time that grows with its length alone.
    // An expression with the flag y starts at one place, so that it does not try again behind it.
    plugins: { regexp },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "potential", ignorePartial: false }],
    },
  },
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },

  room(["devices/**/*.mjs"], [outside]),
  room(["domain/src/**/*.ts"], [outside, nodeModules]),
  // The farm page does not import signing.ts.
  room(["domain/src/signing.ts"], [outside]),
  {
    files: ["emulator/src/**/*.ts", "devices/**/*.mjs"],
    rules: { "no-restricted-imports": ["error", { patterns: ["**/domain/**"] }] },
  },
  room(["functions/src/**/*.ts"], [outside, adminDatabase]),
  room(
    ["functions/src/http/**/*.ts"],
    [outside, adminDatabase, above("http", ["sensor-data", "report-ip", "index"])],
  ),
  room(
    ["functions/src/database/**/*.ts"],
    [outside, adminDatabase, above("database", ["http", "sensor-data", "report-ip", "index"])],
  ),
  room(
    ["functions/src/database/socket.ts"],
    [outside, above("database", ["http", "sensor-data", "report-ip", "index"])],
  ),
  room(
    ["functions/src/sensor-data/**/*.ts"],
    [outside, adminDatabase, above("sensor-data", ["report-ip", "index", "socket"])],
  ),
  room(
    ["functions/src/report-ip/**/*.ts"],
    [outside, adminDatabase, above("report-ip", ["sensor-data", "index", "socket"])],
  ),

  room(
    ["emulator/src/tree/**/*.ts"],
    [
      outside,
      disk,
      sockets,
      upwards("tree", [
        "query",
        "rules",
        "database",
        "wire",
        "rest",
        "persistence",
        "server",
        "cli",
      ]),
    ],
  ),
  room(
    ["emulator/src/query/**/*.ts"],
    [
      outside,
      disk,
      sockets,
      upwards("query", ["rules", "database", "wire", "rest", "persistence", "server", "cli"]),
    ],
  ),
  room(
    ["emulator/src/rules/**/*.ts"],
    [
      outside,
      disk,
      sockets,
      upwards("rules", ["database", "wire", "rest", "persistence", "server", "cli"]),
    ],
  ),
  room(
    ["emulator/src/database.ts", "emulator/src/database/**/*.ts"],
    [outside, disk, sockets, upwards("database", ["wire", "rest", "persistence", "server", "cli"])],
  ),
  room(
    ["emulator/src/wire/**/*.ts"],
    [outside, disk, sockets, upwards("wire", ["rest", "persistence", "server", "cli"])],
  ),
  room(
    ["emulator/src/rest/**/*.ts"],
    [outside, disk, upwards("rest", ["wire", "persistence", "server", "cli"])],
  ),
  room(
    ["emulator/src/persistence/**/*.ts"],
    [outside, sockets, upwards("persistence", ["wire", "rest", "server", "cli"])],
  ),
  room(["web/src/**/*.{ts,tsx}"], [outside, webFirebase]),
  room(["web/src/data/**/*.ts"], [outside]),
  room(["web/src/model/**/*.ts"], [outside, webFirebase, webView]),
  room(["cli/src/**/*.ts"], [outside, adminConnection]),
  room(["cli/src/connection.ts"], [outside]),

  room(["emulator/src/server.ts"], [outside, disk]),
  room(["emulator/src/cli.ts", "emulator/src/start.ts"], [outside, sockets]),

  {
    files: ["emulator/src/cli.ts", "scripts/**"],
    rules: { "no-console": "off" },
  },
  {
    // Copied to machines as it is: types stand in comments, which this rule does not read.
    files: ["devices/**/*.mjs", "scripts/**/*.mjs"],
    rules: { "@typescript-eslint/explicit-module-boundary-types": "off" },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      // A test may look at what it got without proving its type first.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
);
