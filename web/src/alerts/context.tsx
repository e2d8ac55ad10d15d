/** Shared by the views of alerts: changes, and descriptions of alerts. */

import { useMemo } from "preact/hooks";
import { createFormat } from "@greenhouse/domain/words/format";
import type { Format } from "@greenhouse/domain/words/format";
import { sayExtreme, sayOpen } from "@greenhouse/domain/words/sentence";
import type { Alert } from "@greenhouse/domain/alerts/model";
import { AlertChanges } from "../data/changes/alert-changes";
import { usePage } from "../shared/hooks/page";
import { useNow } from "../shared/hooks/hooks";
import { useMemberName } from "../shared/hooks/names";
import { useAlertTexts } from "../text/alerts";
import type { Preposition } from "../text/en/members";

export function useAlertChanges(): AlertChanges {
  const { writes } = usePage();
  return useMemo(() => new AlertChanges(writes), [writes]);
}

/** Returns "you" or the person's name. */
export function usePersonText(preposition: Preposition = "by"): (authUid: string) => string {
  const { person } = usePage();
  const { currentPerson } = useAlertTexts();
  const nameOf = useMemberName(preposition);
  return (authUid) => (authUid === person.uid ? currentPerson[preposition] : nameOf(authUid));
}

/** Describes an alert without the sensor's name. */
export function useFactText(): (fact: Alert) => string {
  const { words } = useAlertTexts();
  const format = useFormat();
  return (fact) => sayOpen(fact, words, format);
}

/** Formats values as in messages, and times as everywhere on the page. */
function useFormat(): Format {
  const { format } = usePage();
  const { words } = useAlertTexts();
  const now = useNow();
  return { ...createFormat(words.locale, "UTC", now), moment: (at) => format.moment(at, now) };
}

/** Describes the value that was farthest from the bound; undefined if it adds nothing to the alert's text. */
export function useExtremeText(): (
  fact: Alert & { readonly extreme?: number },
) => string | undefined {
  const { words } = useAlertTexts();
  const format = useFormat();
  return (fact) => sayExtreme(fact, words, format);
}
