/** Confirms an address: the person enters it, gets a code, and types the code. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import {
  addressLabel,
  ADDRESSES,
  addressOf,
  addressRow,
  channelLabel,
  CHANNELS,
} from "@greenhouse/domain/alerts/channels";
import type { Channel } from "@greenhouse/domain/alerts/channels";
import { codesLeft, nextCodeAt } from "@greenhouse/domain/alerts/codes";
import type { AddressCode } from "@greenhouse/domain/alerts/codes";
import { addressStepOf } from "../../model/findings/address-step";
import { Button, Field, Form, Select } from "../../shared/controls/controls";
import { useFarm } from "../../shared/hooks/farm";
import { useNow } from "../../shared/hooks/hooks";
import { usePage } from "../../shared/hooks/page";
import { useChannelTexts } from "../../text/channels";
import { useAlertChanges } from "../context";
import type { AddressChannelsProps } from "./address";
import { TypeCode } from "./type-code";

interface ConfirmAddressProps extends AddressChannelsProps {
  readonly code: AddressCode | undefined;
  /** The channels that can bring the code. */
  readonly offered: readonly Channel[];
}

export function ConfirmAddress(props: ConfirmAddressProps): VNode {
  const { kind, code, offered } = props;
  const farm = useFarm();
  const { person, attempt, language } = usePage();
  const { address: texts } = useChannelTexts();
  const changes = useAlertChanges();
  const now = useNow();
  const [isChanging, setChanging] = useState(false);
  const ask = (address: string, via: Channel): void => {
    const asked = { farmId: farm.id, address, via };
    attempt(changes.askForCode(person.uid, kind, asked, code, language));
    setChanging(false);
  };
  if (farm.limits.silentAfter === undefined) return <p class="quiet">{texts.needsAlerts}</p>;
  const step = addressStepOf(code, now);
  if (code === undefined || step.kind === "address" || isChanging) {
    return <EnterAddress {...props} onAsk={ask} />;
  }
  const isOnItsWay = step.kind === "waiting" && !step.isLate;
  const canAsk = !isOnItsWay && codesLeft(code, now) > 0 && offered.includes(code.via);
  return (
    <>
      <Progress code={code} />
      {step.kind === "typing" && (
        <TypeCode key={code.askedAt} kind={kind} code={code} triesLeft={step.triesLeft} />
      )}
      <div class="row">
        {canAsk && <Button onClick={() => ask(code.address, code.via)}>{texts.sendAgain}</Button>}
        <Button onClick={() => setChanging(true)}>
          {texts.change(ADDRESSES[kind].name[language])}
        </Button>
      </div>
      <CodesLeft code={code} />
    </>
  );
}

function Progress({ code }: { readonly code: AddressCode }): VNode {
  const { language } = usePage();
  const { address: texts } = useChannelTexts();
  const step = addressStepOf(code, useNow());
  const name = CHANNELS[code.via].name[language];
  return (
    <div role="status">
      {step.kind === "waiting" && !step.isLate && <p>{texts.waiting(code.address, name)}</p>}
      {step.kind === "waiting" && step.isLate && <p class="error">{texts.late}</p>}
      {step.kind === "typing" && <p>{texts.sent(code.address, name)}</p>}
      {step.kind === "failed" && <p class="error">{texts.failed(step.problem)}</p>}
      {step.kind === "spent" && <p class="error">{texts.spent}</p>}
    </div>
  );
}

/** Nothing is said while the person has not asked for a code within the last hour. */
function CodesLeft({ code }: { readonly code: AddressCode | undefined }): VNode | null {
  const { format } = usePage();
  const { address: texts } = useChannelTexts();
  const now = useNow();
  const left = codesLeft(code, now);
  if (code === undefined || left === codesLeft(undefined, now)) return null;
  return (
    <p class="quiet">
      {left > 0 ? texts.codesLeft(left) : texts.nextCode(format.moment(nextCodeAt(code), now))}
    </p>
  );
}

interface EnterAddressProps extends ConfirmAddressProps {
  readonly onAsk: (address: string, via: Channel) => void;
}

function EnterAddress(props: EnterAddressProps): VNode {
  const { kind, Help, service, code, offered, onAsk } = props;
  const { language } = usePage();
  const { address: texts } = useChannelTexts();
  const now = useNow();
  const [typed, setTyped] = useState(code?.address ?? "");
  const [isTried, setTried] = useState(false);
  const [chosen, setChosen] = useState<Channel>();
  const address = addressOf(kind, typed);
  const via = chosen ?? offered[0];
  const { example, inputMode, autocomplete } = addressRow(kind);
  const isBad = isTried && address === undefined;
  const ask = (): void => {
    setTried(true);
    if (address !== undefined && via !== undefined) onAsk(address, via);
  };
  return (
    <Form onSubmit={ask}>
      {Help && <Help service={service} />}
      <Field
        inputMode={inputMode}
        autocomplete={autocomplete}
        label={addressLabel(kind, language)}
        value={typed}
        onValue={setTyped}
        hint={isBad ? undefined : texts.example(example)}
        error={isBad ? texts.bad(example) : undefined}
      />
      {offered.length > 1 && (
        <Select
          label={texts.via}
          value={via ?? ""}
          options={offered.map((channel) => [channel, channelLabel(channel, language)])}
          onValue={(value) => setChosen(offered.find((channel) => channel === value))}
        />
      )}
      <div class="row">
        <Button type="submit" kind="primary" isDisabled={codesLeft(code, now) === 0}>
          {texts.send}
        </Button>
      </div>
      <CodesLeft code={code} />
    </Form>
  );
}
