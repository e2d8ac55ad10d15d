/** The content that a waiting notification passes on to the next notification. */

import type { Alert } from "@greenhouse/domain/alerts/model";
import type { OtherAlerts } from "@greenhouse/domain/alerts/outbox";
import { limitedToOpen } from "../../../../jobs/src/outbox/compose";

/** Open frosts of a greenhouse. */
function frosts(greenhouse: string, count: number): readonly Alert[] {
  return Array.from({ length: count }, (_, index) => {
    const [uid, sensorName] = [`${greenhouse}-${index}`, `Air ${index}`];
    return { kind: "below", uid, sensorName, greenhouse, greenhouseName: greenhouse, since: 0 };
  });
}

test("a notification counts at most the open alerts of a greenhouse or of the farm", () => {
  const raised = { state: "raised", kind: "below" } as const;
  const others: Readonly<Record<string, OtherAlerts>> = {
    north: { ...raised, greenhouse: "north", count: 30 },
    south: { ...raised, greenhouse: "south", count: 30 },
    over: { ...raised, greenhouse: "over", count: 30 },
    farm: { ...raised, count: 30 },
    cleared: { ...raised, state: "cleared", count: 30 },
  };
  const open = [...frosts("north", 40), ...frosts("south", 2)];
  expect(limitedToOpen({ others }, open)).toEqual({
    alerts: {},
    others: {
      north: others["north"],
      south: { ...others["south"], count: 2 },
      farm: others["farm"],
      cleared: others["cleared"],
    },
  });
});
