/** E-mail to the address of the person's account. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Personal } from "@greenhouse/domain/alerts/people";
import {
  isEmailVerified,
  refreshVerified,
  sendVerification,
} from "../../data/connection/verification";
import { hexOf } from "../../model/findings/alert-settings";
import { Button, Checkbox } from "../../shared/controls/controls";
import { usePage } from "../../shared/hooks/page";
import { useAlertTexts } from "../../text/alerts";
import { useAlertChanges } from "../context";
import { TestMessage } from "../test-message";

export function EmailChannel({ personal }: { readonly personal: Personal }): VNode {
  const { person, attempt, language } = usePage();
  const { notify } = useAlertTexts();
  const changes = useAlertChanges();
  const isVerified = useVerified();
  if (person.email === undefined) return <p class="quiet">{notify.noEmail}</p>;
  const change = (isOn: boolean): Promise<void> =>
    isOn
      ? changes.switchEmailOn(person.uid, personal.token ?? newToken(), language)
      : changes.switchEmailOff(person.uid);
  const toggle = (isOn: boolean): void =>
    attempt(change(isOn), {
      text: isOn ? notify.emailOn : notify.emailOff,
      undo: () => attempt(change(!isOn)),
    });
  return (
    <div class="channel">
      <Checkbox
        label={notify.emailTo(person.email)}
        isChecked={personal.channels.has("email")}
        onChecked={toggle}
      />
      {isVerified === false && <Unverified />}
      {personal.channels.has("email") && isVerified === true && <TestMessage channel="email" />}
    </div>
  );
}

function Unverified(): VNode {
  const { attempt } = usePage();
  const { notify } = useAlertTexts();
  return (
    <div class="channel-note">
      <p class="warn-text">{notify.unverified}</p>
      <Button onClick={() => attempt(sendVerification(), { text: notify.verifySent })}>
        {notify.verify}
      </Button>
    </div>
  );
}

/**
 * Returns whether the address is verified; undefined until known. Asks again whenever the person returns to this
 * window.
 */
function useVerified(): boolean | undefined {
  const [isVerified, setVerified] = useState<boolean>();
  useEffect(() => {
    if (isVerified === undefined) void isEmailVerified().then(setVerified);
    if (isVerified !== false) return undefined;
    // Without a connection the last answer stays valid.
    const ask = (): void => void refreshVerified().then(setVerified, () => undefined);
    const askWhenVisible = (): void => {
      if (document.visibilityState === "visible") ask();
    };
    ask();
    document.addEventListener("visibilitychange", askWhenVisible);
    return () => document.removeEventListener("visibilitychange", askWhenVisible);
  }, [isVerified]);
  return isVerified;
}

const TOKEN_BYTES = 16;

/** Creates the token of the link that switches e-mail off without a sign-in. */
function newToken(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
}
