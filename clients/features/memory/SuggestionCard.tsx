import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import { ITEM_MAX_CHARS } from "@ensemble/contract/generated/limits/memory";
import type { MemoryScope, MemorySuggestion } from "@ensemble/contract/wire";
import { day } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, RefreshCw, RotateCcw, X } from "lucide-react";
import { useState } from "react";
import { adoptMutation, rejectMutation, reopenMutation, rewriteMutation } from "./memory-queries";
import { ScopeField } from "./ScopeField";
import { SourceLink } from "./SourceLink";

/** Shows a suggestion with its source, for approval. */
export function SuggestionCard({
  suggestion,
  hasModel,
}: {
  suggestion: MemorySuggestion;
  hasModel: boolean;
}) {
  const text = useText("memory");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const client = useQueryClient();
  const adopt = useMutation(adoptMutation(client));
  const reopen = useMutation(reopenMutation(client));
  const saidRejected = () =>
    showToast({
      title: text("was_rejected"),
      action: { label: text("undo"), onPress: () => reopen.mutate(suggestion.id) },
    });
  const reject = useMutation(withSuccessToast(rejectMutation(client), saidRejected));
  const rewrite = useMutation(rewriteMutation(client));
  const { id, state, quote, replaces, rewriting, problem } = suggestion;
  const [own, setOwn] = useState<string | null>(null);
  const [scope, setScope] = useState<MemoryScope | null>(null);
  const words = own ?? suggestion.text;
  const error = adopt.error ?? rewrite.error;
  const refuse = () => reject.mutate(id);
  return (
    <li
      aria-busy={rewriting}
      className="flex flex-col gap-3 rounded-lg bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      {state === "pending" ? (
        <TextArea
          label={text("to_remember")}
          dir="auto"
          rows={1}
          maxLength={ITEM_MAX_CHARS}
          disabled={rewriting}
          value={words}
          onChange={setOwn}
        />
      ) : (
        <p className="plain-start break-words text-sm">{suggestion.text}</p>
      )}
      {replaces ? (
        <p className="text-muted text-sm">
          {text("instead_of")} <bdi className="line-through">{replaces.text}</bdi>
        </p>
      ) : null}
      <div className="flex flex-col gap-1 border-line border-s-2 ps-3 text-muted text-sm">
        <q className="plain-start break-words">{quote}</q>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs">
          <span>{text("you_wrote", { date: day(suggestion.created_at, locale) })}</span>
          <SourceLink source={suggestion.source} />
          <span>
            {suggestion.model_name ? text("worded_by", { model: suggestion.model_name }) : text("your_words")}
          </span>
        </p>
      </div>
      {error ? <Notice tone="danger" title={problemText(error)} /> : null}
      {problem && !rewriting && !error ? <Notice tone="warning" title={problemText(problem)} /> : null}
      {state === "pending" ? (
        <>
          {replaces ? null : <ScopeField scope={scope ?? { kind: "everywhere" }} onChange={setScope} />}
          <div className="flex flex-wrap gap-2">
            <Button
              kind="primary"
              size="sm"
              icon={<Check className="size-4" />}
              busy={adopt.isPending}
              disabled={rewriting || words.trim() === ""}
              onClick={() =>
                adopt.mutate({ id, ...(own === null ? {} : { text: own }), ...(scope ? { scope } : {}) })
              }
            >
              {text("adopt")}
            </Button>
            <Button size="sm" icon={<X className="size-4" />} busy={reject.isPending} onClick={refuse}>
              {text("reject")}
            </Button>
            {hasModel ? (
              <Button
                size="sm"
                kind="ghost"
                icon={<RefreshCw className="size-4" />}
                busy={rewriting || rewrite.isPending}
                onClick={() =>
                  rewrite.mutate(id, { onSuccess: () => setOwn((now) => (now === own ? null : now)) })
                }
              >
                {text(rewriting ? "rewriting" : "regenerate")}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
      {state === "rejected" ? (
        <div>
          <Button
            size="sm"
            icon={<RotateCcw className="size-4" />}
            busy={reopen.isPending}
            onClick={() => reopen.mutate(id)}
          >
            {text("think_again")}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
