import { useSession } from "@ensemble/blocks/session-queries";
import { ProblemError } from "@ensemble/contract/problem-error";
import { leftToRight } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Section } from "@ensemble/ui/Section";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { testMailMutation } from "./checks-queries";

/** Sends a test email, and shows the mail server's answer. */
export function TestMail() {
  const text = useText("server_checks");
  const problemText = useProblemText();
  const { setup, me } = useSession();
  const [to, setTo] = useState(me?.email ?? "");
  const mail = useMutation(testMailMutation);
  if (setup.mail === "outbox") return null;
  const said = mail.error instanceof ProblemError ? mail.error.problem.params.message : null;
  return (
    <Section title={text("test_email")} description={text("test_email_hint")}>
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (to.trim() !== "" && !mail.isPending) mail.mutate(to.trim());
        }}
      >
        <div className="min-w-[min(15rem,100%)] flex-1">
          <TextField
            label={text("send_to")}
            type="email"
            inputMode="email"
            dir="ltr"
            spellCheck={false}
            value={to}
            onChange={setTo}
          />
        </div>
        <Button type="submit" busy={mail.isPending} disabled={to.trim() === ""}>
          {text("send")}
        </Button>
      </form>
      {mail.data ? (
        <Notice tone="success">{text("sent_by", { server: leftToRight(mail.data.by) })}</Notice>
      ) : null}
      {mail.error ? (
        <Notice tone="danger" title={problemText(mail.error)}>
          {typeof said === "string" ? (
            <bdi lang="en" dir="ltr">
              {said}
            </bdi>
          ) : null}
        </Notice>
      ) : null}
    </Section>
  );
}
