/**
 * The stand-in for `java` that firebase-tools finds. If it is started for the database emulator, it runs this emulator.
 * It passes other calls to the installed Java.
 */

import path from "node:path";

export interface StandIn {
  /** The private folder that holds all files of one `exec`. */
  readonly folder: string;
  /** This program on Node: the executable, its options, the script. */
  readonly program: readonly string[];
  /** Additional options for the database. */
  readonly options: readonly string[];
  /** The installed Java. If undefined, other Java programs fail. */
  readonly java: string | undefined;
  /** Whether an emulator of the suite needs a real Java. Then firebase-tools must see the real version. */
  readonly isJavaNeeded: boolean;
}

/** Replaces the database emulator's JAR file. firebase-tools makes it executable and passes its path on. */
export const jarFile = (folder: string): string => path.join(folder, "rtdb-emulator");

/** Contains the database's process id while the database runs. */
export const pidFile = (folder: string): string => path.join(folder, "database.pid");

/** Contains lines for the terminal. */
export const messagesFile = (folder: string): string => path.join(folder, "messages");

/** The arguments with which firebase-tools reads the version. It requires 21 or newer. */
const VERSION_PROBE = ["-Duser.language=en", "-Dfile.encoding=UTF-8", "-version"];
const VERSION = 'openjdk version "21" (rtdb-emulator: no Java)';
/** Exit code of shells for a command that does not exist. */
const NOT_FOUND = 127;

/** Returns the file `java` for Linux and macOS. */
export function standInScript(standIn: StandIn): string {
  const { folder, program, options, java, isJavaNeeded } = standIn;
  const jar = quote(jarFile(folder));
  const answer = `if [ "$*" = ${quote(VERSION_PROBE.join(" "))} ]; then
  echo ${quote(VERSION)} >&2
  exit 0
fi
`;
  return `#!/bin/sh
# Made by rtdb-emulator exec: replaces java and runs the Realtime Database emulator without it.
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
 * Returns a module for Windows, where firebase-tools starts `java` without a shell, so a script does not work.
 * NODE_OPTIONS loads the module before firebase-tools. Every process ends with `exec`, whose process id is `parent`.
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
