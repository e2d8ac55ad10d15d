/** A person's own settings for notifications, for all their farms. */

import type { VNode } from "preact";
import { parsePersonal } from "@greenhouse/domain/alerts/records";
import { parseAlertService } from "@greenhouse/domain/alerts/service";
import { AFTER_MINUTES } from "@greenhouse/domain/alerts/people";
import type { AfterMinutes, Personal } from "@greenhouse/domain/alerts/people";
import { valueOf } from "../data/watches/watch";
import { Button, Select } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { LANGUAGE_NAMES } from "../text/language";
import type { AlertTexts } from "../text/en/alerts";
import { useAlertTexts } from "../text/alerts";
import { useAlertChanges } from "./context";
import { EmailChannel } from "./channels/email";
import { PushChannel } from "./channels/push";

export function NotifyCard(): VNode {
  const farm = useFarm();
  const { person, texts } = usePage();
  const { notify, service: words } = useAlertTexts();
  const watched = useWatch("alertService", (stored) => ({ service: parseAlertService(stored) }));
  const personal = useWatch(`users/${person.uid}/alerts`, (stored) =>
    parsePersonal(stored, farm.id),
  );
  const ownSettings = valueOf(personal);
  const loaded = valueOf(watched);
  return (
    <section class="card notify-card" aria-labelledby="notify-title">
      <h2 id="notify-title">{notify.title}</h2>
      <p class="quiet">{notify.lead}</p>
      {personal.status === "failed" && <p class="error">{texts.problems[personal.problem]}</p>}
      {loaded !== undefined && loaded.service === undefined && (
        <p>
          {words.absent} <span class="quiet">{words.absentHint}</span>
        </p>
      )}
      {loaded?.service && ownSettings && (
        <>
          <EmailChannel personal={ownSettings} isOffered={loaded.service.email === true} />
          <PushChannel personal={ownSettings} publicKey={loaded.service.push} />
          <MessageLanguage personal={ownSettings} />
          <When personal={ownSettings} />
        </>
      )}
    </section>
  );
}

/** Offers the page's language for messages. Messages have the language that the page had when they were switched on. */
function MessageLanguage({ personal }: { readonly personal: Personal }): VNode | null {
  const { person, attempt, language } = usePage();
  const { notify } = useAlertTexts();
  const changes = useAlertChanges();
  const chosen = personal.language;
  const isTold = personal.channels.size > 0 || personal.devices.size > 0;
  if (!isTold || chosen === undefined || chosen === language) return null;
  const change = (): void =>
    attempt(changes.setLanguage(person.uid, language), {
      text: notify.languageSet,
      undo: () => attempt(changes.setLanguage(person.uid, chosen)),
    });
  return (
    <p class="row">
      {notify.language(LANGUAGE_NAMES[chosen])}{" "}
      <Button onClick={change}>{notify.inThisLanguage}</Button>
    </p>
  );
}

/** When this farm notifies the person: the only setting here that applies to a single farm. */
function When({ personal }: { readonly personal: Personal }): VNode {
  const farm = useFarm();
  const { person, attempt } = usePage();
  const { whens, whenHints, ...notify } = useAlertTexts().notify;
  const changes = useAlertChanges();
  const stored = personal.afterMinutes;
  const isAlone = farm.members.length === 1;
  const set = (next: AfterMinutes | undefined): void =>
    attempt(changes.setWhen(person.uid, farm.id, next), {
      text: notify.whenSet(farm.name, whenText(next, whens)),
      undo: () => attempt(changes.setWhen(person.uid, farm.id, stored)),
    });
  return (
    <Select
      label={notify.when(farm.name)}
      value={String(stored)}
      options={CHOICES.map((choice) => [String(choice), whenText(choice, whens)])}
      hint={isAlone && stored ? whenHints.alone : whenText(stored, whenHints)}
      onValue={(value) => set(AFTER_MINUTES.find((minutes) => String(minutes) === value))}
    />
  );
}

const CHOICES = [...AFTER_MINUTES, undefined];

function whenText(
  afterMinutes: AfterMinutes | undefined,
  { atOnce, after, never }: AlertTexts["notify"]["whens"],
): string {
  if (afterMinutes === undefined) return never;
  return afterMinutes === 0 ? atOnce : after(afterMinutes);
}
