import { type ComposerSeat, KeptLine } from "@ensemble/blocks/composer-plugs";
import { useDrafts } from "@ensemble/blocks/drafts/use-draft-text";
import type { QuickAction } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ArmedAction } from "./ArmedAction";
import { ACTION_ICONS } from "./action-icons";
import { hasNothingBeside } from "./beside-draft";
import { inLanguage } from "./given-actions";
import { actionsQuery } from "./prompt-queries";
import { useActionText } from "./use-action-text";

/** Pinned quick actions above an empty conversation's composer, for the typed text or to start with. */
export function QuickActionsPlug({ seat }: { seat: ComposerSeat }) {
  const text = useText("prompts");
  const say = useActionText();
  const { data, isPending } = useQuery({ ...actionsQuery, enabled: seat.conversationId === null });
  const drafts = useDrafts();
  const [armed, setArmed] = useState<QuickAction | null>(null);
  const pinned = (data?.items ?? [])
    .filter((action) => action.pinned && action.scene !== "answer")
    .map((action) => inLanguage(action, text));
  if (seat.conversationId !== null) return null;
  if (isPending) return <KeptLine />;
  if (pinned.length === 0) return null;
  const press = (action: QuickAction) => {
    const about = seat.draft.trim();
    if (about && action.behavior === "send") return seat.send(say(action, about));
    if (!about && hasNothingBeside(drafts, seat)) setArmed(action);
    else seat.setDraft(say(action, about));
    requestAnimationFrame(() => {
      const field = seat.fieldRef.current;
      field?.focus();
      field?.setSelectionRange(field.value.length, field.value.length);
    });
  };
  if (armed) return <ArmedAction action={armed} seat={seat} onDone={() => setArmed(null)} />;
  return (
    <ul aria-label={text("quick_actions")} className="flex gap-1.5 overflow-x-auto px-0.5 py-0.5">
      {pinned.map((action) => {
        const Icon = ACTION_ICONS[action.icon] ?? ACTION_ICONS.zap;
        return (
          <li key={action.id}>
            <button
              type="button"
              className="inline-flex h-8 items-center gap-1.5 whitespace-nowrap rounded-full px-3 text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:bg-hover hover:text-ink touch:h-11"
              onClick={() => press(action)}
            >
              <Icon className="size-4" aria-hidden="true" />
              <span className="plain-bidi">{action.name}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
