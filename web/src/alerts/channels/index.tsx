/** The channels of a person. */

import type { FunctionComponent, VNode } from "preact";
import { ADDRESS_KINDS, CHANNELS, channelsTo } from "@greenhouse/domain/alerts/channels";
import type { AddressKind } from "@greenhouse/domain/alerts/channels";
import type { Personal } from "@greenhouse/domain/alerts/people";
import { OFFERED_CHANNELS } from "@greenhouse/domain/alerts/service";
import type { AlertService, OfferedChannel } from "@greenhouse/domain/alerts/service";
import { usePage } from "../../shared/hooks/page";
import { useChannelTexts } from "../../text/channels";
import { AddressChannels } from "./address";
import { EmailChannel } from "./email";
import { PushChannel } from "./push";
import { TelegramHelp } from "./telegram";

export interface ChannelProps {
  readonly personal: Personal;
  readonly service: AlertService;
}

/** Channels without a confirmed address. */
const OWN: readonly (readonly [OfferedChannel, FunctionComponent<ChannelProps>])[] = [
  ["email", EmailChannel],
  ["push", PushChannel],
];

/** Says where people find an address; a kind needs none. */
export type AddressHelp = FunctionComponent<Pick<ChannelProps, "service">>;
const HELP: Readonly<Partial<Record<AddressKind, AddressHelp>>> = { telegram: TelegramHelp };

export function Channels({ personal, service }: ChannelProps): VNode {
  const isOffered = (channel: string): boolean => Object.hasOwn(service, channel);
  const isShown = (kind: AddressKind): boolean =>
    channelsTo(kind).some(isOffered) || personal.addresses[kind] !== undefined;
  return (
    <>
      {OWN.filter(([channel]) => isOffered(channel)).map(([channel, Component]) => (
        <Component key={channel} personal={personal} service={service} />
      ))}
      {ADDRESS_KINDS.filter(isShown).map((kind) => (
        <AddressChannels
          key={kind}
          kind={kind}
          Help={HELP[kind]}
          personal={personal}
          service={service}
        />
      ))}
      <Unsupported channels={OFFERED_CHANNELS.filter((channel) => !isOffered(channel))} />
    </>
  );
}

function Unsupported({ channels }: { readonly channels: readonly OfferedChannel[] }): VNode | null {
  const { language, locale } = usePage();
  const texts = useChannelTexts();
  if (channels.length === 0) return null;
  const names = channels.map((channel) => CHANNELS[channel].name[language]);
  return <p class="quiet">{texts.unsupported(new Intl.ListFormat(locale).format(names))}</p>;
}
