/** A database of a test's own, for what holds in a whole deployment: other tests use the shared one meanwhile. */

import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { databaseClient } from "../backend/database-client";
import type { DatabaseClient } from "../backend/database-client";
import { openTestDatabase, RULES } from "../database";
import { loadRules } from "../rules-client/requests";

export interface OwnDatabase {
  readonly database: DatabaseClient;
  /** Makes a page use it, with the shared accounts. To be called before the page is loaded. */
  readonly useIn: (page: Page) => Promise<unknown>;
}

/** It has the shipped rules. */
export async function openOwnDatabase(): Promise<OwnDatabase> {
  const projectId = `demo-${randomUUID()}`;
  const namespace = `${projectId}-default-rtdb`;
  await loadRules({ ...(await openTestDatabase()), namespace }, RULES);
  return {
    database: databaseClient(namespace),
    useIn: (page) =>
      page.route("**/__/firebase/init.json", async (route) => {
        const response = await route.fetch();
        const options = (await response.json()) as object;
        await route.fulfill({ response, json: { ...options, projectId } });
      }),
  };
}
