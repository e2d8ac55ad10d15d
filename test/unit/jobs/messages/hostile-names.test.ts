/**
 * Names with markup, line breaks or letters from right to left stay names. Long names do not make long notifications.
 */

import fc from "fast-check";
import { MAX_NAMED } from "@greenhouse/domain/alerts/outbox";
import { writeEmail } from "../../../../jobs/src/messages/email";
import { clean, clip } from "../../../../jobs/src/messages/notification";
import type { Notification } from "../../../../jobs/src/messages/notification";
import { writePush } from "../../../../jobs/src/messages/push";
import { writeWebhook } from "../../../../jobs/src/messages/webhook";
import { frost, messageOf, silentOne, STOP, thawed } from "./fixtures";
import type { Fact } from "./fixtures";
import { CHARACTER } from "rtdb-emulator/testing/any-text";

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Also tags that do not end. */
const tagsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<[^<>]*>?/gu)].map(([tag]) => tag);
const linesOf = (text: string): readonly string[] => text.split(/[\n\r\u2028\u2029]/u);

function named(name: string, fact: Fact): Notification {
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

test("e-mails and webhooks have the same tags and lines with any names", () => {
  const expected = writeEmail(named("x", thawed), "de", STOP);
  fc.assert(
    fc.property(name, (sensor) => {
      const { subject, html, text } = writeEmail(named(sensor, thawed), "de", STOP);
      expect(tagsOf(html)).toEqual(tagsOf(expected.html));
      expect(linesOf(text)).toHaveLength(linesOf(expected.text).length);
      expect(subject).not.toMatch(CONTROLS);
      expect(subject.length).toBeLessThanOrEqual(150);
      // Slack and Telegram have markup.
      for (const notification of [named(sensor, thawed), fullOf(sensor, 2)]) {
        const webhook = writeWebhook(notification, "en");
        expect(webhook).toHaveProperty("text", expect.not.stringMatching(/[<>]/u));
      }
    }),
    { numRuns: 30 },
  );
});

/** A notification with the maximum number of names. */
function fullOf(text: string, count: number): Notification {
  const facts = Array.from({ length: count }, (_, index) => ({
    ...frost,
    ...silentOne(index, `ü漢🧊${text}`.repeat(8) + String(index), text),
    kind: "above" as const,
    sensorName: text,
    acknowledgedBy: text,
  }));
  const half = Math.ceil(count / 2);
  const others = [{ state: "raised", kind: "below", count: 1e6, greenhouse: text } as const];
  return {
    ...messageOf({ acknowledged: facts.slice(0, half), reminded: facts.slice(half) }, others),
    farmId: "漢".repeat(100),
    farmName: text,
  };
}

test("a push message has at most 3 kB", () => {
  fc.assert(
    fc.property(name, fc.constantFrom(1, MAX_NAMED), (text, count) => {
      const push = writePush(fullOf(text, count), "de");
      expect(Buffer.byteLength(JSON.stringify(push))).toBeLessThanOrEqual(3000);
    }),
    { numRuns: 20 },
  );
  const ids = { uid: "漢".repeat(100), greenhouse: "漢".repeat(100) };
  const { url } = writePush(messageOf({ raised: [{ ...frost, ...ids }] }), "de");
  expect(url).toMatch(/\/alerts$/u);
});

test("a name keeps its letters and emoji", () => {
  expect(clean(" Gewächs\u202ehaus\r\n 👩‍👩‍👧 \u0000 صوبة ")).toBe("Gewächs haus   👩‍👩‍👧   صوبة");
  expect(clean("\n")).toBe("?");
});

test("a cut keeps whole characters", () => {
  expect(clip("👩‍👩‍👧👩‍👩‍👧", 12)).toBe("👩‍👩‍👧…");
});
