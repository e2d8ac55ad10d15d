/** Whole text messages and messages to chats, and their lengths. */

import fc from "fast-check";
import { CHARACTER } from "rtdb-emulator/testing/any-text";
import { placesOf, writeSms } from "../../../../jobs/src/messages/sms";
import { writeChat } from "../../../../jobs/src/messages/chat";
import type { Notification } from "../../../../jobs/src/messages/notification";
import { frost, messageOf, silentOne, silentSensors, thawed } from "./fixtures";

const PAGE = "https://example.web.app";
const FROST_URL = `${PAGE}/f/sunny-acres/g/tomatoes?at=1795311660000&alert=below%2Ctemperature%2Ct-1`;
const ALL_URL = `${PAGE}/f/sunny-acres/alerts`;

test.each<[string, Notification, string, string]>([
  [
    "frost: the degree sign is not in the alphabet of text messages",
    messageOf({ raised: [frost] }),
    `Tomatoes: 2.1 C, below 5 C (Air, north bench)\n${FROST_URL}`,
    `Tomatoes: 2,1 C, unter 5 C (Air, north bench)\n${FROST_URL}`,
  ],
  [
    "a storm",
    messageOf({
      raised: [frost, ...silentSensors(3, "p", "Peppers")],
      cleared: [{ ...thawed, uid: "t-2" }],
    }),
    `Tomatoes: 2.1 C, below 5 C, and 3 more; 1 over\n${ALL_URL}`,
    `Tomatoes: 2,1 C, unter 5 C, und 3 weitere; 1 vorbei\n${ALL_URL}`,
  ],
  [
    "letters with accents, of which the alphabet has some",
    messageOf({ raised: [{ ...frost, greenhouseName: "Größe Śüd", sensorName: "é ê" }] }),
    `Größe Süd: 2.1 C, below 5 C (é e)\n${FROST_URL}`,
    `Größe Süd: 2,1 C, unter 5 C (é e)\n${FROST_URL}`,
  ],
  [
    "a name in another script, which leaves less room: the link becomes shorter",
    messageOf({ raised: [{ ...frost, greenhouseName: "Теплица" }] }),
    `Теплица: 2.1\u202f°C, below 5\u202f°C (Air, north bench)\n${ALL_URL}`,
    `Теплица: 2,1\u202f°C, unter 5\u202f°C (Air, north bench)\n${ALL_URL}`,
  ],
  [
    "a test",
    messageOf({}),
    `Test: alerts from Sunny Acres arrive here\n${ALL_URL}`,
    `Test: Alarme von Sunny Acres kommen hier an\n${ALL_URL}`,
  ],
])("a text message about %s", (_, notification, en, de) => {
  expect(writeSms(notification, "en")).toBe(en);
  expect(writeSms(notification, "de")).toBe(de);
});

/** @see https://www.twilio.com/docs/glossary/what-sms-character-limit */
function segmentsOf(text: string): number {
  const places = placesOf(text);
  if (places !== undefined) return places <= 160 ? 1 : Math.ceil(places / 153);
  return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
}

test("a message keeps its limit with any names, and always has a link to the page", () => {
  const name = fc.string({ unit: CHARACTER, minLength: 1, maxLength: 100 });
  const longNames = ["[€]".repeat(33), "👩‍👩‍👧‍👦".repeat(9), "ü".repeat(100), "漢".repeat(100)];
  fc.assert(
    fc.property(
      name,
      fc.constantFrom("en", "de"),
      fc.constantFrom(1000, 4096),
      (text, language, max) => {
        const alerts = Array.from({ length: 20 }, (_, index) => ({
          ...silentOne(index, `g${index}`, text),
          sensorName: text,
          kind: "fault" as const,
        }));
        for (const raised of [alerts, alerts.slice(0, 1)]) {
          const notification = { ...messageOf({ raised }), farmId: "漢".repeat(9), farmName: text };
          const sms = writeSms(notification, language);
          expect(segmentsOf(sms)).toBeLessThanOrEqual(2);
          expect(sms).toMatch(/^[^\n]{10,}\nhttps:\/\/example\.web\.app\S*$/u);
          const chat = writeChat(notification, language, max);
          expect(chat.length).toBeLessThanOrEqual(max);
          expect(chat).toMatch(/\nhttps:\/\/example\.web\.app\/\S+$/u);
        }
      },
    ),
    { numRuns: 20, examples: longNames.map((text) => [text, "de", 1000]) },
  );
});

test("a message to a chat has the headline, a line for each alert, and the link", () => {
  const plain = (text: string): string => text.replaceAll("\u202f", " ");
  expect(plain(writeChat(messageOf({ raised: [frost] }), "en", 4096))).toMatch(
    /^Tomatoes: 2\.1 °C, below 5 °C \(Air, north bench\)\nsince 02:41\nan hour ago.*now.2\.1 °C\nhttps:/su,
  );
  const two = messageOf({ raised: [frost, { ...frost, uid: "t-2", sensorName: "South" }] });
  expect(plain(writeChat(two, "de", 4096))).toBe(
    [
      "Tomatoes: 2,1 °C, unter 5 °C, und 1 weitere",
      "Air, north bench: 2,1 °C, unter 5 °C",
      "South: 2,1 °C, unter 5 °C",
      ALL_URL,
    ].join("\n"),
  );
});
