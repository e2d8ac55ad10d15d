/** `farm creation show|anyone|listed|allow|disallow`: who may create farms in a deployment. */

import type { Command } from "commander";
import { FARM_CREATION_PATH, farmCreatorPath } from "@greenhouse/domain/identity/farm-creation";
import type { FarmCreation } from "@greenhouse/domain/identity/farm-creation";
import type { Json } from "../../core/database";
import { failed } from "../../core/failure";
import { describePolicy, readCreationPolicy } from "../../farm/creation-policy";
import type { CreationPolicy } from "../../farm/creation-policy";
import { farmCommand } from "../../core/hint";
import type { Output } from "../../core/output";
import { deniedByRules, findPerson } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatTable } from "../../core/text";
import { problemOfPersonUid, refuseProblems } from "../../core/validation";
import type { Runner } from "../command";

const PERSON = "<email|uid>";
const CLOSE = farmCommand("creation listed", []);

export function addFarmCreationCommands(program: Command, { opened }: Runner): void {
  const creation = program
    .command("creation")
    .description("who may create farms; `farm creation` shows the setting");
  creation
    .command("show", { isDefault: true })
    .description("say who may create farms, and who is listed")
    .action(opened(showCreation));
  creation
    .command("anyone")
    .description("let anyone who is signed in create farms")
    .action(opened((session) => setCreation(session, "anyone")));
  creation
    .command("listed")
    .description("let only listed people create farms")
    .action(opened((session) => setCreation(session, "listed")));
  creation
    .command("allow")
    .description("put a person on the list")
    .argument(PERSON, "their e-mail address, or the uid of their account")
    .action(opened(allow));
  creation
    .command("disallow")
    .description("take a person off the list; they keep the farms that they own")
    .argument(PERSON)
    .action(opened(disallow));
}

async function write(
  { database }: OpenSession,
  values: Readonly<Record<string, Json>>,
): Promise<void> {
  if ((await database.update(values)) === "denied") throw deniedByRules();
}

async function showCreation({ database, connections, out }: OpenSession): Promise<void> {
  const policy = await readCreationPolicy(database);
  const addresses = await connections.findAddresses(policy.uids);
  const people = policy.uids.map((uid) => ({ uid, email: addresses?.get(uid)?.email ?? null }));
  const rows = people.map(({ uid, email }) => [email ?? "", uid]);
  const table = formatTable(["email", "uid"], rows, "");
  out.result(
    { farmCreation: policy.farmCreation, people },
    `${describePolicy(policy)}\n${table}`.trimEnd(),
  );
  adviseWhereEmpty(out, policy);
  if (addresses === undefined)
    out.note("Firebase Authentication cannot look up addresses at present.");
}

async function setCreation(session: OpenSession, farmCreation: FarmCreation): Promise<void> {
  const policy = { ...(await readCreationPolicy(session.database)), farmCreation };
  await write(session, { [FARM_CREATION_PATH]: farmCreation });
  session.out.result({ farmCreation, listed: policy.uids.length }, describePolicy(policy));
  adviseWhereEmpty(session.out, policy);
}

function adviseWhereEmpty(out: Output, { farmCreation, uids }: CreationPolicy): void {
  if (farmCreation === "anyone" || uids.length > 0) return;
  out.note(
    `Put somebody on the list: ${farmCommand("creation allow", [], { rest: "<email or uid>" })}`,
  );
}

async function allow(session: OpenSession, emailOrUid: string): Promise<void> {
  const uid = await findPerson(session, emailOrUid);
  refuseProblems(problemOfPersonUid(uid));
  const { farmCreation } = await readCreationPolicy(session.database);
  await write(session, { [farmCreatorPath(uid)]: true });
  session.out.result(
    { uid, listed: true, farmCreation },
    farmCreation === "listed"
      ? `${emailOrUid} may create farms.`
      : `${emailOrUid} is listed. Everybody else may create farms too until ${CLOSE}`,
  );
}

async function disallow(session: OpenSession, emailOrUid: string): Promise<void> {
  const uid = await findPerson(session, emailOrUid);
  const { farmCreation, uids } = await readCreationPolicy(session.database);
  if (!uids.includes(uid)) {
    throw failed(
      `${emailOrUid} is not listed.`,
      `People on the list: ${farmCommand("creation", [])}`,
    );
  }
  await write(session, { [farmCreatorPath(uid)]: null });
  session.out.result(
    { uid, listed: false, farmCreation },
    farmCreation === "listed"
      ? `${emailOrUid} can no longer create farms.`
      : `${emailOrUid} is no longer listed. Everybody may create farms until ${CLOSE}`,
  );
}
