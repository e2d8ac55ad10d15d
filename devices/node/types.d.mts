/** The types of greenhouse.mjs for programs in TypeScript. A test compares them with the module. */

/** The version of all clients. */
export const VERSION: string;

/** Returns the header `X-Signature` of a request with this body, as it is sent. */
export function sign(apiKey: string, body: string): string;

export interface Settings {
  /** The URL of /sensorData. */
  url: string;
  uid: string;
  /** The farm's key, or the sensor's own key. It is never sent and never printed. */
  apiKey: string;
  /** A folder, in which each sensor gets its own folder. Without it readings wait in memory. */
  store?: string;
  /** How many readings may wait: 10,000 by default. */
  capacity?: number;
  /** For one whole request: 15 seconds by default. */
  timeoutMs?: number;
  /** Name and number of your program, which requests state instead of this client's. "" for none. */
  version?: string;
  /** Lets the owners change the interval within bounds. */
  interval?: IntervalSettings;
  /** Takes a line for people. By default it goes to standard error. */
  report?: (line: string) => void;
  /** Unix milliseconds. */
  clock?: () => number;
  /** Milliseconds since the system's start, which never jump. */
  uptime?: () => number;
  /** Names that start. */
  boot?: string;
  /** From 0 to 1, for the pauses between attempts. */
  jitter?: () => number;
}

/** Whole seconds, at least 1. */
export interface IntervalSettings {
  /** The program's own interval. */
  seconds: number;
  min: number;
  max: number;
}

/** Sends the readings of one sensor: `add` them, then call `poll` again and again, or `flush`. */
export class SensorClient {
  /** @throws {TypeError} for a URL that must not get readings, a wrong version or interval */
  constructor(settings: Settings);

  /** Results so far. These and `waiting` add up to all readings that were added, or found in the store. */
  counts: {
    /** Confirmed by the backend. */
    stored: number;
    /** Refused individually, for example because they are too old for the backend. */
    refused: number;
    /** Dropped for newer ones, because the store was full. */
    overflowed: number;
  };

  /** The number of readings that wait for the backend's confirmation. */
  get waiting(): number;

  /** Whether the waiting readings survive the end of this process: false without a store, or if it cannot be used. */
  get isOnDisk(): boolean;

  /** The seconds between two readings that now count; undefined without the setting `interval`. */
  get intervalSeconds(): number | undefined;

  /**
   * Takes a reading of this moment. Values that are not a finite number are left out.
   * @param options with signOfLife a reading without values is sent, too
   * @returns the names of the values that were left out
   * @throws {TypeError} for an invalid name, or a reading without values
   * @throws {RangeError} if no value is left
   */
  add(
    measurements: Readonly<Record<string, unknown>>,
    options?: { signOfLife?: boolean },
  ): string[];

  /**
   * Sends at most one batch, if it is due. Wait for it before calling it again.
   * @returns the milliseconds until the next call; undefined if nothing waits
   */
  poll(): Promise<number | undefined>;

  /** Polls until nothing waits, or the next attempt would be later than `withinMs`. */
  flush(options?: { withinMs?: number }): Promise<void>;
}
