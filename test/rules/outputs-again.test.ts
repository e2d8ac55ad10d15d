/** Removes outputs and adds them again, as the page and the command line do, under the shipped rules. */

import { outputDefinition, outputRemoval, OUTPUT_ROOTS } from "@greenhouse/domain/outputs/updates";
import { orderUpdate } from "@greenhouse/domain/outputs/ordering";
import { OUTPUT_PLACES } from "@greenhouse/domain/outputs/limits";
import { parseRegistration, sensorRemoval } from "@greenhouse/domain/identity/sensor-records";
import { sensorRegistration } from "@greenhouse/domain/identity/sensor-updates";
import { FUNCTIONS, NOW_MS, OWNER, REPORT } from "../cases/rules-matrix/farms";
import { useStoredFarms } from "../support/rules-client/stored-farms";

const BOARD = { farmId: "oak", uid: "dht-2" };
const DEFINED = {
  name: "Valve",
  kind: "switch",
  leaseSeconds: 600,
  maxOnSeconds: 1_800,
  viewersMay: false,
} as const;
const { store, read } = useStoredFarms();

const at = (root: string, output: string): string =>
  `${root}/${BOARD.farmId}/${BOARD.uid}/${output}`;
/** Returns all records of an output except its definition. */
const recordsOf = (output: string): unknown[] =>
  ["outputOrders", "outputLog", "outputStates"].map((root) => read(at(root, output)));

/** Defines an output, orders it, and stores a report of its board. */
function add(output: string): void {
  const id = { ...BOARD, output };
  const stored = read(`outputs/${BOARD.farmId}/${BOARD.uid}`);
  expect([output, store(outputDefinition(id, DEFINED, stored)!)]).toEqual([output, "ok"]);
  expect(recordsOf(output)).toEqual([undefined, undefined, undefined]);
  const ordering = { value: 1, until: NOW_MS + 60_000, by: OWNER };
  const key = "-OaNewEntry000000001";
  expect(store(orderUpdate(id, ordering, undefined, { key, nowMs: NOW_MS }))).toBe("ok");
  expect(store({ [at("outputStates", output)]: REPORT }, FUNCTIONS)).toBe("ok");
}

function remove(output: string): void {
  expect([output, store(outputRemoval({ ...BOARD, output }))]).toEqual([output, "ok"]);
}

const EIGHT = OUTPUT_PLACES.map((place) => `valve-${place}`);

test("removes all eight outputs of a board and adds them again at other places", () => {
  EIGHT.forEach(add);
  for (const output of EIGHT.toReversed()) {
    remove(output);
    add(output);
  }
  EIGHT.forEach(remove);
  [...EIGHT.slice(1), ...EIGHT.slice(0, 1)].forEach(add);
  expect(store(outputDefinition({ ...BOARD, output: "ninth" }, DEFINED, null)!)).toBe("denied");
});

test("removes a sensor with its outputs and adds all again", () => {
  EIGHT.forEach(add);
  const sensor = read(`registeredSensors/${BOARD.uid}`);
  expect(store(sensorRemoval(BOARD, read(`sensorKeys/${BOARD.uid}`) !== undefined))).toBe("ok");
  for (const root of OUTPUT_ROOTS)
    expect(read(`${root}/${BOARD.farmId}/${BOARD.uid}`)).toBeUndefined();
  const { sensorName = "", sensorType = "", role, greenhouse } = parseRegistration(sensor);
  const described = { name: sensorName, type: sensorType, role, greenhouse };
  const signature = { key: "-OaNewLogEntry000001", by: OWNER };
  expect(store(sensorRegistration(BOARD, described, signature))).toBe("ok");
  EIGHT.toReversed().forEach(add);
});

test("refuses the second of two people who add the same output at once", () => {
  const id = { ...BOARD, output: "valve" };
  const [first, second] = [600, 60].map((leaseSeconds) =>
    outputDefinition(id, { ...DEFINED, leaseSeconds }, null)!,
  );
  for (const removed of [false, true]) {
    if (removed) remove("valve");
    expect([first!, second!].map((update) => store(update))).toEqual(["ok", "denied"]);
    expect(read(`${at("outputs", "valve")}/leaseSeconds`)).toBe(600);
  }
});
