/** The life of a sensor, by the updates of the page and the command line, under the shipped rules. */

import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { logEntryIn, NO_ENTRY, parseSensorLog } from "@greenhouse/domain/identity/sensor-log";
import {
  continueReplaced,
  loggedRemoval,
  markReplaced,
  restorableSuccession,
  sensorKeyUpdate,
  sensorRegistration,
  sensorUpdate,
} from "@greenhouse/domain/identity/sensor-updates";
import type { ChangedSensor } from "@greenhouse/domain/identity/sensor-updates";
import { NOW_MS, OWNER, SECOND_OWNER } from "../cases/rules-matrix/farms";
import { useStoredFarms } from "../support/rules-client/stored-farms";

const PROBE = { farmId: "oak", uid: "probe-1" };
const NEW_PROBE = { farmId: "oak", uid: "probe-2" };
const DESCRIBED = { name: "Bed 1", type: "SHT31", role: "air", greenhouse: undefined } as const;
const REPLACEMENT = { farmId: "oak", replaced: "probe-1", successor: "probe-2", from: NOW_MS };
const KEY = "k".repeat(32);

let now = NOW_MS;
beforeEach(() => {
  now = NOW_MS;
});
const farms = useStoredFarms(() => now);
const { read } = farms;
const createKey = createPushKeys(() => 0.5);
const sign = (by = OWNER) => ({ key: createKey(now), by });

/** Stores one second later. */
function store(update: object, uid = OWNER) {
  now += 1_000;
  return farms.store(update, uid);
}

const register = (sensor = PROBE) => store(sensorRegistration(sensor, DESCRIBED, sign(), KEY));
const logOf = ({ farmId, uid }: typeof PROBE) => parseSensorLog(read(`sensorLog/${farmId}/${uid}`));
const registrationOf = ({ uid }: typeof PROBE): unknown => read(`registeredSensors/${uid}`);

const CHANGES: readonly (readonly [changed: ChangedSensor, logged: object])[] = [
  [{ greenhouse: "north" }, { what: "linked", greenhouse: "north" }],
  [
    { greenhouse: "south", name: "Bed 2", role: "air" },
    { what: "moved", greenhouse: "south", name: "Bed 2" },
  ],
  [{ type: "SHT45" }, { what: "renamed" }],
  [{ intervalSeconds: 300 }, { what: "interval", seconds: 300 }],
  [
    { type: "SHT31", intervalSeconds: 60 },
    { what: "renamed", seconds: 60 },
  ],
  [{ intervalSeconds: null }, { what: "interval" }],
  [
    { name: "Soil", role: "soil" },
    { what: "role", name: "Soil", role: "soil" },
  ],
  [{ greenhouse: null }, { what: "unlinked", greenhouse: "south" }],
];

test("logs each change of a sensor, and nothing if nothing changes", () => {
  expect(register()).toBe("ok");
  let before = { ...DESCRIBED } as Parameters<typeof sensorUpdate>[1];
  for (const [changed] of CHANGES) {
    expect(sensorUpdate(PROBE, before, { name: before.name }, sign())).toEqual({});
    expect(store(sensorUpdate(PROBE, before, changed, sign()))).toBe("ok");
    const { greenhouse = before.greenhouse, intervalSeconds = before.intervalSeconds } = changed;
    before = {
      ...before,
      ...changed,
      greenhouse: greenhouse ?? undefined,
      intervalSeconds: intervalSeconds ?? undefined,
    };
  }
  expect(store(sensorKeyUpdate(PROBE, null, sign(SECOND_OWNER)), SECOND_OWNER)).toBe("ok");
  expect(store(loggedRemoval(PROBE, { name: "Soil", hasOwnKey: false }, sign()))).toBe("ok");

  const entries = [
    { what: "registered", name: "Bed 1" },
    ...CHANGES.map(([, logged]) => logged),
    { what: "key", by: SECOND_OWNER },
    { what: "removed", name: "Soil" },
  ];
  expect(logOf(PROBE).toReversed()).toEqual(
    entries.map((entry, index) => ({
      key: expect.any(String) as string,
      at: NOW_MS + (index + 1) * 1_000,
      by: OWNER,
      ...entry,
    })),
  );
  expect(registrationOf(PROBE)).toBeUndefined();
});

test("refuses the second of two people who change a key at once", () => {
  expect(register()).toBe("ok");
  const { key: previous } = logOf(PROBE)[0]!;
  const keys = ["first", "second"].map((key) =>
    sensorKeyUpdate(PROBE, key, { ...sign(), previous }),
  );
  expect(keys.map((update) => store(update))).toEqual(["ok", "denied"]);
  expect(read("sensorKeys/probe-1/key")).toBe("first");
  const old = { farmId: "oak", uid: "dht-1" };
  const others = [1, 2].map(() => sensorKeyUpdate(old, KEY, { ...sign(), previous: NO_ENTRY }));
  expect(others.map((update) => store(update))).toEqual(["ok", "denied"]);
});

test("refuses to register a uid again, also if an answer was lost", () => {
  const update = sensorRegistration(PROBE, DESCRIBED, sign());
  expect([store(update), store(update), register()]).toEqual(["ok", "denied", "denied"]);
  // The page finds its entry and knows that the change is stored.
  expect(read(logEntryIn(update)!)).toMatchObject({ what: "registered" });
});

test("replaces a sensor once, undoes that, and restores both sensors", () => {
  for (const sensor of [PROBE, NEW_PROBE]) expect(register(sensor)).toBe("ok");
  const successor = { greenhouse: "north", name: "Bed 1b", intervalSeconds: 300 };
  const replacing = () => ({
    ...markReplaced(REPLACEMENT, "north", sign()),
    ...continueReplaced(REPLACEMENT, DESCRIBED, successor, sign()),
  });
  expect([store(replacing()), store(replacing())]).toEqual(["ok", "ok"]);
  expect(registrationOf(NEW_PROBE)).toMatchObject({
    continues: "probe-1",
    continuesFrom: NOW_MS,
    greenhouse: "north",
    sensorName: "Bed 1b",
    intervalSeconds: 300,
  });
  const third = { ...REPLACEMENT, successor: "dht-2" };
  const again = {
    ...markReplaced(third, undefined, sign()),
    ...continueReplaced(third, DESCRIBED, {}, sign()),
  };
  expect(store(again)).toBe("denied");
  expect([logOf(PROBE)[0], logOf(NEW_PROBE)[0]]).toMatchObject([
    { what: "replaced", other: "probe-2", from: NOW_MS, greenhouse: "north" },
    { what: "continued", other: "probe-1", from: NOW_MS, greenhouse: "north", name: "Bed 1b" },
  ]);

  for (const sensor of [NEW_PROBE, PROBE]) {
    const registration = registrationOf(sensor);
    const { name } = DESCRIBED;
    expect(store(loggedRemoval(sensor, { name, hasOwnKey: true }, sign()))).toBe("ok");
    const others = [PROBE, NEW_PROBE].filter(({ uid }) => uid !== sensor.uid);
    const succession = restorableSuccession(registration, others);
    const described = { ...DESCRIBED, greenhouse: undefined, intervalSeconds: 60 };
    expect(store(sensorRegistration(sensor, described, sign(), KEY, succession))).toBe("ok");
  }
  expect(registrationOf(NEW_PROBE)).toMatchObject({ continues: "probe-1" });
  expect(registrationOf(PROBE)).toMatchObject({ replacedBy: "probe-2", intervalSeconds: 60 });
  expect(restorableSuccession(registrationOf(NEW_PROBE), [])).toEqual({});
});

test("leaves out what the rules would refuse", () => {
  const invalid = { name: "\u3164", hasOwnKey: false };
  expect(store(loggedRemoval({ farmId: "oak", uid: "twin" }, invalid, sign()))).toBe("ok");
  const orphan = { ...DESCRIBED, greenhouse: "no/key" };
  const update = sensorUpdate(
    { farmId: "oak", uid: "orphan" },
    orphan,
    { greenhouse: null },
    sign(),
  );
  expect(store(update)).toBe("ok");
});

test("reads entries, the newest first, and ignores malformed ones", () => {
  const entry = { at: 2, by: "olga", what: "moved" };
  const stored = {
    a: { ...entry, at: 1 },
    b: { ...entry, role: "roof", from: 7, greenhouse: "north" },
    c: entry,
    d: { ...entry, what: "watered" },
    e: { by: "olga", what: "moved" },
  };
  expect(parseSensorLog(stored)).toEqual([
    { key: "c", ...entry },
    { key: "b", ...entry, from: 7, greenhouse: "north" },
    { key: "a", ...entry, at: 1 },
  ]);
});
