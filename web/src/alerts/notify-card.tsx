/** How a person is notified of alerts: a personal setting, for all their farms. */

import type { VNode } from "preact";
import { valueOf } from "../data/watch";
import { readAlertService } from "../model/alert-service";
import { readPersonal } from "../model/alerts";
import type { Personal } from "../model/alerts";
import { Button, Checkbox } from "../shared/controls";
import { useFarm } from "../shared/farm";
import { useWatch } from "../shared/hooks";
import { usePage } from "../shared/page";
import { isLanguage, LANGUAGES } from "../text/language";
import { useAlertChanges, useAlertTexts } from "./context";
import { EmailChannel } from "./email-channel";
import { PushChannel } from "./push-channel";

export function NotifyCard(): VNode {
  const { person, texts } = usePage();
  const { notify, service: words } = useAlertTexts();
  const watched = useWatch("alertService", (stored) => ({ service: readAlertService(stored) }));
  const personal = useWatch(`users/${person.uid}/alerts`, readPersonal);
  const mine = valueOf(personal);
  const known = valueOf(watched);
  return (
    <section class="card notify-card" aria-labelledby="notify-title">
      <h2 id="notify-title">{notify.title}</h2>
      <p class="quiet">{notify.lead}</p>
      {personal.status === "failed" && <p class="error">{texts.problems[personal.problem]}</p>}
      {known !== undefined && known.service === undefined && (
        <p>
          {words.absent} <span class="quiet">{words.absentHint}</span>
        </p>
      )}
      {known?.service && mine && (
        <>
          <EmailChannel personal={mine} isOffered={known.service.email === true} />
          <PushChannel personal={mine} publicKey={known.service.push} />
          <MessageLanguage personal={mine} />
          <MuteFarm personal={mine} />
        </>
      )}
    </section>
  );
}

/** Messages are in the language that the page had when they were switched on. */
function MessageLanguage({ personal }: { readonly personal: Personal }): VNode | null {
  const { person, attempt, language } = usePage();
  const { notify } = useAlertTexts();
  const changes = useAlertChanges();
  const chosen = personal.language ?? null;
  const isTold = personal.hasEmail || personal.devices.size > 0;
  if (!isTold || !isLanguage(chosen) || chosen === language) return null;
  const change = (): void =>
    attempt(changes.setLanguage(person.uid, language), {
      text: notify.languageSet,
      undo: () => attempt(changes.setLanguage(person.uid, chosen)),
    });
  return (
    <p class="row">
      {notify.language(LANGUAGES[chosen])} <Button onClick={change}>{notify.inThisLanguage}</Button>
    </p>
  );
}

function MuteFarm({ personal }: { readonly personal: Personal }): VNode {
  const farm = useFarm();
  const { person, attempt } = usePage();
  const { notify } = useAlertTexts();
  const changes = useAlertChanges();
  const isMuted = personal.mutedFarms.has(farm.id);
  const mute = (next: boolean): void =>
    attempt(changes.muteFarm(person.uid, farm.id, next), {
      text: next ? notify.muted(farm.name) : notify.unmuted(farm.name),
      undo: () => attempt(changes.muteFarm(person.uid, farm.id, !next)),
    });
  return (
    <Checkbox
      label={notify.mute}
      hint={notify.muteHint(farm.name)}
      isChecked={isMuted}
      onChecked={mute}
    />
  );
}
