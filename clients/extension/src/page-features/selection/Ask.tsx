import { buttonStyle } from "@ensemble/ui/button-styles";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { pageText } from "../../page-interface/page-text";
import { askFromPage } from "../ask";
import type { InterfacePage } from "../feature";

/** Input for a free question; a sign-in button if nobody is signed in. */
export function Ask({
  page,
  typed,
  onType,
  onAsk,
}: {
  page: InterfacePage;
  typed: string;
  onType: (typed: string) => void;
  onAsk: (question: string) => void;
}) {
  const text = pageText("page");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  if (!page.config.signedIn)
    return (
      <div className="flex flex-col items-start gap-3 px-3 pb-3 text-sm">
        <p className="text-muted">{text("signed_out")}</p>
        <button
          type="button"
          className={buttonStyle("primary", "sm")}
          onClick={() => void askFromPage("page→background: open settings")}
        >
          {text("open_panel")}
        </button>
      </div>
    );
  const send = () => {
    if (typed.trim() !== "") onAsk(typed.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends an IME composition does not send.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent?.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="flex flex-none flex-col gap-2 px-3 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        value={typed}
        rows={3}
        dir="auto"
        aria-label={text("question")}
        placeholder={text("question")}
        onInput={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="w-full resize-none rounded-sm bg-sunken px-3 py-2 text-sm shadow-[inset_0_0_0_1px_var(--line)] placeholder:text-faint"
      />
      <button
        type="submit"
        disabled={typed.trim() === ""}
        className={`${buttonStyle("primary", "sm")} self-end`}
      >
        {text("send")}
      </button>
    </form>
  );
}
