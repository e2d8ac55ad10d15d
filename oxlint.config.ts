import { defineConfig } from "oxlint";
import type { OxlintOverride } from "oxlint";

interface Pattern {
  readonly group?: string[];
  readonly regex?: string;
  readonly importNames?: string[];
  readonly allowTypeImports?: boolean;
  readonly message: string;
}

/** Everything that shows or computes figures gets corrected readings (domain/quantities/corrections.ts). */
const asSent: Pattern = {
  regex: String.raw`(^|/)(history-sources|corrections|condition)(\.ts)?$`,
  importNames: ["sentIn", "newestSent", "NO_CORRECTIONS"],
  message: "Only the files with forbidExceptSent use readings as they were sent.",
};

/** What files may not import. Of several entries for a file only the last one counts. */
const forbid = (files: string[], ...patterns: Pattern[]): OxlintOverride =>
  forbidExceptSent(files, ...patterns, asSent);

/** The same for files that list or calibrate readings as they were sent, or use no value of them. */
const forbidExceptSent = (files: string[], ...patterns: Pattern[]): OxlintOverride => ({
  files,
  rules: { "no-restricted-imports": ["error", { patterns }] },
});

/** `names` are of folders or modules beside or above the importing file. */
const within = (names: string[], message: string): Pattern => ({
  regex: String.raw`^(\.\.?/)+(${names.join("|")})(\.ts)?(/|$)`,
  message,
});

const otherParts: Pattern = {
  regex: String.raw`^(\.\./)+(functions/|jobs/|emulator/|tools/|web/|devices/|test/|domain/|database/(client|outputs|rollups|rules)/)`,
  message:
    "Parts meet only over HTTP, the database protocol and the data model, or share packages.",
};
const packages = {
  group: ["@greenhouse/**"],
  message: "This part is used without the others.",
};
const rules = {
  group: ["@greenhouse/database/rules/**"],
  message: "Parts read the rules from database.rules.json.",
};
const database = {
  group: ["@greenhouse/database/**"],
  message: "Only functions, jobs and tools reach the database this way.",
};
const databaseExceptOrders = {
  regex: "^@greenhouse/database/(?!outputs/)",
  message: database.message,
};
const otherTools: Pattern = {
  regex: String.raw`^(\.\./)+(dev|bench)/`,
  message: "The command line is used without the other tools.",
};

/** Layers from the highest to the lowest. A layer may import lower ones. `more` is by layer. */
const layered = (
  folder: string,
  layers: string[][],
  more: Readonly<Record<string, Pattern[]>>,
): OxlintOverride[] =>
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
    return forbid(files, otherParts, rules, higher, ...(more[name] ?? more["*"] ?? []));
  });

const admin = {
  group: ["firebase-admin", "firebase-admin/**"],
  message:
    "Only jobs/src/accounts.ts and tools/cli/src/core/connection.ts use firebase-admin, and the functions speak HTTPS.",
};
const requests = {
  group: ["node:http", "node:https"],
  allowTypeImports: true,
  message: "Only database/client/http-transport.ts speaks to the database.",
};
const withoutHttp = within(
  ["index", "report-ip", "http"],
  "What is decided about readings does not depend on HTTP.",
);
const webSdk = {
  group: ["firebase", "firebase/**"],
  allowTypeImports: true,
  message: "Only web/src/data uses the SDK.",
};
const WEB_FEATURES = [
  "account",
  "alerts",
  "boards",
  "charts",
  "corrections",
  "daily",
  "export",
  "greenhouse",
  "join",
  "offline",
  "outputs",
  "overview",
  "plans",
  "sensor",
  "sensors",
  "settings",
];
/** The features that a feature shows. */
const SHOWN: Readonly<Record<string, string[]>> = {
  alerts: ["corrections"],
  charts: ["corrections", "outputs"],
  daily: ["corrections"],
  greenhouse: ["charts", "daily", "outputs"],
  outputs: ["plans"],
  sensor: ["boards", "charts", "corrections"],
  sensors: ["boards", "sensor"],
  settings: ["boards", "corrections", "export"],
};
/** `shown` are the features that this one shows. */
const webOthers = (...shown: string[]): Pattern => ({
  regex: String.raw`^(\.\./)+((${WEB_FEATURES.filter((feature) => !shown.includes(feature)).join("|")})/|app$|farm-page$)`,
  message: "A feature uses shared, model, data and text, and only features that it shows.",
});
const webViews = {
  regex: String.raw`^(@?preact(/|$)|(\.\./)+(${[...WEB_FEATURES, "shared", "data"].join("|")})/)`,
  allowTypeImports: true,
  message: "The model is pure: no views, no connection.",
};
/** @param up how many folders up are still in `domain/` */
const outsideDomain = (up = 1): Pattern => ({
  regex: String.raw`^((\.\./){${up + 1}}|@greenhouse/)`,
  message: "domain/ imports nothing else.",
});
const emulatorInside = {
  regex: String.raw`emulator/(src/(?!index|in-process)|test/)`,
  message:
    "Others use the emulator's public interface: index, in-process, testing, its program, HTTP.",
};
const outsideEmulator = {
  regex: String.raw`^@greenhouse/|^(\.\./){3,}(test|domain|functions|jobs|database|tools|web|devices|node_modules)/`,
  message: "The emulator is a project of its own: it uses nothing outside of its folder.",
};
const nodeModules = { regex: "^node:", message: "The farm page uses these files too." };
const noNodeModules = {
  regex: "^node:",
  message: "Rules, rollups and orders get the database as a parameter.",
};
const disk = {
  group: ["node:fs", "node:fs/*", "fs", "fs/*"],
  message: "Only emulator/src/persistence, suite and cli.ts use the disk.",
};
const sockets = {
  group: ["node:net", "node:http", "node:https", "ws"],
  message:
    "Only emulator/src/server.ts listens; triggers/functions-client.ts and schedules/ call functions.",
};

const AS_PARAMETER =
  "The clock and random numbers are parameters: domain/clock.ts, database/client/environment.ts.";
const TIMERS = ["setTimeout", "setInterval", "setImmediate", "performance", "crypto"].map(
  (name) => ({
    name,
    message: AS_PARAMETER,
  }),
);
const CLOCKS = [
  { object: "Date", property: "now", message: AS_PARAMETER },
  { object: "Math", property: "random", message: AS_PARAMETER },
  { object: "AbortSignal", property: "timeout", message: AS_PARAMETER },
];

export default defineConfig({
  // The examples are projects of their own, in plain JavaScript. What git ignores is left out, too.
  ignorePatterns: ["**/*.d.ts", "emulator/examples"],
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  plugins: ["typescript", "unicorn"],
  jsPlugins: ["eslint-plugin-regexp"],
  categories: { correctness: "error" },
  rules: {
    // The control characters in expressions are meant.
    "no-control-regex": "off",
    // With any options, a name that starts with _ is no exception.
    "no-unused-vars": ["error", {}],

    // typescript-eslint calls these strict.
    "no-array-constructor": "error",
    "no-useless-constructor": "error",
    "no-var": "error",
    "prefer-const": "error",
    "prefer-rest-params": "error",
    "prefer-spread": "error",
    "typescript/ban-ts-comment": ["error", { minimumDescriptionLength: 10 }],
    "typescript/no-deprecated": "error",
    "typescript/no-dynamic-delete": "error",
    "typescript/no-empty-object-type": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-extraneous-class": "error",
    "typescript/no-generated-empty-object-type": "error",
    "typescript/no-invalid-void-type": "error",
    "typescript/no-misused-promises": "error",
    "typescript/no-mixed-enums": "error",
    "typescript/no-namespace": "error",
    "typescript/no-non-null-asserted-nullish-coalescing": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-require-imports": "error",
    "typescript/no-unnecessary-boolean-literal-compare": "error",
    "typescript/no-unnecessary-condition": "error",
    "typescript/no-unnecessary-template-expression": "error",
    "typescript/no-unnecessary-type-arguments": "error",
    "typescript/no-unnecessary-type-assertion": "error",
    "typescript/no-unnecessary-type-constraint": "error",
    "typescript/no-unnecessary-type-conversion": "error",
    "typescript/no-unnecessary-type-parameters": "error",
    "typescript/no-unsafe-argument": "error",
    "typescript/no-unsafe-assignment": "error",
    "typescript/no-unsafe-call": "error",
    "typescript/no-unsafe-enum-comparison": "error",
    "typescript/no-unsafe-function-type": "error",
    "typescript/no-unsafe-member-access": "error",
    "typescript/no-unsafe-return": "error",
    "typescript/only-throw-error": "error",
    "typescript/prefer-literal-enum-member": "error",
    "typescript/prefer-promise-reject-errors": "error",
    "typescript/prefer-reduce-type-parameter": "error",
    "typescript/prefer-return-this-type": "error",
    "typescript/related-getter-setter-pairs": "error",
    "typescript/require-await": "error",
    "typescript/restrict-plus-operands": [
      "error",
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    "typescript/return-await": ["error", "error-handling-correctness-only"],
    "typescript/unified-signatures": "error",
    "typescript/use-unknown-in-catch-callback-variable": "error",

    eqeqeq: "error",
    "no-console": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/explicit-module-boundary-types": "error",
    "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    "typescript/switch-exhaustiveness-check": [
      "error",
      { considerDefaultExhaustiveForUnions: true },
    ],

    // Text from outside may be long and hostile: an expression must run in linear time.
    // One with the flag y starts at one index only.
    "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
    "regexp/no-super-linear-move": ["error", { report: "potential", ignorePartial: false }],
  },
  overrides: [
    forbid(["{database,functions,jobs,tools,web}/**/*.{ts,tsx}"]),
    forbid(["domain/**/*.ts"], outsideDomain(), nodeModules),
    forbid(["domain/outputs/plans/*.ts"], outsideDomain(2), nodeModules),
    // The farm page does not import them.
    forbid(["domain/{identity/signing,alerts/vapid}.ts"], outsideDomain()),
    forbid(["devices/**/*.mjs"], otherParts, packages),
    forbid(["database/{rules,rollups,outputs}/**/*.ts"], otherParts, noNodeModules),
    forbid(["database/client/**/*.ts"], otherParts, rules, requests),
    forbid(["database/client/http-transport.ts"], otherParts, rules),
    forbid(["functions/src/*.ts"], otherParts, rules, admin, requests),
    ...layered(
      "functions/src",
      [
        ["index"],
        ["composition"],
        ["sensor-data", "report-ip"],
        ["http"],
        ["request"],
        ["database"],
      ],
      {
        "*": [admin, requests],
      },
    ),
    forbid(
      [
        "functions/src/sensor-data/{authorize,commit,decide,newest,outputs,parse,plan,sensor-request}.ts",
      ],
      otherParts,
      rules,
      admin,
      requests,
      withoutHttp,
    ),
    forbid(["jobs/src/*.ts"], otherParts, rules, admin),
    forbid(["jobs/src/accounts.ts"], otherParts, rules),
    ...layered(
      "jobs/src",
      [["index"], ["composition"], ["watch"], ["outbox"], ["channels"], ["delivery"], ["messages"]],
      {
        "*": [admin],
      },
    ),
    ...layered(
      "emulator/src",
      [
        ["cli", "in-process"],
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
        "*": [packages, disk, sockets],
        cli: [packages, sockets],
        suite: [packages, sockets],
        schedules: [packages, disk],
        start: [packages, sockets],
        server: [packages, disk],
        rest: [packages, disk],
        persistence: [packages, sockets],
        triggers: [packages, disk],
      },
    ),
    forbid(["tools/{dev,bench}/**/*.ts"], emulatorInside),
    forbidExceptSent(["test/**/*.ts"], emulatorInside),
    forbid(["emulator/{test,testing,scripts}/**/*.{ts,mjs}"], outsideEmulator),
    forbid(["web/src/**/*.{ts,tsx}"], otherParts, database, webSdk),
    ...[...WEB_FEATURES, "shared", "text"].map((folder) =>
      forbid(
        [`web/src/${folder}/**`],
        otherParts,
        database,
        webSdk,
        webOthers(...(SHOWN[folder] ?? [])),
      ),
    ),
    forbidExceptSent(
      ["web/src/sensor/sent-value.ts"],
      otherParts,
      database,
      webSdk,
      webOthers(...(SHOWN["sensor"] ?? [])),
    ),
    forbid(["web/src/data/**/*.ts"], otherParts, databaseExceptOrders),
    forbid(["web/src/model/**/*.ts"], otherParts, database, webSdk, webViews),
    forbidExceptSent(
      ["web/src/model/{farm/heard,values/amendments}.ts"],
      otherParts,
      database,
      webSdk,
      webViews,
    ),
    forbid(["tools/cli/src/**/*.ts"], otherParts, rules, otherTools, admin),
    forbid(["tools/cli/src/core/connection.ts"], otherParts, rules, otherTools),
    forbidExceptSent(
      [
        "tools/cli/src/commands/readings/history.ts",
        "tools/cli/src/farm/farm-deletion.ts",
        "tools/cli/src/readings/newest-reading.ts",
        "tools/cli/src/simulation/fleet.ts",
      ],
      otherParts,
      rules,
      otherTools,
      admin,
    ),

    {
      // The simulation gives them time and chance of its own (test/simulation).
      files: ["functions/src/**", "jobs/src/**", "database/**/*.ts", "domain/**/*.ts"],
      rules: {
        "no-restricted-globals": ["error", ...TIMERS],
        "no-restricted-properties": ["error", ...CLOCKS],
      },
    },
    {
      // The real time and chance. Channels of the jobs are parameters as a whole.
      files: [
        "database/client/{environment,system-clock}.ts",
        "database/rules/**",
        "jobs/src/delivery/{mail,post}.ts",
      ],
      rules: { "no-restricted-globals": "off", "no-restricted-properties": "off" },
    },
    {
      files: ["web/src/**"],
      plugins: ["typescript", "unicorn", "react"],
      rules: { "react/exhaustive-deps": "error" },
    },
    {
      files: [
        "emulator/src/cli.ts",
        "emulator/{bin,scripts}/**",
        "emulator/parity/parity.ts",
        "tools/dev/**",
        "test/simulation/command.ts",
      ],
      rules: { "no-console": "off" },
    },
    {
      files: ["**/*.cjs"],
      rules: { "typescript/no-require-imports": "off" },
    },
    {
      files: ["{test,emulator/test,emulator/testing}/**/*.ts"],
      rules: {
        // A test may use a result without checking its type first.
        "typescript/no-unsafe-assignment": "off",
        "typescript/no-unsafe-member-access": "off",
        "typescript/no-unsafe-argument": "off",
        "typescript/no-non-null-assertion": "off",
        // It sorts to compare, in whatever order.
        "typescript/require-array-sort-compare": "off",
      },
    },
  ],
});
