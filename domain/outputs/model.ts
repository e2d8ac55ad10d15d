/**
 * What an output of a board is, what people order of it, and what its board reports (docs/outputs.md). The database
 * stores `outputs`, `outputOrders`, `outputStates` and `outputLog` by farm, uid and output, and `outputPlaces` by farm,
 * uid and place.
 */

/** A `switch` is 0 or 1, a `level` is an integer from 0 to 100. 0 is off. */
export const OUTPUT_KINDS = ["switch", "level"] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];

/**
 * Why an output has its value:
 * - `order`: as ordered
 * - `lease`: off, because the order ended or the board heard nothing for the length of the lease
 * - `limit`: off, because it was on for the day's limit
 * - `local`: as somebody set it at the board
 * - `start`: off since the board started
 * - `fault`: off, because the board cannot count or does not understand an answer
 */
export const OUTPUT_REASONS = ["order", "lease", "limit", "local", "start", "fault"] as const;
export type OutputReason = (typeof OUTPUT_REASONS)[number];

/** An output of a board, as paths of the database name it. */
export interface OutputId {
  readonly farmId: string;
  readonly uid: string;
  readonly output: string;
}

/** `outputs/<farmId>/<uid>/<output>`. */
export interface Output {
  readonly name: string;
  readonly kind: OutputKind;
  /** How long the board may leave the output on without hearing anything. */
  readonly leaseSeconds: number;
  /** How long the output may be on in a day, from midnight to midnight UTC. */
  readonly maxOnSeconds: number;
  /** Whether viewers may order, too. */
  readonly viewersMay: boolean;
}

/** `outputOrders/<farmId>/<uid>/<output>`. */
export interface Order {
  readonly value: number;
  readonly version: number;
  /** When the order ends, in Unix milliseconds; undefined: the order is off. */
  readonly until: number | undefined;
  readonly by: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** A board's report about an output. `version` names the order that the board heard last; 0: none since it started. */
export interface Reported {
  readonly value: number;
  readonly version: number;
  readonly reason: OutputReason;
  /** Milliseconds since value or reason last changed; undefined if the board does not report it. */
  readonly agoMs?: number | undefined;
}

/** `outputStates/<farmId>/<uid>/<output>`. Times are Unix milliseconds. */
export interface OutputState extends Omit<Reported, "agoMs"> {
  /** When the board reported it, by its clock. */
  readonly at: number;
  /** When the database heard it. The board asked before, so its lease ends at most one lease after this time. */
  readonly heard: number;
  /** Since when value and reason hold, by the database's clock; undefined if nobody knows. */
  readonly since: number | undefined;
}

export interface DefinedOutput extends OutputId {
  readonly defined: Output;
}

export interface KnownOutput extends DefinedOutput {
  readonly order: Order | undefined;
  readonly state: OutputState | undefined;
}
