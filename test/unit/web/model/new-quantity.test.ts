/** A new row of the table appears in every part of the page that lists quantities. */

import type { SensorState } from "../../../../web/src/model/values/latest";
import type { Charted } from "../../../../web/src/model/values/measurement";
import type { BoundField } from "../../../../web/src/model/input/typed-bounds";

const SAP_FLOW = "sapFlow" as Charted;
const FIELD: BoundField = `${SAP_FLOW}/max`;

jest.doMock("@greenhouse/domain/quantities/quantity-table", () => {
  const table = jest.requireActual<{ MEASURED: object; COMPUTED: object }>(
    "../../../../domain/quantities/quantity-table",
  );
  const sapFlow = { unit: "g/h", digits: 1, min: 0, max: 900, margin: 5, summary: "median" };
  return { ...table, MEASURED: { ...table.MEASURED, [SAP_FLOW]: { ...sapFlow, isOfAir: false } } };
});

const at = 1_700_000_000_000;
const measured = { value: 41.26, at, isStale: false };
const state: SensorState = {
  uid: "a",
  at,
  freshness: "fresh",
  values: { [SAP_FLOW]: measured },
  isOneReading: true,
};

test("has a tile, a place on the card, and a figure with its unit", async () => {
  const { cardOf, CHARTED, shownOf } = await import("../../../../web/src/model/values/measurement");
  const { parseCard } = await import("@greenhouse/domain/identity/farm-records");
  const { figureOf, newestReading } = await import("../../../../web/src/model/values/summary");
  const { createFormatter } = await import("../../../../web/src/model/values/format");
  expect(CHARTED).toContain(SAP_FLOW);
  expect(shownOf([SAP_FLOW])).toEqual([SAP_FLOW]);
  expect(cardOf(parseCard({ sapFlow: true }), [SAP_FLOW, "temperature"])).toEqual([SAP_FLOW]);
  expect(figureOf([state], SAP_FLOW)).toMatchObject({ value: 41.26, isLive: true });
  expect(newestReading([state], CHARTED)?.values).toEqual([[SAP_FLOW, measured]]);
  expect(createFormatter("en").value(41.26, SAP_FLOW)).toBe("41.3\u202fg/h");
});

test("has a line in a chart and a column in the file", async () => {
  const { readReading } = await import("../../../../web/src/model/values/reading");
  const { seriesOf } = await import("../../../../web/src/model/plot/series");
  const { axisRange } = await import("../../../../web/src/model/plot/axis");
  const { csvTexts } = await import("../../../../web/src/model/days/csv");
  const reading = readReading({ uid: undefined }, "-K", {
    uid: "a",
    sapFlow: 41.26,
    updatedAt: at,
  });
  expect(seriesOf(reading ? [reading] : [], SAP_FLOW).values).toEqual([41.26]);
  expect(axisRange(0, 10, { mins: [], maxs: [] }, SAP_FLOW)[0]).toBe(0);
  const row = { start: "", values: { [SAP_FLOW]: 41.26 } };
  expect(csvTexts([[row]])[0]).toMatch(/,sapFlow \(g\/h\)\r\n$/);
});

test("has a limit within the plausible range", async () => {
  const bounds = await import("../../../../web/src/model/input/typed-bounds");
  const { createFormatter } = await import("../../../../web/src/model/values/format");
  const en = createFormatter("en");
  const { BOUND_FIELDS, boundFrom, typedFrom } = bounds;
  const typed = (text: string): ReturnType<typeof typedFrom> => ({
    ...typedFrom({}, en),
    [FIELD]: text,
  });
  expect(BOUND_FIELDS).toContain(FIELD);
  expect(boundFrom(typed("50"), FIELD, en)).toBe(50);
  expect(boundFrom(typed("901"), FIELD, en)).toBeNull();
});
