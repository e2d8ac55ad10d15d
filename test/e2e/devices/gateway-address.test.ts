/** Which address a gateway reports. Each test makes interfaces and routes in a network namespace. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import { REPORTER } from "../../support/devices/reporter";
import { testTogether } from "../../support/devices/trial";

/** Ways to get a separate network: as any user, or as root if the system requires it. */
const NAMESPACES = [["-Urn"], ["-n"]];
const PROBE = "ip link add v0 type veth peer name v1 && nsenter -t $$ -n true";
const NAMESPACE = NAMESPACES.find(
  (options) => spawnSync("unshare", [...options, "sh", "-c", PROBE]).status === 0,
);

/** Answers as the backend does, and prints the address. */
const BACKEND = `
require("http").createServer((request, response) => {
  let text = "";
  request.on("data", (chunk) => { text += chunk; }).on("end", () => {
    console.log("received " + JSON.parse(text).ip);
    response.end('{"success":true}');
  });
}).listen(8080, () => console.log("listening"));`;

/** v0 leads to another machine with the address 10.9.0.9. Nobody answers on w0. */
const NETWORK = `
ip link set lo up
unshare -n sleep 600 & there=$!
until [ "$(readlink /proc/$there/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; do sleep 0.02; done
ip link add v0 type veth peer name v1 netns $there
nsenter -t $there -n sh -c 'ip link set lo up; ip addr add 10.9.0.9/24 dev v1; ip link set v1 up'
ip link add w0 type veth peer name w1
ip link set v0 up; ip link set w1 up; ip link set w0 up
backend() {
  : >"$LOG"
  "$@" "$NODE" -e "$BACKEND" >"$LOG" & pid=$!
  until grep -q listening "$LOG"; do sleep 0.02; done
}
here() { backend env; }
there() { backend nsenter -t $there -n; }
trap 'kill $there $pid; cat "$LOG"' EXIT
`;

const HERE = "http://127.0.0.1:8080/reportIp";
const THERE = "http://10.9.0.9:8080/reportIp";
const LINK_LOCAL = "ip addr add 169.254.3.4/16 dev w0";

const FOUND = [
  {
    name: "the address towards the backend rather than that of the default route",
    setUp: `ip addr add 192.168.7.20/24 dev w0; ip route add default via 192.168.7.1
      ip addr add 10.9.0.5/24 dev v0; there`,
    url: THERE,
    address: "10.9.0.5",
  },
  {
    name: "the address of the default route if the backend is this machine",
    setUp: `ip addr add 10.9.0.5/24 dev v0
      ip addr add 192.168.7.20/24 dev w0; ip route add default via 192.168.7.1; here`,
    url: HERE,
    address: "192.168.7.20",
  },
  {
    name: "the address of an interface without a default route",
    setUp: "ip addr add 192.168.7.20/24 dev w0; here",
    url: HERE,
    address: "192.168.7.20",
  },
  {
    name: "the address that is not link-local on the same interface",
    setUp: `${LINK_LOCAL}; ip addr add 192.168.7.20/24 dev w0; here`,
    url: HERE,
    address: "192.168.7.20",
  },
  {
    name: "the address of an interface if the default route has a link-local address",
    setUp: `${LINK_LOCAL}; ip route add default dev w0; ip addr add 10.9.0.5/24 dev v0; here`,
    url: HERE,
    address: "10.9.0.5",
  },
] as const;

const NOT_FOUND = [
  { name: "there is only loopback", setUp: "here" },
  { name: "there are only link-local addresses", setUp: `${LINK_LOCAL}; here` },
  {
    name: "the interface is down",
    setUp: "ip addr add 192.168.7.20/24 dev w0; ip link set w0 down; here",
  },
  {
    name: "the interface is not connected",
    setUp: "ip addr add 192.168.7.20/24 dev w0; ip link set w1 down; here",
  },
] as const;

const reporter = {
  ...REPORTER,
  missing:
    REPORTER.missing ?? (NAMESPACE === undefined ? "unshare cannot make a network" : undefined),
};

async function report(setUp: string, url: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "greenhouse-gateway-"));
  writeFileSync(join(folder, "key"), "a-key\n");
  const script = `${NETWORK}${setUp}\n"$@"\necho "exit code $?"`;
  const running = run(
    "unshare",
    [...(NAMESPACE ?? []), "sh", "-c", script, "sh", ...REPORTER.command],
    {
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE: process.execPath,
        BACKEND,
        LOG: join(folder, "log"),
        GREENHOUSE_URL: url,
        GREENHOUSE_FARM_ID: "a-farm",
        GREENHOUSE_KEY_FILE: join(folder, "key"),
      },
    },
  );
  await running.ended;
  rmSync(folder, { recursive: true, force: true });
  return running.output();
}

for (const { name, setUp, url, address } of FOUND) {
  testTogether(`reports ${name}`, [reporter], async () => {
    const output = await report(setUp, url);
    expect(output).toBe(`reported ${address}\nexit code 0\nlistening\nreceived ${address}\n`);
  });
}

for (const { name, setUp } of NOT_FOUND) {
  testTogether(`reports nothing when ${name}`, [reporter], async () => {
    const output = await report(setUp, HERE);
    expect(output).toContain("this machine has no address in a network: attempt 6 of 6\n");
    expect(output).toContain("exit code 69\nlistening\n");
    expect(output).not.toContain("received");
  });
}
