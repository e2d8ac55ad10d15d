/** What the package offers to programs: `start()`. */

export { start, StartError } from "./start";
export type { Emulator, EmulatorOptions } from "./start";
