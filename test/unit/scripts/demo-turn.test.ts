import { FARM_ID, FARM_KEY } from "../../../tools/dev/demo/demo-farm";
import { decideTurn, WAIT_MS } from "../../../tools/dev/demo/demo-turn";
import type { Memory, StoredSensor } from "../../../tools/dev/demo/demo-turn";

const NOW = 1_800_000_000_000;
const SENT = { temperature: 21, humidity: 60 };
const OTHER = { ...SENT, temperature: 3 };
const LINKED: StoredSensor = {
  registration: { farmId: FARM_ID, greenhouse: "herbs" },
  farmKey: FARM_KEY,
  newest: SENT,
  ofOtherVariant: null,
};
const linkedTo = (farmId: string, greenhouse?: string): Partial<StoredSensor> => ({
  registration: { farmId, ...(greenhouse !== undefined && { greenhouse }) },
});
const SEND = { kind: "send", greenhouse: "herbs" };
const SKIP = { kind: "skip" };
const WAIT = { kind: "wait", untilMs: NOW + WAIT_MS };

test.each<[string, Partial<StoredSensor>, Memory, object]>([
  ["a new board sends, whatever is stored", { newest: OTHER }, {}, SEND],
  ["it sends when its own reading is the newest", {}, { sent: SENT, ofOtherVariant: null }, SEND],
  ["an unlinked board does not send", linkedTo(FARM_ID), {}, SKIP],
  ["nor one of another farm", linkedTo("other", "herbs"), {}, SKIP],
  ["nor one of a farm with another key", { farmKey: "another" }, {}, SKIP],
  ["it waits after somebody else's reading", { newest: OTHER }, { sent: SENT }, WAIT],
  [
    "it waits after somebody else's reading of the other variant",
    { ofOtherVariant: OTHER },
    { sent: SENT, ofOtherVariant: null },
    WAIT,
  ],
  ["it does not send while it waits", {}, { waitUntilMs: NOW + 1 }, SKIP],
  ["it sends after the wait, whatever is stored", { newest: OTHER }, { waitUntilMs: NOW }, SEND],
])("%s", (_, stored, memory, turn) => {
  expect(decideTurn({ ...LINKED, ...stored }, memory, NOW)).toEqual(turn);
});
