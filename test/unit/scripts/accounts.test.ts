/** Accounts are still saved after the auth emulator did not answer for a while. */

import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";
import { keepAccounts, saveAccounts } from "../../../tools/dev/stack/accounts";

const folder = useTemporaryFolder();

test("accounts are saved when the emulator answers again, and the gap is reported once", async () => {
  const file = join(folder(), "accounts.json");
  const stopping = new AbortController();
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    if (requests <= 2) request.destroy();
    else response.end(JSON.stringify({ users: [{ localId: "a", email: "a@example.com" }] }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reported: unknown[] = [];
  const keeping = keepAccounts(address, file, stopping.signal, (error) => reported.push(error));
  try {
    await expectSoon(() => Promise.resolve(existsSync(file)), true);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual([
      { localId: "a", email: "a@example.com" },
    ]);
    expect(reported).toHaveLength(1);
  } finally {
    stopping.abort();
    server.close();
    await keeping;
  }
});

test("the last account that is deleted leaves the file, too", async () => {
  const file = join(folder(), "accounts.json");
  let users: readonly object[] = [{ localId: "a" }];
  const server = createServer((_, response) => response.end(JSON.stringify({ users })));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await saveAccounts(address, file);
  users = [];
  await saveAccounts(address, file);
  server.close();
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual([]);
});
