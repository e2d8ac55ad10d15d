/** What the package offers to programs: `start()`. */

export { start, EmulatorError } from "./start";
export type { Emulator, EmulatorOptions } from "./start";
