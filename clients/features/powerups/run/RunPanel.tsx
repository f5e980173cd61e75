import { isSubmitKey } from "@ensemble/blocks/is-submit-key";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { CONTENT_MAX_CHARS } from "@ensemble/contract/generated/limits/powerups";
import { ProblemError, toProblem } from "@ensemble/contract/problem-error";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { type KeyboardEvent, useState } from "react";
import type { Definition } from "../operations";
import { type Runnable, runMutation } from "../powerup-queries";
import { isOfValues, ParameterFields } from "./ParameterFields";
import { RunBar } from "./RunBar";
import { RunResult } from "./RunResult";
import { useRun } from "./use-run";

type Source = "text" | "url";

/** Runs a PowerUP on a pasted text or a page: what it needs, its price before, its answer, and the receipt. */
export function RunPanel({ what, definition }: { what: Runnable; definition: Definition }) {
  const text = useText("powerups");
  const problemText = useProblemText();
  const [source, setSource] = useState<Source>("text");
  const [content, setContent] = useState("");
  const [url, setUrl] = useState(definition.example_url);
  const [values, setValues] = useState<Record<string, string[]>>({});
  const run = useRun(runMutation());
  const { reads } = definition;
  const isUrl = source === "url" && reads === "all";
  const ofContent = run.error instanceof ProblemError && CONTENT_PROBLEMS.includes(run.error.code);
  const contentError = ofContent ? problemText(run.error) : null;
  const isReady = reads === "none" || (isUrl ? url : content).trim() !== "";
  const start = () => {
    if (!isReady) return;
    const read = reads === "none" ? {} : isUrl ? { url: url.trim() } : { text: content };
    run.start({ what, input: { ...read, values } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSubmitKey(event.nativeEvent, "mod_enter")) return;
    event.preventDefault();
    start();
  };
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
      <ParameterFields definition={definition} values={values} onChange={setValues} error={run.error} />
      <RunBar run={run} model={definition.model} disabled={!isReady} onStart={start} />
      {run.error && !ofContent && !isOfValues(run.error) ? (
        <ProblemCard problem={toProblem(run.error)} />
      ) : null}
      <RunResult run={run} onRetry={start} />
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
