import { isChangedElsewhere } from "@ensemble/blocks/changed-elsewhere";
import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { toProblem } from "@ensemble/contract/problem-error";
import type { ContextReport, ConversationSummaryText } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { TextArea } from "@ensemble/ui/TextArea";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Scissors } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { conversationQuery } from "./chat-queries";
import { editSummaryMutation } from "./context-queries";

// Seldom needed, and nothing that the first page waits for.
const ChangedElsewhere = lazy(() =>
  import("@ensemble/blocks/ChangedElsewhere").then((file) => ({ default: file.ChangedElsewhere })),
);

/** Stands where what the model is given begins: what became of the messages above, which stay as they are. */
export function TrimMark({ report, conversationId }: { report: ContextReport; conversationId: string }) {
  const text = useText("chat");
  const { locale } = useLocale();
  const { summary, trimmed_messages: count } = report;
  return (
    <section
      aria-label={text("trim_mark")}
      className="my-3 rounded-md bg-sunken px-4 py-3 text-sm shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <p className="flex items-center gap-2 text-muted">
        <Scissors className="size-4 flex-none rtl:-scale-x-100" aria-hidden="true" />
        {summary
          ? text("trim_summarised", { number: fullNumber(count, locale) })
          : text("trim_cropped", { number: fullNumber(count, locale) })}
      </p>
      {summary ? <SummaryText key={summary.id} summary={summary} conversationId={conversationId} /> : null}
    </section>
  );
}

function SummaryText({
  summary,
  conversationId,
}: {
  summary: ConversationSummaryText;
  conversationId: string;
}) {
  const text = useText("chat");
  const [draft, setDraft] = useState<string | null>(null);
  // As it was when it began to be changed: another window may change it meanwhile.
  const [base, setBase] = useState(summary);
  const problemText = useProblemText();
  const client = useQueryClient();
  const edit = useMutation(editSummaryMutation(client, conversationId));
  const isOlder = draft !== null && base.updated_at !== summary.updated_at;
  const goOn = (next: string | null) => {
    edit.reset();
    setBase(summary);
    setDraft(next);
  };
  const saveOver = (over: ConversationSummaryText, text: string) =>
    edit.mutate(
      { over, text },
      {
        onSuccess: () => setDraft(null),
        // What it was changed to is shown beside what was typed.
        onError: (error) =>
          isChangedElsewhere(error) &&
          void client.invalidateQueries({ queryKey: conversationQuery(conversationId).queryKey }),
      },
    );
  if (draft === null) {
    return (
      <Disclosure strong open title={text("summary")}>
        <div dir="auto" className="mt-1">
          <Markdown text={summary.text} />
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-3 text-muted">
          <span>
            {text(summary.edited ? "summary_edited" : "summary_made_by", { model: summary.model_name })}
          </span>
          <Button size="sm" icon={<Pencil className="size-3.5" />} onClick={() => goOn(summary.text)}>
            {text("edit_summary")}
          </Button>
        </div>
      </Disclosure>
    );
  }
  return (
    <form
      className="mt-2 flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        saveOver(base, draft);
      }}
    >
      <TextArea
        label={text("summary")}
        hint={text("summary_hint")}
        value={draft}
        onChange={setDraft}
        error={edit.error && !isOlder ? problemText(toProblem(edit.error)) : undefined}
        rows={6}
        dir="auto"
      />
      {isOlder ? (
        <Suspense fallback={null}>
          <ChangedElsewhere
            fields={[{ field: "text", label: text("summary") }]}
            theirs={{ text: summary.text }}
            mine={{ text: draft }}
            busy={edit.isPending}
            onKeepMine={() => {
              goOn(draft);
              saveOver(summary, draft);
            }}
            onTakeTheirs={() => goOn(null)}
            onEditBoth={(both) => goOn(both.text ?? draft)}
          />
        </Suspense>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" kind="primary" size="sm" disabled={draft.trim() === "" || edit.isPending}>
          {text("save")}
        </Button>
        <Button size="sm" onClick={() => setDraft(null)}>
          {text("cancel")}
        </Button>
      </div>
    </form>
  );
}
