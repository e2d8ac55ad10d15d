/**
 * Keeps the accounts that people make on the page: the auth emulator forgets everything when it ends, so they are
 * written to a file whenever they have changed, and put back at the next start. A `kill -9` costs the last seconds.
 */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { onDisk } from "../../emulator/src/persistence/storage-error.ts";
import { accountsUrl, AS_OWNER, request } from "./demo.ts";
import { PEOPLE } from "./demo-data.ts";
import { pause } from "./pause.ts";
import { StackError } from "./stack-error.ts";

/** As the auth emulator tells it; what else it holds goes back as it came. */
interface Account {
  readonly localId: string;
  readonly email?: string;
  /** Unix seconds: no older sign-in holds. */
  readonly validSince?: string;
}

interface AccountsPage {
  readonly users?: readonly Account[];
  readonly nextPageToken?: string;
}

const SAVE_INTERVAL_MS = 3_000;
const ANSWER_MS = 3_000;
/** The emulator takes no more than 100 kB at once. */
const PAGE_SIZE = 100;

/**
 * Puts the accounts of the file back, with their uids and passwords, and lets people stay signed in.
 * @returns what could not be put back, a line each
 * @throws StackError where the file cannot be read
 */
export async function restoreAccounts(
  authAddress: string,
  file: string,
): Promise<readonly string[]> {
  const accounts = readAccounts(file).filter((account) => !isDemoPerson(account));
  const url = accountsUrl(authAddress);
  const problems: string[] = [];
  for (let first = 0; first < accounts.length; first += PAGE_SIZE) {
    const users = accounts.slice(first, first + PAGE_SIZE);
    const answer = await post(`${url}:batchCreate`, { users });
    const { error = [] } = (await answer.json()) as {
      error?: readonly { index: number; message: string }[];
    };
    const refused = new Map(error.map(({ index, message }) => [index, message]));
    for (const [index, { localId, email, validSince }] of users.entries()) {
      const message = refused.get(index);
      if (message !== undefined) {
        problems.push(`The account ${email ?? localId} was not put back: ${message}`);
      } else if (validSince !== undefined) {
        await post(`${url}:update`, { localId, validSince });
      }
    }
  }
  return problems;
}

/**
 * Writes the accounts to the file where they differ from what it holds.
 * @throws StorageError when the disk refuses; the file is then as before
 */
export async function saveAccounts(authAddress: string, file: string): Promise<void> {
  const accounts = await listAccounts(accountsUrl(authAddress));
  const text = `${JSON.stringify(accounts, null, 2)}\n`;
  if (text === readText(file)) return;
  if (accounts.length === 0 && readText(file) === undefined) return;
  onDisk("write", file, () => {
    mkdirSync(path.dirname(file), { recursive: true });
    // All at once: what ends us in between must not cost what was there. The emulator keeps passwords as they are.
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  });
}

/** Saves them every few seconds until it is told to stop. */
export async function keepAccounts(
  authAddress: string,
  file: string,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await saveAccounts(authAddress, file);
    await pause(SAVE_INTERVAL_MS, stopping);
  }
}

async function listAccounts(url: string): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  for (let token = ""; ;) {
    const page = `${url}:batchGet?maxResults=${PAGE_SIZE}&nextPageToken=${encodeURIComponent(token)}`;
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await request(page, { headers: AS_OWNER, signal });
    const { users = [], nextPageToken } = (await answer.json()) as AccountsPage;
    accounts.push(...users.filter((account) => !isDemoPerson(account)));
    if (nextPageToken === undefined) return accounts;
    token = nextPageToken;
  }
}

/** The demo people are made anew at each start, so that their buttons on the page always work. */
function isDemoPerson({ localId, email }: Account): boolean {
  return PEOPLE.some((person) => person.uid === localId || person.email === email);
}

function readAccounts(file: string): readonly Account[] {
  const text = readText(file);
  if (text === undefined) return [];
  try {
    return JSON.parse(text) as readonly Account[];
  } catch (error) {
    throw new StackError(`${file} is no JSON: mend it, or delete it to start without accounts.`, {
      cause: error,
    });
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function post(url: string, body: object): Promise<Response> {
  return request(url, { method: "POST", headers: AS_OWNER, body: JSON.stringify(body) });
}
