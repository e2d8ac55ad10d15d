import { parseUndelivered } from "@greenhouse/domain/alerts/records";
import { undeliveredRows } from "../../../../web/src/model/findings/undelivered";

test("returns one row per person and channel, with the newest time and the number of devices", () => {
  const devices = Array.from({ length: 10 }, (_, index) => [
    `push,phone-${index},olga`,
    { at: 100 + index, problem: index === 3 ? "Gone." : "It answered 403." },
  ]);
  const stored = {
    ...Object.fromEntries(devices),
    "push,phone-1,vera": { at: 50, problem: "Gone." },
    "email,olga": { at: 200, problem: "Refused." },
    webhook: { at: 70, problem: "It answered 500." },
  };
  expect(undeliveredRows(parseUndelivered(stored))).toEqual([
    {
      recipient: { channel: "email", person: "olga" },
      at: 200,
      count: 1,
      problems: ["Refused."],
    },
    {
      recipient: { channel: "push", device: "phone-9", person: "olga" },
      at: 109,
      count: 10,
      problems: ["It answered 403.", "Gone."],
    },
    {
      recipient: { channel: "webhook" },
      at: 70,
      count: 1,
      problems: ["It answered 500."],
    },
    {
      recipient: { channel: "push", device: "phone-1", person: "vera" },
      at: 50,
      count: 1,
      problems: ["Gone."],
    },
  ]);
});

test("returns no rows if all messages arrive", () => {
  expect(undeliveredRows(parseUndelivered(null))).toEqual([]);
});
