import { Receipt } from "@ensemble/blocks/answers/Receipt";
import { useAnswerRun } from "@ensemble/blocks/answers/use-answer-run";
import { CopyButton } from "@ensemble/blocks/CopyButton";
import { isSubmitKey } from "@ensemble/blocks/is-submit-key";
import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { CONTENT_MAX_CHARS } from "@ensemble/contract/generated/limits/powerups";
import { ProblemError, toProblem } from "@ensemble/contract/problem-error";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Play, Square } from "lucide-react";
import { type KeyboardEvent, useCallback, useState } from "react";
import type { Definition, PowerupRun } from "./operations";
import { ParameterFields } from "./ParameterFields";
import { priceQuery, type Runnable, runMutation, stopMutation } from "./powerup-queries";
import { SentList } from "./SentList";

type Source = "text" | "url";

/** Runs a PowerUP on a pasted text or a page: what it needs, its price before, its answer, and the receipt. */
export function RunPanel({ what, definition }: { what: Runnable; definition: Definition }) {
  const text = useText("powerups");
  const problemText = useProblemText();
  const [source, setSource] = useState<Source>("text");
  const [content, setContent] = useState("");
  const [url, setUrl] = useState(definition.example_url);
  const [values, setValues] = useState<Record<string, string[]>>({});
  const run = useMutation(runMutation());
  const [started, setStarted] = useState<PowerupRun | null>(null);
  const [isFinished, setIsFinished] = useState(true);
  const onEnd = useCallback(() => setIsFinished(true), []);
  const draft = useAnswerRun(started?.run_id ?? null, onEnd);
  const { reads } = definition;
  const isUrl = source === "url" && reads === "all";
  const field = run.error instanceof ProblemError ? `${run.error.problem.params.field ?? ""}` : "";
  const ofContent = run.error instanceof ProblemError && CONTENT_PROBLEMS.includes(run.error.code);
  const contentError = ofContent ? problemText(run.error) : null;
  const isReady = reads === "none" || (isUrl ? url : content).trim() !== "";
  const start = () => {
    if (run.isPending || !isFinished || !isReady) return;
    const read = reads === "none" ? {} : isUrl ? { url: url.trim() } : { text: content };
    run.mutate(
      { what, input: { ...read, values } },
      {
        onSuccess: (begun) => {
          setIsFinished(false);
          setStarted(begun);
        },
      },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSubmitKey(event.nativeEvent, "mod_enter")) return;
    event.preventDefault();
    start();
  };
  const written = draft.parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  return (
    <section aria-label={text("run")} className="flex flex-col gap-4" onKeyDown={onKeyDown}>
      {reads === "all" ? (
        <Segmented
          label={text("run_on")}
          value={source}
          options={[
            { value: "text", label: text("on_text") },
            { value: "url", label: text("on_url") },
          ]}
          onChange={setSource}
        />
      ) : null}
      {reads === "none" ? null : isUrl ? (
        <TextField
          label={text("url")}
          type="url"
          inputMode="url"
          dir="ltr"
          placeholder="https://"
          value={url}
          onChange={setUrl}
          error={contentError}
        />
      ) : (
        <TextArea
          label={text(reads === "selection" ? "selection" : "pasted")}
          rows={5}
          maxLength={CONTENT_MAX_CHARS}
          value={content}
          onChange={setContent}
          error={contentError}
        />
      )}
      <ParameterFields
        definition={definition}
        values={values}
        onChange={setValues}
        wrong={field.startsWith("values.") ? field.slice("values.".length) : null}
        error={run.error ? problemText(run.error) : null}
      />
      <div className="flex flex-wrap items-center gap-3">
        {isFinished ? (
          <Button
            kind="primary"
            icon={<Play className="size-4" />}
            busy={run.isPending}
            disabled={!isReady}
            onClick={start}
          >
            {text("run")}
          </Button>
        ) : (
          <StopButton runId={started?.run_id ?? ""} />
        )}
        <PriceLine model={definition.model} />
      </div>
      {run.error && !ofContent && !field.startsWith("values.") ? (
        <ProblemCard problem={toProblem(run.error)} />
      ) : null}
      {started ? (
        <section
          aria-label={text("result")}
          aria-busy={!isFinished}
          className="flex flex-col gap-3 rounded-lg bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]"
        >
          {written ? <Markdown text={written} streaming={!isFinished} /> : null}
          {!written && !isFinished ? (
            <p className="flex items-center gap-2 text-muted text-sm">
              <Spinner className="size-4" />
              {text("running")}
            </p>
          ) : null}
          {draft.problem ? <ProblemCard problem={draft.problem} onRetry={start} /> : null}
          <footer className="flex flex-wrap items-center gap-2 border-line border-t pt-3 text-muted text-sm">
            <SentList sent={started.sent} model={started.model_name} />
            <span className="flex-1" />
            {written && isFinished ? (
              <CopyButton size="sm" label={text("copy_result")} content={written} />
            ) : null}
            {draft.receipt ? <Receipt receipt={draft.receipt} modelName={started.model_name} /> : null}
          </footer>
        </section>
      ) : null}
    </section>
  );
}

/** Problems with what is read. */
const CONTENT_PROBLEMS = [
  "powerups.content_needed",
  "powerups.text_too_long",
  "powerups.wrong_site",
  "powerups.page_unreadable",
  "powerups.invalid_url",
];

function StopButton({ runId }: { runId: string }) {
  const text = useText("powerups");
  const stop = useMutation(stopMutation());
  return (
    <Button icon={<Square className="size-4" />} busy={stop.isPending} onClick={() => stop.mutate(runId)}>
      {text("stop")}
    </Button>
  );
}

/** Model and maximum price of a run, before it is started. */
function PriceLine({ model }: { model: string | null }) {
  const text = useText("powerups");
  const problemText = useProblemText();
  const priceText = usePriceText();
  const { data: price, error } = useQuery(priceQuery(model));
  if (error) return <p className="text-danger text-sm">{problemText(error)}</p>;
  if (!price) return null;
  return (
    <p className="text-muted text-sm tabular-nums">
      <bdi>{price.model_name}</bdi>
      {price.charges ? ` · ${text("at_most", { price: priceText(price.meter, price.amount) })}` : null}
    </p>
  );
}
