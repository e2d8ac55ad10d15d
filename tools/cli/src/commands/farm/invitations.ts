/** `farm invite`, `farm invite list|withdraw`: links with which people join a farm. */

import { Option } from "commander";
import type { Command } from "commander";
import {
  INVITATION_TOKEN_BYTES,
  invitationPath,
  invitationTokenOf,
  isInvitationToken,
} from "@greenhouse/domain/identity/invitation-link";
import {
  INVITATION_LASTS_MS,
  inviting,
  isOpen,
  parseInvitations,
} from "@greenhouse/domain/identity/invitations";
import type { ListedInvitation } from "@greenhouse/domain/identity/invitations";
import { ROLES } from "@greenhouse/domain/identity/members";
import type { Role } from "@greenhouse/domain/identity/members";
import { failed, misused } from "../../core/failure";
import { nameAll, ownerOf, requireFarm, requireMember } from "../../farm/stored-farms";
import type { Farm } from "../../farm/stored-farms";
import { farmCommand } from "../../core/hint";
import { pageAddress } from "../../core/page-address";
import { serverTime, updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatTable } from "../../core/text";
import { formatTime } from "../../core/time";
import type { Runner } from "../command";

const PAGE = "--page <url>";
const PAGE_TEXT = "the farm page's address (PAGE_URL of the jobs, or <project>.web.app)";

export function addInvitationCommands(program: Command, { opened }: Runner): void {
  const invite = program
    .command("invite")
    .description("invite people to a farm by link: `farm invite <farmId>` makes a link");
  invite
    .command("create", { isDefault: true })
    .description("make a link with which one person joins the farm within a week")
    .argument("<farmId>")
    .addOption(
      new Option("--role <role>", "their role: owners can change everything, viewers can only read")
        .choices(ROLES)
        .default("viewer"),
    )
    .option("--as <email|uid>", "the owner who invites (the first owner if omitted)")
    .option(PAGE, PAGE_TEXT)
    .action(opened(createInvitation));
  invite
    .command("list")
    .description("list the links that nobody has used yet")
    .argument("<farmId>")
    .option(PAGE, PAGE_TEXT)
    .action(opened(listInvitations));
  invite
    .command("withdraw")
    .description("end a link: nobody can join with it any more")
    .argument("<farmId>")
    .argument("<link>", "the link, or the token at its end")
    .action(opened(withdrawInvitation));
}

interface PageOption {
  readonly page?: string;
}

interface CreateOptions extends PageOption {
  readonly role: Role;
  readonly as?: string;
}

async function createInvitation(
  session: OpenSession,
  farmId: string,
  { role, as, page }: CreateOptions,
): Promise<void> {
  const { database, out } = session;
  const address = pageAddress(session, page);
  const farm = await requireFarm(database, farmId);
  const by = await inviterOf(session, farm, as);
  const now = await serverTime(session);
  const earlier = await readAll(session, farmId);
  const token = invitationTokenOf(session.randomBytes(INVITATION_TOKEN_BYTES));
  const maker = { uid: by, name: farm.names.get(by) };
  const invitation = { farm: { id: farmId, name: farm.name }, role, by: maker };
  await updateAs(session, by, inviting(token, invitation, earlier, now));
  const expiresAt = now + INVITATION_LASTS_MS;
  const newMember = role === "owner" ? "an owner, who can change everything," : "a viewer";
  out.note(
    `The first person who opens this link and signs in becomes ${newMember} of ${farmId}. It works once, until ${formatTime(expiresAt)}.`,
  );
  const link = address + invitationPath(farmId, token);
  out.result({ farmId, token, link, role, by, expiresAt }, link);
}

/** @throws CommandError (failed) if the person is not an owner */
async function inviterOf(
  session: OpenSession,
  farm: Farm,
  emailOrUid: string | undefined,
): Promise<string> {
  if (emailOrUid === undefined) return ownerOf(farm);
  const { uid, role } = await requireMember(session, farm, emailOrUid);
  if (role === "owner") return uid;
  throw failed(
    `${emailOrUid} is a viewer of ${farm.farmId}: only owners can invite.`,
    `Its owners: ${farmCommand("member list", [farm.farmId])}`,
  );
}

async function listInvitations(
  session: OpenSession,
  farmId: string,
  { page }: PageOption,
): Promise<void> {
  const { database, out } = session;
  const address = pageAddress(session, page);
  const farm = await requireFarm(database, farmId);
  const now = await serverTime(session);
  const open = (await readAll(session, farmId))
    .filter((invitation) => isOpen(invitation, farm.members, now))
    .map((invitation) => ({
      ...invitation,
      link: address + invitationPath(farmId, invitation.token),
    }));
  const nameOf = await nameAll(
    session,
    farm,
    open.map(({ by }) => by),
  );
  out.result(
    open.map(({ token, link, role, by, expiresAt }) => ({ token, link, role, by, expiresAt })),
    formatTable(
      ["link", "role", "made by", "until"],
      open.map(({ link, role, by, expiresAt }) => [link, role, nameOf(by), formatTime(expiresAt)]),
      `${farmId} has no open invitations. Make one: ${farmCommand("invite", [farmId])}`,
    ),
  );
}

async function withdrawInvitation(
  session: OpenSession,
  farmId: string,
  linkOrToken: string,
): Promise<void> {
  const farm = await requireFarm(session.database, farmId);
  const token = linkOrToken.slice(linkOrToken.lastIndexOf("/") + 1);
  const list = farmCommand("invite list", [farmId]);
  if (!isInvitationToken(token)) {
    throw misused(
      `${linkOrToken} is not an invitation link or a token of 32 characters.`,
      `Open invitations: ${list}`,
    );
  }
  const invitation = (await readAll(session, farmId)).find((stored) => stored.token === token);
  if (invitation === undefined) {
    throw failed(`${farmId} has no such invitation.`, `Open invitations: ${list}`);
  }
  if (invitation.usedBy !== undefined) {
    const { usedBy } = invitation;
    const nameOf = await nameAll(session, farm, [usedBy]);
    throw failed(
      `${nameOf(usedBy)} has already joined with this invitation.`,
      `To remove a member: ${farmCommand("member remove", [farmId, usedBy])}`,
    );
  }
  await updateAs(session, ownerOf(farm), { [`invitations/${farmId}/${token}`]: null });
  session.out.result(
    { farmId, token, withdrawn: true },
    `The invitation to ${farmId} is withdrawn: nobody can join with it any more.`,
  );
}

async function readAll(
  { database }: OpenSession,
  farmId: string,
): Promise<readonly ListedInvitation[]> {
  return parseInvitations(await database.read(`invitations/${farmId}`));
}
