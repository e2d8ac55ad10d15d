/**
 * Saves the accounts that people create on the page. The auth emulator does not store them, so changes are written to a
 * file every few seconds and restored at the next start. A `kill -9` loses the changes of the last seconds.
 */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { accountsUrl, AS_OWNER, postAccount, request } from "../demo/demo.ts";
import { PEOPLE } from "../demo/demo-farm.ts";
import { StackError } from "../processes/stack-error.ts";
import { onDisk } from "../processes/disk.ts";

/** An account of the auth emulator. Its other fields are restored unchanged. */
interface Account {
  readonly localId: string;
  readonly email?: string;
  /** Unix seconds. Older sign-ins are invalid. */
  readonly validSince?: string;
}

const SAVE_INTERVAL_MS = 3_000;
/** On a busy machine the emulator is slow. */
const ANSWER_MS = 10_000;
const PAGE_SIZE = 100;

/**
 * Restores accounts with their uids and passwords; people stay signed in.
 * @returns a line for each account that could not be restored
 * @throws StackError when the file cannot be read
 */
export async function restoreAccounts(
  authAddress: string,
  file: string,
): Promise<readonly string[]> {
  const accounts = readAccounts(file).filter(isOwn);
  const problems: string[] = [];
  for (const account of accounts) {
    const { localId, email, validSince } = account;
    // One account per request, because the emulator accepts at most 100 kB.
    const { error = [] } = (await postAccount(
      authAddress,
      { users: [account] },
      ":batchCreate",
    )) as { error?: readonly { message: string }[] };
    const [refusal] = error;
    if (refusal !== undefined) {
      problems.push(`The account ${email ?? localId} was not restored: ${refusal.message}`);
    } else if (validSince !== undefined) {
      await postAccount(authAddress, { localId, validSince }, ":update");
    }
  }
  return problems;
}

/**
 * Writes the accounts to the file if they have changed.
 * @throws StackError if the disk refuses; the file is then unchanged
 */
export async function saveAccounts(authAddress: string, file: string): Promise<void> {
  const accounts = await listAccounts(accountsUrl(authAddress));
  const text = `${JSON.stringify(accounts, null, 2)}\n`;
  const saved = readText(file);
  if (text === saved || (accounts.length === 0 && saved === undefined)) return;
  onDisk("write", file, () => {
    mkdirSync(path.dirname(file), { recursive: true });
    // The emulator keeps passwords in plain text, so others may not read the file.
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  });
}

/**
 * Saves the accounts every few seconds until the signal.
 * @param report called with the reason, once, while the accounts cannot be read
 * @throws StackError if the disk refuses
 */
export async function keepAccounts(
  authAddress: string,
  file: string,
  stopping: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  let isFailing = false;
  while (!stopping.aborted) {
    try {
      await saveAccounts(authAddress, file);
      isFailing = false;
    } catch (error) {
      if (error instanceof StackError) throw error;
      if (!isFailing) report(error);
      isFailing = true;
    }
    await setTimeout(SAVE_INTERVAL_MS, undefined, { ref: false });
  }
}

async function listAccounts(url: string): Promise<readonly Account[]> {
  const accounts: Account[] = [];
  for (let token = ""; ;) {
    const page = `${url}:batchGet?maxResults=${PAGE_SIZE}&nextPageToken=${encodeURIComponent(token)}`;
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await request(page, { headers: AS_OWNER, signal });
    const { users = [], nextPageToken } = (await answer.json()) as {
      readonly users?: readonly Account[];
      readonly nextPageToken?: string;
    };
    accounts.push(...users.filter(isOwn));
    if (nextPageToken === undefined) return accounts;
    token = nextPageToken;
  }
}

/**
 * Leaves out the demo people: each start adds them, so that their buttons on the page always work.
 */
function isOwn({ localId, email }: Account): boolean {
  return !PEOPLE.some((person) => person.uid === localId || person.email === email);
}

function readAccounts(file: string): readonly Account[] {
  try {
    return JSON.parse(readText(file) ?? "[]") as readonly Account[];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StackError(
      `${file} is not valid JSON: correct it, or delete it to start without accounts.`,
      {
        cause: error,
      },
    );
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
