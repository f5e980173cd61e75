import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { DropPlace } from "../attachments/DropPlace";
import { ReferenceTray } from "../references/ReferenceChips";
import { ReferenceList } from "../references/ReferenceList";
import { useReferences } from "../references/use-references";
import { MentionList } from "./MentionList";
import { MentionTray } from "./MentionTray";

/**
 * Suggestion lists of the field, `@` for answerers and `#` for references, and the chosen references and the place for files, which
 * simple mode has too.
 */
export function FieldLists({ seat, simple }: { seat: ComposerSeat; simple: boolean }) {
  const [things, setThings] = useReferences(seat.place);
  return (
    <>
      <DropPlace place={seat.place} fieldRef={seat.fieldRef} />
      {things.length > 0 ? <ReferenceTray things={things} onChange={setThings} /> : null}
      {simple ? null : (
        <>
          <MentionTray seat={seat} />
          <MentionList seat={seat} />
          <ReferenceList seat={seat} things={things} onChange={setThings} />
        </>
      )}
    </>
  );
}
