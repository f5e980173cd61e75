import { type ComposerSeat, useFieldKeys } from "@ensemble/blocks/composer-plugs";
import { useDrafts } from "@ensemble/blocks/drafts/use-draft-text";
import { isSubmitKey } from "@ensemble/blocks/is-submit-key";
import { useSettings } from "@ensemble/blocks/session-queries";
import type { QuickAction } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { ACTION_ICONS } from "./action-icons";
import { hasNothingBeside } from "./beside-draft";
import { useActionText } from "./use-action-text";

/** A quick action that was chosen before there was a text: it is applied to what is typed, when that is sent. */
export function ArmedAction({
  action,
  seat,
  onDone,
}: {
  action: QuickAction;
  seat: ComposerSeat;
  onDone: () => void;
}) {
  const text = useText("prompts");
  const say = useActionText();
  const { send_with: sendWith } = useSettings();
  const Icon = ACTION_ICONS[action.icon] ?? ACTION_ICONS.zap;
  const drafts = useDrafts();
  /** Applies the action; false: there is still nothing to apply it to. */
  const apply = (): boolean => {
    const about = seat.draft.trim();
    if (about === "" && hasNothingBeside(drafts, seat)) return false;
    onDone();
    if (action.behavior === "send") seat.send(say(action, about));
    else seat.setDraft(say(action, about));
    return true;
  };
  useFieldKeys(seat.fieldRef, true, (event) => {
    if (event.key === "Escape") onDone();
    else return isSubmitKey(event, sendWith) && apply();
    return true;
  });
  const submit = useEffectEvent((event: Event) => {
    if (!apply()) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const form = seat.fieldRef.current?.form;
    const listen = (event: Event) => submit(event);
    form?.addEventListener("submit", listen);
    return () => form?.removeEventListener("submit", listen);
  }, [seat.fieldRef]);
  return (
    <div className="flex min-h-9 items-center gap-2 px-1 text-sm touch:min-h-12">
      <Icon className="size-4 flex-none text-accent-ink" aria-hidden="true" />
      <p role="status" className="plain-bidi min-w-0 flex-1">
        {text("act_on", { name: action.name })}
      </p>
      <IconButton size="sm" label={text("act_cancel", { name: action.name })} icon={<X />} onClick={onDone} />
    </div>
  );
}
