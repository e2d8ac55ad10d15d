/** When each device sends: evenly spread, so that they do not all send at once. Pure. */

export interface Schedule {
  readonly devices: number;
  /** From one reading of a device to its next, in milliseconds. */
  readonly everyMs: number;
  /** The whole simulation, in milliseconds. */
  readonly forMs: number;
}

export interface Turn {
  readonly device: number;
  /** Milliseconds from the start. */
  readonly dueMs: number;
}

/** All turns, in the order in which they are due; each device has the same number, at least one. */
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
