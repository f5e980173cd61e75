import type { ConnectionModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useState } from "react";

/** Edits a model's price per thousand tokens, which replaces one query per answer. */
export function TokenPriceDialog({
  model,
  onSave,
  onClose,
}: {
  model: ConnectionModel;
  /** Saves the price; 0: per answer. */
  onSave: (creditsPer1k: number) => void;
  onClose: () => void;
}) {
  const text = useText("models");
  const [typed, setTyped] = useState(model.credits_per_1k === null ? "" : String(model.credits_per_1k));
  const credits = typed.trim() === "" ? 0 : /^\d{1,6}$/.test(typed.trim()) ? Number(typed.trim()) : null;
  return (
    <FormDialog
      title={text("token_price_of", { name: model.name })}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      disabled={credits === null}
      fieldFirst
      onClose={onClose}
      onSubmit={() => credits !== null && onSave(credits)}
    >
      <TextField
        label={text("token_price")}
        hint={text("token_price_hint")}
        error={credits === null ? text("token_price_wrong") : undefined}
        inputMode="numeric"
        dir="ltr"
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
