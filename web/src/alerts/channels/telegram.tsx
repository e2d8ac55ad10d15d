/** How a person finds the chat id that Telegram needs. */

import type { VNode } from "preact";
import type { AlertService } from "@greenhouse/domain/alerts/service";
import { useChannelTexts } from "../../text/channels";

/** A bot of others that tells people their id. Bots cannot find people by their name or number. */
const ID_BOT = "userinfobot";

export function TelegramHelp({ service }: { readonly service: AlertService }): VNode | null {
  const { telegram: texts } = useChannelTexts();
  const { telegram: bot } = service;
  if (bot === undefined) return null;
  return (
    <ol class="channel-steps">
      <li>
        <ChatLink name={bot}>{texts.start(bot)}</ChatLink> {texts.thenStart}
      </li>
      <li>
        {texts.find} <ChatLink name={ID_BOT}>@{ID_BOT}</ChatLink> {texts.findThen}
      </li>
      <li>{texts.enter}</li>
    </ol>
  );
}

interface ChatLinkProps {
  readonly name: string;
  readonly children: string | readonly string[];
}

function ChatLink({ name, children }: ChatLinkProps): VNode {
  return (
    <a href={`https://t.me/${name}`} rel="noreferrer" target="_blank">
      {children}
    </a>
  );
}
