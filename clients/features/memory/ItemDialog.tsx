import { EditConflict } from "@ensemble/blocks/changes/EditConflict";
import { type FormOver, useFormOver } from "@ensemble/blocks/drafts/use-form-over";
import { ITEM_MAX_CHARS } from "@ensemble/contract/generated/limits/memory";
import type { MemoryItem, MemoryScope } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readItem, saveItemMutation } from "./memory-queries";
import { ScopeField } from "./ScopeField";

interface ItemFields {
  text: string;
  scope: MemoryScope;
}

const ITEM_FORM: FormOver<MemoryItem, ItemFields, number> = {
  start: { text: "", scope: { kind: "everywhere" } },
  fieldsOf: ({ text, scope }) => ({ text, scope }),
  versionOf: (item) => item?.version ?? 0,
  at: (item, version) => ({ ...item, version }),
  newest: ({ id }) => readItem(id),
};

/** Creates or edits an item. Typed text survives a reload until it is saved. */
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
  const {
    fields: { text: typed, scope },
    put,
    forget,
    base,
    refused,
    differenceFor,
  } = useFormOver(`memory.${item?.id ?? "new"}`, item, {
    ...ITEM_FORM,
    start: { ...ITEM_FORM.start, text: example },
  });
  const close = () => {
    forget();
    onClose();
  };
  const saveOver = (over: MemoryItem | null) =>
    save.mutate(
      { id: over?.id ?? null, version: over?.version ?? 0, text: typed, scope },
      { onSuccess: close, onError: refused },
    );
  const difference = differenceFor(save.reset, saveOver);
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
        onChange={(typed) => put({ text: typed })}
        error={save.isError && !difference ? problemText(save.error) : undefined}
      />
      {difference ? (
        <EditConflict
          fields={[{ field: "text", label: text("what") }]}
          mine={{ text: typed }}
          busy={save.isPending}
          {...difference}
        />
      ) : null}
      <ScopeField scope={scope} onChange={(scope) => put({ scope })} />
    </FormDialog>
  );
}
