/** A Python process with the gateway's packages, for all questions of a suite. */

import { fromRoot } from "../../../tools/dev/stack/project";
import { NO_PYTHON, PYTHON, PYTHONPATH } from "./commands";
import { startLineProcess } from "./line-process";
import type { LineProcess } from "./line-process";

export const testPython = NO_PYTHON === undefined ? test : test.skip;

/**
 * Call it once in a test file.
 * @param script in this folder; it answers each line of JSON with a line of JSON
 * @returns asks the process
 */
export function usePython(script: string): (question: unknown) => Promise<unknown> {
  let python: LineProcess | undefined;
  afterAll(() => python?.stop());
  return (question) => {
    const file = fromRoot("test/support/devices", script);
    python ??= startLineProcess([PYTHON ?? "", "-B", file], { PYTHONPATH });
    return python.ask(JSON.stringify(question));
  };
}

export interface PythonProgram {
  readonly program: string;
  readonly arguments?: readonly string[];
  /** More environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Ended {
  /** Of both streams. */
  readonly output: string;
  readonly code: number;
}

/** Call it once in a test file. The returned function runs programs in one process, one after the other. */
export function usePrograms(): (program: PythonProgram) => Promise<Ended> {
  const ask = usePython("programs.py");
  return async (program) => (await ask(program)) as Ended;
}
