import { ChangedElsewhere } from "@ensemble/blocks/ChangedElsewhere";
import { useTypedOver } from "@ensemble/blocks/changed-elsewhere";
import { ITEM_MAX_CHARS } from "@ensemble/contract/limits/memory";
import type { MemoryItem, MemoryScope } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/FormDialog";
import { TextArea } from "@ensemble/ui/TextArea";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readItem, saveItemMutation } from "./memory-queries";
import { ScopeField } from "./ScopeField";

/** Writes something to remember, or changes it. */
export function ItemDialog({
  item,
  example,
  onClose,
}: {
  item: MemoryItem | null;
  example: string;
  onClose: () => void;
}) {
  const text = useText("memory");
  const problemText = useProblemText();
  const save = useMutation(saveItemMutation(useQueryClient()));
  const [typed, setTyped] = useState(item?.text ?? example);
  const [scope, setScope] = useState<MemoryScope>(item?.scope ?? { kind: "everywhere" });
  const { base, theirs, refused, goOn } = useTypedOver(item, async () =>
    item ? readItem(item.id) : undefined,
  );
  const saveOver = (over: MemoryItem | null) =>
    save.mutate(
      { id: over?.id ?? null, version: over?.version ?? 0, text: typed, scope },
      { onSuccess: onClose, onError: refused },
    );
  return (
    <FormDialog
      title={text(item ? "change_item" : "add")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      busy={save.isPending}
      disabled={typed.trim() === ""}
      fieldFirst
      onClose={onClose}
      onSubmit={() => saveOver(base)}
    >
      <TextArea
        label={text("what")}
        dir="auto"
        rows={3}
        maxLength={ITEM_MAX_CHARS}
        placeholder={text("examples.food")}
        value={typed}
        onChange={setTyped}
        error={save.isError && !theirs ? problemText(save.error) : undefined}
      />
      {theirs ? (
        <ChangedElsewhere
          fields={[{ field: "text", label: text("what") }]}
          theirs={theirs}
          mine={{ text: typed }}
          busy={save.isPending}
          onKeepMine={() => {
            goOn();
            saveOver(theirs);
          }}
          onTakeTheirs={() => {
            goOn();
            save.reset();
            setTyped(theirs.text);
            setScope(theirs.scope);
          }}
          onEditBoth={(both) => {
            goOn();
            save.reset();
            setTyped(both.text ?? typed);
          }}
        />
      ) : null}
      <ScopeField scope={scope} onChange={setScope} />
    </FormDialog>
  );
}
