/**
 * A row that is added to the table is all that it takes: it is parsed, stored under the generated rules, folded, alerted
 * about, exported, and shown on the page.
 */

import { HOUR_MS } from "@greenhouse/domain/time";
import type { Condition } from "@greenhouse/domain/alerts/condition";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";

const SAP_FLOW = "sapFlow" as Measurement;
const NOW = Date.UTC(2026, 2, 1, 10, 30);

jest.doMock("@greenhouse/domain/quantities/quantity-table", () => {
  const table = jest.requireActual<{ MEASURED: object }>("../../domain/quantities/quantity-table");
  const sapFlow = { unit: "g/h", digits: 1, min: 0, max: 900, margin: 5, summary: "median" };
  return { ...table, MEASURED: { ...table.MEASURED, [SAP_FLOW]: { ...sapFlow, isOfAir: false } } };
});
jest.doMock("../support/shipped-rules", () => {
  const rules = jest.requireActual<{ RULES_TEXT: string }>("../../database/rules/rules");
  // As `npm run generate` writes it.
  return { RULES: rules.RULES_TEXT.replaceAll(/,\n(?=[}\]])/g, "\n") };
});

const registered = { farmId: "oak", greenhouse: "north", sensorName: "Vine", sensorType: "SF-3" };

test("it is parsed, stored under the generated rules, and rolled up", async () => {
  const { parseSensorRequest } = await import("../../functions/src/sensor-data/parse");
  const { planSigned } = await import("../support/planning");
  const { FoldedDatabase } = await import("../support/jobs/folding");
  const { foldReadings } = await import("../../jobs/src/rollups/fold-readings");
  const text = `{"uid":"vine-1","timestamp":${NOW},"signature":"s","sapFlow":41.25,"rain":1}`;
  const parsed = parseSensorRequest(
    {
      body: JSON.parse(text) as { readonly [name: string]: never },
      text,
      isLarge: false,
      signedBody: undefined,
    },
    "both",
    NOW,
  );
  const [reading] = parsed.ok ? parsed.value.readings : [];
  const { measurements } = reading?.ok === true ? reading.value : { measurements: {} };
  expect(measurements).toEqual({ sapFlow: 41.25 });

  const database = new FoldedDatabase(NOW, {
    farms: { oak: { name: "Oak", apiKey: "key" } },
    greenhouses: { north: { name: "North", farmId: "oak", thresholds: { sapFlow: { max: 30 } } } },
    registeredSensors: { "vine-1": { ...registered, role: "soil" } },
  });
  const accepted = { ...registered, uid: "vine-1", key: "key", measurements, updatedAt: NOW };
  database.store(planSigned(accepted, createPushKeys(Math.random)(NOW), NOW));
  expect(database.json("sensors/north/bySensor/vine-1")).toMatchObject({ sapFlow: 41.25 });
  expect(database.json("lastSeen/oak/vine-1")).toEqual({ sapFlow: NOW });

  database.now += HOUR_MS;
  const log = {
    foldsEnded: () => undefined,
    greenhouseFailed: (_: string, error: unknown) => {
      throw error;
    },
  };
  const parts = { log, now: () => database.now, random: () => 0 };
  await foldReadings({ ...parts, database: database.jobs });
  const start = NOW - (NOW % HOUR_MS);
  expect(database.json(`greenhouseRollups/north/hour/sapFlow/${start}`)).toEqual({
    min: 41.25,
    max: 41.25,
    median: 41.25,
    n: 1,
  });
});

test("it raises an alert, in words, and is exported", async () => {
  const { findingsOf } = await import("@greenhouse/domain/alerts/findings");
  const { createFormat } = await import("@greenhouse/domain/words/format");
  const { headOf } = await import("../../tools/cli/src/readings/entry-text");
  const values = { [SAP_FLOW]: { value: 41.25, at: NOW, isStale: false } };
  const condition: Condition = { at: NOW, freshness: "fresh", isOneReading: true, values };
  const limits = {
    thresholds: { [SAP_FLOW]: { max: 30 } },
    isNight: false,
    lowBattery: 20,
    watchesSilence: true,
  };
  expect(findingsOf(limits, condition, "soil")).toEqual([
    { kind: "above", measurement: SAP_FLOW, value: 41.25, bound: 30 },
  ]);
  expect(createFormat("en", "UTC", NOW).value(41.25, SAP_FLOW)).toBe("41.3\u202fg/h");
  expect(headOf({ format: "csv" })).toContain(",windSpeed,sapFlow");
});

test("it has a tile, a place on the card, and a figure with its unit on the page", async () => {
  const { cardOf, CHARTED } = await import("../../web/src/model/values/measurement");
  const { parseCard } = await import("@greenhouse/domain/identity/farm-records");
  const { figureOf } = await import("../../web/src/model/values/summary");
  const { createFormatter } = await import("../../web/src/model/values/format");
  const values = { [SAP_FLOW]: { value: 41.26, at: NOW, isStale: false } };
  const state = { uid: "a", at: NOW, freshness: "fresh", values, isOneReading: true } as const;
  const charted = SAP_FLOW as (typeof CHARTED)[number];
  expect(CHARTED).toContain(charted);
  expect(cardOf(parseCard({ sapFlow: true }), [charted, "temperature"])).toEqual([charted]);
  expect(figureOf([state], charted)).toMatchObject({ value: 41.26, isLive: true });
  expect(createFormatter("en").value(41.26, charted)).toBe("41.3\u202fg/h");
});
