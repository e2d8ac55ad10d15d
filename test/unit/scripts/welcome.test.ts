import { THIS_MACHINE } from "../../../tools/dev/processes/network";
import type { Network } from "../../../tools/dev/processes/network";
import { welcomeText } from "../../../tools/dev/stack/welcome";

const PORTS = {
  functions: 5001,
  database: 9000,
  auth: 9099,
  hosting: 5000,
  smtp: 1025,
  inbox: 1080,
} as Parameters<typeof welcomeText>[0]["ports"];
const OPEN: Network = { listen: "0.0.0.0", local: "127.0.0.1", others: ["192.168.1.5"] };

test.each([
  ["on this machine alone", THIS_MACHINE, false],
  ["with the demo's boards", THIS_MACHINE, true],
  ["in the network", OPEN, true],
])("says what several boards need, %s", (_name, network, hasDemo) => {
  const folder = "/data";
  const welcome = {
    ports: PORTS,
    network,
    secret: "a",
    hasDemo,
    folder,
    platform: "linux",
  } as const;
  expect(welcomeText(welcome)).toContain("Several boards at once: run `npm run host` too");
});
