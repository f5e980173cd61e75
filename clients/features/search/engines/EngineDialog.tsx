import type { SearchEngine, SearchEngineChange } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeEngineMutation } from "../search-queries";
import { EngineKey, keyToSend } from "./EngineKey";

/** Edits an engine's address and key. */
export function EngineDialog({ engine, onClose }: { engine: SearchEngine; onClose: () => void }) {
  const text = useText("search");
  const problemText = useProblemText();
  const change = useMutation({
    ...changeEngineMutation(useQueryClient(), engine.id),
    meta: { ownError: true },
  });
  const known = engine.own_address ? (engine.address ?? "") : "";
  const [address, setAddress] = useState(known);
  const [key, setKey] = useState("");
  const [keyRemoved, setKeyRemoved] = useState(false);
  const save = () => {
    const body: SearchEngineChange = {};
    if (address.trim() !== known) body.address = address.trim();
    const api_key = keyToSend(key, keyRemoved);
    if (api_key !== null) body.api_key = api_key;
    change.mutate(body, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={engine.name}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={text("address")}
        hint={text(engine.needs === "address" ? "address_needed" : "address_hint")}
        type="url"
        inputMode="url"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        placeholder={engine.own_address ? "" : (engine.address ?? "https://searx.example.org")}
        value={address}
        onChange={setAddress}
      />
      {engine.needs === "key" ? (
        <EngineKey
          has={engine.has_key}
          keptHint={text("key_kept")}
          typed={key}
          removed={keyRemoved}
          onType={setKey}
          onRemove={setKeyRemoved}
        />
      ) : null}
      <p className="text-sm">
        <a
          href={engine.about}
          target="_blank"
          rel="noopener noreferrer"
          className="underline underline-offset-4"
        >
          {text("about_service")}
        </a>
      </p>
      {change.error ? <Notice tone="danger">{problemText(change.error)}</Notice> : null}
    </FormDialog>
  );
}
