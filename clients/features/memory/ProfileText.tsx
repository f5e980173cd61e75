import { EditConflict } from "@ensemble/blocks/changes/EditConflict";
import { useEditConflict } from "@ensemble/blocks/changes/edit-conflict";
import { useDraftFields } from "@ensemble/blocks/drafts/use-draft-fields";
import { PROFILE_MAX_CHARS } from "@ensemble/contract/generated/limits/memory";
import type { Memory } from "@ensemble/contract/wire";
import { day } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeMemoryMutation, memoryQuery, readMemory } from "./memory-queries";

/** Edits "About you" or "How to respond". Typed text survives a reload until it is saved. */
export function ProfileText({
  field,
  memory,
  locked,
}: {
  field: "about" | "respond";
  memory: Memory;
  locked: boolean;
}) {
  const text = useText("memory");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const client = useQueryClient();
  const save = useMutation(changeMemoryMutation(client));
  const known = memory[field];
  const since = memory[`${field}_updated_at`];
  // Based on the version at the first keystroke: other windows may change it meanwhile.
  const kept = useDraftFields(`memory.${field}`, { text: known }, since ?? "");
  const shown = kept.fields.text;
  const changed = shown.trim() !== known;
  // Text typed before a reload may be based on an older version.
  const older = changed && kept.over !== (since ?? "") ? memory : null;
  const { theirs, refused, goOn } = useEditConflict(memory, readMemory, older);
  const type = (text: string) => kept.put({ text }, changed ? kept.over : (since ?? ""));
  const goOnWith = (over: Memory, next: string) => {
    save.reset();
    goOn();
    kept.put({ text: next }, over[`${field}_updated_at`] ?? "");
  };
  const saveOver = (over: string) =>
    save.mutate(
      { [field]: shown, over },
      {
        onSuccess: (saved) => {
          kept.saved({ text: shown }, saved[`${field}_updated_at`] ?? "");
        },
        onError: refused,
      },
    );
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        saveOver(kept.over);
      }}
    >
      <TextArea
        label={text(field)}
        dir="auto"
        rows={3}
        disabled={locked && known === ""}
        maxLength={PROFILE_MAX_CHARS}
        placeholder={text(`${field}_example`)}
        value={shown}
        onChange={type}
        error={save.isError && !theirs ? problemText(save.error) : undefined}
        hint={since && !changed ? text("changed_on", { date: day(since, locale) }) : undefined}
      />
      {theirs ? (
        <EditConflict
          fields={[{ field, label: text(field) }]}
          theirs={theirs}
          mine={{ [field]: shown } as Record<typeof field, string>}
          busy={save.isPending}
          onKeepMine={() => {
            goOnWith(theirs, shown);
            saveOver(theirs[`${field}_updated_at`] ?? "");
          }}
          onTakeTheirs={() => {
            client.setQueryData(memoryQuery.queryKey, theirs);
            save.reset();
            goOn();
            kept.forget();
          }}
          onEditBoth={(both) => goOnWith(theirs, both[field] ?? shown)}
        />
      ) : null}
      {changed && !theirs ? (
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={kept.forget}>
            {text("cancel")}
          </Button>
          <Button size="sm" kind="primary" type="submit" busy={save.isPending}>
            {text("save")}
          </Button>
        </div>
      ) : null}
    </form>
  );
}
