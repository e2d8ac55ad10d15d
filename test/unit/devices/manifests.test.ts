/** The manifests of the packages of devices/, by the rules of their registries and builders. */

import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fromRoot } from "../../../tools/dev/stack/project";

const read = (file: string): string => readFileSync(fromRoot("devices", file), "utf8");
const filesOf = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: fromRoot("devices") }).toSorted();

test("library.properties follows the rules of the Arduino library registry", () => {
  const lines = read("arduino/library.properties").trimEnd().split("\n");
  const properties = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)));
  expect(properties).toEqual({
    // Up to 63 characters, and not "Arduino" at the start.
    name: expect.stringMatching(/^(?!arduino)[a-z0-9][\w .-]{0,62}$/i),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    author: expect.stringMatching(/\S/),
    maintainer: expect.stringMatching(/^(?!arduino)/i),
    sentence: expect.stringMatching(/\S/),
    paragraph: expect.not.stringContaining(properties["sentence"] ?? ""),
    // One of the registry's list.
    category: "Communication",
    url: expect.stringMatching(/^https?:\/\/\S+$/),
    architectures: "*",
    includes: `${properties["name"]}.h`,
    license: "Apache-2.0",
  });
  expect(filesOf("arduino/src/*.h")).toContain(`arduino/src/${properties["includes"]}`);
});

test("the Arduino library has no file that the registry refuses, and each example its sketch", () => {
  const sketches = filesOf("arduino/**/*.ino");
  expect(sketches).toEqual(
    filesOf("arduino/examples/*").map((folder) => `${folder}/${basename(folder)}.ino`),
  );
  expect(filesOf("arduino/**/*.{exe,development,cpp,c}")).toEqual([]);
  for (const line of read("arduino/keywords.txt").split("\n")) {
    expect(line).toMatch(/^(?:#.*|\w+\t(?:KEYWORD[123]|LITERAL1)|)$/);
  }
});

test("library.json exports the library's files, and names its examples", () => {
  const manifest = JSON.parse(read("arduino/library.json")) as {
    readonly headers: readonly string[];
    readonly examples: readonly { readonly base: string; readonly files: readonly string[] }[];
    readonly export: { readonly include: readonly string[] };
  };
  const named = [
    ...manifest.headers.map((name) => `src/${name}`),
    ...manifest.examples.flatMap(({ base, files }) => files.map((name) => `${base}/${name}`)),
    ...manifest.export.include.filter((name) => name !== "LICENSE"), // Added for publishing.
  ];
  expect(named.filter((name) => !existsSync(fromRoot("devices/arduino", name)))).toEqual([]);
  expect(manifest.examples.map(({ base }) => `arduino/${base}`).toSorted()).toEqual(
    filesOf("arduino/examples/*"),
  );
});

test("the package of MicroPython has every file of the client that is not for computers alone", () => {
  const { urls } = JSON.parse(read("micropython.json")) as {
    readonly urls: readonly (readonly [string, string])[];
  };
  const forComputers = new Set(["sensor_program.py", "relay_program.py", "system.py"]);
  const shared = filesOf("python/greenhouse/*.py").filter(
    (file) => !forComputers.has(basename(file)),
  );
  expect(urls.map(([, source]) => source).toSorted()).toEqual(
    [...shared, ...filesOf("micropython/board/*.py")].toSorted(),
  );
  expect(urls.filter(([path, source]) => path !== `greenhouse/${basename(source)}`)).toEqual([]);
});

test("the gateway's container has an unprivileged user, a volume, and a command of the package", () => {
  const dockerfile = read("gateway/Dockerfile").replaceAll(/\\\n\s*/g, "");
  const instructions = new Map<string, string[]>();
  for (const [, name = "", value = ""] of dockerfile.matchAll(/^([A-Z]+) (.*)$/gm)) {
    instructions.set(name, [...(instructions.get(name) ?? []), value]);
  }
  const compose = read("gateway/compose.yaml");
  const [store = ""] = instructions.get("VOLUME") ?? [];
  expect(Object.fromEntries(instructions)).toMatchObject({
    FROM: ["python:3-slim"],
    USER: ["gateway"],
    ENV: [`GREENHOUSE_STORE=${store}`],
    ENTRYPOINT: ['["greenhouse-gateway"]'],
  });
  expect(read("gateway/pyproject.toml")).toMatch(/^greenhouse-gateway = /m);
  expect(compose).toContain(`- readings:${store}\n`);
  // Both files name the folder devices/ as the context.
  const [, context = "", file = ""] = /context: (\S+)\n +dockerfile: (\S+)/.exec(compose) ?? [];
  expect(join("gateway", context, file)).toBe("gateway/Dockerfile");
  for (const [, mounted = ""] of compose.matchAll(/- \.\/(\S+?):/g)) {
    expect([mounted, existsSync(fromRoot("devices/gateway", mounted))]).toEqual([mounted, true]);
  }
});
