/** The channels to one confirmed address: the address, and a switch for each channel. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import {
  addressLabel,
  channelRow,
  channelLabel,
  CHANNELS,
  channelsTo,
} from "@greenhouse/domain/alerts/channels";
import type { AddressKind, ChannelOf } from "@greenhouse/domain/alerts/channels";
import { parseAddressCode } from "@greenhouse/domain/alerts/codes";
import type { AddressCode } from "@greenhouse/domain/alerts/codes";
import type { Personal } from "@greenhouse/domain/alerts/people";
import { valueOf } from "../../data/watches/watch";
import { addressStepOf, canRestore } from "../../model/findings/address-step";
import { Button, Checkbox } from "../../shared/controls/controls";
import { useNow, useWatch } from "../../shared/hooks/hooks";
import { usePage } from "../../shared/hooks/page";
import { useChannelTexts } from "../../text/channels";
import { useAlertChanges } from "../context";
import { TestMessage } from "../test-message";
import { ConfirmAddress } from "./confirm-address";
import type { AddressHelp, ChannelProps } from "./index";

export interface AddressChannelsProps extends ChannelProps {
  readonly kind: AddressKind;
  readonly Help: AddressHelp | undefined;
}

export function AddressChannels(props: AddressChannelsProps): VNode {
  const { kind, personal, service } = props;
  const { person, language, locale, writes } = usePage();
  const { address: texts } = useChannelTexts();
  const now = useNow();
  const watched = useWatch(`addressCodes/${person.uid}/${kind}`, (stored) => ({
    code: parseAddressCode(stored, kind),
  }));
  const [isOpen, setOpen] = useState<boolean>();
  const label = addressLabel(kind, language);
  // The database may still refuse the code.
  const isConfirming = writes.isPending(`users/${person.uid}/alerts/addresses/${kind}`);
  const address = isConfirming ? undefined : personal.addresses[kind];
  const code = valueOf(watched)?.code;
  const offered = personalChannelsTo(kind).filter((channel) => Object.hasOwn(service, channel));
  if (address !== undefined) {
    return (
      <section class="channel address" aria-label={label}>
        <Confirmed {...{ kind, personal, address, code }} onRemoved={() => setOpen(false)} />
        {offered.map((channel) => (
          <ChannelSwitch key={channel} channel={channel} personal={personal} />
        ))}
      </section>
    );
  }
  const isShown = isOpen ?? addressStepOf(code, now).kind !== "address";
  const names = offered.map((channel, place) =>
    place === 0 ? channelLabel(channel, language) : CHANNELS[channel].name[language],
  );
  return (
    <section class="channel address" aria-label={label}>
      <div class="row between">
        <div>
          <h3>{new Intl.ListFormat(locale).format(names)}</h3>
          {!isShown && <p class="quiet">{texts.notSetUp(label)}</p>}
        </div>
        <SetUp label={label} isShown={isShown} onToggle={() => setOpen(!isShown)} />
      </div>
      {isShown && <ConfirmAddress {...props} code={code} offered={offered} />}
    </section>
  );
}

interface SetUpProps {
  readonly label: string;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

function SetUp({ label, isShown, onToggle }: SetUpProps): VNode {
  const { texts } = usePage();
  const { address: words } = useChannelTexts();
  const text = isShown ? texts.cancel : words.setUp;
  return (
    <Button label={`${text}: ${label}`} isExpanded={isShown} onClick={onToggle}>
      {text}
    </Button>
  );
}

interface ConfirmedProps {
  readonly kind: AddressKind;
  readonly personal: Personal;
  readonly address: string;
  readonly code: AddressCode | undefined;
  readonly onRemoved: () => void;
}

function Confirmed({ kind, personal, address, code, onRemoved }: ConfirmedProps): VNode {
  const { person, attempt, texts, language, connection } = usePage();
  const { address: words } = useChannelTexts();
  const changes = useAlertChanges();
  const label = addressLabel(kind, language);
  const remove = (): void => {
    const on = personalChannelsTo(kind).filter((channel) => personal.channels.has(channel));
    const restore = (): void =>
      attempt(changes.restoreAddress(person.uid, kind, address, on), undefined, words.notRestored);
    attempt(changes.removeAddress(person.uid, kind), {
      text: words.removed(label),
      ...(canRestore(address, code, connection.now()) && { undo: restore }),
    });
    onRemoved();
  };
  return (
    <div class="row between">
      <div>
        <h3>{label}</h3>
        <p>{address}</p>
      </div>
      <Button kind="danger" label={`${texts.remove}: ${label}`} onClick={remove}>
        {texts.remove}
      </Button>
    </div>
  );
}

interface ChannelSwitchProps {
  readonly channel: ChannelOf<"person">;
  readonly personal: Personal;
}

function ChannelSwitch({ channel, personal }: ChannelSwitchProps): VNode {
  const { person, attempt, language } = usePage();
  const texts = useChannelTexts();
  const changes = useAlertChanges();
  const label = channelLabel(channel, language);
  const { maxPerDay } = channelRow(channel);
  const isOn = personal.channels.has(channel);
  const change = (next: boolean): Promise<void> =>
    changes.setChannel(person.uid, channel, next, next ? language : undefined);
  const toggle = (next: boolean): void =>
    attempt(change(next), {
      text: next ? texts.isOn(label) : texts.isOff(label),
      undo: () => attempt(change(!next)),
    });
  return (
    <>
      <Checkbox
        label={label}
        {...(maxPerDay && { hint: texts.maxPerDay(maxPerDay.person) })}
        isChecked={isOn}
        onChecked={toggle}
      />
      {isOn && <TestMessage channel={channel} />}
    </>
  );
}

/** Channels with a confirmed address belong to a person. */
function personalChannelsTo(kind: AddressKind): readonly ChannelOf<"person">[] {
  return channelsTo(kind).filter(isPersonal);
}

function isPersonal(channel: keyof typeof CHANNELS): channel is ChannelOf<"person"> {
  return CHANNELS[channel].of === "person";
}
