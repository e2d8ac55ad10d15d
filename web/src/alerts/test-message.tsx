/** A button that sends a test message over a channel, and the outcome of the delivery. */

import type { VNode } from "preact";
import { parseAlertTest } from "@greenhouse/domain/alerts/people-records";
import { channelLabel } from "@greenhouse/domain/alerts/channels";
import type { Channel } from "@greenhouse/domain/alerts/channels";
import type { AlertTest } from "@greenhouse/domain/alerts/people";
import { valueOf } from "../data/watches/watch";
import { LATE_AFTER_MS } from "../model/findings/address-step";
import { Button } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useAlertTexts } from "../text/alerts";
import { useAlertChanges } from "./context";

export function TestMessage({ channel }: { readonly channel: Channel }): VNode {
  const farm = useFarm();
  const { person, attempt, language } = usePage();
  const { test: texts } = useAlertTexts();
  const changes = useAlertChanges();
  const path = `alertTests/${person.uid}/${channel}`;
  const test = valueOf(useWatch(path, (stored) => ({ stored: parseAlertTest(stored) })))?.stored;
  return (
    <div class="test-message">
      <Button
        label={texts.sendOf(channelLabel(channel, language))}
        onClick={() => attempt(changes.askForTest(farm.id, person.uid, channel))}
      >
        {texts.send}
      </Button>
      <div role="status">{test?.farmId === farm.id && <Outcome {...test} />}</div>
    </div>
  );
}

function Outcome({ askedAt, doneAt, problem }: AlertTest): VNode {
  const { format } = usePage();
  const { test: texts } = useAlertTexts();
  const now = useNow();
  if (doneAt === undefined) {
    const isLate = now - askedAt > LATE_AFTER_MS;
    return <p class={isLate ? "error" : "quiet"}>{isLate ? texts.late : texts.waiting}</p>;
  }
  if (problem !== undefined) return <p class="error">{texts.failed(problem)}</p>;
  return <p class="quiet">{texts.delivered(format.moment(doneAt, now))}</p>;
}
