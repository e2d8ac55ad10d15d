/** Plans when each device sends: evenly spread, so that they do not all send at once. Pure. */

export interface Schedule {
  readonly devices: number;
  /** Interval of each device, in milliseconds. */
  readonly everyMs: number;
  /** Duration of the whole simulation, in milliseconds. */
  readonly forMs: number;
}

export interface Turn {
  readonly device: number;
  /** Milliseconds from the start. */
  readonly dueMs: number;
}

/**
 * Yields all turns in the order of their due times. Each device has the same number, at least one.
 */
export function* turnsOf({ devices, everyMs, forMs }: Schedule): Generator<Turn> {
  const rounds = Math.max(1, Math.floor(forMs / everyMs));
  for (let round = 0; round < rounds; round += 1) {
    for (let device = 0; device < devices; device += 1) {
      yield { device, dueMs: Math.floor((round + device / devices) * everyMs) };
    }
  }
}

export function countTurns({ devices, everyMs, forMs }: Schedule): number {
  return devices * Math.max(1, Math.floor(forMs / everyMs));
}
