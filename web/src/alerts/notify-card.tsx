/** A person's own settings for notifications, for all their farms. */

import type { VNode } from "preact";
import { parsePersonal } from "@greenhouse/domain/alerts/people-records";
import { parseAlertService } from "@greenhouse/domain/alerts/service";
import type { Personal } from "@greenhouse/domain/alerts/people";
import { valueOf } from "../data/watches/watch";
import { usedChannels } from "../model/findings/escalation";
import { Button } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useAlertTexts } from "../text/alerts";
import { Channels } from "./channels/index";
import { useAlertChanges } from "./context";
import { QuietHours } from "./quiet-hours";
import { When } from "./when";

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
          <Channels personal={ownSettings} service={loaded.service} />
          <MessageLanguage personal={ownSettings} />
          <When personal={ownSettings} used={usedChannels(ownSettings, loaded.service)} />
          <QuietHours personal={ownSettings} />
        </>
      )}
    </section>
  );
}

/** Offers the page's language for messages. Messages have the language that the page had when they were switched on. */
function MessageLanguage({ personal }: { readonly personal: Personal }): VNode | null {
  const { person, attempt, language } = usePage();
  const { notify, languages } = useAlertTexts();
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
      {notify.language(languages[chosen])} <Button onClick={change}>{notify.inThisLanguage}</Button>
    </p>
  );
}
