/** The button of the person who is signed in. Opening it loads the menu. */

import type { FunctionComponent, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { PersonIcon } from "../shared/controls/icons";
import { Lazy } from "../shared/hooks/lazy";
import { usePage } from "../shared/hooks/page";
import { useAddress } from "../shared/hooks/router";

const ITEMS = (): Promise<FunctionComponent> =>
  import("./account-items").then((module) => module.AccountItems);

export function AccountMenu(): VNode {
  const { person, texts } = usePage();
  const { account } = texts;
  const address = useAddress();
  const [isOpened, setOpened] = useState(false);
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
  return (
    <details
      class="account"
      ref={menu}
      onToggle={() => setOpened(true)}
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
        {isOpened && (
          <Lazy load={ITEMS} props={{}}>
            <p class="quiet">{texts.loading}</p>
          </Lazy>
        )}
      </div>
    </details>
  );
}
