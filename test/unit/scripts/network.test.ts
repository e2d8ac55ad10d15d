/** What `npm start` makes of its options: which addresses it listens on, and which options it knows. */

import type { NetworkInterfaceInfo } from "node:os";
import { readOptions } from "../../../tools/dev/processes/command";
import { helpOf } from "../../../tools/dev/processes/help.cjs";
import { networkAt } from "../../../tools/dev/processes/network";

function address(text: string, internal = false): NetworkInterfaceInfo {
  const info = { address: text, netmask: "", mac: "", internal, cidr: null };
  return text.includes(":") ? { ...info, family: "IPv6", scopeid: 0 } : { ...info, family: "IPv4" };
}

const INTERFACES = {
  lo: [address("127.0.0.1", true), address("::1", true)],
  wlan0: [address("192.168.1.7"), address("fe80::1")],
  eth0: [address("10.0.0.3")],
};
const LOCAL = { listen: "127.0.0.1", local: "127.0.0.1", others: [] };

test.each([
  [undefined, LOCAL],
  ["localhost", LOCAL],
  ["0.0.0.0", { listen: "0.0.0.0", local: "127.0.0.1", others: ["192.168.1.7", "10.0.0.3"] }],
  ["10.0.0.3", { listen: "10.0.0.3", local: "10.0.0.3", others: ["10.0.0.3"] }],
])("--host %s", (host, network) => {
  expect(networkAt(host, INTERFACES)).toEqual(network);
});

test.each(["192.168.1.8", "fe80::1", "", "my-laptop"])("--host %j is refused", (host) => {
  expect(() => networkAt(host, INTERFACES)).toThrow(
    `--host ${host} is not an IPv4 address of this machine. Its addresses are 127.0.0.1, 192.168.1.7, 10.0.0.3; ` +
      "0.0.0.0 means all of them.",
  );
});

test("options are read, and others are refused with the help", () => {
  const options = { host: { type: "string" }, "no-demo": { type: "boolean" } } as const;
  const { values } = readOptions("start", options, [], ["--host", "0.0.0.0", "--no-demo"]);
  expect(values).toEqual({ host: "0.0.0.0", "no-demo": true });
  for (const text of ["--demo", "--host", "now", "--no-demo=yes"]) {
    expect(() => readOptions("start", options, [], [text])).toThrow(helpOf("start"));
  }
});
