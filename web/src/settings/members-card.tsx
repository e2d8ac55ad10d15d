/** Who may see the farm; owners add people, change what they may do and remove them. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Member, Role } from "../model/farm";
import { shortId } from "../model/ids";
import { faultOfPerson } from "../model/validate";
import { Button, Field, Form, Select } from "../shared/controls";
import { CopyButton } from "../shared/copy-button";
import { useFarm } from "../shared/farm";
import { LeaveDialog } from "../account/leave-dialog";
import { usePage } from "../shared/page";
import { useSettingsTexts } from "../shared/settings-texts";
import { navigate } from "../shared/router";

const asRole = (text: string): Role => (text === "owner" ? "owner" : "viewer");

export function MembersCard(): VNode {
  const farm = useFarm();
  const { settings } = useSettingsTexts();
  return (
    <section
      class={`card ${farm.role === "owner" ? "members-card" : ""}`}
      aria-labelledby="members-title"
    >
      <h2 id="members-title">{settings.members}</h2>
      <p class="quiet">{settings.membersLead}</p>
      <ul class="plain members">
        {farm.members.map((member) => (
          <MemberRow key={member.uid} member={member} />
        ))}
      </ul>
      {farm.role === "owner" ? <AddMember /> : <LeaveFarm />}
    </section>
  );
}

function LeaveFarm(): VNode {
  const farm = useFarm();
  const { farms } = usePage().texts;
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {farms.leaveThis}
      </Button>
      {isOpen && (
        <LeaveDialog farm={farm} onClose={() => setOpen(false)} onLeft={() => navigate("/")} />
      )}
    </div>
  );
}

function MemberRow({ member }: { readonly member: Member }): VNode {
  const farm = useFarm();
  const { person } = usePage();
  const { settings } = useSettingsTexts();
  const isMe = member.uid === person.uid;
  return (
    <li>
      {isMe ? <Myself /> : <Person uid={member.uid} />}
      {/* Owners keep their own role: nobody could repair a farm without an owner. */}
      {farm.role === "owner" && !isMe ? (
        <MemberControls member={member} />
      ) : (
        <span>{settings.roles[member.role]}</span>
      )}
    </li>
  );
}

/** The only person whose name the page knows: the farm has ids. */
function Myself(): VNode {
  const { person } = usePage();
  const { settings } = useSettingsTexts();
  return (
    <span class="member">
      <span>
        {person.name}
        {person.email !== undefined && person.email !== person.name && (
          <span class="type">{person.email}</span>
        )}
      </span>
      <span class="badge">{settings.you}</span>
    </span>
  );
}

function Person({ uid }: { readonly uid: string }): VNode {
  const { settings } = useSettingsTexts();
  const [isWhole, setWhole] = useState(false);
  const short = shortId(uid);
  return (
    <span class="member">
      {short === uid ? (
        <code>{uid}</code>
      ) : (
        <button
          type="button"
          class="id"
          title={settings.wholeId}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          <code>{isWhole ? uid : short}</code>
        </button>
      )}
      <CopyButton text={uid} what={`${settings.member} ${short}`} />
    </span>
  );
}

function MemberControls({ member: { uid, role } }: { readonly member: Member }): VNode {
  const farm = useFarm();
  const { texts, changes, attempt } = usePage();
  const { settings } = useSettingsTexts();
  const short = shortId(uid);
  return (
    <span class="row">
      <RoleSelect
        label={settings.roleOf(short)}
        isLabelHidden
        role={role}
        onRole={(next) =>
          attempt(changes.setRole(farm.id, uid, next), {
            text: texts.saved,
            undo: () => attempt(changes.setRole(farm.id, uid, role)),
          })
        }
      />
      <Button
        kind="quiet danger"
        label={`${texts.remove}: ${short}`}
        onClick={() =>
          attempt(changes.removeMember(farm.id, uid), {
            text: settings.removedMember(short),
            undo: () => attempt(changes.addMember(farm.id, uid, role)),
          })
        }
      >
        {texts.remove}
      </Button>
    </span>
  );
}

interface RoleSelectProps {
  readonly label: string;
  readonly role: Role;
  readonly isLabelHidden?: boolean;
  readonly onRole: (role: Role) => void;
}

function RoleSelect({ label, role, isLabelHidden = false, onRole }: RoleSelectProps): VNode {
  const { roles } = useSettingsTexts().settings;
  return (
    <Select
      label={label}
      isLabelHidden={isLabelHidden}
      value={role}
      options={[
        ["viewer", roles.viewer],
        ["owner", roles.owner],
      ]}
      onValue={(text) => onRole(asRole(text))}
    />
  );
}

function AddMember(): VNode {
  const farm = useFarm();
  const { texts, changes, attempt } = usePage();
  const { settings } = useSettingsTexts();
  const [typed, setTyped] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const [isTried, setTried] = useState(false);
  const uid = typed.trim();
  const error = faultOfPerson(uid, farm.members);
  const add = (): void => {
    setTried(true);
    if (error !== undefined) return;
    attempt(changes.addMember(farm.id, uid, role), {
      text: settings.added,
      undo: () => attempt(changes.removeMember(farm.id, uid)),
    });
    setTyped("");
    setTried(false);
  };
  return (
    <Form class="form add-member" onSubmit={add}>
      <h3>{settings.addMember}</h3>
      <Field
        label={settings.memberId}
        value={typed}
        onValue={setTyped}
        hint={settings.memberIdHint}
        error={isTried && error ? texts.validation[error] : undefined}
        isCode
      />
      <div class="row end">
        <RoleSelect label={settings.role} role={role} onRole={setRole} />
        <Button type="submit" kind={uid === "" ? "plain" : "primary"}>
          {settings.add}
        </Button>
      </div>
    </Form>
  );
}
