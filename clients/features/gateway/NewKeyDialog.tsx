import type { KeyScope } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextField } from "@ensemble/ui/fields/TextField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createKeyMutation } from "./key-queries";

/** Scopes in display order; none requires another. */
const SCOPES: readonly KeyScope[] = ["models", "chat", "embeddings", "images", "videos", "mcp"];

/** Creates a key and shows its secret once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const text = useText("gateway");
  const problemText = useProblemText();
  const [name, setName] = useState("");
  const [cap, setCap] = useState("");
  const create = useMutation(createKeyMutation(useQueryClient()));
  const capNumber = cap.trim() === "" ? undefined : Number(cap);
  const capIsWrong = capNumber !== undefined && !(Number.isInteger(capNumber) && capNumber > 0);
  const [scopes, setScopes] = useState<readonly KeyScope[]>(["models", "chat"]);
  const complete = name.trim() !== "" && !capIsWrong && scopes.length > 0;
  const put = (scope: KeyScope, on: boolean) =>
    setScopes(SCOPES.filter((one) => (one === scope ? on : scopes.includes(one))));

  if (create.data) return <Secret secret={create.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title={text("create_key")}
      cancelLabel={text("cancel")}
      submitLabel={text("create")}
      disabled={!complete}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (complete) create.mutate({ name: name.trim(), cap: capNumber, scopes });
      }}
    >
      <TextField
        label={text("name")}
        placeholder={text("name_placeholder")}
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      <TextField
        label={text("cap")}
        hint={text("cap_hint")}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        value={cap}
        onChange={setCap}
        error={capIsWrong ? text("cap_wrong") : null}
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-medium text-sm">{text("may")}</legend>
        {SCOPES.map((scope) => (
          <div key={scope} className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <p className="text-sm">{text(`scope.${scope}`)}</p>
              <p className="text-muted text-sm">{text(`scope.${scope}_hint`)}</p>
            </div>
            <Switch
              label={text(`scope.${scope}`)}
              checked={scopes.includes(scope)}
              onChange={(on) => put(scope, on)}
            />
          </div>
        ))}
        {scopes.length === 0 ? <Notice tone="danger">{text("scopes_wrong")}</Notice> : null}
      </fieldset>
      {create.error ? <Notice tone="danger">{problemText(create.error)}</Notice> : null}
    </FormDialog>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const text = useText("gateway");
  const { copyText } = useHost();
  const copy = () =>
    copyText(secret).then(
      () => showToast({ title: text("copied"), kind: "success" }),
      () => showToast({ title: text("copy_failed"), kind: "danger" }),
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("secret_title")}
      description={text("secret_description")}
      closeLabel={text("done")}
      footer={
        <>
          <Button onClick={() => void copy()}>{text("copy")}</Button>
          <Button kind="primary" onClick={onClose}>
            {text("done")}
          </Button>
        </>
      }
    >
      <code
        dir="ltr"
        className="block select-all break-all rounded-md bg-sunken px-3 py-2.5 text-sm shadow-[inset_0_0_0_1px_var(--line)]"
      >
        {secret}
      </code>
    </Dialog>
  );
}
