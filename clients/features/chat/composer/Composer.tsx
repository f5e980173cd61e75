import { useDraftText } from "@ensemble/blocks/drafts/use-draft-text";
import { isSubmitKey } from "@ensemble/blocks/is-submit-key";
import type { SendWith } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { IconButton } from "@ensemble/ui/IconButton";
import { ArrowUp, ListPlus, Square } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect } from "react";

interface ComposerProps {
  /** Key under which the draft is stored. */
  place: string;
  placeholder: string;
  sendWith: SendWith;
  /** True while an answer is streaming; the next message waits for it. */
  running: boolean;
  stopping?: boolean;
  /** True if the message was submitted and will be sent automatically as soon as possible. */
  waiting?: boolean;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** Start of the footer: the model that answers. */
  model: ReactNode;
  /** Buttons that add something to the message. */
  tools: ReactNode;
  /** End of the footer: the price. On narrow screens it is next to the model. */
  cost?: ReactNode;
  /** Above the text: attached files. */
  attached?: ReactNode;
  /**
   * State of the attached files, which can be sent with or without text; `busy`: not before they are
   * uploaded.
   */
  files?: "none" | "ready" | "busy";
  onSend: (text: string) => void;
  onStop: () => void;
}

/** Message field with its toolbar. The text is stored on every keystroke. */
export function Composer(props: ComposerProps) {
  const {
    place,
    placeholder,
    sendWith,
    running,
    stopping = false,
    waiting = false,
    fieldRef,
    model,
    tools,
    cost,
    attached,
    files = "none",
    onSend,
    onStop,
  } = props;
  const text = useText("start");
  const [draft, setDraft] = useDraftText(place);
  const sendable = files === "ready" || (files === "none" && draft.trim() !== "");

  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (field && draft !== null) growWithText(field);
  }, [draft, fieldRef]);

  const send = () => {
    if (!sendable || waiting) return;
    onSend(draft);
    fieldRef.current?.focus();
  };

  return (
    <form
      className="rounded-lg bg-raised shadow-[0_0_0_1px_var(--line),0_1px_3px_oklch(0.3_0.03_80/0.05),0_10px_28px_-6px_oklch(0.3_0.03_80/0.08)] transition-shadow focus-within:shadow-[0_0_0_1px_color-mix(in_oklch,var(--edge)_65%,transparent),0_1px_3px_oklch(0.3_0.03_80/0.05),0_10px_28px_-6px_oklch(0.3_0.03_80/0.12)]"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {attached}
      <textarea
        ref={fieldRef}
        rows={1}
        dir="auto"
        aria-label={text("message_label")}
        aria-keyshortcuts="Shift+Escape"
        placeholder={placeholder}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (!isSubmitKey(event.nativeEvent, sendWith)) return;
          event.preventDefault();
          send();
        }}
        className="field-sizing-content block max-h-[calc((100dvh-var(--keyboard,0px))*0.4)] w-full resize-none overflow-y-auto bg-transparent px-4 pt-3.5 pb-1 outline-none placeholder:text-faint touch:text-base"
      />
      <div className="flex items-center gap-x-2 px-2 pb-2 max-sm:flex-wrap">
        <div className="flex min-w-0 items-center max-sm:flex-1">{model}</div>
        <div className="-ms-1 flex flex-[1_0_auto] items-center gap-1 max-sm:order-2 max-sm:ms-0 max-sm:flex-1 max-sm:gap-0">
          {tools}
        </div>
        <div className="flex flex-none items-center gap-2 max-sm:order-1 max-sm:pe-2">{cost}</div>
        <span className="order-1 basis-full sm:hidden" />
        {running ? (
          <IconButton
            label={stopping ? text("stopping") : text("stop")}
            keys="Escape"
            icon={<Square className="size-3.5! fill-current" />}
            aria-disabled={stopping || undefined}
            className="order-3 rounded-full! bg-pressed text-ink"
            onClick={onStop}
          />
        ) : null}
        {running && !sendable ? null : (
          <IconButton
            type="submit"
            kind="primary"
            label={waiting ? text("send_waits") : running ? text("send_next") : text("send")}
            icon={waiting ? <Spinner /> : running ? <ListPlus /> : <ArrowUp />}
            disabled={!sendable}
            aria-disabled={waiting || undefined}
            className="order-3 rounded-full!"
          />
        )}
        <span role="status" className="sr-only">
          {waiting ? text("send_waits") : null}
        </span>
      </div>
    </form>
  );
}

const GROWS_BY_STYLE = globalThis.CSS?.supports?.("field-sizing", "content") ?? false;

/**
 * Grows the field with its text where the style sheet cannot, which also limits it to 40 % of the window. Measuring
 * lays the whole page out at once.
 */
function growWithText(field: HTMLTextAreaElement): void {
  if (GROWS_BY_STYLE) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
