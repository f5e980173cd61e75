import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { OneLine } from "@ensemble/blocks/OneLine";
import { PLACES } from "@ensemble/blocks/places";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { Lock, X } from "lucide-react";
import { mentionsIn, withoutMention } from "./mentions";
import { useMentionables } from "./use-mentionables";

/** Shows who will answer the draft, as its mentions say; one that the plan does not include leads to the plans. */
export function MentionTray({
  seat: { draft, setDraft },
}: {
  seat: Pick<ComposerSeat, "draft" | "setDraft">;
}) {
  const text = useText("mentions");
  const all = useMentionables();
  const named = draft.includes("@") ? mentionsIn(draft, all) : [];
  if (named.length === 0) return null;
  return (
    <ul aria-label={text("whom")} className="mb-2 flex flex-wrap gap-2">
      {named.map((one) => (
        <li
          key={`${one.kind} ${one.id}`}
          className="flex min-w-0 max-w-full items-center gap-2 rounded-md bg-sunken py-0.5 ps-2.5 pe-0.5 text-sm shadow-[inset_0_0_0_1px_var(--line)]"
        >
          <ModelGlyph id={one.id} size="sm" />
          <span className="min-w-0">
            <OneLine>{one.name}</OneLine>
          </span>
          {one.locked ? (
            <AppLink
              to={PLACES.pricing}
              className="flex items-center gap-1 text-accent-ink text-xs underline underline-offset-4 touch:min-h-11"
            >
              <Lock className="size-3.5" aria-hidden="true" />
              {text("locked")}
            </AppLink>
          ) : null}
          <IconButton
            size="sm"
            label={text("remove_named", { title: one.name })}
            icon={<X />}
            onClick={() => setDraft(withoutMention(draft, one, all))}
          />
        </li>
      ))}
    </ul>
  );
}
