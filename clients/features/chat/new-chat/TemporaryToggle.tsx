import { TEMPORARY_HOURS } from "@ensemble/contract/generated/limits/chat";
import { useText } from "@ensemble/i18n/text";
import clsx from "clsx";
import { Ghost } from "lucide-react";
import { useStore } from "zustand";
import { useChat } from "../use-chat";
import { switchTemporary } from "./switch-temporary";

/** Switches temporary mode for the next conversation, with an explanation. */
export function TemporaryToggle() {
  const text = useText("start");
  const chat = useChat();
  const { temporary } = chat;
  const next = useStore(temporary, (state) => state.next);
  return (
    <div className="flex flex-col items-center gap-2 text-center">
      <button
        type="button"
        role="switch"
        aria-checked={next}
        onClick={() => switchTemporary(chat)}
        className={clsx(
          "flex h-8 items-center gap-2 rounded-full px-3 text-sm transition-colors touch:h-11 [&_svg]:size-4",
          next
            ? "bg-accent-soft font-medium text-accent-ink"
            : "text-muted shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover hover:text-ink",
        )}
      >
        <Ghost aria-hidden="true" />
        {text("temporary_chat")}
      </button>
      {next ? (
        <p role="status" className="max-w-[30rem] text-balance text-muted text-sm">
          {text("temporary_hint", { hours: TEMPORARY_HOURS })}
        </p>
      ) : null}
    </div>
  );
}
