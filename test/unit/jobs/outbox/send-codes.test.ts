/** Codes that confirm addresses, under the shipped rules. A channel records what is sent. */

import type { AddressKind } from "@greenhouse/domain/alerts/channels";
import {
  canTypeCode,
  codeRequestOf,
  codeTryOf,
  nextCodeAt,
  parseAddressCode,
  type AddressCode,
} from "@greenhouse/domain/alerts/codes";
import { countedDayOf } from "@greenhouse/domain/alerts/deliveries";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { ConfirmationCode } from "../../../../jobs/src/channels/channel";
import { refused, type Outcome } from "../../../../jobs/src/delivery/outcome";
import { pruneDeliveries } from "../../../../jobs/src/outbox/prune-deliveries";
import { sendCodes } from "../../../../jobs/src/outbox/send-codes";
import { FoldedDatabase } from "../../../support/jobs/folding";

const START_MS = Date.UTC(2026, 0, 1, 6);
const NUMBER = "+491701234567";
const LIMIT = "The same address gets at most 3 codes a day. Try again tomorrow (UTC).";
const person = (language: string): object => ({ farms: { oak: true }, alerts: { language } });

class Trial {
  readonly database = new FoldedDatabase(START_MS, {
    farms: {
      oak: { members: { olga: "owner", vera: "viewer" } },
      elm: { members: { olga: "owner" } },
    },
    users: { olga: person("en"), vera: person("de") },
    alertSettings: { oak: { silentAfterMinutes: 30, lowBatteryPercent: 20 } },
  } as never);
  readonly sent: ConfirmationCode[] = [];
  readonly logged: unknown[][] = [];
  answer: () => Promise<Outcome> = () => Promise.resolve({ kind: "delivered" });
  budget = 1_000;
  #codes = 42_317;

  record(uid: string, kind: AddressKind = "phone"): AddressCode | undefined {
    return parseAddressCode(this.database.json(`addressCodes/${uid}/${kind}`), kind);
  }

  ask(uid: string, address = NUMBER): "stored" | "denied" {
    const request = { farmId: "oak", address, via: "sms" } as const;
    const record = codeRequestOf(request, this.record(uid));
    return this.database.writeAs(uid, { [`addressCodes/${uid}/phone`]: record });
  }

  type(uid: string, typed: string): "stored" | "denied" {
    const path = `addressCodes/${uid}/phone`;
    const { tries } = codeTryOf(this.record(uid)!, typed);
    return this.database.writeAs(uid, { [`${path}/typed`]: typed, [`${path}/tries`]: tries });
  }

  confirm(uid: string, address = NUMBER): "stored" | "denied" {
    return this.database.writeAs(uid, { [`users/${uid}/alerts/addresses/phone`]: address });
  }

  async run(minutes = 1, isOffered = true): Promise<void> {
    const { database } = this;
    database.now += minutes * MINUTE_MS;
    const sms = { composeCode: (code: ConfirmationCode) => code };
    const deliver = (code: unknown): Promise<Outcome> => {
      this.sent.push(code as ConfirmationCode);
      return this.answer();
    };
    const log = { deliveryFailed: this.#log, farmFailed: this.#log };
    await sendCodes({
      database: database.jobs,
      log: log as never,
      now: () => database.now,
      randomInt: () => (this.#codes += 1),
      senders: { sms },
      services: new Map(isOffered ? [["sms", { offer: true, budget: this.budget, deliver }]] : []),
      salt: "https://farm.example",
      until: Infinity,
    });
  }

  readonly #log = (...values: unknown[]): number => this.logged.push(values);
}

test("sends a code once, and the code confirms the address", async () => {
  const trial = new Trial();
  expect(trial.ask("vera")).toBe("stored");
  await trial.run();
  await trial.run();
  expect(trial.sent).toMatchObject([{ code: "042318", address: NUMBER, language: "de" }]);
  expect(trial.record("vera")).toMatchObject({ sentAt: START_MS + MINUTE_MS });
  expect(trial.confirm("vera")).toBe("denied");
  for (let tries = 1; tries < 5; tries += 1) {
    expect(trial.type("vera", "000000")).toBe("stored");
    expect(trial.confirm("vera")).toBe("denied");
  }
  expect(canTypeCode(trial.record("vera")!, trial.database.now)).toBe(true);
  expect(trial.type("vera", "042318")).toBe("stored");
  expect(canTypeCode(trial.record("vera")!, trial.database.now)).toBe(false);
  expect(trial.type("vera", "042318")).toBe("denied");
  expect(trial.confirm("vera", "+15551234567")).toBe("denied");
  expect(trial.confirm("vera")).toBe("stored");
  expect(JSON.stringify([trial.logged, trial.database.json("deliveryCounts")])).not.toContain(
    NUMBER.slice(1),
  );
});

test("lets a person ask three times in an hour, and removes the request after an hour", async () => {
  const trial = new Trial();
  for (let asked = 1; asked <= 3; asked += 1) {
    expect(nextCodeAt(trial.record("vera"))).toBe(0);
    expect(trial.ask("vera", `+155500000${asked}`)).toBe("stored");
    await trial.run();
  }
  expect(nextCodeAt(trial.record("vera"))).toBe(START_MS + HOUR_MS);
  expect(trial.ask("vera")).toBe("denied");
  await trial.run(58);
  expect(trial.ask("vera")).toBe("stored");
  expect(nextCodeAt(trial.record("vera"))).toBe(START_MS + HOUR_MS + MINUTE_MS);
  expect(trial.sent.map(({ address }) => address)).toEqual(
    [1, 2, 3].map((asked) => `+155500000${asked}`),
  );
  await trial.run(HOUR_MS / MINUTE_MS + 11);
  expect(trial.record("vera")).toBeUndefined();
  expect(trial.database.json("addressSecrets")).toBeUndefined();
});

test("sends at most three codes a day to an address, whoever asks", async () => {
  const trial = new Trial();
  for (const uid of ["vera", "olga", "vera", "olga"]) {
    // Some networks ignore the zero.
    expect(trial.ask(uid, uid === "vera" ? NUMBER : "+4901701234567")).toBe("stored");
    await trial.run();
  }
  expect(trial.sent).toHaveLength(3);
  expect(trial.record("olga")).toMatchObject({ problem: LIMIT });
  await trial.run(DAY_MS / MINUTE_MS);
  trial.ask("olga");
  await trial.run();
  expect(trial.sent).toHaveLength(4);
});

const OAK_SMS = `deliveryCounts/${countedDayOf(START_MS)}/sms`;

test.each([
  [
    "the person has had the day's messages that are not urgent",
    { [`${OAK_SMS}/persons/olga`]: 12 },
    "12 of 20 a day for a person are used",
  ],
  [
    "the person is not a member any more",
    { "farms/oak/members/olga": null },
    "Codes are only sent to members",
  ],
  ["the farm's alerts are off", { "alertSettings/oak": null }, "Codes are only sent to members"],
])("sends no code if %s", async (_, given, problem) => {
  const trial = new Trial();
  trial.ask("olga");
  trial.database.administer(given);
  await trial.run();
  expect(trial.sent).toEqual([]);
  expect(trial.record("olga")?.problem).toContain(problem);
  expect(trial.database.json("addressSecrets")).toBeUndefined();
});

test("does not exceed the deployment's limit with codes that are sent at once", async () => {
  const trial = new Trial();
  trial.budget = 1;
  trial.ask("vera");
  trial.ask("olga", "+15551234567");
  await trial.run();
  expect(trial.sent).toHaveLength(1);
  await trial.run();
  expect(trial.sent).toHaveLength(1);
  const problems = ["vera", "olga"].flatMap((uid) => trial.record(uid)?.problem ?? []);
  expect(problems).toEqual([expect.stringContaining("Grenze von 1 am Tag für alle Betriebe")]);
});

test("stores why a code was not sent, in the person's language, and never sends the code again", async () => {
  const trial = new Trial();
  trial.ask("vera");
  await trial.run(1, false);
  expect(trial.record("vera")?.problem).toBe("Diese Installation nutzt diesen Weg nicht.");
  trial.ask("vera");
  await trial.run(11);
  expect(trial.record("vera")?.problem).toContain("nicht rechtzeitig");
  trial.answer = () => Promise.resolve(refused({ en: "Blocked.", de: "Gesperrt." }));
  trial.ask("vera");
  await trial.run();
  await trial.run();
  expect(trial.record("vera")?.problem).toBe("Gesperrt.");
  expect(trial.sent).toHaveLength(1);
});

test("does not answer a request that replaced the sent one, and sends the code of the new one", async () => {
  const trial = new Trial();
  trial.ask("vera", "+15550000001");
  trial.answer = () => {
    trial.database.now += 1;
    trial.answer = () => Promise.resolve({ kind: "delivered" });
    expect(trial.ask("vera")).toBe("stored");
    return Promise.resolve({ kind: "delivered" });
  };
  await trial.run();
  expect(trial.record("vera")).not.toHaveProperty("sentAt");
  trial.type("vera", "042318");
  expect(trial.confirm("vera")).toBe("denied");
  await trial.run();
  expect(trial.sent.map(({ address }) => address)).toEqual(["+15550000001", NUMBER]);
});

test("removes the oldest counts and calls that nobody answered", async () => {
  const trial = new Trial();
  const { database } = trial;
  const call = { farmId: "oak", person: "vera", at: START_MS };
  database.administer({
    "deliveryCounts/20251228/sms/total": 1,
    "deliveryCounts/20251229/sms/total": 1,
    "alertCalls/over": { ...call, until: START_MS - 1 },
    "alertCalls/open": { ...call, until: START_MS + MINUTE_MS },
  });
  await pruneDeliveries({ database: database.jobs, now: () => START_MS });
  expect(database.json("deliveryCounts")).toEqual({ "20251229": { sms: { total: 1 } } });
  expect(Object.keys(database.json("alertCalls") as object)).toEqual(["open"]);
});
