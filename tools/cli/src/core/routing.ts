/** Which of a target's databases a command works on (DATABASE_INSTANCES). */

import { routeOf } from "@greenhouse/domain/quantities/instances";
import { failed } from "./failure";
import type { Session } from "./session";
import { problemOfId } from "./validation";

/** The database that the farm or the sensor with this id belongs to. */
export function sessionOf(session: Session, id: string): Session {
  const instance = routeOf(session.target.instances, id);
  return instance === undefined ? session : session.at(instance.url);
}

/** Every database, the default one first. */
export function everySession(session: Session): readonly Session[] {
  const { databaseUrl, instances } = session.target;
  const urls = new Set([databaseUrl, ...instances.map(({ url }) => url)]);
  return Array.from(urls, (url) => session.at(url));
}

/**
 * The database that holds the greenhouse: its id has no prefix, so every database is asked. The default one if none has
 * it.
 * @throws CommandError (failed) where several do
 */
export async function sessionOfGreenhouse(
  session: Session,
  greenhouseId: string,
): Promise<Session> {
  const sessions = everySession(session);
  if (sessions.length === 1 || problemOfId("greenhouse's id", greenhouseId) !== undefined) {
    return session;
  }
  const values = await Promise.all(
    sessions.map(async ({ connections }) =>
      (await connections.open()).read(`greenhouses/${greenhouseId}`),
    ),
  );
  const holders = sessions.filter((_, index) => values[index] !== null);
  if (holders.length < 2) return holders[0] ?? session;
  throw failed(
    `There is a greenhouse ${greenhouseId} in ${holders.map(({ target }) => target.databaseUrl).join(" and in ")}.`,
    "Say which one with --database-url.",
  );
}
