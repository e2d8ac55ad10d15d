/** The menu of the person who is signed in: their ID, their farms, the language, and the sign-out. */

import type { FunctionComponent, VNode } from "preact";
import { useState } from "preact/hooks";
import { signOut } from "../data/session";
import { pathOf } from "../model/route";
import { Button } from "../shared/controls";
import { CopyableId } from "../shared/copy-button";
import { Lazy } from "../shared/lazy";
import { usePage } from "../shared/page";
import { Link, navigate, useAddress } from "../shared/router";
import { LanguageSelect } from "./language-select";
import { useFarmsTexts } from "../shared/farms-texts";

export function AccountItems(): VNode {
  const { backend, person, texts } = usePage();
  const { account } = texts;
  const farms = useFarmsTexts();
  const address = useAddress();
  const farmsPath = pathOf({ view: "farms" });
  const [isOpen, setOpen] = useState(false);
  // The next person may have no access to this address.
  const leave = (): void => {
    // Nor may the next person see this one's messages. The jobs drop a subscription that its push service refuses.
    void import("../data/push").then(({ unsubscribe }) => unsubscribe());
    void signOut(backend.auth).then(() => navigate(pathOf({ view: "start" }), "replace"));
  };
  return (
    <>
      <div>
        <p>{account.signedInAs(person.name)}</p>
        {person.email !== undefined && person.email !== person.name && (
          <p class="quiet">{person.email}</p>
        )}
      </div>
      <div>
        <CopyableId label={account.yourId} id={person.uid} />
      </div>
      <LanguageSelect />
      <Button onClick={() => setOpen(true)}>{account.preferences}</Button>
      <Link class="button" href={farmsPath} isCurrent={address.path === farmsPath}>
        {farms.title}
      </Link>
      <Button onClick={leave}>{account.signOut}</Button>
      {isOpen && (
        <Lazy load={PREFERENCES} props={{ onClose: () => setOpen(false) }}>
          {null}
        </Lazy>
      )}
    </>
  );
}

const PREFERENCES = (): Promise<FunctionComponent<{ onClose: () => void }>> =>
  import("./preferences").then((module) => module.PreferencesDialog);
