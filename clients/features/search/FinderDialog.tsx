import type { SearchFinder, SearchFinderChange } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/FormDialog";
import { Notice } from "@ensemble/ui/Notice";
import { PasswordField } from "@ensemble/ui/PasswordField";
import { TextField } from "@ensemble/ui/TextField";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeFinderMutation } from "./search-queries";

/** A service's address and key. A key is written here and never shown again. */
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
  const save = () => {
    const body: SearchFinderChange = {};
    if (address.trim() !== known) body.address = address.trim();
    if (key.trim() !== "") body.api_key = key.trim();
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
        <PasswordField
          label={text("key")}
          hint={text(finder.has_key ? "key_kept" : "key_hint")}
          showLabel={text("show_key")}
          hideLabel={text("hide_key")}
          autoComplete="off"
          data-1p-ignore=""
          value={key}
          onChange={setKey}
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
