/** The field for the code that confirms an address. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { channelLabel } from "@greenhouse/domain/alerts/channels";
import type { AddressKind } from "@greenhouse/domain/alerts/channels";
import { CODE_PATTERN, CODE_VALID_MS } from "@greenhouse/domain/alerts/codes";
import type { AddressCode } from "@greenhouse/domain/alerts/codes";
import { problemOf } from "../../data/connection/problem";
import { Button, Field, Form } from "../../shared/controls/controls";
import { useNow } from "../../shared/hooks/hooks";
import { usePage } from "../../shared/hooks/page";
import { ShownInForm } from "../../shared/problems/notices";
import { useChannelTexts } from "../../text/channels";
import { useAlertChanges } from "../context";

interface TypeCodeProps {
  readonly kind: AddressKind;
  readonly code: AddressCode;
  readonly triesLeft: number;
}

type CodeFault = "badCode" | "wrongCode";

export function TypeCode({ kind, code, triesLeft }: TypeCodeProps): VNode {
  const { person, attempt, language, format } = usePage();
  const { address: texts } = useChannelTexts();
  const changes = useAlertChanges();
  const now = useNow();
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<CodeFault>();
  const [isBusy, setBusy] = useState(false);
  const confirm = (): void => {
    const digits = typed.replaceAll(/\s/gu, "");
    if (isBusy) return;
    if (!new RegExp(CODE_PATTERN, "u").test(digits)) {
      setFault("badCode");
      return;
    }
    setBusy(true);
    setFault(undefined);
    const showRefusal = (error: unknown): never => {
      if (problemOf(error) !== "refused") throw error;
      setFault("wrongCode");
      throw new ShownInForm();
    };
    const confirming = changes
      .confirmAddress(person.uid, kind, code, digits)
      .catch(showRefusal)
      .finally(() => setBusy(false));
    const text = texts.confirmed(code.address, channelLabel(code.via, language));
    attempt(confirming, { text });
  };
  return (
    <Form onSubmit={confirm}>
      <Field
        label={texts.code}
        inputMode="numeric"
        autocomplete="one-time-code"
        value={typed}
        onValue={(text) => {
          setTyped(text);
          setFault(undefined);
        }}
        hint={texts.codeHint(triesLeft, format.moment(code.askedAt + CODE_VALID_MS, now))}
        error={fault && texts[fault]}
      >
        <Button type="submit" kind="primary">
          {texts.confirm}
        </Button>
      </Field>
    </Form>
  );
}
