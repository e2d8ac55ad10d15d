/** The only view for people who are not signed in. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { problemOf } from "../data/connection/problem";
import type * as session from "../data/connection/session";
import { parseRoute } from "../model/input/route";
import { faultOfEmail, faultOfPassword } from "../model/input/validate";
import type { Fault } from "../model/input/validate";
import { Button, Field, Form } from "../shared/controls/controls";
import { LeafIcon } from "../shared/controls/icons";
import { LanguageSelect } from "./language-select";
import { useTitle } from "../shared/hooks/hooks";
import { useServices } from "../shared/hooks/page";

type Session = typeof session;

interface Message {
  readonly text: string;
  readonly isProblem: boolean;
}

export function SignIn(): VNode {
  const { backend, texts } = useServices();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isNew, setNew] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isTried, setTried] = useState(false);
  const [message, setMessage] = useState<Message>();
  useTitle(isNew ? texts.signIn.signUp : texts.signIn.title);
  const isInvited = parseRoute(location.pathname).view === "join";
  const errors = { email: faultOfEmail(email), password: faultOfPassword(password, isNew) };
  const wordsFor = (error: Fault | undefined): string | undefined =>
    isTried && error !== undefined ? texts.validation[error] : undefined;
  // The form is shown before the SDK is loaded.
  const attempt = (work: (session: Session) => Promise<void>, done?: string): void => {
    setBusy(true);
    setMessage(undefined);
    void import("../data/connection/session")
      .then(work)
      .then(
        () => setMessage(done === undefined ? undefined : { text: done, isProblem: false }),
        (error: unknown) => setMessage({ text: texts.problems[problemOf(error)], isProblem: true }),
      )
      .finally(() => setBusy(false));
  };
  const submit = (): void => {
    setTried(true);
    if (errors.email ?? errors.password) return;
    attempt(({ signUp, signIn }) => (isNew ? signUp : signIn)(email, password));
  };
  const forgotten = (): void => {
    if (errors.email) setMessage({ text: texts.signIn.resetNeedsEmail, isProblem: true });
    else attempt(({ resetPassword }) => resetPassword(email), texts.signIn.resetSent);
  };
  const lead = isNew ? texts.signIn.signUpLead : texts.signIn.lead;
  const toggleNew = (): void => {
    setNew(!isNew);
    setTried(false);
    setMessage(undefined);
  };
  return (
    <main class="sign-in" id="content">
      <div class="card">
        <LeafIcon />
        <h1>{isNew ? texts.signIn.signUp : texts.signIn.title}</h1>
        <p class="quiet">{isInvited ? texts.signIn.invited : lead}</p>
        <Form onSubmit={submit}>
          <Field
            label={texts.signIn.email}
            type="email"
            autocomplete="username"
            value={email}
            onValue={setEmail}
            error={wordsFor(errors.email)}
          />
          <Field
            label={texts.signIn.password}
            type="password"
            autocomplete={isNew ? "new-password" : "current-password"}
            value={password}
            onValue={setPassword}
            error={wordsFor(errors.password)}
            hint={isNew ? texts.signIn.passwordHint : undefined}
          />
          <p class={message?.isProblem === false ? "hint" : "error"} role="alert">
            {message?.text}
          </p>
          <Button kind="primary" type="submit" isDisabled={isBusy}>
            {isNew ? texts.signIn.signUp : texts.signIn.submit}
          </Button>
        </Form>
        {backend.demoPeople === undefined && (
          <Button onClick={() => attempt(({ signInWithGoogle }) => signInWithGoogle())}>
            {texts.signIn.google}
          </Button>
        )}
        <div class="row between">
          <Button kind="quiet" onClick={toggleNew}>
            {isNew ? texts.signIn.haveAccount : texts.signIn.newHere}
          </Button>
          <Button kind="quiet" onClick={forgotten}>
            {texts.signIn.forgotten}
          </Button>
        </div>
        <DemoPeople
          onEnter={({ email, password }) => attempt(({ signIn }) => signIn(email, password))}
        />
      </div>
      <LanguageSelect />
    </main>
  );
}

type DemoPerson = NonNullable<ReturnType<typeof useServices>["backend"]["demoPeople"]>[number];

function DemoPeople({ onEnter }: { readonly onEnter: (person: DemoPerson) => void }): VNode | null {
  const { backend, texts } = useServices();
  const { demo, roles } = texts.signIn;
  if (backend.demoPeople === undefined) return null;
  return (
    <section class="demo" aria-label={demo}>
      <p class="quiet">{demo}</p>
      <div class="row">
        {backend.demoPeople.map((person) => (
          <Button key={person.email} onClick={() => onEnter(person)}>
            {person.displayName} ({roles[person.role] ?? person.role})
          </Button>
        ))}
      </div>
    </section>
  );
}
