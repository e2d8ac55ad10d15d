import { deleteApp, getApps, initializeApp } from "firebase-admin/app";
import * as v2 from "firebase-functions/v2/database";
import { type Actor, ADMIN, NOBODY } from "../../../src/database/actor";
import { eventBody, type TriggerEvent } from "../../../src/triggers/event-body";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import { legacyTriggerOf, triggerOf } from "../../support/trigger-of";

const ANN: Actor = {
  isAdmin: false,
  auth: { uid: "ann", provider: "password", token: { sub: "ann", email: "ann@example.com" } },
};

function event(path: string, before: Json, after: Json, actor: Actor = ADMIN): TriggerEvent {
  return {
    id: "id-1",
    namespace: "demo-farm",
    path: path.split("/").filter(Boolean),
    before: nodeFromJson(before, 0),
    after: nodeFromJson(after, 0),
    actor,
    time: 1_700_000_000_000,
  };
}

it("is a CloudEvent for the 2nd generation", () => {
  const written = event("rooms/r1", { a: 1, b: 1 }, { a: 2, b: 1 }, ANN);
  expect(eventBody(triggerOf({ ref: "rooms/{room}", region: "europe-west1" }), written)).toEqual({
    contentType: "application/cloudevents+json",
    json: {
      specversion: "1.0",
      id: "id-1",
      type: "google.firebase.database.ref.v1.written",
      source:
        "//firebasedatabase.googleapis.com/projects/_/locations/europe-west1/instances/demo-farm",
      subject: "refs/rooms/r1",
      time: "2023-11-14T22:13:20.000Z",
      datacontenttype: "application/json",
      location: "europe-west1",
      instance: "demo-farm",
      firebasedatabasehost: "firebaseio.com",
      ref: "rooms/r1",
      params: { room: "r1" },
      authtype: "app_user",
      authid: "ann",
      data: {
        "@type": "type.googleapis.com/google.events.firebase.database.v1.ReferenceEventData",
        data: { a: 1, b: 1 },
        delta: { a: 2 },
      },
    },
  });
});

it("is the older form for the 1st generation", () => {
  const created = event("rooms/r1", null, ["x"], ANN);
  expect(eventBody(legacyTriggerOf({ ref: "/rooms/{room}", kind: "create" }), created)).toEqual({
    contentType: "application/json",
    json: {
      eventId: "id-1",
      timestamp: "2023-11-14T22:13:20.000Z",
      eventType: "providers/google.firebase.database/eventTypes/ref.create",
      resource: "projects/_/instances/demo-farm/refs/rooms/r1",
      params: { room: "r1" },
      auth: {
        admin: false,
        variable: {
          uid: "ann",
          provider: "password",
          token: { sub: "ann", email: "ann@example.com" },
        },
      },
      data: { data: null, delta: { "0": "x" } },
    },
  });
});

describe("the event in firebase-functions", () => {
  const emulatorHost = "FIREBASE_DATABASE_EMULATOR_HOST";

  beforeAll(() => {
    process.env[emulatorHost] = "127.0.0.1:9000";
    process.env["FIREBASE_CONFIG"] = JSON.stringify({ databaseURL: "http://x/?ns=demo-farm" });
    initializeApp({ projectId: "demo", databaseURL: "http://127.0.0.1:9000/?ns=demo-farm" });
  });
  afterAll(async () => {
    Reflect.deleteProperty(process.env, emulatorHost);
    Reflect.deleteProperty(process.env, "FIREBASE_CONFIG");
    await Promise.all(getApps().map((app) => deleteApp(app)));
  });

  async function call(fn: unknown, sent: unknown): Promise<void> {
    await (fn as (event: unknown) => Promise<unknown>)(JSON.parse(JSON.stringify(sent)));
  }

  it.each<[string, Actor, string, string | undefined]>([
    ["an admin", ADMIN, "admin", undefined],
    ["a user", ANN, "app_user", "ann"],
    ["nobody", NOBODY, "unauthenticated", undefined],
    ["an override without uid", { isAdmin: false, auth: { role: "x" } }, "app_user", undefined],
  ])("2nd generation, a write by %s", async (_, actor, authType, authId) => {
    const seen: unknown[] = [];
    const fn = v2.onValueWritten("/a b/{key}/{rest=*}", (e) => {
      const { before, after } = e.data;
      seen.push(before.val(), after.val(), after.ref.toString(), e.params, e.authType, e.authId);
    });
    const written = event("a b/é/ö", { l: ["x", "y"], n: 1 }, { l: ["x"], n: 1 }, actor);
    await call(fn, eventBody(triggerOf({ ref: "a b/{key}/{rest=*}" }), written).json);
    expect(seen).toEqual([
      { l: ["x", "y"], n: 1 },
      { l: ["x"], n: 1 },
      "http://127.0.0.1:9000/a%20b/%C3%A9/%C3%B6",
      { key: "é", rest: "ö" },
      authType,
      authId,
    ]);
  });

  it("2nd generation without the writer, as from the hosted service", async () => {
    const seen: unknown[] = [];
    const fn = v2.onValueCreated("{key}", ({ authType, authId }) => {
      seen.push(authType, authId);
    });
    const created = event("a", null, 1, ANN);
    await call(fn, eventBody(triggerOf({ kind: "created" }), created, false).json);
    expect(seen).toEqual(["unknown", undefined]);
    const legacy = eventBody(legacyTriggerOf({ kind: "create" }), created, false);
    expect(legacy.json).toMatchObject({ auth: { variable: { uid: "ann" } } });
  });
});
