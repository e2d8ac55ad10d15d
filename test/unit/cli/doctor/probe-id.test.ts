import {
  isLeftover,
  MAX_EXAMINATION_MS,
  newProbeId,
  PROBE_RANGE,
} from "../../../../tools/cli/src/doctor/probe-id";

const NOW = 1_800_000_000_000;
const zeros = (length: number): Buffer => Buffer.alloc(length);

test("an id contains its time", () => {
  expect(newProbeId(NOW, zeros)).toBe("farm-doctor-mywpiww0-000000000000000000");
});

test("leftovers are recognized by their age", () => {
  const id = newProbeId(NOW, zeros);
  expect(isLeftover(id, NOW + MAX_EXAMINATION_MS)).toBe(false);
  expect(isLeftover(id, NOW + MAX_EXAMINATION_MS + 1)).toBe(true);
  expect(isLeftover(`x${id}`, NOW + MAX_EXAMINATION_MS + 1)).toBe(false);
});

test.each(["farm-doctor-", "farm-doctor-my-farm", "farm-doctor-0-0", "farm"])(
  "%s is not a probe",
  (id) => expect(isLeftover(id, NOW)).toBe(false),
);

test("the range holds every probe", () => {
  const { from = "", before = "" } = PROBE_RANGE;
  const id = newProbeId(NOW, zeros);
  expect(from <= id && id < before).toBe(true);
});
