import { TAG_MAX_CHARS } from "@ensemble/contract/generated/limits/memos";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useState } from "react";

/** Asks for the name of a tag. */
export function TagNameDialog({
  title,
  name,
  onSubmit,
  onClose,
}: {
  title: string;
  name: string;
  onSubmit: (name: string) => Promise<void>;
  onClose: () => void;
}) {
  const text = useText("memos");
  const problemText = useProblemText();
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  return (
    <FormDialog
      title={title}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      busy={busy}
      disabled={typed.trim() === ""}
      fieldFirst
      onClose={onClose}
      onSubmit={() => {
        setBusy(true);
        onSubmit(typed)
          .catch(setError)
          .finally(() => setBusy(false));
      }}
    >
      <TextField
        label={text("tag_name")}
        dir="auto"
        maxLength={TAG_MAX_CHARS}
        value={typed}
        onChange={setTyped}
        error={error ? problemText(error) : undefined}
      />
    </FormDialog>
  );
}
