import { defineConfig } from "eslint/config";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

/** @typedef {{ group: string[], message: string, allowTypeImports?: boolean }} Pattern */

/**
 * What files may not import. Of several entries for a file only the last one counts.
 * @param {string[]} files
 * @param {...Pattern} patterns
 * @returns {import("eslint").Linter.Config}
 */
const forbid = (files, ...patterns) => ({
  files,
  rules: { "@typescript-eslint/no-restricted-imports": ["error", { patterns }] },
});

/** @param {string[]} names of folders or modules @param {string} message @returns {Pattern} */
const within = (names, message) => ({
  // A module of domain/ may have the name of a layer.
  group: [...names.flatMap((name) => [`**/${name}`, `**/${name}/**`]), "!**/domain/src/*"],
  message,
});

const PARTS = [
  "functions",
  "jobs",
  "emulator",
  "cli",
  "web",
  "devices",
  "bench",
  "scripts",
  "test",
];
const otherParts = {
  group: PARTS.map((part) => `**/${part}/**`),
  message: "Parts meet only over HTTP, the database protocol and the data model, or share domain/.",
};
const domain = { group: ["**/domain/**"], message: "This part is used without the others." };

/**
 * Layers from the highest to the lowest. A layer may import lower ones.
 * @param {string} folder @param {string[][]} layers @param {Readonly<Record<string, Pattern[]>>} more by layer
 */
const layered = (folder, layers, more) =>
  layers.flat().map((name) => {
    const depth = layers.findIndex((layer) => layer.includes(name));
    const others = layers.slice(0, depth + 1).flat();
    const order = layers.map((layer) => layer.join(", ")).join(" → ");
    // A layer of its own at the top has no others.
    const higher = within(
      others.length > 1 ? others.filter((other) => other !== name) : ["none"],
      `Imports point one way: ${order}.`,
    );
    const files = [`${folder}/${name}.ts`, `${folder}/${name}/**/*.ts`];
    return forbid(files, otherParts, higher, ...(more[name] ?? more["*"] ?? []));
  });

const admin = {
  group: ["firebase-admin", "firebase-admin/**"],
  message:
    "Only functions/src/database/socket.ts, jobs/src/database.ts and cli/src/connection.ts use firebase-admin.",
};
const webSdk = {
  group: ["firebase", "firebase/**"],
  allowTypeImports: true,
  message: "Only web/src/data uses the SDK.",
};
const webFeatures = [
  ...["account", "alerts", "charts", "greenhouse", "offline", "overview", "sensors", "settings"],
].map((feature) => `**/${feature}/**`);
/** @param {string[]} shown the features that this one shows */
const webOthers = (...shown) => ({
  group: [...webFeatures, ...shown.map((feature) => `!**/${feature}/**`), "**/app", "**/f*-page"],
  message: "A feature uses shared, model, data and text, and only features that it shows.",
});
const webViews = {
  group: ["preact", "preact/**", "@preact/**", ...webFeatures, "**/shared/**", "**/data/**"],
  allowTypeImports: true,
  message: "The model is pure: no views, no connection.",
};
const outsideDomain = { group: ["../../*"], message: "domain/ imports nothing else." };
const nodeModules = { group: ["node:*"], message: "The farm page uses these files too." };
const disk = {
  group: ["node:fs", "node:fs/*", "fs", "fs/*"],
  message: "Only emulator/src/persistence, suite and cli.ts use the disk.",
};
const sockets = {
  group: ["node:net", "node:http", "node:https", "ws"],
  message:
    "Only emulator/src/server.ts listens; triggers/functions-client.ts and schedules/ call functions.",
};

export default defineConfig(
  {
    // The examples are projects of their own, in plain JavaScript.
    ignores: [
      "**/node_modules",
      "**/lib",
      "**/dist",
      // Of a build that runs beside it.
      "web/.build-*",
      "coverage",
      ".data",
      "**/*.d.ts",
      "emulator/examples",
      "bench/fixtures/suite",
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    // Text from outside may be long and hostile: an expression must run in linear time.
    // One with the flag y starts at one index only.
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

  forbid(["domain/src/**/*.ts"], outsideDomain, nodeModules),
  // The farm page does not import them.
  forbid(["domain/src/{signing,vapid}.ts"], outsideDomain),
  forbid(["devices/**/*.mjs"], otherParts, domain),
  forbid(["functions/src/*.ts"], otherParts, admin),
  ...layered("functions/src", [["index"], ["sensor-data", "report-ip"], ["http"], ["database"]], {
    "*": [admin],
  }),
  forbid(["functions/src/database/socket.ts"], otherParts),
  ...layered("jobs/src", [["index"], ["alerts"], ["delivery"], ["messages"]], { "*": [admin] }),
  ...layered(
    "emulator/src",
    [
      ["cli"],
      ["suite", "schedules", "coverage-report"],
      ["start"],
      ["server"],
      ["wire", "rest", "persistence"],
      ["triggers"],
      ["database"],
      ["rules"],
      ["query"],
      ["tree"],
    ],
    {
      "*": [domain, disk, sockets],
      cli: [domain, sockets],
      suite: [domain, sockets],
      schedules: [domain, disk],
      start: [domain, sockets],
      server: [domain, disk],
      rest: [domain, disk],
      persistence: [domain, sockets],
      triggers: [domain, disk],
    },
  ),
  forbid(["web/src/**/*.{ts,tsx}"], otherParts, webSdk),
  forbid(
    ["web/src/{overview,alerts,charts,sensors,account,offline,shared,text}/**"],
    webSdk,
    webOthers(),
  ),
  forbid(["web/src/greenhouse/**"], webSdk, webOthers("charts", "sensors")),
  forbid(["web/src/settings/**"], webSdk, webOthers("account")),
  forbid(["web/src/data/**/*.ts"], otherParts),
  forbid(["web/src/model/**/*.ts"], otherParts, webSdk, webViews),
  forbid(["cli/src/**/*.ts"], otherParts, admin),
  forbid(["cli/src/connection.ts"], otherParts),

  {
    files: ["emulator/src/cli.ts", "scripts/**"],
    rules: { "no-console": "off" },
  },
  {
    // Plain JavaScript: the types are in comments, which this rule does not read.
    files: ["devices/**/*.mjs", "scripts/**/*.mjs"],
    rules: { "@typescript-eslint/explicit-module-boundary-types": "off" },
  },
  {
    files: ["**/*.cjs"],
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      // A test may use a result without checking its type first.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
);
