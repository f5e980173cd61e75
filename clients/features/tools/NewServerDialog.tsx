import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { PasswordField } from "@ensemble/ui/fields/PasswordField";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addServerMutation } from "./tool-queries";

/** Connects a tool server of the person. Its state shows on its card afterwards. */
export function NewServerDialog({ onClose }: { onClose: () => void }) {
  const text = useText("tools");
  const problemText = useProblemText();
  const [url, setUrl] = useState("");
  const [name, setName] = useState("");
  const [token, setToken] = useState("");
  const add = useMutation(addServerMutation(useQueryClient()));
  const complete = url.trim() !== "";
  const save = () => {
    if (!complete) return;
    const body = { url: url.trim(), name: name.trim() || hostOf(url), token: token.trim() || null };
    add.mutate(body, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={text("add_server")}
      cancelLabel={text("cancel")}
      submitLabel={text("connect")}
      disabled={!complete}
      busy={add.isPending}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={text("address")}
        hint={text("address_hint")}
        type="url"
        inputMode="url"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        placeholder="https://mcp.example.com/mcp"
        value={url}
        onChange={setUrl}
      />
      <TextField
        label={text("name")}
        placeholder={hostOf(url) || text("name_placeholder")}
        autoComplete="off"
        value={name}
        onChange={setName}
      />
      <PasswordField
        label={text("token")}
        hint={text("token_hint")}
        showLabel={text("show_token")}
        hideLabel={text("hide_token")}
        autoComplete="off"
        data-1p-ignore=""
        value={token}
        onChange={setToken}
      />
      {add.error ? <Notice tone="danger">{problemText(add.error)}</Notice> : null}
    </FormDialog>
  );
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : "");
