/** The package's interface for programs: `start()`. */

export { start, EmulatorError } from "./start";
export type { Emulator, EmulatorOptions } from "./start";
