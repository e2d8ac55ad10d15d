/** The menu of the person who is signed in: farms, language and sign-out. */

import type { FunctionComponent, VNode } from "preact";
import { useState } from "preact/hooks";
import { pathOf } from "../model/input/route";
import { Button } from "../shared/controls/controls";
import { Lazy } from "../shared/hooks/lazy";
import { usePage } from "../shared/hooks/page";
import { Link, useAddress } from "../shared/hooks/router";
import { LanguageSelect } from "./language-select";
import { SignOut } from "./sign-out";
import { useFarmsTexts } from "../text/farms";

export function AccountItems(): VNode {
  const { person } = usePage();
  const farms = useFarmsTexts();
  const address = useAddress();
  const farmsPath = pathOf({ view: "farms" });
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div>
        <p>{farms.signedInAs(person.name)}</p>
        {person.email !== undefined && person.email !== person.name && (
          <p class="quiet">{person.email}</p>
        )}
      </div>
      <LanguageSelect />
      <Button onClick={() => setOpen(true)}>{farms.preferences}</Button>
      <Link class="button" href={farmsPath} isCurrent={address.path === farmsPath}>
        {farms.title}
      </Link>
      <SignOut />
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
