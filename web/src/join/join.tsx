/**
 * An invitation that a person opened. Says who invites to which farm, with a button to join, or why joining is
 * impossible.
 */

import type { ComponentChildren, VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { isInvitationToken } from "@greenhouse/domain/identity/invitation-link";
import { parseInvitation } from "@greenhouse/domain/identity/invitations";
import type { Invitation } from "@greenhouse/domain/identity/invitations";
import { InvitationChanges } from "../data/changes/invitation-changes";
import { problemOf } from "../data/connection/problem";
import { asStored, valueOf } from "../data/watches/watch";
import { parseRole } from "../model/farm/farm";
import { standingOf } from "../model/farm/invitations";
import { isolated, suggestedName } from "../model/farm/names";
import { pathOf } from "../model/input/route";
import { faultOfName } from "../model/input/validate";
import { Button, Field, Form } from "../shared/controls/controls";
import { useNow, useTitle, useWatch } from "../shared/hooks/hooks";
import { useFarmsTexts } from "../text/farms";
import { usePage } from "../shared/hooks/page";
import { Link, navigate } from "../shared/hooks/router";
import { useJoinTexts } from "../text/join";

export interface JoinProps {
  readonly farmId: string;
  readonly token: string;
}

export function JoinView(props: JoinProps): VNode {
  const texts = useJoinTexts();
  const { token } = props;
  useTitle(texts.title);
  return (
    <>
      <h1>{texts.title}</h1>
      {isInvitationToken(token) ? (
        <Opened {...props} />
      ) : (
        <Fault text={texts.faults.incomplete} hint={texts.askAgain} />
      )}
    </>
  );
}

function Opened({ farmId, token }: JoinProps): VNode {
  const texts = useJoinTexts();
  const { person, format, texts: common } = usePage();
  const now = useNow();
  const watched = useWatch(`invitations/${farmId}/${token}`, parseInvitation);
  // Starts a new listener for the role. It is refused until the person is a member and lists the farm.
  const listed = valueOf(useWatch(`users/${person.uid}/farms/${farmId}`, asStored));
  /**
   * The state at the acceptance. While the SDK stores it, the SDK already reports the invitation as used and the farm
   * as listed.
   */
  const [accepted, setAccepted] = useState<{ invitation: Invitation; listed: unknown }>();
  const round = accepted === undefined ? listed : accepted.listed;
  const role = useWatch(`farms/${farmId}/members/${person.uid}`, parseRole, undefined, round);
  if (accepted === undefined && (watched.status === "loading" || role.status === "loading")) {
    return <p class="quiet">{common.loading}</p>;
  }
  const invitation = accepted?.invitation ?? valueOf(watched);
  const reader = { uid: person.uid, isMember: valueOf(role) !== undefined };
  const standing = accepted ? "open" : standingOf(invitation, reader, now);
  if (standing === "open" && invitation !== undefined) {
    const join = { farmId, token, invitation };
    return (
      <Accept
        {...join}
        onAccepting={(isBusy) => setAccepted(isBusy ? { invitation, listed } : undefined)}
      />
    );
  }
  const { expired, ...faults } = texts.faults;
  const ended = invitation && format.moment(invitation.expiresAt, now);
  const text = { ...faults, expired: expired(ended ?? ""), open: faults.gone }[standing];
  if (!reader.isMember) return <Fault text={text} hint={texts.askAgain} />;
  const isOwn = invitation?.by === person.uid;
  return (
    <Fault text={text}>
      <Link class="button primary" href={pathOf({ view: isOwn ? "settings" : "farm", farmId })}>
        {isOwn ? texts.toSettings : texts.toFarm}
      </Link>
    </Fault>
  );
}

interface FaultProps {
  readonly text: string;
  readonly hint?: string;
  /** A link to use instead of the person's farms. */
  readonly children?: ComponentChildren;
}

function Fault({ text, hint, children }: FaultProps): VNode {
  const { notFound } = usePage().texts;
  return (
    <section class="card">
      <p role="status">{text}</p>
      {hint !== undefined && <p class="quiet">{hint}</p>}
      <div class="row">
        {children ?? (
          <Link class="button primary" href={pathOf({ view: "farms" })}>
            {notFound.home}
          </Link>
        )}
      </div>
    </section>
  );
}

interface AcceptProps extends JoinProps {
  readonly invitation: Invitation;
  readonly onAccepting: (isBusy: boolean) => void;
}

function Accept({ farmId, token, invitation, onAccepting }: AcceptProps): VNode {
  const texts = useJoinTexts();
  const { writes, person, format, attempt, texts: common } = usePage();
  const now = useNow();
  const changes = useMemo(() => new InvitationChanges(writes), [writes]);
  const [name, setName] = useState(() => suggestedName(person));
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const error = faultOfName(name);
  const { role, byName, farmName, expiresAt } = invitation;
  const farm = isolated(farmName);
  const accept = async (): Promise<void> => {
    setTried(true);
    if (error !== undefined || isBusy) return;
    onAccepting(true);
    setBusy(true);
    try {
      await changes.join(farmId, token, role, { uid: person.uid, name: name.trim() });
    } catch (refusal) {
      const kind = problemOf(refusal);
      setProblem(kind === "refused" ? texts.faults.refused : common.problems[kind]);
      setBusy(false);
      onAccepting(false);
      return;
    }
    attempt(Promise.resolve(), { text: texts.joined(farm) });
    navigate(pathOf({ view: "farm", farmId }), "replace");
  };
  return (
    <section class="card">
      <p>
        <strong>{texts.lead(byName && isolated(byName), farm)}</strong>
      </p>
      <p>{texts.as[role]}</p>
      <Form onSubmit={() => void accept()}>
        <Field
          label={texts.name}
          value={name}
          onValue={setName}
          autocomplete="name"
          hint={texts.nameHint}
          error={isTried && error ? common.validation[error] : undefined}
        />
        {problem !== undefined && (
          <p class="error" role="alert">
            {problem} {texts.askAgain}
          </p>
        )}
        <div class="row">
          <Button kind="primary" type="submit" isDisabled={isBusy}>
            {isBusy ? texts.joining : texts.accept}
          </Button>
          <Link class="button quiet" href={pathOf({ view: "farms" })}>
            {texts.notNow}
          </Link>
        </div>
      </Form>
      <p class="quiet">
        {texts.until(format.moment(expiresAt, now))}{" "}
        {useFarmsTexts().signedInAs(isolated(person.name))}. {texts.other}
      </p>
    </section>
  );
}
