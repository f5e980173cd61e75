import { useEditConflict } from "../changes/edit-conflict";
import { useDraftFields } from "./use-draft-fields";

/** Mapping between an item and a form: its fields and its version. */
export interface FormOver<Thing, Fields, Version> {
  /** Fields of the form for a new item. */
  start: Fields;
  fieldsOf: (known: Thing) => Fields;
  /** Returns the version; for null, that of a new item. */
  versionOf: (known: Thing | null) => Version;
  /** Returns the same item with another version. */
  at: (known: Thing, version: Version) => Thing;
  /** Fetches the server's version; undefined if the item is gone. */
  newest: (known: Thing) => Promise<Thing | undefined>;
}

/**
 * Form for `known` with conflict detection. Typed values survive a reload, and are shown next to the current
 * version if they are based on an older one.
 */
export function useFormOver<Thing, Fields extends object, Version extends string | number>(
  form: string,
  known: Thing | null,
  { start, fieldsOf, versionOf, at, newest }: FormOver<Thing, Fields, Version>,
) {
  const version = versionOf(known);
  const { fields, over, put, forget } = useDraftFields(form, known ? fieldsOf(known) : start, version);
  const { base, theirs, refused, goOn } = useEditConflict(
    known,
    async () => (known ? newest(known) : undefined),
    known && over !== version ? at(known, over) : null,
  );
  return {
    fields,
    put: (part: Partial<Fields>) => put(part),
    forget,
    /** Version that saving replaces; null creates a new item. */
    base,
    /** Handles a rejected save. */
    refused,
    /** Props of `EditConflict` if there is a conflict, else null. */
    differenceFor: (reset: () => void, saveOver: (over: Thing) => void) => {
      if (!theirs) return null;
      const goOnWith = (part: Partial<Fields>) => {
        goOn();
        reset();
        put(part, versionOf(theirs));
      };
      return {
        theirs,
        onKeepMine: () => {
          goOn();
          saveOver(theirs);
        },
        onTakeTheirs: () => goOnWith(fieldsOf(theirs)),
        onEditBoth: goOnWith,
      };
    },
  };
}
