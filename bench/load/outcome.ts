/** What came of a load. */
export interface Outcome {
  /** Requests per second that were answered with 200. */
  readonly perSecond: number;
  /** Milliseconds from each request to its answer, ascending. */
  readonly latencies: readonly number[];
  /** Requests that failed or were answered with another status, and an example. */
  readonly failures: number;
  readonly failure?: string;
}
