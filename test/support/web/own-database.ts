/** A test's own database, for settings of a whole deployment. Other tests use the shared database at the same time. */

import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { databaseClient } from "../backend/database-client";
import type { DatabaseClient } from "../backend/database-client";
import { openTestDatabase, RULES } from "../database";
import { loadRules } from "../rules-client/requests";

export interface OwnDatabase {
  readonly database: DatabaseClient;
  /** Makes a page use this database with the shared accounts. Call this before the page loads. */
  readonly useIn: (page: Page) => Promise<unknown>;
}

/** Opens a database with the shipped rules. */
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
