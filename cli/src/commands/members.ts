/** `farm member add|list|remove`. */

import { Option } from "commander";
import type { Command } from "commander";
import { memberRemoval } from "../../../domain/src/members";
import { failed } from "../failure";
import { ownerOf, requireFarm, requireMember } from "../farms";
import { farmCommand } from "../hint";
import { findPerson, updateAs } from "../session";
import type { OpenSession } from "../session";
import { formatTable } from "../text";
import { problemOfMemberUid, refuseProblems, ROLES } from "../validation";
import type { Role } from "../validation";
import type { Runner } from "./command";

const PERSON = "<email|uid>";
const INVITATION = "The farm page asks them whether to put it on their list of farms.";

export function addMemberCommands(program: Command, { opened }: Runner): void {
  const member = program.command("member").description("the people of a farm");
  member
    .command("add")
    .description("add a person to a farm, or give a member another role")
    .argument("<farmId>")
    .argument(PERSON, "an address that they sign in with, or the uid of their account")
    .addOption(
      new Option("--role <role>", "an owner changes everything, a viewer reads all but the key")
        .choices(ROLES)
        .default(undefined, "viewer, for a new member"),
    )
    .action(opened(addMember));
  member
    .command("list")
    .description("list a farm's people")
    .argument("<farmId>")
    .action(opened(listMembers));
  member
    .command("remove")
    .description("remove a person from a farm")
    .argument("<farmId>")
    .argument(PERSON)
    .action(opened(removeMember));
}

/** Writes the membership and, for a new member, an invitation: only the person can change their own list of farms. */
async function addMember(
  session: OpenSession,
  farmId: string,
  emailOrUid: string,
  options: { readonly role?: Role },
): Promise<void> {
  const farm = await requireFarm(session.database, farmId);
  const uid = await findPerson(session, emailOrUid);
  refuseProblems(problemOfMemberUid(uid));
  const before = farm.members.find((member) => member.uid === uid)?.role;
  if (before !== undefined && options.role === undefined) {
    throw failed(
      `${emailOrUid} is ${article(before)} of ${farmId} already.`,
      "--role gives another role.",
    );
  }
  const { role = "viewer" } = options;
  // No owner can demote themselves: the one who writes must be an owner afterwards.
  const owner = role === "owner" ? ownerOf(farm) : ownerOf(farm, uid);
  await updateAs(session, owner, {
    [`farms/${farmId}/members/${uid}`]: role,
    ...(before === undefined && { [`users/${uid}/farms/${farmId}`]: "invited" }),
  });
  session.out.result(
    { farmId, uid, role, before: before ?? null, invited: before === undefined },
    before === undefined
      ? `${emailOrUid} is ${article(role)} of ${farmId}. ${INVITATION}`
      : `${emailOrUid} was ${article(before)} of ${farmId} and is ${article(role)} now.`,
  );
}

async function listMembers({ database, out }: OpenSession, farmId: string): Promise<void> {
  const { members, names } = await requireFarm(database, farmId);
  out.result(
    members.map(({ uid, role }) => ({ uid, name: names.get(uid) ?? null, role })),
    formatTable(
      ["name", "uid", "role"],
      members.map(({ uid, role }) => [names.get(uid) ?? "", uid, role]),
      `${farmId} has no members.`,
    ),
  );
}

async function removeMember(
  session: OpenSession,
  farmId: string,
  emailOrUid: string,
): Promise<void> {
  const farm = await requireFarm(session.database, farmId);
  const { uid } = await requireMember(session, farm, emailOrUid);
  await updateAs(session, ownerOf(farm, uid), memberRemoval(farmId, uid));
  session.out.result(
    { farmId, uid, removed: true },
    `${emailOrUid} is no member of ${farmId} any more. If they could read its key: ${farmCommand("key rotate", [farmId])}`,
  );
}

function article(role: Role): string {
  return role === "owner" ? "an owner" : "a viewer";
}
