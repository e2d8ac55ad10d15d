import { createPushIds } from "../../../src/tree/push-id";

describe("push ids", () => {
  it("have 20 characters and sort by time, then by creation", () => {
    const pushId = createPushIds(Math.random);
    const times = [0, 1, 1, 1, 64, 4096, 1_700_000_000_000, 1_700_000_000_000, 2 ** 48 - 1];
    const ids = times.map((time) => pushId(time));
    expect(ids.every((id) => /^[-0-9A-Z_a-z]{20}$/.test(id))).toBe(true);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("carry over when the last random character is the last of the alphabet", () => {
    const pushId = createPushIds(() => 0.999);
    expect(pushId(0)).toBe("--------zzzzzzzzzzzz");
    const draws = [...Array<number>(11).fill(0), 0.999][Symbol.iterator]();
    const next = createPushIds(() => draws.next().value ?? 0);
    expect(next(0)).toBe("-------------------z");
    expect(next(0)).toBe("------------------0-");
  });

  it("contain the time in their first eight characters", () => {
    const digits = [...Array<undefined>(128).keys()]
      .map((code) => String.fromCharCode(code))
      .filter((character) => /[-0-9A-Z_a-z]/.test(character));
    const id = createPushIds(() => 0)(1_700_000_000_000);
    const time = Array.from(id.slice(0, 8)).reduce(
      (sum, digit) => sum * 64 + digits.indexOf(digit),
      0,
    );
    expect(time).toBe(1_700_000_000_000);
  });
});
