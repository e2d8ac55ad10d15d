/** The menu of the person who is signed in: their ID, their farms, the language, and the sign-out. */

import type { FunctionComponent, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { signOut } from "../data/session";
import { pathOf } from "../model/route";
import { Button, Select } from "../shared/controls";
import { CopyableId } from "../shared/copy-button";
import { PersonIcon } from "../shared/icons";
import { Lazy } from "../shared/lazy";
import { usePage, useServices } from "../shared/page";
import { Link, navigate, useAddress } from "../shared/router";
import { isLanguage, LANGUAGES, rememberLanguage } from "../text/language";

export function AccountMenu(): VNode {
  const { backend, person, texts } = usePage();
  const { account, farms } = texts;
  const address = useAddress();
  const farmsPath = pathOf({ view: "farms" });
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const closeOutside = (event: Event): void => {
      if (!(event.target instanceof Node) || !menu.current?.contains(event.target)) {
        menu.current?.removeAttribute("open");
      }
    };
    document.addEventListener("click", closeOutside);
    return () => document.removeEventListener("click", closeOutside);
  }, []);
  useEffect(() => menu.current?.removeAttribute("open"), [address]);
  // The next person may have no access to this address.
  const leave = (): void => {
    // Nor may the next person see this one's messages. The jobs drop a subscription that its push service refuses.
    void import("../data/push").then(({ unsubscribe }) => unsubscribe());
    void signOut(backend.auth).then(() => navigate(pathOf({ view: "start" }), "replace"));
  };
  return (
    <details
      class="account"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        menu.current?.removeAttribute("open");
        menu.current?.querySelector("summary")?.focus();
      }}
    >
      <summary class="button quiet">
        <PersonIcon />
        <span class="visually-hidden">{account.title}: </span>
        <span class="wide-only">{person.name}</span>
      </summary>
      <div class="card menu">
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
      </div>
      {isOpen && (
        <Lazy load={PREFERENCES} props={{ onClose: () => setOpen(false) }}>
          {null}
        </Lazy>
      )}
    </details>
  );
}

const PREFERENCES = (): Promise<FunctionComponent<{ onClose: () => void }>> =>
  import("./preferences").then((module) => module.PreferencesDialog);

/** Loads the page again in the other language, at the same address. */
export function LanguageSelect(): VNode {
  const { texts, language } = useServices();
  return (
    <Select
      label={texts.account.language}
      value={language}
      options={Object.entries(LANGUAGES)}
      onValue={(chosen) => {
        if (!isLanguage(chosen)) return;
        rememberLanguage(chosen);
        location.reload();
      }}
    />
  );
}
