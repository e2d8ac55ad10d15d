/** The scheduled functions of a functions emulator that a small server replaces. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listScheduled, runScheduled } from "../../../src/schedules/functions-emulator";

const SOURCE = { EVENTARC_CLOUD_EVENT_SOURCE: "projects/demo/locations/eu/functions/f" };
const region = "europe-west1";
let status = 200;
const server = createServer((_, response) => {
  const tidy = { name: "tidy", region, platform: "gcfv1", labels: SOURCE, timeoutSeconds: 9 };
  const functionTriggers = [
    { ...tidy, schedule: { schedule: "every day 09:00" } },
    { name: "web", region, platform: "gcfv2" },
    { name: "sweep", region, platform: "gcfv2", schedule: { schedule: "* * * * *" } },
  ];
  response.writeHead(status).end(JSON.stringify({ backends: [{ functionTriggers }] }));
});
const addressOf = () => ({ host: "127.0.0.1", port: (server.address() as AddressInfo).port });

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
beforeEach(() => (status = 200));
afterAll(() => new Promise((resolve) => server.close(resolve)));

it("lists functions with the defaults of Cloud Scheduler for their generation", async () => {
  const shared = { region, project: "demo" };
  expect(await listScheduled(addressOf())).toEqual([
    {
      ...shared,
      name: "tidy",
      generation: 1,
      schedule: "every day 09:00",
      timeZone: "America/Los_Angeles",
      timeoutSeconds: 9,
    },
    {
      ...shared,
      project: "demo-no-project",
      name: "sweep",
      generation: 2,
      schedule: "* * * * *",
      timeZone: "UTC",
      timeoutSeconds: 60,
    },
  ]);
});

it.each([
  [200, { kind: "done" }],
  [204, { kind: "disabled" }],
  [500, expect.objectContaining({ kind: "failed" })],
] as const)("an answer %d to a run: %j", async (answer, outcome) => {
  const [tidy] = await listScheduled(addressOf());
  status = answer;
  expect(await runScheduled(addressOf(), tidy!, 0)).toEqual(outcome);
});
