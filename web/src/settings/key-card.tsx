/** The farm's key: shown on request, and replaced after a warning. */

import type { VNode } from "preact";
import { readFarmKeys } from "../../../domain/src/farm-key";
import { useFarm } from "../shared/farm";
import { useWatch } from "../shared/hooks";
import { Keys, KeysSkeleton } from "../shared/keys";
import { usePage } from "../shared/page";
import { useSettingsTexts } from "../shared/settings-texts";

export function KeyCard(): VNode {
  const farm = useFarm();
  const { texts, changes } = usePage();
  const { problems } = texts;
  const { keys: words } = useSettingsTexts();
  // Read at once, to remind owners of an old key; shown on request only.
  const watched = useWatch(`farms/${farm.id}/apiKey`, (stored) => ({ keys: readFarmKeys(stored) }));
  return (
    <section class="card" aria-labelledby="key-title">
      <h2 id="key-title">{words.farm.key}</h2>
      <p class="quiet">{words.farm.lead}</p>
      {watched.status === "loading" && <KeysSkeleton />}
      {watched.status === "failed" && <p class="error">{problems[watched.problem]}</p>}
      {watched.status === "ready" && (
        <Keys
          keys={watched.value.keys}
          words={words.farm}
          name={farm.name}
          change={(keys) => changes.changeKeys(farm.id, keys)}
        />
      )}
    </section>
  );
}
