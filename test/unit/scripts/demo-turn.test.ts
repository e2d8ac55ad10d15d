import { demoData, FARM_ID, FARM_KEY, SENSORS } from "../../../scripts/stack/demo-data";
import { COURTESY_MS, judgeTurn } from "../../../scripts/stack/demo-turn";
import type { Memory, Standing } from "../../../scripts/stack/demo-turn";

const NOW = 1_800_000_000_000;
const SENT = { temperature: 21, humidity: 60 };
const HOME: Standing = {
  registration: { farmId: FARM_ID, greenhouse: "herbs" },
  farmKey: FARM_KEY,
  newest: SENT,
};
const SEND = { kind: "send", greenhouse: "herbs" };
const SKIP = { kind: "skip" };
const WAIT = { kind: "wait", untilMs: NOW + COURTESY_MS };

test.each<[string, Partial<Standing>, Memory, object]>([
  ["a board that starts sends, whatever is stored", { newest: { temperature: 3 } }, {}, SEND],
  ["one whose reading is the newest sends the next", {}, { sent: SENT }, SEND],
  [
    "a battery that it does not send is no matter",
    { newest: { ...SENT, battery: 5 } },
    { sent: SENT },
    SEND,
  ],
  [
    "another greenhouse of the demo's is as good",
    { registration: { farmId: FARM_ID, greenhouse: "tomatoes" } },
    {},
    { kind: "send", greenhouse: "tomatoes" },
  ],
  [
    "a key that is being exchanged is good",
    { farmKey: `another-key-of-16+,${FARM_KEY}` },
    {},
    SEND,
  ],
  ["a removed sensor is silent", { registration: null }, {}, SKIP],
  ["an unlinked one is", { registration: { farmId: FARM_ID } }, {}, SKIP],
  [
    "one in a greenhouse of somebody else's is",
    { registration: { farmId: FARM_ID, greenhouse: "own" } },
    {},
    SKIP,
  ],
  ["one of another farm is", { registration: { farmId: "other", greenhouse: "herbs" } }, {}, SKIP],
  ["a farm with another key is left alone", { farmKey: "another" }, {}, SKIP],
  ["so is one without", { farmKey: null }, {}, SKIP],
  [
    "after somebody else's reading it waits",
    { newest: { ...SENT, temperature: 3 } },
    { sent: SENT },
    WAIT,
  ],
  ["after the history was removed it waits too", { newest: null }, { sent: SENT }, WAIT],
  ["while it waits it is silent", {}, { silentUntilMs: NOW + 1 }, SKIP],
  [
    "then it sends, whatever is stored",
    { newest: { temperature: 3 } },
    { silentUntilMs: NOW },
    SEND,
  ],
])("%s", (_, standing, memory, turn) => {
  expect(judgeTurn({ ...HOME, ...standing }, memory, NOW)).toEqual(turn);
});

test("every sensor of the demo that is linked sends, and the spare one does not", () => {
  const { registeredSensors } = demoData(NOW) as {
    registeredSensors: Readonly<Record<string, Standing["registration"]>>;
  };
  const silent = SENSORS.filter(({ uid }) => {
    const registration = registeredSensors[uid] ?? null;
    return judgeTurn({ ...HOME, registration }, {}, NOW).kind !== "send";
  });
  expect(silent.map(({ uid }) => uid)).toEqual(["spare-board"]);
});
