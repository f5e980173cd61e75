import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { MentionList } from "./MentionList";
import { ReferenceTray } from "./ReferenceChips";
import { ReferenceList } from "./ReferenceList";
import { useReferences } from "./use-references";

/** What can be named in the field, with `@` who answers and with `#` what they are given; and what was, which simple mode shows too. */
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
