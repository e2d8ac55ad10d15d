/** The farm's key: shown on request, and replaced after a warning. */

import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import { parseFarmKeys } from "@greenhouse/domain/identity/farm-key";
import type { FarmKeys } from "@greenhouse/domain/identity/farm-key";
import { useFarm } from "../shared/hooks/farm";
import { useWatch } from "../shared/hooks/hooks";
import { Keys, KeysSkeleton } from "../shared/controls/keys";
import { useChanges } from "../shared/hooks/changes";
import { usePage } from "../shared/hooks/page";
import { useSettingsTexts } from "../text/settings";

export function KeyCard(): VNode {
  const farm = useFarm();
  const { texts, writes } = usePage();
  const changes = useChanges();
  const { problems } = texts;
  const { keys: words } = useSettingsTexts();
  // Read immediately, to remind owners of an old key that is still valid. The key itself is shown only on request.
  const path = `farms/${farm.id}/apiKey`;
  const watched = useWatch(path, (stored) => ({ keys: parseFarmKeys(stored) }));
  // The SDK reports a new key before it is stored, when devices cannot use the key yet.
  const confirmed = useRef<{ readonly keys: FarmKeys | undefined }>(undefined);
  const isPending = writes.isPending(path);
  if (watched.status === "ready" && !isPending) confirmed.current = watched.value;
  return (
    <section class="card" aria-labelledby="key-title">
      <h2 id="key-title">{words.farm.key}</h2>
      <p class="quiet">{words.farm.lead}</p>
      {watched.status !== "failed" && !confirmed.current && <KeysSkeleton />}
      {watched.status === "failed" && <p class="error">{problems[watched.problem]}</p>}
      {watched.status !== "failed" && confirmed.current && (
        <Keys
          keys={confirmed.current.keys}
          words={words.farm}
          name={farm.name}
          change={(keys, before) => changes.changeKeys(farm.id, keys, before)}
        />
      )}
    </section>
  );
}
