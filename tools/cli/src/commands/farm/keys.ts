/** `farm key show|rotate|end-old`: the key that a farm's devices sign with. */

import type { Command } from "commander";
import { requireFarm, requireKeys } from "../../farm/stored-farms";
import type { OpenSession } from "../../core/session";
import type { Runner } from "../command";
import { endOldKey, rotateKey, showKey } from "./key-exchange";
import type { KeyHolder } from "./key-exchange";

export function addKeyCommands(program: Command, { opened }: Runner): void {
  const key = program.command("key").description("the key that a farm's devices sign with");
  key
    .command("show")
    .description("print the key; if there are two, the new one")
    .argument("<farmId>")
    .action(
      opened(async (session, farmId: string) => showKey(session, await find(session, farmId))),
    );
  key
    .command("rotate")
    .description("replace the key: devices are refused until they have the new one")
    .argument("<farmId>")
    .option("--keep-old", "keep the old key valid beside the new one, until `key end-old`")
    .action(
      opened(async (session, farmId: string, options: { readonly keepOld?: true }) =>
        rotateKey(session, await find(session, farmId), options),
      ),
    );
  key
    .command("end-old")
    .description("after `key rotate --keep-old`: accept only the new key from now on")
    .argument("<farmId>")
    .action(
      opened(async (session, farmId: string) => endOldKey(session, await find(session, farmId))),
    );
}

async function find({ database, connections }: OpenSession, farmId: string): Promise<KeyHolder> {
  const farm = await requireFarm(database, farmId);
  return {
    id: farmId,
    command: "key",
    farm,
    replace: async (owner, keys) =>
      (await connections.open(owner)).replace(`farms/${farmId}/apiKey`, farm.apiKey ?? null, keys),
    requireKeys: () => requireKeys(farm),
    toJson: ({ key, old }) => ({ farmId, apiKey: key, oldKey: old ?? null }),
    consequences: {
      whenReplaced: "Its devices are refused until they have the new one.",
      whenEnded: "Devices without the new key are refused.",
    },
  };
}
