import type { NetworkInterfaceInfo } from "node:os";
import { networkAt, readyText } from "../../../tools/dev/processes/network";

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
const OPEN = { listen: "0.0.0.0", local: "127.0.0.1", others: ["192.168.1.7", "10.0.0.3"] };

test.each([
  [undefined, LOCAL],
  ["127.0.0.1", LOCAL],
  ["localhost", LOCAL],
  ["0.0.0.0", OPEN],
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

test("the last lines of a start on this machine", () => {
  expect(readyText(LOCAL, 5000, "9.1")).toBe(
    "Ready after 9.1 s. Open http://127.0.0.1:5000, or stop everything with Ctrl-C.\n",
  );
});

test("the last lines of a start in a network", () => {
  expect(readyText(OPEN, 5000, "9.1")).toBe(
    "Everybody in the network can change everything. On phones open\n" +
      "  http://192.168.1.7:5000\n  http://10.0.0.3:5000\n\n" +
      "Ready after 9.1 s. Open http://127.0.0.1:5000, or stop everything with Ctrl-C.\n",
  );
});
