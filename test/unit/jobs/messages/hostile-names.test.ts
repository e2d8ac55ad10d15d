/**
 * Names with markup, line breaks or letters from right to left stay only names; long ones do not make long messages.
 */

import fc from "fast-check";
import type { NotifiedAlert } from "../../../../domain/src/alerts";
import { writeEmail } from "../../../../jobs/src/messages/email";
import { clean, clip } from "../../../../jobs/src/messages/message";
import type { Message } from "../../../../jobs/src/messages/message";
import { writePush } from "../../../../jobs/src/messages/push";
import { writeWebhook } from "../../../../jobs/src/messages/webhook";
import { frost, messageOf, silentOne, STOP, thawed } from "./fixtures";
import { CHARACTER } from "../../../support/any-text";

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const tagsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<[^<>]*>/gu)].map(([tag]) => tag);

function named(name: string, fact: NotifiedAlert): Message {
  const hostile = { ...fact, sensorName: name, greenhouseName: name };
  return { ...messageOf({ raised: [hostile] }), farmName: name };
}

const name = fc.oneof(
  fc.string({ unit: CHARACTER, minLength: 1, maxLength: 100 }),
  fc.constantFrom(
    "<script>alert(1)</script>",
    `"><img src=x onerror='alert(1)'>`,
    "<!channel> &lt;b&gt;",
    "\u202e5 °C\u202c\r\nBcc: all@example.com",
    "👩‍👩‍👧‍👦".repeat(9),
    "🧊".repeat(100),
    `a${"\u0301".repeat(99)}`,
    "\ud800",
    "\n",
  ),
);

test("whatever the names, the tags of the HTML are the same", () => {
  const expected = tagsOf(writeEmail(named("x", frost), "en", STOP).html);
  fc.assert(
    fc.property(name, (text) => {
      const { subject, html } = writeEmail(named(text, frost), "en", STOP);
      expect(tagsOf(html)).toEqual(expected);
      expect(subject).not.toMatch(CONTROLS);
      expect(subject.length).toBeLessThanOrEqual(150);
    }),
  );
});

test("whatever the names, the text has the same lines", () => {
  const count = writeEmail(named("x", thawed), "de", STOP).text.split("\n").length;
  fc.assert(
    fc.property(name, (text) => {
      const lines = writeEmail(named(text, thawed), "de", STOP).text.split(/[\n\r\u2028\u2029]/u);
      expect(lines).toHaveLength(count);
    }),
  );
});

test("a webhook's text has no markup of Slack or Telegram", () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(writeWebhook(named(text, frost))).toHaveProperty(
        "text",
        expect.not.stringMatching(/[<>]/u),
      );
    }),
  );
});

test("a notification of 500 alerts has at most 3 kB", () => {
  fc.assert(
    fc.property(name, fc.boolean(), (text, isMany) => {
      const facts = Array.from({ length: isMany ? 500 : 1 }, (_, index) => ({
        ...silentOne(index, `ü漢🧊${text}`.repeat(8) + String(index), text),
        sensorName: text,
      }));
      const message = { ...messageOf({ raised: facts }), farmId: "漢".repeat(100) };
      const push = writePush(message, "de");
      expect(Buffer.byteLength(JSON.stringify(push))).toBeLessThanOrEqual(3000);
    }),
    { numRuns: 20 },
  );
});

test("a name keeps its letters and emoji", () => {
  expect(clean(" Gewächs\u202ehaus\r\n 👩‍👩‍👧 \u0000 صوبة ")).toBe("Gewächshaus 👩‍👩‍👧 صوبة");
  expect(clean("\n")).toBe("?");
});

test("a cut keeps whole characters", () => {
  expect(clip("abc", 3)).toBe("abc");
  expect(clip("abc d", 5)).toBe("abc d");
  expect(clip("ab cdef", 4)).toBe("ab…");
  expect(clip("👩‍👩‍👧👩‍👩‍👧", 12)).toBe("👩‍👩‍👧…");
});
