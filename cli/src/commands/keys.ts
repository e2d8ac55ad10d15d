/** `farm key show|rotate`: the key that a farm's devices sign with. */

import type { Command } from "commander";
import { failed } from "../failure";
import { ownerOf, requireFarm } from "../farms";
import { createKey } from "../key";
import { updateAs } from "../session";
import type { OpenSession } from "../session";
import type { Runner } from "./command";

export function addKeyCommands(program: Command, { opened }: Runner): void {
  const key = program.command("key").description("the key that a farm's devices sign with");
  key.command("show").description("print the key").argument("<farmId>").action(opened(showKey));
  key
    .command("rotate")
    .description("replace the key by a new one: devices are refused until they have it")
    .argument("<farmId>")
    .action(opened(rotateKey));
}

async function showKey({ database, out }: OpenSession, farmId: string): Promise<void> {
  const { apiKey } = await requireFarm(database, farmId);
  if (apiKey === undefined) {
    throw failed(`${farmId} has no key.`, `Make one: farm key rotate ${farmId}`);
  }
  out.result({ farmId, apiKey }, apiKey);
}

async function rotateKey(session: OpenSession, farmId: string): Promise<void> {
  const farm = await requireFarm(session.database, farmId);
  await session.consent.confirm(
    `Replace the key of ${farmId}? Its devices are refused until they have the new one.`,
    session.isAgreed,
    "--yes",
  );
  const apiKey = createKey(session.randomBytes);
  await updateAs(session, ownerOf(farm), { [`farms/${farmId}/apiKey`]: apiKey });
  session.out.note(
    "The old key is refused once no instance of the functions remembers it (REGISTRATION_CACHE_SECONDS, 60 s by default).",
  );
  session.out.result({ farmId, apiKey }, apiKey);
}
