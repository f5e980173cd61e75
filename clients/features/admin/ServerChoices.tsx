import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import { SERVER_NAME_MAX_CHARS } from "@ensemble/contract/generated/limits/accounts";
import type { ServerChoices as Choices, SignUpMode } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Select } from "@ensemble/ui/fields/Select";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changeChoicesMutation, choicesQuery } from "./server-queries";

const MODES: readonly SignUpMode[] = ["open", "invitation", "closed"];

/** Edits the name of the server and who may create an account. */
export function ServerChoices() {
  const text = useText("admin");
  const choices = useQuery(choicesQuery);
  if (choices.isError) return <PanelProblem error={choices.error} onRetry={() => void choices.refetch()} />;
  if (!choices.data) return <SkeletonLines label={text("loading")} />;
  return (
    <Section>
      <Rows>
        <SignUpRow choices={choices.data} />
      </Rows>
      <NameForm key={choices.data.name ?? ""} name={choices.data.name ?? ""} />
    </Section>
  );
}

function SignUpRow({ choices }: { choices: Choices }) {
  const text = useText("admin");
  const change = useMutation(changeChoicesMutation(useQueryClient()));
  const mode = change.isPending ? (change.variables.sign_up ?? choices.sign_up) : choices.sign_up;
  const hint = text(`sign_up_hint.${mode}`);
  return (
    <Row
      title={text("sign_up")}
      description={choices.sign_up_from_file ? `${hint} ${text("from_file")}` : hint}
    >
      <div className="w-44">
        <Select
          label={text("sign_up")}
          hideLabel
          value={mode}
          onChange={(sign_up) => change.mutate({ sign_up })}
          options={MODES.map((value) => ({ value, label: text(`sign_up_mode.${value}`) }))}
        />
      </div>
    </Row>
  );
}

function NameForm({ name }: { name: string }) {
  const text = useText("admin");
  const problemText = useProblemText();
  const [typed, setTyped] = useState(name);
  const change = useMutation(
    withSuccessToast(changeChoicesMutation(useQueryClient()), () => showToast({ title: text("saved") })),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ name: typed.trim() });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-2">
      <div className="min-w-[min(15rem,100%)] flex-1">
        <TextField
          label={text("server_name")}
          hint={text("server_name_hint")}
          maxLength={SERVER_NAME_MAX_CHARS}
          autoComplete="off"
          value={typed}
          onChange={setTyped}
          error={problemText(change.error)}
        />
      </div>
      <Button type="submit" className="mt-6.5" disabled={typed.trim() === name} busy={change.isPending}>
        {text("save")}
      </Button>
    </form>
  );
}
