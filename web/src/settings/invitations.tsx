/** Invitations by link. Owners create invitations, send their links, list open invitations, and withdraw them. */

import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { invitationPath } from "@greenhouse/domain/identity/invitation-link";
import { isOpen, parseInvitations } from "@greenhouse/domain/identity/invitations";
import type { ListedInvitation } from "@greenhouse/domain/identity/invitations";
import { InvitationChanges } from "../data/changes/invitation-changes";
import { valueOf } from "../data/watches/watch";
import type { Role } from "../model/farm/farm";
import { isolated } from "../model/farm/names";
import { Button, Form } from "../shared/controls/controls";
import { CopyButton } from "../shared/controls/copy-button";
import { useFarm } from "../shared/hooks/farm";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { useMemberName } from "../shared/hooks/names";
import { usePage } from "../shared/hooks/page";
import { QrCode } from "../shared/controls/qr-code";
import { useSettingsTexts } from "../text/settings";
import { RoleSelect } from "./role-select";

export function Invitations(): VNode {
  const farm = useFarm();
  const { invitations: texts } = useSettingsTexts();
  const now = useNow();
  const watched = useWatch(`invitations/${farm.id}`, parseInvitations);
  const all = valueOf(watched) ?? [];
  const open = all.filter((invitation) => isOpen(invitation, farm.members, now));
  /** The token of the invitation that was just created. Its whole link is shown. */
  const [newest, setNewest] = useState<string>();
  return (
    <div class="invitations">
      <InviteForm earlier={all} onMade={setNewest} />
      {open.length > 0 && (
        <>
          <h3>{texts.open}</h3>
          <ul class="plain members">
            {open.map((invitation) => (
              <OpenInvitation
                key={invitation.token}
                invitation={invitation}
                isNew={invitation.token === newest}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function useInvitationChanges(): InvitationChanges {
  const { writes } = usePage();
  return useMemo(() => new InvitationChanges(writes), [writes]);
}

interface InviteFormProps {
  /** The farm's invitations so far. */
  readonly earlier: readonly ListedInvitation[];
  readonly onMade: (token: string) => void;
}

function InviteForm({ earlier, onMade }: InviteFormProps): VNode {
  const farm = useFarm();
  const { person, attempt, connection } = usePage();
  const { settings, invitations: texts } = useSettingsTexts();
  const changes = useInvitationChanges();
  const [role, setRole] = useState<Role>("viewer");
  const invite = (): void => {
    const by = { uid: person.uid, name: farm.names.get(person.uid) };
    const invited = changes.invite({ farm, role, by }, earlier, connection.now());
    attempt(invited.then(onMade), { text: texts.made });
  };
  return (
    <Form class="form" onSubmit={invite}>
      <h3>{texts.title}</h3>
      {farm.members.length === 1 && <p class="hint">{texts.alone}</p>}
      <p class="hint">{texts.lead}</p>
      <div class="row end">
        <RoleSelect label={settings.role} role={role} onRole={setRole} />
        <Button type="submit">{texts.make}</Button>
      </div>
      {role === "owner" && <p class="hint">{texts.ownerWarning}</p>}
    </Form>
  );
}

interface OpenInvitationProps {
  readonly invitation: ListedInvitation;
  readonly isNew: boolean;
}

function OpenInvitation({ invitation, isNew }: OpenInvitationProps): VNode {
  const farm = useFarm();
  const { format, person, attempt } = usePage();
  const { settings, invitations: texts } = useSettingsTexts();
  const changes = useInvitationChanges();
  const nameOf = useMemberName();
  const { token, role, by, expiresAt } = invitation;
  const link = location.origin + invitationPath(farm.id, token);
  const until = format.moment(expiresAt, useNow());
  const maker = by === person.uid ? texts.you : isolated(nameOf(by));
  return (
    <li>
      <span class="member">
        <span>
          {settings.roles[role]}
          <span class="type">{texts.facts(maker, until)}</span>
        </span>
      </span>
      <span class="row">
        {!isNew && <CopyButton text={link} label={texts.linkOf(settings.roles[role], until)} />}
        <Button
          kind="quiet danger"
          label={texts.withdrawOf(settings.roles[role], until)}
          onClick={() => attempt(changes.withdraw(farm.id, token), { text: texts.withdrawn })}
        >
          {texts.withdraw}
        </Button>
      </span>
      {isNew && <NewLink link={link} />}
    </li>
  );
}

/** The link to send: copied, shared with the phone's share dialog, or scanned as a QR code. */
function NewLink({ link }: { readonly link: string }): VNode {
  const farm = useFarm();
  const { invitations: texts } = useSettingsTexts();
  const [hasCode, setCode] = useState(false);
  const canShare = "share" in navigator;
  // Rejects if the person closes the share dialog.
  const share = (): void =>
    void navigator.share({ title: texts.shared(farm.name), url: link }).catch(() => undefined);
  return (
    <div class="new-link">
      <p class="uid">
        <code>{link}</code>
      </p>
      <div class="row">
        <CopyButton text={link} label={texts.link} hasWord />
        {canShare && <Button onClick={share}>{texts.share}</Button>}
        <Button kind="quiet" isExpanded={hasCode} onClick={() => setCode(!hasCode)}>
          {texts.code}
        </Button>
      </div>
      {hasCode && <QrCode text={link} label={texts.codeOf} hint={texts.codeHint} />}
    </div>
  );
}
