/** The HTTPS functions, called like on the platform. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readBodiesAgain } from "@greenhouse/database/client/platform";
import { reportIp, sensorData } from "../../../functions/src/index";

// The suites that this process runs next need the type of a body.
afterAll(readBodiesAgain);

test.each([
  ["sensorData", sensorData],
  ["reportIp", reportIp],
])("%s leaves the framework's domain at once", async (_, serve) => {
  let isLeft = false;
  let isLeftAtOnce = false;
  const domain = { exit: () => (isLeft = true) };
  Object.defineProperty(process, "domain", { value: domain, configurable: true });
  const server = createServer((request, response) => {
    void serve(request as never, response as never);
    isLeftAtOnce = isLeft;
  });
  try {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: "close" } });
    expect([answer.status, isLeftAtOnce]).toEqual([405, true]);
  } finally {
    Reflect.deleteProperty(process, "domain");
    server.close();
  }
});
