/** The parameters of the jobs. */

import { CHANNEL_IDS } from "@greenhouse/domain/alerts/channels";
import { declaredParams } from "firebase-functions/params";
import { CHANNEL_SENDERS, openChannels, SECRETS } from "../../../jobs/src/channels";
import { readPageUrl } from "../../../jobs/src/config";

const environment = { ...process.env };
afterEach(() => {
  process.env = { ...environment };
});

test.each([
  ["https://farm.example.org/", "https://farm.example.org"],
  ["https://farm.example.org:8443", "https://farm.example.org:8443"],
  ["https://example.org/farm", undefined],
  ["http://farm.example.org", undefined],
  ["farm.example.org", undefined],
])("PAGE_URL=%s: %s", (text, origin) => {
  process.env["PAGE_URL"] = text;
  if (origin === undefined) expect(readPageUrl).toThrow(`PAGE_URL is ${text}, but must be`);
  else expect(readPageUrl()).toBe(origin);
});

test.each(["none", ""])("the secret %j switches its channel off", (secret) => {
  const failures: unknown[] = [];
  // No other parameter is absent or switches the channel off.
  for (const { name } of declaredParams) process.env[name] ??= "1";
  for (const { name } of SECRETS) process.env[name] = secret;
  const outside = {
    pageUrl: "https://farm.example.org",
    isLocal: false,
    post: () => Promise.reject(new Error("Nothing is sent.")),
    findAddress: () => Promise.resolve(undefined),
    now: () => 0,
  };
  const services = openChannels(outside, (error) => failures.push(error));
  expect([[...services.keys()], failures]).toEqual([
    CHANNEL_IDS.filter((channel) => CHANNEL_SENDERS[channel].secrets.length === 0),
    [],
  ]);
});
