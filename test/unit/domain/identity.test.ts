/** Ids, names, keys, members and invitations. */

import { parseFarmCreation, parseFarmCreators } from "@greenhouse/domain/identity/farm-creation";
import {
  checkOldKey,
  farmKeyOf,
  formatFarmKeys,
  listKeys,
  parseFarmKeys,
} from "@greenhouse/domain/identity/farm-key";
import {
  INVITATION_TOKEN_BYTES,
  invitationPath,
  invitationTokenOf,
  isInvitationToken,
} from "@greenhouse/domain/identity/invitation-link";
import {
  inviting,
  isOpen,
  joining,
  parseInvitation,
  parseInvitations,
} from "@greenhouse/domain/identity/invitations";
import type { Invitation } from "@greenhouse/domain/identity/invitations";
import { checkId, isDatabaseKey, isLikePushKey } from "@greenhouse/domain/identity/keys";
import { leaving, memberRemoval, parseNames } from "@greenhouse/domain/identity/members";
import { parseNotes } from "@greenhouse/domain/identity/notes";
import { ownKeyIn, sensorRemoval } from "@greenhouse/domain/identity/sensor-records";
import { matchesAny } from "@greenhouse/domain/identity/signing";
import { likelyRole, parseUnregistered } from "@greenhouse/domain/identity/unregistered";
import { isLoopback } from "@greenhouse/domain/loopback";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";

describe("ids and names", () => {
  test.each([
    ["Gewächshaus 7 🌱", true],
    ["-_~!@%^&*()+=|;:'\"<>,?`{}\\ ", true],
    ["x".repeat(768), true],
    ["x".repeat(769), false],
    ["ä".repeat(385), false],
    ["", false],
    ["a.b", false],
    ["a/b", false],
    ["a\u0000b", false],
    ["a\u007fb", false],
    ["a\ud83c", false],
  ])("%j: %s", (text, isKey) => {
    expect(isDatabaseKey(text)).toBe(isKey);
  });

  test.each([
    ["x".repeat(100), undefined],
    ["x".repeat(101), "tooLong"],
    ["a.b", "forbiddenCharacters"],
    ["a\u202eb", "forbiddenCharacters"],
    ["\u200b\u3164", "empty"],
    ["north 1", undefined],
    ["__proto__", "breaksObjects"],
    ["hasOwnProperty", "breaksObjects"],
  ])("the id %j: %s", (id, problem) => {
    expect(checkId(id)).toBe(problem);
  });

  test.each([
    ["-OaNewEntry000000001", true],
    ["-garden_gate-left-01", true],
    ["-a b c d e f g h i j", false],
  ])("%j looks like a push key: %s", (uid, isLike) => {
    expect(isLikePushKey(uid)).toBe(isLike);
  });
});

describe("keys of farms", () => {
  test("a key is its bytes in base64url", () => {
    expect(farmKeyOf(new Uint8Array(24).fill(255))).toBe("_".repeat(32));
    expect(farmKeyOf(Uint8Array.from({ length: 24 }, (_, index) => index))).toBe(
      "AAECAwQFBgcICQoLDA0ODxAREhMUFRYX",
    );
  });

  const [NEW, OLD] = ["n".repeat(16), "o".repeat(16)];

  test.each([
    ["one key", NEW, NEW, undefined],
    ["two keys", `${NEW},${OLD}`, NEW, OLD],
    ["a key with a comma in it", "tomatoes,peppers", "tomatoes,peppers", undefined],
    ["one key and a short word", `${NEW},pepper`, `${NEW},pepper`, undefined],
    ["three", `${NEW},${OLD},${OLD}`, `${NEW},${OLD},${OLD}`, undefined],
    ["nothing after the comma", `${NEW},`, `${NEW},`, undefined],
  ])("%s", (_, stored, key, old) => {
    expect(parseFarmKeys(stored)).toEqual({ key, old });
    expect(formatFarmKeys({ key, old })).toBe(stored);
    expect(listKeys(stored)).toEqual(old === undefined ? [stored] : [stored, key, old]);
  });

  test.each(["", 7])("%j is not a key", (stored) => {
    expect(parseFarmKeys(stored)).toBeUndefined();
  });

  test.each([
    [OLD, undefined],
    ["o".repeat(67), undefined],
    ["o".repeat(68), "tooLong"],
    [OLD.slice(1), "tooShort"],
    [`${OLD},x`, "comma"],
  ])("%j beside a new key: %s", (key, problem) => {
    expect(checkOldKey(key)).toBe(problem);
  });
});

describe("records of sensors", () => {
  test.each<[string, unknown, string | undefined]>([
    ["a whole record", { farmId: "f1", key: "k" }, "k"],
    ["no farm, which no registration names", { key: "k" }, undefined],
  ])("a sensor's own key: %s", (_name, record, expected) => {
    expect(ownKeyIn(record, "f1")).toBe(expected);
    expect(ownKeyIn(record, undefined)).toBeUndefined();
  });

  test("a removal deletes a key only where there is one", () => {
    const others = {
      "registeredSensors/u1": null,
      "boards/f1/u1": null,
      "ingest/u1": null,
      "lastSeen/f1/u1": null,
      "outputs/f1/u1": null,
      "outputOrders/f1/u1": null,
      "outputStates/f1/u1": null,
      "outputLog/f1/u1": null,
      "outputPlaces/f1/u1": null,
      "outputPlanRuns/f1/u1": null,
      "outputPlans/f1/u1": null,
    };
    const sensor = { uid: "u1", farmId: "f1" };
    expect(sensorRemoval(sensor, false)).toEqual(others);
    expect(sensorRemoval(sensor, true)).toEqual({ ...others, "sensorKeys/u1": null });
  });
});

describe("members", () => {
  test.each<[stored: unknown, names: readonly (readonly [string, string])[]]>([
    [{ otto: "\u200b", vera: "\u202eagl0", nina: "x".repeat(101), jan: "a\nb" }, []],
    [{ olga: "Olga", otto: " ", vera: 7, nina: { deep: true }, jan: null }, [["olga", "Olga"]]],
    [[null, "One"], [["1", "One"]]],
    [JSON.parse('{"__proto__": "Olga"}'), [["__proto__", "Olga"]]],
  ])("the names in %j", (stored, names) => {
    expect([...parseNames(stored)]).toEqual(names);
  });

  test("have a name from the beginning to the end of their membership", () => {
    const begin = joining("oak", "t", "viewer", { uid: "vera", name: "Vera" });
    expect(begin).toHaveProperty(["farms/oak/names/vera"], "Vera");
    for (const end of [leaving, memberRemoval]) {
      expect(end("oak", "vera")).toHaveProperty(["farms/oak/names/vera"], null);
    }
  });
});

describe("invitations", () => {
  const NOW = 1_000_000;
  const INVITATION: Invitation = {
    role: "viewer",
    expiresAt: NOW + 1,
    farmName: "Oak",
    by: "olga",
    byName: "Olga",
    usedBy: undefined,
  };
  const FARM = { id: "oak", name: "Oak" };

  test("a new invitation is parsed as created, valid for a week", () => {
    const [first, second] = ["Olga", undefined].map((name) =>
      inviting("token", { farm: FARM, role: "owner", by: { uid: "olga", name } }, [], 1000),
    );
    expect(parseInvitation(first?.["invitations/oak/token"])).toEqual({
      role: "owner",
      expiresAt: 604_801_000,
      farmName: "Oak",
      by: "olga",
      byName: "Olga",
      usedBy: undefined,
    });
    expect(second?.["invitations/oak/token"]).not.toHaveProperty("byName");
  });

  test("a new invitation deletes expired invitations", () => {
    const invitation = (token: string, expiresAt: number, usedBy?: string) => ({
      ...INVITATION,
      token,
      expiresAt,
      usedBy,
    });
    const earlier = [
      invitation("expired", NOW),
      invitation("both", NOW - 1, "nina"),
      invitation("open", NOW + 1),
      invitation("used", NOW + 1, "nina"),
    ];
    const by = { uid: "olga", name: undefined };
    const update = inviting("token", { farm: FARM, role: "viewer", by }, earlier, NOW);
    expect(update).toEqual({
      "invitations/oak/expired": null,
      "invitations/oak/both": null,
      "invitations/oak/token": expect.objectContaining({ role: "viewer" }) as unknown,
    });
  });

  test("stored invitations are listed, the newest first", () => {
    const stored = {
      first: INVITATION,
      second: { ...INVITATION, expiresAt: NOW + 2 },
      odd: { ...INVITATION, role: "admin" },
    };
    expect(parseInvitations(stored).map(({ token }) => token)).toEqual(["second", "first"]);
  });

  test.each([
    [true, INVITATION],
    [false, { ...INVITATION, usedBy: "nina" }],
    [false, { ...INVITATION, expiresAt: NOW }],
    [false, { ...INVITATION, by: "vera" }],
    [false, { ...INVITATION, by: "nobody" }],
  ])("somebody can join with it: %p", (expected, invitation) => {
    const members = [
      { uid: "olga", role: "owner" },
      { uid: "vera", role: "viewer" },
    ] as const;
    expect(isOpen(invitation, members, NOW)).toBe(expected);
  });
});

describe("invitation links", () => {
  test("a token is 32 characters that a path can hold", () => {
    const token = invitationTokenOf(new Uint8Array(INVITATION_TOKEN_BYTES).fill(255));
    expect(token).toBe("_".repeat(32));
    expect(isInvitationToken(token)).toBe(true);
    expect(invitationPath("a ä", token)).toBe(`/join/a%20%C3%A4/${token}`);
  });

  test.each(["", "_".repeat(31), "_".repeat(33), `${"_".repeat(31)}/`])(
    "%p is not a token",
    (text) => {
      expect(isInvitationToken(text)).toBe(false);
    },
  );
});

describe("who may create farms", () => {
  test.each([
    [undefined, "anyone"],
    [null, "anyone"],
    ["anyone", "anyone"],
    // An unknown value is meant to restrict the creation of farms.
    [false, "listed"],
  ])("%j: %s", (stored, farmCreation) => {
    expect(parseFarmCreation(stored)).toBe(farmCreation);
  });

  test.each<[stored: unknown, uids: readonly string[]]>([
    [{ olga: true, otto: false, vera: "true", ivan: 1, iris: { deep: true }, jan: null }, ["olga"]],
    // The SDK turns children whose names are numbers into a list with holes.
    [
      [null, true, undefined, true],
      ["1", "3"],
    ],
    [JSON.parse('{"__proto__": true, "constructor": true}'), ["__proto__", "constructor"]],
  ])("%j lists %j", (stored, uids) => {
    expect(parseFarmCreators(stored)).toEqual(uids);
  });
});

describe("notes", () => {
  test("notes are in the order of time, without incomplete notes", () => {
    const watered = { at: 2000, text: "Watered", by: "vera" };
    const vents = { at: 1000, text: "Vents open", by: "olga" };
    const stored = { "-B": watered, "-A": vents, "-C": { at: 3000, text: "Nobody's" } };
    expect(parseNotes(stored)).toEqual([
      { key: "-A", ...vents },
      { key: "-B", ...watered },
    ]);
  });
});

describe("unregistered devices", () => {
  test("the role of a device that nobody has registered follows from what it sends", () => {
    const roles = MEASUREMENTS.map((name) => [name, likelyRole(`{"${name}":1}`)]);
    expect(Object.fromEntries(roles)).toEqual({
      temperature: "air",
      humidity: "air",
      light: "air",
      battery: "air",
      soilMoisture: "soil",
      co2: "air",
      ec: "soil",
      ph: "soil",
      ppfd: "air",
      pressure: "air",
      windSpeed: "outdoor",
    });
  });

  test.each([
    ['{"temperature":21.5,"at":1795955292672}', '{"temperature":21.5,"at":1795955292672}'],
    ['{"temperature":20.599999999999998}', '{"temperature":20.6}'],
    ['{"temperature":20.123456789012}', '{"temperature":20.123456789012}'],
    [
      '{"temperature":1e400,"light":0.00000000000000000001}',
      '{"temperature":">1e308","light":1e-20}',
    ],
    ['{"mode":"20.599999999999998 \\" 1e400"}', '{"mode":"20.599999999999998 \\" 1e400"}'],
  ])("the reading %j has short numbers: %j", (reading, expected) => {
    const device = { uid: "a", at: 1 };
    expect(parseUnregistered([{ ...device, reading }])).toEqual([{ ...device, reading: expected }]);
  });

  test("a reading that grows beyond the bound is left out", () => {
    const reading = JSON.stringify(Array.from({ length: 80 }, () => 1)).replaceAll("1", "1e309");
    expect(reading.length).toBeLessThan(500);
    expect(parseUnregistered([{ uid: "a", at: 1, reading }])).toEqual([]);
  });
});

describe("comparison of keys", () => {
  test.each([
    ["the same", "key", ["key"], true],
    ["a longer one", "key", ["key "], false],
    ["the second of two keys", "b", ["a", "b"], true],
    ["both at once", "a,b", ["a", "b"], false],
    ["an empty key where none is set", "", [], false],
  ])("%s", (_name, key, expectedKeys, isExpected) => {
    expect(matchesAny(key, expectedKeys)).toBe(isExpected);
  });
});

describe("addresses of this machine", () => {
  test.each([
    ["http://127.0.0.1:5001/demo-farm/europe-west1", true],
    ["https://europe-west1-farm.cloudfunctions.net", false],
    ["https://127.0.0.1.example.com", false],
  ])("%s leads to this machine: %s", (url, expected) => {
    expect(isLoopback(url)).toBe(expected);
  });
});
