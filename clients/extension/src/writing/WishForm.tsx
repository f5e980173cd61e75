import { buttonStyle } from "@ensemble/ui/button-styles";
import { useEffect, useId, useRef } from "react";
import { pageText } from "../page-interface/page-text";
import type { WritingField } from "./field-kind";
import { composePrompt, LENGTHS, type Length, replyPrompt, TONES, type Tone } from "./prompts";
import { fieldName } from "./thread-text";

interface WishFormProps {
  field: WritingField;
  /** Text to reply to; null: none. */
  thread: string | null;
  wish: WishSoFar;
  onChange: (wish: WishSoFar) => void;
  onWrite: (message: string) => void;
}

/** Form input, kept while its result is shown. */
export interface WishSoFar {
  wish: string;
  tone: Tone;
  length: Length;
}

/** Asks for the content, tone and length of a text. */
export function WishForm({ field, thread, wish: soFar, onChange, onWrite }: WishFormProps) {
  const text = pageText("writing");
  const { wish, tone, length } = soFar;
  const area = useRef<HTMLTextAreaElement>(null);
  const [id, threadId] = [useId(), useId()];
  useEffect(() => area.current?.focus({ preventScroll: true }), []);
  // A reply needs no instruction, but a new text does.
  const isReady = wish.trim() !== "" || thread !== null;
  const write = () => {
    if (!isReady) return;
    const asked = { wish: wish.trim(), tone, length, field: fieldName(field) };
    onWrite(thread === null ? composePrompt(asked) : replyPrompt({ ...asked, thread }));
  };
  return (
    <form
      className="flex flex-col gap-3 px-3.5 pb-3.5 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        write();
      }}
    >
      {thread === null ? null : (
        <div className="flex flex-col gap-1">
          <p id={threadId} className="text-muted">
            {text("reply_to")}
          </p>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
            tabIndex={0}
            aria-labelledby={threadId}
            dir="auto"
            className="max-h-28 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 text-xs"
          >
            {thread}
          </section>
        </div>
      )}
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-muted">
          {text(thread === null ? "wish" : "wish_reply")}
        </label>
        <textarea
          ref={area}
          id={id}
          dir="auto"
          rows={3}
          value={wish}
          onChange={(event) => onChange({ ...soFar, wish: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            if (!event.ctrlKey && !event.metaKey) return;
            event.preventDefault();
            write();
          }}
          className="resize-none rounded-md bg-surface px-3 py-2 text-ink shadow-[inset_0_0_0_1px_var(--edge)]"
        />
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Choice
          label={text("tone")}
          value={tone}
          values={TONES}
          name={(one) => text(`tone_${one}`)}
          onChange={(chosen) => onChange({ ...soFar, tone: chosen })}
        />
        <Choice
          label={text("length")}
          value={length}
          values={LENGTHS}
          name={(one) => text(`length_${one}`)}
          onChange={(chosen) => onChange({ ...soFar, length: chosen })}
        />
      </div>
      <button type="submit" disabled={!isReady} className={buttonStyle("primary")}>
        {text("write")}
      </button>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  values: readonly Value[];
  name: (value: Value) => string;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, values, name, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
        className="h-9 min-w-0 rounded-md bg-surface px-2 text-ink shadow-[inset_0_0_0_1px_var(--edge)] touch:h-11"
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {name(one)}
          </option>
        ))}
      </select>
    </div>
  );
}
