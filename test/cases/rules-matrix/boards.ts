/** What boards say about themselves, and the intervals that owners ask them for. */

import { allowed, denied, remove, set, update, type Case } from "./case";
import { FUNCTIONS, JOBS, NOW_MS, OUTSIDER, OWNER, VIEWER } from "./farms";
import { changing } from "./sensor-changes";

const HEARD = { heard: { ".sv": "timestamp" } };
const BOARD = "boards/oak/dht-1";
const INTERVAL = "greenhouses/north/intervalSeconds";
const ownInterval = (seconds: number | null, log: object = { seconds: 60 }) =>
  update(
    changing(
      "dht-1",
      "interval",
      { intervalSeconds: seconds },
      { log: log as { seconds: number } },
    ),
  );

export const BOARD_CASES: readonly Case[] = [
  ...allowed(
    "The version and the signal, within their bounds",
    [FUNCTIONS, set(BOARD, { ...HEARD, version: "greenhouse-python 1.2.0", rssi: -71 })],
    [FUNCTIONS, set(BOARD, { ...HEARD, version: "!", rssi: -150, snr: -50, linkquality: 0 })],
    [
      FUNCTIONS,
      set(BOARD, { ...HEARD, version: "~".repeat(32), rssi: 0, snr: 50, linkquality: 255 }),
    ],
  ),
  ...denied(
    "Anything beyond the bounds",
    ...[
      { version: "" },
      { version: " v1" },
      { version: "v1 " },
      { version: "v1\n" },
      { version: "b\u00fc 1" },
      { version: "~".repeat(33) },
      { rssi: -151 },
      { rssi: 1 },
      { snr: -51 },
      { snr: 51 },
      { linkquality: 256 },
      { heard: NOW_MS - 1 },
    ].map((fields) => [FUNCTIONS, set(BOARD, { ...HEARD, ...fields })] as const),
    [FUNCTIONS, set(BOARD, { rssi: -71 })],
  ),
  ...denied(
    "A sensor of another farm, or without a greenhouse",
    [FUNCTIONS, set("boards/elm/dht-1", HEARD)],
    [FUNCTIONS, set("boards/oak/dht-2", HEARD)],
  ),
  ...allowed("Members read them", [OWNER, { read: "boards/oak" }], [VIEWER, { read: BOARD }]),
  ...denied(
    "Other people read, write or remove them",
    [OUTSIDER, { read: "boards/oak" }],
    [JOBS, { read: "boards/oak" }],
    [FUNCTIONS, { read: BOARD }],
    ...[OWNER, VIEWER, JOBS, OUTSIDER, null].map((actor) => [actor, set(BOARD, HEARD)] as const),
    ...[VIEWER, JOBS, FUNCTIONS].map((actor) => [actor, remove(BOARD)] as const),
  ),
  ...allowed("An owner removes them with their sensor", [OWNER, remove(BOARD)]),

  ...allowed(
    "An owner asks the boards of a greenhouse for an interval, or no longer",
    [OWNER, set(INTERVAL, 10)],
    [OWNER, set(INTERVAL, 3_600)],
    [OWNER, remove(INTERVAL), { [INTERVAL]: 60 }],
  ),
  ...allowed("The functions read the interval that a board asks for", [
    FUNCTIONS,
    { read: INTERVAL },
  ]),
  ...denied(
    "An interval beyond its bounds, or by other people",
    ...[9, 3_601, 60.5, "60"].map((seconds) => [OWNER, set(INTERVAL, seconds)] as const),
    ...[VIEWER, OUTSIDER, FUNCTIONS].map((actor) => [actor, set(INTERVAL, 60)] as const),
    [OUTSIDER, { read: INTERVAL }],
  ),
  ...allowed(
    "An owner asks one board for an interval, or no longer",
    [OWNER, ownInterval(60)],
    [OWNER, ownInterval(null, {}), { "registeredSensors/dht-1/intervalSeconds": 60 }],
  ),
  ...denied(
    "An interval of a sensor beyond its bounds, or without its log entry",
    ...[9, 3_601, 60.5].map((seconds) => [OWNER, ownInterval(seconds)] as const),
    [OWNER, ownInterval(60, { seconds: 9 })],
    [OWNER, ownInterval(60, { seconds: 60.5 })],
    [OWNER, set("registeredSensors/dht-1/intervalSeconds", 60)],
    [OWNER, update(changing("dht-1", "key", { intervalSeconds: 60 }))],
  ),
];
