import type { Message } from "@ensemble/contract/wire";
import { useSay } from "../composer/use-send";

/** Buttons that begin a conversation with a bot: each sends one of its starters. */
export function BotStarters({
  conversationId,
  leaf,
  starters,
}: {
  conversationId: string;
  /** The bot's welcome, if it has one. */
  leaf: Message | null;
  starters: readonly string[];
}) {
  const say = useSay(conversationId, leaf);
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {starters.map((starter) => (
        <li key={starter} className="min-w-0">
          <button
            type="button"
            onClick={() => say(starter)}
            className="size-full min-h-10 rounded-md px-3.5 py-2.5 text-start text-sm shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:bg-hover active:bg-pressed touch:min-h-11"
          >
            <span className="plain-bidi line-clamp-3 break-words">{starter}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
