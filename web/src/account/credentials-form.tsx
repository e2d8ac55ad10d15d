/** The form for e-mail address and password. People sign in, sign up or ask for a new password here. */

import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { faultOfEmail, faultOfPassword } from "../model/input/validate";
import type { Fault } from "../model/input/validate";
import { Button, Field, Form } from "../shared/controls/controls";
import { useServices } from "../shared/hooks/page";
import type { SessionUse } from "./use-session";

export interface CredentialsFormProps {
  readonly session: SessionUse;
  /** Whether the person signs up. */
  readonly isNew: boolean;
  readonly onNew: (isNew: boolean) => void;
  /** Other ways to sign in. */
  readonly children: ComponentChildren;
}

export function CredentialsForm({ session, isNew, onNew, children }: CredentialsFormProps): VNode {
  const { signIn: words, validation } = useServices().texts;
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isTried, setTried] = useState(false);
  const { isBusy, message, setMessage, attempt } = session;
  const faults = { email: faultOfEmail(email), password: faultOfPassword(password, isNew) };
  const errorOf = (fault: Fault | undefined): string | undefined =>
    isTried && fault !== undefined ? validation[fault] : undefined;
  const submit = (): void => {
    setTried(true);
    if (faults.email ?? faults.password) return;
    attempt(({ signUp, signIn }) => (isNew ? signUp : signIn)(email, password));
  };
  const forgotten = (): void => {
    if (faults.email) setMessage({ text: words.resetNeedsEmail, isProblem: true });
    else attempt(({ resetPassword }) => resetPassword(email), words.resetSent);
  };
  const toggleNew = (): void => {
    onNew(!isNew);
    setTried(false);
    setMessage(undefined);
  };
  return (
    <>
      <Form onSubmit={submit}>
        <Field
          label={words.email}
          type="email"
          autocomplete="username"
          value={email}
          onValue={setEmail}
          error={errorOf(faults.email)}
        />
        <Field
          label={words.password}
          type="password"
          autocomplete={isNew ? "new-password" : "current-password"}
          value={password}
          onValue={setPassword}
          error={errorOf(faults.password)}
          hint={isNew ? words.passwordHint : undefined}
        />
        <p class={message?.isProblem === false ? "hint" : "error"} role="alert">
          {message?.text}
        </p>
        <Button kind="primary" type="submit" isDisabled={isBusy}>
          {isNew ? words.signUp : words.submit}
        </Button>
      </Form>
      {children}
      <div class="row between">
        <Button kind="quiet" onClick={toggleNew}>
          {isNew ? words.haveAccount : words.newHere}
        </Button>
        <Button kind="quiet" onClick={forgotten}>
          {words.forgotten}
        </Button>
      </div>
    </>
  );
}
