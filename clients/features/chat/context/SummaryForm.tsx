import { EditConflict } from "@ensemble/blocks/changes/EditConflict";
import { isEditConflict } from "@ensemble/blocks/changes/edit-conflict";
import { useDraftFields } from "@ensemble/blocks/drafts/use-draft-fields";
import { toProblem } from "@ensemble/contract/problem-error";
import type { ConversationSummaryText } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { conversationQuery } from "../chat-queries";
import { editSummaryMutation } from "./context-queries";

/**
 * Edits the summary of earlier messages. Typed text survives a reload, and a newer summary is shown next to
 * it.
 */
export function SummaryForm({
  form,
  summary,
  conversationId,
  onClose,
}: {
  /** Key under which typed text is stored. */
  form: string;
  summary: ConversationSummaryText;
  conversationId: string;
  onClose: () => void;
}) {
  const text = useText("chat");
  const problemText = useProblemText();
  const client = useQueryClient();
  const edit = useMutation(editSummaryMutation(client, conversationId));
  const kept = useDraftFields(form, { text: summary.text }, versionOf(summary));
  const typed = kept.fields.text;
  // While saving, the summary may be newer for a moment because of this very edit.
  const isOlder = kept.typed && !edit.isPending && kept.over !== versionOf(summary);
  // It was replaced, so it cannot be overwritten unseen.
  const isReplaced = isOlder && summaryOf(kept.over).id !== summary.id;
  const close = () => {
    kept.forget();
    onClose();
  };
  const goOn = (next: string) => {
    edit.reset();
    kept.put({ text: next }, versionOf(summary));
  };
  const saveOver = (over: string) =>
    edit.mutate(
      { over: summaryOf(over), text: typed },
      {
        onSuccess: (saved) => {
          if (!kept.saved({ text: typed }, versionOf(saved))) onClose();
        },
        // The newer version is shown next to the typed text.
        onError: (error) =>
          isEditConflict(error) &&
          void client.invalidateQueries({ queryKey: conversationQuery(conversationId).queryKey }),
      },
    );
  return (
    <form
      className="mt-2 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        saveOver(kept.over);
      }}
    >
      <TextArea
        label={text("summary")}
        hint={text("summary_hint")}
        value={typed}
        onChange={(typed) => kept.put({ text: typed })}
        error={edit.error && !isOlder ? problemText(toProblem(edit.error)) : undefined}
        rows={6}
        dir="auto"
      />
      {isOlder ? (
        <EditConflict
          fields={[{ field: "text", label: text("summary") }]}
          theirs={{ text: summary.text }}
          mine={{ text: typed }}
          onKeepMine={() => {
            goOn(typed);
            saveOver(versionOf(summary));
          }}
          onTakeTheirs={close}
          onEditBoth={(both) => goOn(both.text ?? typed)}
        />
      ) : null}
      <div className="flex gap-2">
        {isReplaced ? null : (
          <Button type="submit" kind="primary" size="sm" disabled={typed.trim() === "" || edit.isPending}>
            {text("save")}
          </Button>
        )}
        <Button size="sm" onClick={close}>
          {text("cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Returns a version that changes with the summary's text and with its replacement. */
const versionOf = ({ id, updated_at }: ConversationSummaryText) => `${id} ${updated_at}`;

const summaryOf = (version: string) => {
  const [id = "", updated_at = ""] = version.split(" ");
  return { id, updated_at };
};
