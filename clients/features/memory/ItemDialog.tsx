import { ChangedElsewhere } from "@ensemble/blocks/ChangedElsewhere";
import { useTypedOver } from "@ensemble/blocks/changed-elsewhere";
import { useKeptFields } from "@ensemble/blocks/use-kept-fields";
import { ITEM_MAX_CHARS } from "@ensemble/contract/limits/memory";
import type { MemoryItem, MemoryScope } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/FormDialog";
import { TextArea } from "@ensemble/ui/TextArea";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readItem, saveItemMutation } from "./memory-queries";
import { ScopeField } from "./ScopeField";

interface ItemFields {
  text: string;
  scope: MemoryScope;
}

/** Writes something to remember, or changes it. What is typed survives a reload until it is saved. */
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
  const start: ItemFields = { text: item?.text ?? example, scope: item?.scope ?? { kind: "everywhere" } };
  const kept = useKeptFields(`memory.${item?.id ?? "new"}`, start, item?.version ?? 0);
  const { text: typed, scope } = kept.fields;
  const { base, theirs, refused, goOn } = useTypedOver(
    item,
    async () => (item ? readItem(item.id) : undefined),
    item && kept.over !== item.version ? { ...item, version: kept.over } : null,
  );
  const close = () => {
    kept.forget();
    onClose();
  };
  const saveOver = (over: MemoryItem | null) =>
    save.mutate(
      { id: over?.id ?? null, version: over?.version ?? 0, text: typed, scope },
      { onSuccess: close, onError: refused },
    );
  return (
    <FormDialog
      title={text(item ? "change_item" : "add")}
      cancelLabel={text("cancel")}
      submitLabel={text("save")}
      busy={save.isPending}
      disabled={typed.trim() === ""}
      fieldFirst
      onClose={close}
      onSubmit={() => saveOver(base)}
    >
      <TextArea
        label={text("what")}
        dir="auto"
        rows={3}
        maxLength={ITEM_MAX_CHARS}
        placeholder={text("examples.food")}
        value={typed}
        onChange={(typed) => kept.put({ text: typed })}
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
            kept.put({ text: theirs.text, scope: theirs.scope }, theirs.version);
          }}
          onEditBoth={(both) => {
            goOn();
            save.reset();
            kept.put(both, theirs.version);
          }}
        />
      ) : null}
      <ScopeField scope={scope} onChange={(scope) => kept.put({ scope })} />
    </FormDialog>
  );
}
