/** Plans of outputs: set from a file, shown, printed to be set again, paused and removed. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addSensor } from "../../support/backend/farm";
import { farm, farmError, farmJson } from "../../support/cli/farm-command";

const database = databaseClient();
const folder = useTemporaryFolder();
const plain = (text: string): string => text.replaceAll("\u202f", " ");

test("a plan is set from a file, shown, set again as it was printed, paused and removed", async () => {
  const sensor = await addSensor(database, await addFarm(database));
  const { uid } = sensor;
  const farmId = sensor.farm.id;
  const at = [uid, "valve"] as const;
  const path = `outputPlans/${farmId}/${uid}/valve`;
  await farmJson(["output", "add", ...at, "Drip line", "--max-a-day", "30m"]);
  await farmJson(["place", farmId, "52.5", "13.4", "--time-zone", "Europe/Berlin"]);
  await farmJson(["reading", "send", uid, "--soil-moisture", "34"]);
  const run = (command: string, ...more: readonly string[]) =>
    farm(["output", "plan", command, ...at, ...more], { folder: folder() });
  const file = (name: string, content: unknown): string => {
    writeFileSync(join(folder(), name), JSON.stringify(content));
    return name;
  };
  const set = (name: string, ...more: readonly string[]) => run("set", "--file", name, ...more);

  expect((await run("show")).stderr).toContain(`valve of ${uid} has no plan.`);
  const example = (await farmJson(["output", "plan", "example", "dry"])) as object;
  const bad = await set(file("bad.json", { ...example, forSecond: 60 }));
  expect(bad.stderr).toContain(
    'farm: bad.json: "forSecond" is not a field of a plan. Did you mean forSeconds?\n',
  );
  expect((await set(file("elsewhere.json", { ...example, source: "elsewhere" }))).stderr).toContain(
    `source must be the uid of a sensor of ${farmId}; not "elsewhere".`,
  );
  const written = await set(file("plan.json", { ...example, source: uid }));
  expect(plain(written.stdout)).toMatch(
    /^Set the plan of Drip line:\nWaters 3 × 4 min .+, if .+ is drier than 30 %\. At most 24 min a day; the output's limit is 30 min\.\n(Next: .+, if soil below 30 %, now 34 %\n){3}Times are the farm's local times \(Europe\/Berlin\)\.\n$/,
  );

  const stored = (await farmJson(["output", "plan", "show", ...at])) as object;
  expect(stored).toEqual({ ...example, source: uid, at: expect.any(Number) as number });
  expect(await set(file("same.json", stored))).toMatchObject({ code: 0 });
  const changed = file("changed.json", { ...stored, below: 40 });
  expect(await set(changed)).toMatchObject({ code: 3 });
  expect(await set(changed, "--yes")).toMatchObject({ code: 0 });
  expect(await database.get(`${path}/below`)).toBe(40);

  const skipped = { action: "skipped", reason: "noValue", at: 1_800_000, quantity: "soilMoisture" };
  await database.put(`outputPlanRuns/${farmId}/${uid}/valve`, {
    "19700101T0615": skipped,
    version: 1,
  });
  expect((await run("show")).stdout).toMatch(/\n\n.* skipped: no soil value\n$/);

  expect((await run("pause", "--for", "31d")).stderr).toContain("It must be from 1m to 30d");
  expect((await run("pause", "--for", "3d")).stdout).toMatch(/^Plan paused until .+\nNext: /);
  expect(await farmJson(["output", "plan", "next", ...at, "--count", "2"])).toMatchObject({
    pausedUntil: expect.any(Number) as number,
    next: [{ kind: "run", isCut: false }, { value: { kind: "fresh", value: 34 } }],
  });
  expect((await run("resume")).stdout).toMatch(/^Next: /);
  expect(await database.get(`${path}/pausedUntil`)).toBeNull();
  expect((await farmError(["output", "plan", "remove", ...at])).code).toBe(3);
  expect(await run("remove", "--yes")).toMatchObject({ code: 0 });
  expect(await database.get(path)).toBeNull();

  const vent = (await farmJson(["output", "plan", "example", "vent"])) as object;
  expect(await set(file("vent.json", vent))).toMatchObject({ code: 0 });
  const lease = ["output", "add", ...at, "Drip line", "--lease"] as const;
  expect((await farm([...lease, "2m"])).stderr).toContain(
    'a plan of the kind "hold" needs an output with a lease of at least 3m. valve has such a plan.',
  );
  expect(await farmJson([...lease, "3m"])).toMatchObject({ leaseSeconds: 180 });
});
