/** A client in a process of its own that says when the server has its onDisconnect write, and then waits to be killed. */

import process from "node:process";
import { initializeApp } from "firebase/app";
import { connectDatabaseEmulator, getDatabase, onDisconnect, ref } from "firebase/database";

const [host = "", port, namespace] = process.argv.slice(2);
const app = initializeApp({ projectId: "demo-parity" });
const database = getDatabase(app, `https://${namespace}.firebaseio.com`);
connectDatabaseEmulator(database, host, Number(port));
await onDisconnect(ref(database, "lamp")).set({ state: "gone" });
process.stdout.write("registered\n");
