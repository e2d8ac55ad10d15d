/** The farm's webhook: its address, and its secret, which is shown only when it is created. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Webhook } from "@greenhouse/domain/alerts/settings";
import { checkWebhookUrl } from "@greenhouse/domain/alerts/webhook-url";
import { webhookSecretOf } from "../../model/findings/alert-settings";
import { Button, Field, Form } from "../../shared/controls/controls";
import { Dialog, DialogActions } from "../../shared/controls/dialog";
import { CopyableId } from "../../shared/controls/copy-button";
import { Conflicts, useDraft } from "../../shared/controls/draft";
import { useFarm } from "../../shared/hooks/farm";
import { usePage } from "../../shared/hooks/page";
import { useAlertTexts } from "../../text/alerts";
import { useAlertChanges } from "../context";
import { TestMessage } from "../test-message";

interface WebhookProps {
  readonly webhook: Webhook | undefined;
}

export function WebhookSettings({ webhook }: WebhookProps): VNode {
  const { settings: words } = useAlertTexts();
  const [secret, setSecret] = useState<string>();
  return (
    <section class="webhook" aria-labelledby="webhook-title">
      <h3 id="webhook-title">{words.webhook}</h3>
      <p class="quiet">{words.webhookLead}</p>
      <AddressForm webhook={webhook} onSecret={setSecret} />
      {webhook && <Existing webhook={webhook} onSecret={setSecret} />}
      {secret !== undefined && (
        <Dialog title={words.secretTitle} onClose={() => setSecret(undefined)}>
          <p>{words.secretLead}</p>
          <div>
            <CopyableId label={words.secret} id={secret} />
          </div>
          <div class="row">
            <Button kind="primary" onClick={() => setSecret(undefined)}>
              {words.done}
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

interface SecretProps<W> {
  readonly webhook: W;
  /** Called with a secret that has just been stored. */
  readonly onSecret: (secret: string) => void;
}

/** Changing the address keeps the secret, because the receiver may be the same. */
function AddressForm({ webhook, onSecret }: SecretProps<Webhook | undefined>): VNode {
  const farm = useFarm();
  const { texts, attempt, backend } = usePage();
  const words = useAlertTexts().settings;
  const changes = useAlertChanges();
  const stored = webhook?.url ?? "";
  const draft = useDraft({ url: stored }, (_, text) => text.trim());
  const [isTried, setTried] = useState(false);
  const url = draft.shown.url.trim();
  const isValid = checkWebhookUrl(url, backend.demoPeople !== undefined) === undefined;
  const isChanged = url !== stored;
  const save = (): void => {
    setTried(true);
    if (!isValid || !isChanged || draft.conflicts.length > 0) return;
    const next = { url, secret: webhook?.secret ?? newSecret() };
    const saving = changes.setWebhook(farm.id, next);
    if (webhook === undefined) attempt(saving.then(() => onSecret(next.secret)));
    else {
      attempt(saving, {
        text: words.webhookSaved,
        undo: () => attempt(changes.setWebhook(farm.id, webhook)),
      });
    }
    draft.reset();
    setTried(false);
  };
  return (
    <Form onSubmit={save}>
      <Field
        label={words.url}
        placeholder="https://"
        value={draft.shown.url}
        onValue={(text) => draft.type("url", text)}
        error={isTried && !isValid ? words.validation.badWebhook : undefined}
      >
        <Button type="submit" kind={isChanged ? "primary" : "plain"}>
          {webhook === undefined ? words.addWebhook : texts.save}
        </Button>
      </Field>
      <Conflicts draft={draft} nameOf={() => words.url} />
    </Form>
  );
}

function Existing({ webhook, onSecret }: SecretProps<Webhook>): VNode {
  const farm = useFarm();
  const { texts, attempt } = usePage();
  const words = useAlertTexts().settings;
  const changes = useAlertChanges();
  const [isReplacing, setReplacing] = useState(false);
  const remove = (): void =>
    attempt(changes.setWebhook(farm.id, undefined), {
      text: words.webhookRemoved,
      undo: () => attempt(changes.setWebhook(farm.id, webhook)),
    });
  const replace = (): void => {
    const secret = newSecret();
    attempt(changes.setWebhook(farm.id, { ...webhook, secret }).then(() => onSecret(secret)));
    setReplacing(false);
  };
  return (
    <>
      <TestMessage channel="webhook" />
      <div class="row">
        <Button onClick={() => setReplacing(true)}>{words.newSecret}</Button>
        <Button kind="danger" label={`${texts.remove}: ${words.webhook}`} onClick={remove}>
          {texts.remove}
        </Button>
      </div>
      {isReplacing && (
        <Dialog title={words.newSecretTitle} onClose={() => setReplacing(false)}>
          <p>{words.newSecretWarning}</p>
          <DialogActions
            isDanger
            submit={words.newSecretSubmit}
            onSubmit={replace}
            onCancel={() => setReplacing(false)}
          />
        </Dialog>
      )}
    </>
  );
}

const SECRET_BYTES = 24;

function newSecret(): string {
  return webhookSecretOf(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}
