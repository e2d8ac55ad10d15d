/**
 * Analyses a command before it runs firebase-tools: the version, and whether a real Java is needed.
 */

import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** Tested versions of firebase-tools: from the first to the last. Later versions below `below` are accepted, too. */
export const SUPPORTED = { first: "14.27.0", last: "15.34.2", below: "16.0.0" } as const;

/** The other emulators of firebase-tools that are Java programs. */
const JAVA_EMULATORS = ["firestore", "storage"];

/**
 * Returns whether an emulator other than the database needs Java, according to the command and firebase.json. False if
 * the command is a script that runs firebase-tools: its arguments are unknown.
 */
export function needsJava(words: readonly string[], cwd: string): boolean {
  const command = argumentsOf(words);
  if (command === undefined) return false;
  const only = optionOf(command, "--only")
    ?.split(",")
    .map((name) => name.split(":")[0]);
  const config = configText(command, cwd);
  return JAVA_EMULATORS.some(
    // A search in the text, because firebase.json may contain comments.
    (name) => (only?.includes(name) ?? true) && new RegExp(`"${name}"\\s*:`).test(config),
  );
}

/** Returns whether the command runs tests once, judging by its name. */
export function runsTests(words: readonly string[]): boolean {
  const command = argumentsOf(words) ?? [];
  if (command[0] !== "emulators:exec") return false;
  const script = command[1]?.startsWith("-") === false ? command[1] : (command.at(-1) ?? "");
  return /test|spec|jest|mocha/i.test(script) && !/watch/i.test(script);
}

/** Returns a hint for commands that need an account even for an emulator: a request that works without an account. */
export function loginHint(words: readonly string[], host = "127.0.0.1:9000"): string | undefined {
  const text = argumentsOf(words)?.join(" ") ?? "";
  const [name] = /\bdatabase:(?:get|set|push|update|remove)\b/.exec(text) ?? [];
  if (name === undefined) return undefined;
  return (
    `${name} needs a signed-in account, even for an emulator. This works without an account: ` +
    `curl -H 'Authorization: Bearer owner' 'http://${host}/<path>.json?ns=<namespace>'`
  );
}

function configText(command: readonly string[], cwd: string): string {
  const file = configFile(command, cwd);
  // Without firebase.json, firebase-tools uses defaults, which include Firestore.
  if (file === undefined) return '"firestore":';
  // firebase-tools reports a path that is not a file.
  return statSync(file).isFile() ? readFileSync(file, "utf8") : "";
}

function configFile(command: readonly string[], cwd: string): string | undefined {
  const named = optionOf(command, "--config") ?? optionOf(command, "-c");
  const files =
    named === undefined
      ? ancestors(cwd).map((folder) => path.join(folder, "firebase.json"))
      : [path.resolve(cwd, named)];
  return files.find((file) => existsSync(file));
}

/** Returns an empty object if the file cannot be read. */
function readJson(file: string): object {
  try {
    return Object(JSON.parse(readFileSync(file, "utf8"))) as object;
  } catch {
    return {};
  }
}

/** Returns the value of `--name value` or `--name=value`. */
function optionOf(command: readonly string[], name: string): string | undefined {
  const at = command.findIndex((word) => word === name || word.startsWith(`${name}=`));
  const word = command[at];
  return word === name ? command[at + 1] : word?.slice(name.length + 1);
}

/** Returns the version of firebase-tools, or undefined if it is not found. */
export function firebaseVersion(
  command: readonly string[],
  cwd: string,
  searchPath: string,
): string | undefined {
  const at = firebaseAt(command);
  const word = command[at];
  if (word === undefined) return undefined;
  // npx prefers commands of the project's packages.
  const bins = at > 0 ? ancestors(cwd).map((folder) => path.join(folder, "node_modules/.bin")) : [];
  const file = word.includes(path.sep)
    ? path.resolve(cwd, word)
    : findProgram(word, [...bins, searchPath].join(path.delimiter));
  if (file === undefined || !existsSync(file)) return undefined;
  for (const folder of ancestors(realpathSync(file))) {
    // On Windows the commands of packages are scripts next to the packages.
    for (const file of ["package.json", "firebase-tools/package.json"]) {
      const version = versionIn(path.join(folder, file));
      if (version !== undefined) return version;
    }
  }
  return undefined;
}

/** Returns the arguments of firebase-tools, or undefined if the command does not contain it. */
function argumentsOf(words: readonly string[]): readonly string[] | undefined {
  const at = firebaseAt(words);
  return at < 0 ? undefined : words.slice(at + 1);
}

/** Returns the index of firebase-tools in a command, or -1. */
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

/** Returns the folder and its parent folders. */
function ancestors(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

/** Returns a program's file in the search path. */
export function findProgram(name: string, searchPath: string): string | undefined {
  return searchPath
    .split(path.delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => path.resolve(folder, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}
