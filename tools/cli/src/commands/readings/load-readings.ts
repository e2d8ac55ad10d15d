/** Loads the readings of a file, for `farm readings import` and `farm reading send --file`. */

import type { Import } from "@greenhouse/domain/history/imports";
import { parseFarmKeys } from "@greenhouse/domain/identity/farm-key";
import { CommandError, EXIT, failed, misused } from "../../core/failure";
import { listSensors, requireFarm, requireKeys, requireSensor } from "../../farm/stored-farms";
import type { Sender } from "../../loading/batches";
import type { FileFormat } from "../../loading/format";
import { describeImport, noteImport } from "../../loading/note-import";
import { loadFile } from "../../loading/load";
import type { LoadPlan } from "../../loading/load";
import { findOwnKey, keyInForce } from "../../farm/own-key";
import type { OpenSession } from "../../core/session";

interface Loading {
  /** As typed by the user. */
  readonly file: string;
  readonly id: Sender["id"];
  /** Where the import is noted. */
  readonly farmId: string;
  /** The sensor of all readings. A farm's file names the sensors itself if this is undefined. */
  readonly uid?: string | undefined;
  readonly format?: FileFormat;
}

/** @throws CommandError if a reading of the file is not stored */
export async function loadReadings(session: OpenSession, loading: Loading): Promise<void> {
  const { file, id, farmId, uid, format } = loading;
  if (file === "") throw misused("The name of a file is missing.");
  const path = session.resolvePath(file);
  const signing =
    "uid" in id ? signAsSensor(session, id.uid) : await signAsFarm(session, id.farmId);
  let noted: Import | undefined;
  const account = await loadFile(session, {
    file: path,
    onBrought: async (importId, brought, { stored }) => {
      noted = await noteImport(session, farmId, importId, { ...brought, file: path, stored });
    },
    ...signing,
    ...(uid !== undefined && { uid }),
    ...(format !== undefined && { format }),
  });
  session.out.result(
    { ...id, file: path, ...account.json(), ...(noted !== undefined && { import: noted.id }) },
    account.text(),
  );
  if (noted !== undefined) session.out.note(await describeImport(session, farmId, noted));
  if (account.stored + account.refused === 0) {
    throw failed(
      "The file has no readings.",
      "Is it the right file? It needs at least one row below its header.",
    );
  }
  if (account.refused === 0) return;
  throw new CommandError(
    EXIT.failed,
    "Some readings of the file are not stored.",
    "Correct the lines above and run it again: nothing is stored twice.",
  );
}

type HowToSign = Omit<LoadPlan, "file" | "onBrought">;

/** Signs all readings with the key of this sensor that is valid. */
function signAsSensor({ database }: OpenSession, uid: string): HowToSign {
  return {
    sender: uid,
    uid,
    isRegistered: (sensorUid) => sensorUid === uid,
    findSenders: async () => {
      const key = await keyInForce(database, await requireSensor(database, uid));
      const sender: Sender = { id: { uid }, key };
      return () => sender;
    },
  };
}

/** Signs the readings of a sensor with its own key, or else with the farm's. */
async function signAsFarm({ database }: OpenSession, farmId: string): Promise<HowToSign> {
  const uids = new Set((await listSensors(database, farmId)).map(({ uid }) => uid));
  return {
    sender: farmId,
    isRegistered: (uid) => uids.has(uid),
    findSenders: async (sending) => {
      // Read for each part of the file, because keys may change during a long import.
      const { key } = requireKeys(await requireFarm(database, farmId));
      const farm: Sender = { id: { farmId }, key };
      const ownSenders = new Map<string, Sender>();
      await Promise.all(
        // The server rejects a uid that the farm has not registered, and a path may not be able to
        // contain it.
        [...sending]
          .filter((uid) => uids.has(uid))
          .map(async (uid) => {
            const keys = parseFarmKeys(await findOwnKey(database, { uid, farmId }));
            if (keys !== undefined) ownSenders.set(uid, { id: { uid }, key: keys.key });
          }),
      );
      return (uid) => ownSenders.get(uid) ?? farm;
    },
  };
}
