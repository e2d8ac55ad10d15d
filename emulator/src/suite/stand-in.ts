/**
 * What firebase-tools finds in place of `java`: started for the database emulator it runs ours; everything else goes on
 * to the Java that is installed.
 */

import path from "node:path";

export interface StandIn {
  /** The private folder that holds all files of one `exec`. */
  readonly folder: string;
  /** This program on Node: the executable, its options, the script. */
  readonly program: readonly string[];
  /** Options of our own for the database. */
  readonly options: readonly string[];
  /** The installed Java. Without one, what needs it fails. */
  readonly java: string | undefined;
  /** An emulator of the suite needs a real Java, so its version counts. */
  readonly isJavaNeeded: boolean;
}

/** Stands for the database emulator's JAR file: firebase-tools marks it as executable and passes it on. */
export const jarFile = (folder: string): string => path.join(folder, "rtdb-emulator");

/** Holds the process id of the database while that runs. */
export const pidFile = (folder: string): string => path.join(folder, "database.pid");

/** Lines for the terminal. */
export const messagesFile = (folder: string): string => path.join(folder, "messages");

/** How firebase-tools asks for the version; it demands 21 or newer. */
const VERSION_PROBE = ["-Duser.language=en", "-Dfile.encoding=UTF-8", "-version"];
const VERSION = 'openjdk version "21" (rtdb-emulator: no Java)';
/** What a shell answers for a command that does not exist. */
const NOT_FOUND = 127;

/** The file `java` for Linux and macOS. */
export function standInScript(standIn: StandIn): string {
  const { folder, program, options, java, isJavaNeeded } = standIn;
  const jar = quote(jarFile(folder));
  const answer = `if [ "$*" = ${quote(VERSION_PROBE.join(" "))} ]; then
  echo ${quote(VERSION)} >&2
  exit 0
fi
`;
  return `#!/bin/sh
# Made by rtdb-emulator exec: stands for java and runs the Realtime Database emulator without it.
for argument do
  if [ "$argument" = ${jar} ]; then
    while [ "$1" != ${jar} ]; do shift; done
    shift
    echo $$ >${quote(pidFile(folder))}
    exec ${[...program, "--suite", folder, ...options].map(quote).join(" ")} --parent $PPID "$@"
  fi
done
${isJavaNeeded ? "" : answer}${
    java === undefined
      ? `echo 'java: not found. Install Java 21 or newer for the other emulators.' >&2\nexit ${NOT_FOUND}`
      : `exec ${quote(java)} "$@"`
  }
`;
}

/**
 * A module for Windows, where firebase-tools starts `java` without a shell and so finds no script. Loaded before
 * firebase-tools by NODE_OPTIONS. Every process ends with `exec`, whose id is `parent`.
 */
export function standInModule(standIn: StandIn, parent: number): string {
  const { folder, program, options, isJavaNeeded } = standIn;
  const [node, ...args] = program;
  return `// Made by rtdb-emulator exec: starts the Realtime Database emulator in place of java.
const childProcess = require("node:child_process");
const { spawn } = childProcess;

childProcess.spawn = function (command, given, ...rest) {
  if (command !== "java" || !Array.isArray(given)) return spawn.call(this, command, given, ...rest);
  const jar = given.indexOf(${JSON.stringify(jarFile(folder))});
  if (jar >= 0) {
    const own = ${JSON.stringify([...args, "--suite", folder, ...options])};
    const parent = ["--parent", String(process.pid)];
    return spawn.call(this, ${JSON.stringify(node)}, [...own, ...parent, ...given.slice(jar + 1)], ...rest);
  }
  if (${!isJavaNeeded} && given.join(" ") === ${JSON.stringify(VERSION_PROBE.join(" "))}) {
    const answer = ${JSON.stringify(`console.error(${JSON.stringify(VERSION)})`)};
    return spawn.call(this, ${JSON.stringify(node)}, ["-e", answer], ...rest);
  }
  return spawn.call(this, command, given, ...rest);
};

setInterval(() => {
  try {
    process.kill(${parent}, 0);
  } catch {
    process.exit(1);
  }
}, 500).unref();
`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
