/** All that a person sees who is not signed in. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { problemOf } from "../data/problem";
import { resetPassword, signIn, signInWithGoogle, signUp } from "../data/session";
import { Button, Field, Form } from "./controls";
import { LeafIcon } from "./icons";
import { LanguageSelect } from "./account-menu";
import { useServices } from "./page";

export function SignIn(): VNode {
  const { backend, speech } = useServices();
  const { texts } = speech;
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isNew, setNew] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<string>();
  const attempt = (work: Promise<void>, done?: string): void => {
    setBusy(true);
    setMessage(undefined);
    void work
      .then(
        () => setMessage(done),
        (error: unknown) => setMessage(texts.problems[problemOf(error)]),
      )
      .finally(() => setBusy(false));
  };
  const submit = (): void => {
    const enter = isNew ? signUp : signIn;
    attempt(enter(backend.auth, email, password));
  };
  const forgotten = (): void => {
    if (email.trim() === "") setMessage(texts.signIn.resetNeedsEmail);
    else attempt(resetPassword(backend.auth, email), texts.signIn.resetSent);
  };
  return (
    <main class="sign-in" id="content">
      <div class="card">
        <LeafIcon />
        <h1>{isNew ? texts.signIn.signUp : texts.signIn.title}</h1>
        <p class="quiet">{texts.signIn.lead}</p>
        <Form onSubmit={submit}>
          <Field
            label={texts.signIn.email}
            type="email"
            autocomplete="username"
            value={email}
            onValue={setEmail}
          />
          <Field
            label={texts.signIn.password}
            type="password"
            autocomplete={isNew ? "new-password" : "current-password"}
            value={password}
            onValue={setPassword}
          />
          <p class="fault" role="alert">
            {message}
          </p>
          <Button kind="primary" type="submit" isDisabled={isBusy}>
            {isNew ? texts.signIn.signUp : texts.signIn.submit}
          </Button>
        </Form>
        {backend.demoPeople === undefined && (
          <Button onClick={() => attempt(signInWithGoogle(backend.auth))}>
            {texts.signIn.google}
          </Button>
        )}
        <div class="row between">
          <Button kind="quiet" onClick={() => setNew(!isNew)}>
            {isNew ? texts.signIn.haveAccount : texts.signIn.newHere}
          </Button>
          <Button kind="quiet" onClick={forgotten}>
            {texts.signIn.forgotten}
          </Button>
        </div>
        <DemoPeople
          onEnter={(person) => attempt(signIn(backend.auth, person.email, person.password))}
        />
      </div>
      <LanguageSelect />
    </main>
  );
}

type DemoPerson = NonNullable<ReturnType<typeof useServices>["backend"]["demoPeople"]>[number];

function DemoPeople({ onEnter }: { readonly onEnter: (person: DemoPerson) => void }): VNode | null {
  const { backend, speech } = useServices();
  const { demo, roles } = speech.texts.signIn;
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
