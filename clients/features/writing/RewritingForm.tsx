import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { IconButton } from "@ensemble/ui/IconButton";
import { Kbd } from "@ensemble/ui/Kbd";
import clsx from "clsx";
import { Eraser, Signature } from "lucide-react";
import { type RefObject, useId } from "react";
import { NoModel } from "./NoModel";
import { PaneHead, paneStyle } from "./Pane";
import { PriceLine } from "./PriceLine";
import { StartProblem } from "./StartProblem";
import { type Rewriting, TONES } from "./use-rewriting";

/** Form for the text, the tone, and the price. */
export function RewritingForm({
  rewriting,
  field,
  busy,
  short,
}: {
  rewriting: Rewriting;
  field: RefObject<HTMLTextAreaElement | null>;
  /** True while it is being rewritten. */
  busy: boolean;
  /** True if it must leave room for other content on narrow screens. */
  short: boolean;
}) {
  const text = useText("humanizer");
  const id = useId();
  const { words, tone, model, isStarting, error } = rewriting;
  const isEmpty = words.trim() === "";
  const cannot = isEmpty || busy || model.able?.length === 0;
  const submit = () => {
    if (!cannot) rewriting.start(words, tone);
  };
  return (
    <form
      aria-label={text("your_text")}
      className={clsx(
        paneStyle,
        "transition-shadow has-[textarea:focus]:shadow-[inset_0_0_0_1.5px_var(--accent-ink),0_0_0_3px_color-mix(in_oklch,var(--accent)_16%,transparent)]",
      )}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <PaneHead>
        <label htmlFor={id} className="min-w-0 flex-1 font-semibold text-sm">
          {text("your_text")}
        </label>
        {isEmpty ? null : (
          <IconButton
            size="sm"
            label={text("clear")}
            icon={<Eraser />}
            onClick={() => {
              rewriting.setWords("");
              field.current?.focus();
            }}
          />
        )}
      </PaneHead>
      <textarea
        ref={field}
        id={id}
        dir="auto"
        placeholder={text("placeholder")}
        value={words}
        onChange={(event) => rewriting.setWords(event.target.value)}
        onKeyDown={(event) => {
          // Enter inserts a line break, because the text has many.
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          submit();
        }}
        className={clsx(
          "field-sizing-content min-h-32 w-full resize-none bg-transparent px-4 py-3 text-base leading-7 outline-none placeholder:text-faint lg:max-h-none lg:min-h-40 lg:flex-1 lg:[field-sizing:fixed]",
          short ? "max-h-[22dvh]" : "max-h-[45dvh]",
        )}
      />
      <footer className="flex flex-col gap-2 border-line border-t px-3 py-2.5">
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <Segmented
            label={text("tone")}
            value={tone}
            options={TONES.map((value) => ({ value, label: text(`tones.${value}`) }))}
            onChange={rewriting.setTone}
          />
          {model.able && model.able.length > 0 ? (
            <ModelPicker
              models={model.able}
              value={model.id}
              label={text("model")}
              onChange={(next) => model.choose(next.id)}
            />
          ) : null}
        </div>
        {model.able?.length === 0 ? <NoModel /> : null}
        <StartProblem error={error} onRetry={submit} />
        <div className="flex min-h-9 items-center gap-3">
          <PriceLine words={words} className="min-w-0 flex-1 px-1" />
          <span aria-hidden="true" className="touch:hidden">
            <Kbd keys="mod+enter" />
          </span>
          <Button
            type="submit"
            aria-keyshortcuts="Control+Enter Meta+Enter"
            kind="primary"
            busy={isStarting}
            disabled={cannot}
            icon={<Signature className="size-4" aria-hidden="true" />}
          >
            {text("rewrite")}
          </Button>
        </div>
      </footer>
    </form>
  );
}
