import {
  isLeftover,
  LONGEST_MS,
  newProbeId,
  probeRange,
} from "../../../../tools/cli/src/doctor/probe-id";

const NOW = 1_800_000_000_000;
const zeros = (length: number): Buffer => Buffer.alloc(length);

test("an id holds its time and its prefix", () => {
  expect(newProbeId("north-", NOW, zeros)).toBe("north-farm-doctor-mywpiww0-000000000000000000");
});

test("leftovers are recognized by their age", () => {
  const id = newProbeId("north-", NOW, zeros);
  expect(isLeftover(id, "north-", NOW + LONGEST_MS)).toBe(false);
  expect(isLeftover(id, "north-", NOW + LONGEST_MS + 1)).toBe(true);
  expect(isLeftover(id, "", NOW + LONGEST_MS + 1)).toBe(false);
});

test.each(["farm-doctor-", "farm-doctor-my-farm", "farm-doctor-0-0", "farm"])(
  "%s is not a probe",
  (id) => expect(isLeftover(id, "", NOW)).toBe(false),
);

test("the range holds every probe", () => {
  const { from = "", before = "" } = probeRange("north-");
  const id = newProbeId("north-", NOW, zeros);
  expect(from <= id && id < before).toBe(true);
});
