import type { SearchFinder, SearchFinderChange } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeFinderMutation } from "../search-queries";
import { FinderKey, keyToSend } from "./FinderKey";

/** Edits an engine's address and key. */
export function FinderDialog({ finder, onClose }: { finder: SearchFinder; onClose: () => void }) {
  const text = useText("search");
  const problemText = useProblemText();
  const change = useMutation({
    ...changeFinderMutation(useQueryClient(), finder.id),
    meta: { ownError: true },
  });
  const known = finder.own_address ? (finder.address ?? "") : "";
  const [address, setAddress] = useState(known);
  const [key, setKey] = useState("");
  const [keyRemoved, setKeyRemoved] = useState(false);
  const save = () => {
    const body: SearchFinderChange = {};
    if (address.trim() !== known) body.address = address.trim();
    const api_key = keyToSend(key, keyRemoved);
    if (api_key !== null) body.api_key = api_key;
    change.mutate(body, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={finder.name}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={text("address")}
        hint={text(finder.needs === "address" ? "address_needed" : "address_hint")}
        type="url"
        inputMode="url"
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        placeholder={finder.own_address ? "" : (finder.address ?? "https://searx.example.org")}
        value={address}
        onChange={setAddress}
      />
      {finder.needs === "key" ? (
        <FinderKey
          has={finder.has_key}
          keptHint={text("key_kept")}
          typed={key}
          removed={keyRemoved}
          onType={setKey}
          onRemove={setKeyRemoved}
        />
      ) : null}
      <p className="text-sm">
        <a
          href={finder.about}
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
