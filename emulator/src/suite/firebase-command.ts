/**
 * What can be known beforehand of a command that runs firebase-tools: its version, and whether it needs a real Java.
 */

import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** Versions of firebase-tools: from the first to the last that were tried, and to the end of that major version. */
export const SUPPORTED = { first: "14.27.0", last: "15.34.2", below: "16.0.0" } as const;

/** The emulators of firebase-tools that are Java programs, besides the database. */
const JAVA_EMULATORS = ["firestore", "storage"];

/**
 * Whether an emulator other than the database needs Java, by the command and firebase.json. It is not known where a
 * script runs firebase-tools.
 */
export function needsJava(words: readonly string[], cwd: string): boolean {
  const command = argumentsOf(words);
  if (command === undefined) return false;
  const only = optionOf(command, "--only")
    ?.split(",")
    .map((name) => name.split(":")[0]);
  const config = configText(command, cwd);
  return JAVA_EMULATORS.some(
    // Searched as text: firebase.json may contain comments.
    (name) => (only?.includes(name) ?? true) && new RegExp(`"${name}"\\s*:`).test(config),
  );
}

/** Whether it runs tests once, by the name of their command. */
export function runsTests(words: readonly string[]): boolean {
  const command = argumentsOf(words) ?? [];
  if (command[0] !== "emulators:exec") return false;
  const script = command[1]?.startsWith("-") === false ? command[1] : (command.at(-1) ?? "");
  return /test|spec|jest|mocha/i.test(script) && !/watch/i.test(script);
}

/** What works without an account where firebase-tools asks for one: it does so for an emulator too. */
export function loginHint(words: readonly string[], host = "127.0.0.1:9000"): string | undefined {
  const text = argumentsOf(words)?.join(" ") ?? "";
  const [name] = /\bdatabase:(?:get|set|push|update|remove)\b/.exec(text) ?? [];
  if (name === undefined) return undefined;
  return (
    `${name} wants a signed-in account, also for an emulator. This needs none: ` +
    `curl -H 'Authorization: Bearer owner' 'http://${host}/<path>.json?ns=<namespace>'`
  );
}

function configText(command: readonly string[], cwd: string): string {
  const file = configFile(command, cwd);
  // Without one firebase-tools takes defaults, which have Firestore.
  if (file === undefined) return '"firestore":';
  // firebase-tools reports a path that is no file.
  return statSync(file).isFile() ? readFileSync(file, "utf8") : "";
}

function configFile(command: readonly string[], cwd: string): string | undefined {
  const named = optionOf(command, "--config") ?? optionOf(command, "-c");
  const files =
    named === undefined
      ? ancestors(cwd).map((folder) => path.join(folder, "firebase.json"))
      : [path.resolve(cwd, named)];
  return files.find((each) => existsSync(each));
}

/** Empty without a file that can be read. */
function readJson(file: string): object {
  try {
    return Object(JSON.parse(readFileSync(file, "utf8"))) as object;
  } catch {
    return {};
  }
}

/** The value of `--name value` or `--name=value`. */
function optionOf(command: readonly string[], name: string): string | undefined {
  const at = command.findIndex((word) => word === name || word.startsWith(`${name}=`));
  const word = command[at];
  return word === name ? command[at + 1] : word?.slice(name.length + 1);
}

/** The version of firebase-tools, undefined when it cannot be found. */
export function firebaseVersion(
  command: readonly string[],
  cwd: string,
  searchPath: string,
): string | undefined {
  const at = firebaseAt(command);
  const word = command[at];
  if (word === undefined) return undefined;
  // npx takes what is installed in the project first.
  const bins = at > 0 ? ancestors(cwd).map((folder) => path.join(folder, "node_modules/.bin")) : [];
  const file = word.includes(path.sep)
    ? path.resolve(cwd, word)
    : findProgram(word, [...bins, searchPath].join(path.delimiter));
  if (file === undefined || !existsSync(file)) return undefined;
  for (const folder of ancestors(realpathSync(file))) {
    // On Windows the commands of packages are scripts beside the packages.
    for (const file of ["package.json", "firebase-tools/package.json"]) {
      const version = versionIn(path.join(folder, file));
      if (version !== undefined) return version;
    }
  }
  return undefined;
}

/** What firebase-tools is given; undefined where it is not named. */
function argumentsOf(words: readonly string[]): readonly string[] | undefined {
  const at = firebaseAt(words);
  return at < 0 ? undefined : words.slice(at + 1);
}

/** Where in a command firebase-tools is named; -1 where it is not. */
function firebaseAt(command: readonly string[]): number {
  return command.findIndex((word) => /^firebase(?:\.js|\.cmd)?$/.test(path.basename(word)));
}

function versionIn(file: string): string | undefined {
  const { name, version } = readJson(file) as { name?: string; version?: string };
  return name === "firebase-tools" ? version : undefined;
}

export function isSupported(version: string): boolean {
  const { compare } = new Intl.Collator("en", { numeric: true });
  return compare(version, SUPPORTED.first) >= 0 && compare(version, SUPPORTED.below) < 0;
}

/** The folder itself, then each one around it. */
function ancestors(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

/** A program's file in the search path. */
export function findProgram(name: string, searchPath: string): string | undefined {
  return searchPath
    .split(path.delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => path.resolve(folder, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}
