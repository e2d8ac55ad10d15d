/**
 * Outputs of boards, the orders of people, and the reports of boards (docs/outputs.md). The database stores `outputs`, `outputOrders`, `outputStates` and `outputLog` by farm, uid and output, and `outputPlaces` by farm,
 * uid and place.
 */

/** A `switch` is 0 or 1, a `level` is an integer from 0 to 100. 0 is off. */
export const OUTPUT_KINDS = ["switch", "level"] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];

/**
 * Why an output has its value:
 * - `order`: The output has the ordered value.
 * - `lease`: Off, because the order ended or the board heard nothing for the length of the lease.
 * - `limit`: Off, because the output was on for its daily limit.
 * - `local`: Somebody set the output at the board.
 * - `start`: Off since the board started.
 * - `fault`: Off, because the board cannot count its time or does not understand an answer.
 * - `fallback`: On while no order holds, because the board's own sensors ask for it. Never off.
 */
export const OUTPUT_REASONS = [
  "order",
  "lease",
  "limit",
  "local",
  "start",
  "fault",
  "fallback",
] as const;
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
  /** Only of an order that a plan has renewed: when the first of these orders was stored, in Unix milliseconds. */
  readonly since?: number | undefined;
  /** The key of its entry in the log. A renewed order keeps the entry of the first. */
  readonly entry?: string | undefined;
}

/** A board's report about an output. `version` names the last order that the board heard; 0: none since it started. */
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
  /** When the database got the report. The board asked before, so its lease ends at most one lease after this time. */
  readonly heard: number;
  /** Since when value and reason hold, by the database's clock; undefined if unknown. */
  readonly since: number | undefined;
}

export interface DefinedOutput extends OutputId {
  readonly defined: Output;
}

export interface KnownOutput extends DefinedOutput {
  readonly order: Order | undefined;
  readonly state: OutputState | undefined;
}
