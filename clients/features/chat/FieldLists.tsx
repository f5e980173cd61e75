import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { MentionList } from "./MentionList";
import { ReferenceTray } from "./ReferenceChips";
import { ReferenceList } from "./ReferenceList";
import { useReferences } from "./use-references";

/**
 * Suggestion lists of the field, `@` for answerers and `#` for references, and the chosen references, which
 * simple mode shows too.
 */
export function FieldLists({ seat, simple }: { seat: ComposerSeat; simple: boolean }) {
  const [things, setThings] = useReferences(seat.place);
  return (
    <>
      {things.length > 0 ? <ReferenceTray things={things} onChange={setThings} /> : null}
      {simple ? null : (
        <>
          <MentionList seat={seat} />
          <ReferenceList seat={seat} things={things} onChange={setThings} />
        </>
      )}
    </>
  );
}
