/** Says that there is a newer version of the page than the one that is open. */

import type { VNode } from "preact";
import { Button } from "../shared/controls/controls";
import { useOfflineTexts } from "../text/offline";

export function VersionBar(): VNode {
  const texts = useOfflineTexts();
  return (
    <div class="pending-bar">
      <p>{texts.newVersion}</p>
      <Button onClick={() => location.reload()}>{texts.reload}</Button>
    </div>
  );
}
