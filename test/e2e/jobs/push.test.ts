/** Web Push to a fake push service. The library `web-push` encrypts and signs. */

import { createECDH, randomBytes } from "node:crypto";
import type { PushSubscription } from "@greenhouse/domain/alerts/people";
import { createVapidKeys } from "@greenhouse/domain/alerts/vapid";
import { createPost } from "../../../jobs/src/delivery/post.ts";
import { createPusher, PUSH_PROBLEMS } from "../../../jobs/src/channels/push.ts";
import { startWebhookReceiver } from "../../support/jobs/webhook-receiver.ts";
import type { WebhookReceiver } from "../../support/jobs/webhook-receiver.ts";

const keys = createVapidKeys();
const post = createPost({ allowsLocal: true });
const SETTINGS = { privateKey: keys.privateKey, subject: "mailto:alerts@farm.example.org", post };
const pusher = createPusher(SETTINGS);

const browser = createECDH("prime256v1");
browser.generateKeys();
const auth = randomBytes(16);

let service: WebhookReceiver;
beforeAll(async () => {
  service = await startWebhookReceiver();
});
afterAll(() => service.close());

const VALID = { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") };
const subscription = (): PushSubscription => ({
  endpoint: `${service.url}/push/abc`,
  keys: VALID,
});

test("a message is encrypted, urgent, and signed for this push service with the key of the page's subscription", async () => {
  const payload = JSON.stringify({ title: "Tomaten: 2,1 °C" });
  expect(await pusher.send(subscription(), payload)).toEqual({ kind: "delivered" });
  const { headers, body } = service.received[0]!;
  expect(headers).toMatchObject({
    ttl: "86400",
    urgency: "high",
    "content-encoding": "aes128gcm",
  });
  expect(body).not.toContain("Tomaten");

  expect(pusher.publicKey).toBe(keys.publicKey);
  const [, token = "", key = ""] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/u.exec(headers.authorization ?? "") ?? [];
  expect(key).toBe(keys.publicKey);
  const [, claims = ""] = token.split(".");
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
  expect({ aud, sub }).toEqual({ aud: service.url, sub: SETTINGS.subject });
  expect(exp - Date.now() / 1000).toBeLessThanOrEqual(86_400);
});

test.each([
  [410, { kind: "gone", problem: PUSH_PROBLEMS.ended }],
  [403, { kind: "refused", problem: { ...PUSH_PROBLEMS.status, detail: "403" } }],
])("a push service that answers with %s", async (answer, expected) => {
  service.answer = (_, response) => response.writeHead(answer).end();
  expect(await pusher.send(subscription(), "{}")).toEqual(expected);
});

test("an endpoint in a private network is not contacted", async () => {
  const deployed = createPusher({ ...SETTINGS, post: createPost({ allowsLocal: false }) });
  const inside = { ...subscription(), endpoint: "https://169.254.169.254/push" };
  expect(await deployed.send(inside, "{}")).toMatchObject({ kind: "refused" });
});

test.each<[string, Partial<PushSubscription>]>([
  ["no secret", { keys: { ...VALID, auth: "" } }],
  ["an insecure endpoint", { endpoint: "http://push.example/x" }],
])("a subscription with %s is gone, because it never works", async (_, wrong) => {
  const deployed = createPusher({ ...SETTINGS, post: createPost({ allowsLocal: false }) });
  expect(await deployed.send({ ...subscription(), ...wrong }, "{}")).toEqual({
    kind: "gone",
    problem: PUSH_PROBLEMS.invalid,
  });
});

test("settings that are not valid are an error that does not print the key", () => {
  for (const privateKey of ["", `${keys.privateKey}s3cret`]) {
    const create = () => createPusher({ ...SETTINGS, privateKey });
    expect(create).toThrow(
      "VAPID_PRIVATE_KEY is not a valid key. Make a pair with `farm alerts keys`.",
    );
  }
  for (const subject of ["alerts@example.org", "mailto:Farm <a@b.example>"]) {
    const create = () => createPusher({ ...SETTINGS, subject });
    expect(create).toThrow("The subject of Web Push must be a mailto: or https: address.");
  }
});
