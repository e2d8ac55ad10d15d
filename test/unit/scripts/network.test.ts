import type { NetworkInterfaceInfo } from "node:os";
import { networkAt } from "../../../scripts/stack/network";

function address(family: "IPv4" | "IPv6", text: string, internal = false): NetworkInterfaceInfo {
  const info = { address: text, netmask: "", mac: "", internal, cidr: null };
  return family === "IPv4" ? { ...info, family } : { ...info, family, scopeid: 0 };
}

const INTERFACES = {
  lo: [address("IPv4", "127.0.0.1", true), address("IPv6", "::1", true)],
  wlan0: [address("IPv4", "192.168.1.7"), address("IPv6", "fe80::1")],
  eth0: [address("IPv4", "10.0.0.3")],
};
const OTHERS = ["192.168.1.7", "10.0.0.3"];

test.each([undefined, "127.0.0.1", "localhost"])("%s is this machine alone", (host) => {
  expect(networkAt(host, INTERFACES)).toEqual({
    ...{ listen: "127.0.0.1", local: "127.0.0.1", others: [] },
  });
});

test("0.0.0.0 is every address, and this machine reaches it as ever", () => {
  expect(networkAt("0.0.0.0", INTERFACES)).toEqual({
    ...{ listen: "0.0.0.0", local: "127.0.0.1", others: OTHERS },
  });
});

test("one address is that address, for this machine too", () => {
  expect(networkAt("10.0.0.3", INTERFACES)).toEqual({
    ...{ listen: "10.0.0.3", local: "10.0.0.3", others: ["10.0.0.3"] },
  });
});

test.each(["192.168.1.8", "fe80::1", "", "my-laptop"])("%j is refused in one line", (host) => {
  expect(() => networkAt(host, INTERFACES)).toThrow(
    `--host ${host} is no IPv4 address of this machine. It has 127.0.0.1, 192.168.1.7, 10.0.0.3; ` +
      "0.0.0.0 stands for all of them.",
  );
});
