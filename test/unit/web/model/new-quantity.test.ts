/** A new row of the table appears in every part of the page that lists quantities. */

import type { SensorState } from "../../../../web/src/model/values/latest";
import type { Charted } from "../../../../web/src/model/values/measurement";

const SAP_FLOW = "sapFlow" as Charted;

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
