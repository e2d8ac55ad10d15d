/** Who is signed in, with their ID, the language, the way to their farms, and the way out. */

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { leave } from "../data/session";
import { pathOf } from "../model/route";
import { isLanguage, LANGUAGES, rememberLanguage } from "../text/language";
import { Button, Select } from "./controls";
import { PersonIcon } from "./icons";
import { OwnId } from "./own-id";
import { usePage, useServices } from "./page";
import { Link, navigate, useAddress } from "./router";

export function AccountMenu(): VNode {
  const { backend, person, speech } = usePage();
  const { account, farms } = speech.texts;
  const address = useAddress();
  const farmsPath = pathOf({ view: "farms" });
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
  // What the address names need not be for whoever comes next.
  const signOut = (): void => {
    void leave(backend.auth).then(() => navigate(pathOf({ view: "start" }), "replace"));
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
          <OwnId />
          <p class="hint">{account.yourIdHint}</p>
        </div>
        <LanguageSelect />
        <Link class="button" href={farmsPath} isCurrent={address.path === farmsPath}>
          {farms.title}
        </Link>
        <Button onClick={signOut}>{account.signOut}</Button>
      </div>
    </details>
  );
}

/** Takes effect by loading the page anew, in the same place. */
export function LanguageSelect(): VNode {
  const { speech } = useServices();
  return (
    <Select
      label={speech.texts.account.language}
      value={speech.language}
      options={Object.entries(LANGUAGES)}
      onValue={(language) => {
        if (!isLanguage(language)) return;
        rememberLanguage(language);
        location.reload();
      }}
    />
  );
}
