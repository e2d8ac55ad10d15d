/** `farm member list|role|remove`. People join by `farm invite`. */

import { Argument } from "commander";
import type { Command } from "commander";
import { memberRemoval, ROLES } from "@greenhouse/domain/identity/members";
import type { Role } from "@greenhouse/domain/identity/members";
import { misused } from "../../core/failure";
import { ownerOf, requireFarm, requireMember } from "../../farm/stored-farms";
import { farmCommand } from "../../core/hint";
import { updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatTable } from "../../core/text";
import type { Runner } from "../command";

const PERSON = "<email|uid>";

export function addMemberCommands(program: Command, { opened }: Runner): void {
  const member = program.command("member").description("the people of a farm");
  member
    .command("list")
    .description("list a farm's members")
    .argument("<farmId>")
    .action(opened(listMembers));
  member
    .command("role")
    .description("give a member another role")
    .argument("<farmId>")
    .argument(PERSON, "their e-mail address, or the uid of their account")
    .addArgument(
      new Argument(
        "<role>",
        "owners can change everything, viewers can read all but the key",
      ).choices(ROLES),
    )
    .action(opened(changeRole));
  member
    .command("remove")
    .description("remove a person from a farm")
    .argument("<farmId>")
    .argument(PERSON)
    .action(opened(removeMember));
  // Kept for people who know the earlier command, which added people by uid.
  member
    .command("add", { hidden: true })
    .allowUnknownOption()
    .allowExcessArguments()
    .action(refuseToAdd);
}

function refuseToAdd(): never {
  throw misused(
    "People cannot be added to a farm: they join by a link.",
    "Make a link: `farm invite <farmId>`. A member's role changes with `farm member role <farmId> <email or uid> <role>`",
  );
}

async function listMembers(
  { connections, database, out }: OpenSession,
  farmId: string,
): Promise<void> {
  const { members, names } = await requireFarm(database, farmId);
  const addresses = await connections.findAddresses(members.map(({ uid }) => uid));
  const people = members.map(({ uid, role }) => ({
    uid,
    role,
    name: names.get(uid) ?? null,
    email: addresses?.get(uid)?.email ?? null,
  }));
  out.result(
    people,
    formatTable(
      ["name", "email", "uid", "role"],
      people.map(({ uid, name, email, role }) => [name ?? "", email ?? "", uid, role]),
      `${farmId} has no members.`,
    ),
  );
}

async function changeRole(
  session: OpenSession,
  farmId: string,
  emailOrUid: string,
  role: Role,
): Promise<void> {
  const farm = await requireFarm(session.database, farmId);
  const invite = `People join by a link: ${farmCommand("invite", [farmId])}`;
  const { uid, role: before } = await requireMember(session, farm, emailOrUid, invite);
  if (role !== before) {
    // Owners cannot demote themselves: the writer must be an owner afterwards.
    const owner = role === "owner" ? ownerOf(farm) : ownerOf(farm, uid);
    await updateAs(session, owner, { [`farms/${farmId}/members/${uid}`]: role });
  }
  session.out.result(
    { farmId, uid, role, before },
    role === before
      ? `${emailOrUid} is already ${article(role)} of ${farmId}.`
      : `${emailOrUid} was ${article(before)} of ${farmId} and is now ${article(role)}.`,
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
    `${emailOrUid} is no longer a member of ${farmId}. If they could read its key: ${farmCommand("key rotate", [farmId])}`,
  );
}

function article(role: Role): string {
  return role === "owner" ? "an owner" : "a viewer";
}
