/** The life of a sensor as a list, the newest first. */

import { parseSensorLog, sensorLogPath } from "@greenhouse/domain/identity/sensor-log";
import type { SensorLogEntry } from "@greenhouse/domain/identity/sensor-log";
import type { VNode } from "preact";
import { intervalText } from "../boards/board-words";
import { valueOf } from "../data/watches/watch";
import { useFarm } from "../shared/hooks/farm";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { useMemberName } from "../shared/hooks/names";
import { usePage } from "../shared/hooks/page";
import { useCorrectionTexts } from "../text/corrections";
import { useSensorPageTexts } from "../text/sensor";

/** The maximum number of entries that are read. */
const MAX_ENTRIES = 100;

export function LifeList({ uid }: { readonly uid: string }): VNode {
  const { id: farmId } = useFarm();
  const { texts, format } = usePage();
  const { life: words } = useSensorPageTexts();
  const path = sensorLogPath({ farmId, uid });
  const watched = useWatch(path, parseSensorLog, { newest: MAX_ENTRIES });
  const entries = valueOf(watched);
  return (
    <section class="card" aria-labelledby="life-title">
      <h2 id="life-title">{words.title}</h2>
      {watched.status === "failed" && <p class="error">{texts.problems[watched.problem]}</p>}
      {watched.status === "loading" && <p class="quiet">{texts.loading}</p>}
      {entries?.length === 0 && <p class="quiet">{words.nothing}</p>}
      <ol class="plain changes life">
        {entries?.map((entry) => (
          <Item key={entry.key} entry={entry} />
        ))}
      </ol>
      {entries !== undefined && entries.length >= MAX_ENTRIES && (
        <p class="hint">{words.newest(format.count(MAX_ENTRIES))}</p>
      )}
    </section>
  );
}

function Item({ entry }: { readonly entry: SensorLogEntry }): VNode {
  const farm = useFarm();
  const { texts, format, locale } = usePage();
  const { life: words } = useSensorPageTexts();
  const { by: byText } = useCorrectionTexts();
  const nameOf = useMemberName();
  const now = useNow();
  const { at, by, what, name, greenhouse: id, role, seconds, quantity, other, from, until } = entry;
  const details = [
    farm.greenhouses.find((greenhouse) => greenhouse.id === id)?.name ?? id,
    name,
    role && texts.sensorRoles[role],
    seconds === undefined ? undefined : intervalText(seconds, locale),
    quantity && texts.measurements[quantity],
    other,
    from !== undefined && until !== undefined && format.range(from, until),
    from !== undefined && until === undefined && words.from(format.moment(from, now)),
  ].filter((detail) => detail !== undefined && detail !== false);
  return (
    <li>
      <p>
        {words.changes[what]}
        {details.length > 0 && (
          <>
            {": "}
            <bdi>{details.join(" · ")}</bdi>
          </>
        )}
        <span class="quiet facts">
          <time dateTime={new Date(at).toISOString()}>{format.moment(at, now)}</time>
          {" · "}
          {byText(nameOf(by))}
        </span>
      </p>
    </li>
  );
}
