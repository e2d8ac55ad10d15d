/** Messages that could not be delivered within a day. */

import type { VNode } from "preact";
import { channelLabel } from "@greenhouse/domain/alerts/channels";
import { parseUndelivered } from "@greenhouse/domain/alerts/people-records";
import type { Recipient } from "@greenhouse/domain/alerts/recipient-ids";
import { undeliveredRows } from "../model/findings/undelivered";
import { valueOf } from "../data/watches/watch";
import { useFarm } from "../shared/hooks/farm";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useAlertTexts } from "../text/alerts";
import { usePersonText } from "./context";

export function UndeliveredCard(): VNode | null {
  const farm = useFarm();
  const { format } = usePage();
  const { undelivered: texts } = useAlertTexts();
  const now = useNow();
  const nameOf = useRecipientText();
  const all = valueOf(useWatch(`alerts/${farm.id}/undelivered`, parseUndelivered)) ?? [];
  if (all.length === 0) return null;
  return (
    <section class="card" aria-labelledby="undelivered-title">
      <h2 id="undelivered-title">{texts.title}</h2>
      <ul class="plain alert-list">
        {undeliveredRows(all).map(({ recipient, at, count, problems }) => (
          <li key={JSON.stringify(recipient)}>
            <p>
              <strong>{nameOf(recipient, count)}</strong>, {format.moment(at, now)}
            </p>
            {problems.map((problem) => (
              <p key={problem} class="error">
                {problem}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function useRecipientText(): (recipient: Recipient, count: number) => string {
  const { undelivered: texts } = useAlertTexts();
  const { language } = usePage();
  const nameOf = usePersonText();
  const addresseeOf = usePersonText("to");
  return (recipient, count) => {
    const channel = channelLabel(recipient.channel, language);
    if ("device" in recipient) return texts.devices(channel, nameOf(recipient.person), count);
    return "person" in recipient ? texts.to(channel, addresseeOf(recipient.person)) : channel;
  };
}
