import type { SendWith } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Spinner } from "@ensemble/ui/Spinner";
import { ArrowUp, ListPlus, Square } from "lucide-react";
import { type ReactNode, type RefObject, useLayoutEffect } from "react";
import { meansSend } from "./means-send";
import { useDraftText } from "./use-draft-text";

interface ComposerProps {
  /** Where the draft is kept. */
  place: string;
  placeholder: string;
  sendWith: SendWith;
  /** Whether an answer is being written: the next message waits for it. */
  running: boolean;
  stopping?: boolean;
  /** Whether what is written was sent, and goes out by itself when it can. */
  waiting?: boolean;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  /** What stands at the start of the foot: who answers. */
  model: ReactNode;
  /** What can be put into the message. */
  tools: ReactNode;
  /** What stands at the end of the foot: the price. Where there is little room, beside the model. */
  cost?: ReactNode;
  /** What stands over the text: files. */
  attached?: ReactNode;
  /** Whether files can go out with the text, or alone; `busy`: nothing can until they are there. */
  files?: "none" | "ready" | "busy";
  onSend: (text: string) => void;
  onStop: () => void;
}

/** The field a message is written in. Its text is stored on every keystroke. */
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
          if (!meansSend(event.nativeEvent, sendWith)) return;
          event.preventDefault();
          send();
        }}
        className="block max-h-[calc((100dvh-var(--keyboard,0px))*0.4)] w-full resize-none overflow-y-auto bg-transparent px-4 pt-3.5 pb-1 outline-none placeholder:text-faint touch:text-base"
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

/** The style sheet stops it at 40 % of the window. */
function growWithText(field: HTMLTextAreaElement): void {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
