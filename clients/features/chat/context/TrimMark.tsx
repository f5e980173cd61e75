import { formDraftKey } from "@ensemble/blocks/drafts/draft-key";
import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { useSession } from "@ensemble/blocks/session-queries";
import type { ContextReport, ConversationSummaryText } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { Pencil, Scissors } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";

// Rarely needed, and not part of the first page.
const SummaryForm = lazy(() => import("./SummaryForm").then((file) => ({ default: file.SummaryForm })));

/** Marks the start of the model's context and explains what happened to earlier messages, which stay. */
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
      {summary ? <SummaryText summary={summary} conversationId={conversationId} /> : null}
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
  const { drafts } = useHost();
  const { me } = useSession();
  const form = `chat.summary.${conversationId}`;
  // Text typed before a reload, or before the mark moved to another message, is shown again.
  const [editing, setEditing] = useState(() => drafts.get(formDraftKey(me?.id, form)) !== null);
  const comesBack = useRef(false);
  if (editing) {
    return (
      <Suspense fallback={null}>
        <SummaryForm
          form={form}
          summary={summary}
          conversationId={conversationId}
          onClose={() => {
            comesBack.current = true;
            setEditing(false);
          }}
        />
      </Suspense>
    );
  }
  return (
    <Disclosure strong open title={text("summary")}>
      <div dir="auto" className="mt-1">
        <Markdown text={summary.text} />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-3 text-muted">
        <span>
          {text(summary.edited ? "summary_edited" : "summary_made_by", { model: summary.model_name })}
        </span>
        <Button
          // Restores the focus after the form closed.
          ref={(button) => {
            if (comesBack.current) button?.focus();
            comesBack.current = false;
          }}
          size="sm"
          icon={<Pencil className="size-3.5" />}
          onClick={() => setEditing(true)}
        >
          {text("edit_summary")}
        </Button>
      </div>
    </Disclosure>
  );
}
