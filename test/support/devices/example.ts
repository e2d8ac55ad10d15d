/** The examples of devices/ as processes, each with its own sensor and farm. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import type { Running } from "../../../tools/dev/processes/processes";
import { databaseClient } from "../backend/database-client";
import { addFarm, addSensor } from "../backend/farm";
import type { Farm, Sensor } from "../backend/farm";
import { readRecords } from "../backend/records";
import { secretsIn } from "../backend/secrets";
import { sharedHost } from "../backend/targets";
import { testTogether } from "./trial";

export interface ExampleTrial {
  readonly sensor: Sensor;
  /** A folder with the key's file, and the file `temperature` if a test writes it. */
  readonly folder: string;
  /** Another sensor in the same greenhouse. */
  readonly addAnother: () => Promise<Sensor>;
  readonly start: (command: readonly string[], env?: Readonly<Record<string, string>>) => Running;
  readonly history: () => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

interface Subject {
  readonly name: string;
  readonly missing: string | undefined;
}

/** @returns a function that makes a test for each subject; all run the scenario at the same time */
export function useExamples(): <S extends Subject>(
  name: string,
  subjects: readonly S[],
  scenario: (trial: ExampleTrial, subject: S) => Promise<void>,
) => void {
  const target = sharedHost();
  const database = databaseClient();
  let farm: Farm;
  beforeAll(async () => {
    farm = await addFarm(database);
  });
  return (name, subjects, scenario) =>
    testTogether(name, subjects, async (subject) => {
      const folder = mkdtempSync(join(tmpdir(), "greenhouse-example-"));
      writeFileSync(join(folder, "key"), `${farm.apiKey}\n`);
      const sensor = await addSensor(database, farm);
      const started: Running[] = [];
      const start = ([program = "", ...args]: readonly string[], env = {}): Running => {
        const example = run(program, args, {
          env: {
            ...process.env,
            GREENHOUSE_URL: `${target.url}/sensorData`,
            GREENHOUSE_UID: sensor.uid,
            GREENHOUSE_KEY: farm.apiKey,
            GREENHOUSE_KEY_FILE: join(folder, "key"),
            GREENHOUSE_STORE: join(folder, "store"),
            ...env,
          },
        });
        started.push(example);
        return example;
      };
      const history = async () => (await readRecords(database, sensor.greenhouse)).history;
      try {
        const addAnother = () => addSensor(database, farm, { greenhouse: sensor.greenhouse });
        await scenario({ sensor, folder, addAnother, start, history }, subject);
      } finally {
        await Promise.all(started.map((example) => example.stop()));
        rmSync(folder, { recursive: true, force: true });
      }
      for (const example of started) expect(secretsIn(example.output())).toEqual([]);
    });
}

/** Resolves with the first line that matches. Rejects if the example ends before. */
export function lineOf(example: Running, kind: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    example.onLine((line) => {
      if (kind.test(line)) resolve(line);
    });
    void example.ended.then(() => reject(new Error(example.output())));
  });
}
