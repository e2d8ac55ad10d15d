/** `farm creation show|anyone|listed|allow|disallow`: who may create farms in a deployment. */

import type { Command } from "commander";
import { FARM_CREATION_PATH, farmCreatorPath } from "@greenhouse/domain/identity/farm-creation";
import type { FarmCreation } from "@greenhouse/domain/identity/farm-creation";
import type { Database, Json } from "../../core/database";
import { failed } from "../../core/failure";
import {
  changesOf,
  describePolicy,
  isSamePolicy,
  readCreationPolicy,
} from "../../farm/farm-creation";
import type { CreationPolicy } from "../../farm/farm-creation";
import { farmCommand } from "../../core/hint";
import { everySession } from "../../core/routing";
import { deniedByRules, findPerson } from "../../core/session";
import type { Session } from "../../core/session";
import { formatTable } from "../../core/text";
import { problemOfPersonUid, refuseProblems } from "../../core/validation";
import type { Runner } from "../command";

const PERSON = "<email|uid>";
const CLOSE = farmCommand("creation listed", []);

export function addFarmCreationCommands(program: Command, { bare }: Runner): void {
  const creation = program
    .command("creation")
    .description("who may create farms: `farm creation` shows it");
  creation
    .command("show", { isDefault: true })
    .description("say who may create farms, and who is listed")
    .action(bare(showCreation));
  creation
    .command("anyone")
    .description("let anyone who is signed in create farms")
    .action(bare((session) => setCreation(session, "anyone")));
  creation
    .command("listed")
    .description("let only listed people create farms")
    .action(bare((session) => setCreation(session, "listed")));
  creation
    .command("allow")
    .description("put a person on the list")
    .argument(PERSON, "an address that they sign in with, or the uid of their account")
    .action(bare(allow));
  creation
    .command("disallow")
    .description("take a person off the list; their farms stay theirs")
    .argument(PERSON)
    .action(bare(disallow));
}

/** One of the deployment's databases, open as the administrator: no rule lets anybody else write what is here. */
interface Holder {
  readonly url: string;
  readonly database: Database;
  readonly policy: CreationPolicy;
}

/**
 * All of them, the default one first. Nothing is written before all of them have answered.
 * @throws CommandError (unreachable) where one cannot be reached
 */
async function openAll(session: Session): Promise<readonly [Holder, ...Holder[]]> {
  const open = async ({ connections, target }: Session): Promise<Holder> => {
    const database = await connections.open();
    return { url: target.databaseUrl, database, policy: await readCreationPolicy(database) };
  };
  const [first = session, ...others] = everySession(session);
  return Promise.all([open(first), ...others.map(open)]);
}

async function write({ database }: Holder, values: Readonly<Record<string, Json>>): Promise<void> {
  if ((await database.update(values)) === "denied") throw deniedByRules();
}

async function showCreation(session: Session): Promise<void> {
  const { connections, out } = session;
  const [{ policy }, ...others] = await openAll(session);
  const addresses = await connections.findAddresses(policy.uids);
  const people = policy.uids.map((uid) => ({ uid, email: addresses?.get(uid)?.email ?? null }));
  const differing = others
    .filter((other) => !isSamePolicy(other.policy, policy))
    .map(({ url }) => url);
  const rows = people.map(({ uid, email }) => [email ?? "", uid]);
  const table = formatTable(["email", "uid"], rows, "");
  out.result(
    { farmCreation: policy.farmCreation, people, differing },
    `${describePolicy(policy)}\n${table}`.trimEnd(),
  );
  adviseWhereEmpty(session, policy);
  if (addresses === undefined) out.note("Firebase Authentication gives no addresses at present.");
  if (differing.length > 0) {
    out.note(
      `It is not the same in ${differing.join(", ")}. Make it so: ${farmCommand(`creation ${policy.farmCreation}`, [])}`,
    );
  }
}

/** Every other database also gets the list of the default one. */
async function setCreation(session: Session, farmCreation: FarmCreation): Promise<void> {
  const holders = await openAll(session);
  const policy = { ...holders[0].policy, farmCreation };
  for (const holder of holders) {
    const listChanges = changesOf({ ...holder.policy, farmCreation }, policy);
    await write(holder, { [FARM_CREATION_PATH]: farmCreation, ...listChanges });
    if (Object.keys(listChanges).length > 0) {
      session.out.note(`${holder.url} had another list, and has that of the default one now.`);
    }
  }
  session.out.result({ farmCreation, listed: policy.uids.length }, describePolicy(policy));
  adviseWhereEmpty(session, policy);
}

function adviseWhereEmpty({ out }: Session, { farmCreation, uids }: CreationPolicy): void {
  if (farmCreation === "anyone" || uids.length > 0) return;
  out.note(`List somebody: ${farmCommand("creation allow", [], { rest: "<email or uid>" })}`);
}

async function allow(session: Session, emailOrUid: string): Promise<void> {
  const uid = await findPerson(session, emailOrUid);
  refuseProblems(problemOfPersonUid(uid));
  const holders = await openAll(session);
  for (const holder of holders) await write(holder, { [farmCreatorPath(uid)]: true });
  const { farmCreation } = holders[0].policy;
  session.out.result(
    { uid, listed: true, farmCreation },
    farmCreation === "listed"
      ? `${emailOrUid} may create farms.`
      : `${emailOrUid} is listed. Everybody else may create farms too until ${CLOSE}`,
  );
}

async function disallow(session: Session, emailOrUid: string): Promise<void> {
  const uid = await findPerson(session, emailOrUid);
  const holders = await openAll(session);
  // Also where only another database than the default one lists them.
  if (!holders.some(({ policy }) => policy.uids.includes(uid))) {
    throw failed(`${emailOrUid} is not listed.`, `Those who are: ${farmCommand("creation", [])}`);
  }
  for (const holder of holders) await write(holder, { [farmCreatorPath(uid)]: null });
  const { farmCreation } = holders[0].policy;
  session.out.result(
    { uid, listed: false, farmCreation },
    farmCreation === "listed"
      ? `${emailOrUid} may create no more farms.`
      : `${emailOrUid} is not listed any more. Everybody may create farms until ${CLOSE}`,
  );
}
