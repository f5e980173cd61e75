import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { OneLine } from "@ensemble/blocks/OneLine";
import { PLACES } from "@ensemble/blocks/places";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { completeMention, type Mentionable, mentionAt, suggestionsFor } from "./mentions";
import { Suggestions } from "./Suggestions";
import { useMentionQuery } from "./use-mention-query";
import { useMentionables } from "./use-mentionables";

/** Suggests models and bots for an `@` in the field; they answer this message only. */
export function MentionList({ seat }: { seat: Pick<ComposerSeat, "fieldRef" | "draft" | "setDraft"> }) {
  const text = useText("mentions");
  const { fieldRef, draft, setDraft } = seat;
  const { navigate } = useNavigation();
  const all = useMentionables();
  const [query, dismiss, goTo] = useMentionQuery(fieldRef, draft, mentionAt);
  const suggested = query ? suggestionsFor(query.words, all) : [];
  const found = query && !isComplete(query.words, suggested) ? suggested : [];

  const choose = (one: Mentionable) => {
    if (!query) return;
    if (one.locked) return navigate(PLACES.pricing);
    const completed = completeMention(draft, query, one);
    setDraft(completed.text);
    goTo(completed.cursor);
  };
  return (
    <Suggestions
      fieldRef={fieldRef}
      found={found}
      label={text("whom")}
      count={text("names_found", { count: found.length })}
      query={`${query?.start} ${query?.words}`}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      onChoose={choose}
      onDismiss={dismiss}
    >
      {({ id, name, kind, locked }) => (
        <>
          <ModelGlyph id={id} size="sm" />
          <span className="min-w-0 flex-1">
            <OneLine>{name}</OneLine>
          </span>
          <span className="text-faint text-xs">{text(locked ? "locked" : kind)}</span>
        </>
      )}
    </Suggestions>
  );
}

/** Returns true if a complete name followed by a space is typed, so that nothing is left to choose. */
const isComplete = (words: string, found: readonly Mentionable[]) =>
  words.endsWith(" ") && found.some(({ name }) => name.toLowerCase() === words.trim().toLowerCase());
