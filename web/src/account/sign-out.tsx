/** Signs out. Asks first if pending changes would be lost. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { pathOf } from "../model/input/route";
import { Button } from "../shared/controls/controls";
import { Dialog } from "../shared/controls/dialog";
import { useFarmsTexts } from "../text/farms";
import { usePage } from "../shared/hooks/page";
import { navigate } from "../shared/hooks/router";

export function SignOut(): VNode {
  const { writes } = usePage();
  const farms = useFarmsTexts();
  const [isAsking, setAsking] = useState(false);
  const { length: count } = writes.pending.value;
  const leave = (): void => {
    // The next person must not receive this person's messages. The jobs delete subscriptions that a push service
    // refuses.
    void import("../data/changes/push").then(
      ({ unsubscribe }) => unsubscribe(),
      () => undefined,
    );
    // The next person may not be allowed to see this address.
    void import("../data/connection/session")
      .then(({ signOut }) => signOut())
      .then(() => navigate(pathOf({ view: "start" }), "replace"));
  };
  return (
    <>
      <Button onClick={() => (count > 0 ? setAsking(true) : leave())}>{farms.signOut}</Button>
      {isAsking && (
        <Dialog title={farms.signOutTitle} onClose={() => setAsking(false)}>
          <p>{farms.notStored(count)}</p>
          <div class="row">
            <Button kind="primary" onClick={() => setAsking(false)}>
              {farms.stay}
            </Button>
            <Button kind="danger" onClick={leave}>
              {farms.signOutAnyway}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
