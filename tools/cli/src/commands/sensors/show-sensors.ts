/** `farm sensor list|show`: lists sensors, and shows the board and the newest values of a sensor. */

import { askedInterval, intervalIn } from "@greenhouse/domain/boards/intervals";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import {
  allSignalsText,
  factsJson,
  intervalText,
  lastSeenText,
  programText,
  signalText,
} from "../../farm/board-text";
import { findOwnKey } from "../../farm/own-key";
import { readFarmBoards } from "../../farm/stored-boards";
import type { BoardFacts } from "../../farm/stored-boards";
import { requireFarm, requireSensor } from "../../farm/stored-farms";
import type { Sensor } from "../../farm/stored-farms";
import type { JsonObject } from "../../core/database";
import { farmCommand } from "../../core/hint";
import { serverTime } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatFields, formatTable } from "../../core/text";
import { formatTime } from "../../core/time";
import { otherThanSent } from "../../readings/entry-text";
import { readNewest } from "../../readings/newest-reading";
import type { NewestReading } from "../../readings/newest-reading";

export async function listFarmSensors(session: OpenSession, farmId: string): Promise<void> {
  const { database, out } = session;
  await requireFarm(database, farmId);
  const { sensors, factsOf } = await readFarmBoards(database, farmId, await serverTime(session));
  const rows = sensors.map((sensor) => ({ sensor, facts: factsOf(sensor) }));
  out.result(
    rows.map(({ sensor, facts }) => ({ ...sensorJson(sensor), ...factsJson(facts) })),
    formatTable(
      ["sensor", "name", "type", "role", "greenhouse", "program", "signal", "last reading"],
      rows.map(({ sensor: { uid, sensorName, sensorType, role, greenhouse }, facts }) => [
        uid,
        sensorName,
        sensorType,
        role,
        greenhouse ?? "(unlinked)",
        programText(facts.board),
        signalText(facts.board),
        lastSeenText(facts),
      ]),
      `${farmId} has no sensors yet: ${farmCommand("sensor add", [farmId], { rest: "<uid>" })}`,
    ),
  );
}

export async function showSensor(session: OpenSession, uid: string): Promise<void> {
  const { database, out, now } = session;
  const sensor = await requireSensor(database, uid);
  const { farmId, greenhouse, sensorName, sensorType, role, intervalSeconds } = sensor;
  const [newest, ownKey, { factsOf }, ofGreenhouse] = await Promise.all([
    greenhouse === undefined ? undefined : readNewest(database, sensor, greenhouse, now()),
    findOwnKey(database, sensor),
    readFarmBoards(database, farmId, await serverTime(session)),
    greenhouse === undefined ? null : database.read(`greenhouses/${greenhouse}`),
  ]);
  const facts = factsOf(sensor);
  const asked = askedInterval(intervalSeconds, intervalIn(ofGreenhouse));
  const others = newest && otherThanSent(newest);
  const at = newest?.updatedAt;
  out.result(
    {
      ...sensorJson(sensor),
      hasOwnKey: ownKey !== undefined,
      ...factsJson(facts),
      interval: asked === undefined ? null : { seconds: asked.seconds, own: asked.isOwn },
      newest: {
        ...newest?.measurements,
        ...(at !== undefined && { updatedAt: at }),
        ...(others !== undefined && { sent: others }),
      },
    },
    formatFields({
      uid,
      name: sensorName,
      type: sensorType,
      role,
      farm: farmId,
      greenhouse: greenhouse ?? "(unlinked)",
      key: ownKey === undefined ? "its farm's" : "its own",
      ...formatBoard(facts),
      interval: intervalText(asked),
      ...(newest && formatValues(newest)),
      "last reading": newest && formatLast(newest, facts),
    }),
  );
}

function formatBoard({ board }: BoardFacts): Readonly<Record<string, string | undefined>> {
  if (board === undefined) return {};
  const { version, newer, heard } = board;
  return {
    program: newer === undefined ? version : `${version} (older: another board has ${newer})`,
    signal: allSignalsText(board),
    "board heard": formatTime(heard),
  };
}

function formatValues({ measurements, sent }: NewestReading): Readonly<Record<string, string>> {
  const values = Object.entries(sent).map(([name, value]) => {
    const counted = measurements[name as Measurement];
    if (counted === undefined) return [name, `${value} (does not count)`];
    return [name, counted === value ? `${value}` : `${counted} (sent ${value})`];
  });
  return Object.fromEntries(values) as Readonly<Record<string, string>>;
}

function formatLast({ sent, updatedAt }: NewestReading, { isSilent }: BoardFacts): string {
  if (updatedAt !== undefined)
    return isSilent ? `${formatTime(updatedAt)} (silent)` : formatTime(updatedAt);
  return Object.keys(sent).length === 0 ? "(none yet)" : "(long ago)";
}

export function sensorJson({ greenhouse, ...sensor }: Sensor): JsonObject {
  return { ...sensor, greenhouse: greenhouse ?? null };
}
