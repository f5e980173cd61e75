import { useTypedOver } from "./changed-elsewhere";
import { useKeptFields } from "./use-kept-fields";

/** What a form changes: how it is read into fields, and what counts its changes. */
export interface FormOver<Thing, Fields, Version> {
  /** What the form shows where nothing is known yet. */
  start: Fields;
  fieldsOf: (known: Thing) => Fields;
  /** Of null: of what is not there yet. */
  versionOf: (known: Thing | null) => Version;
  /** The same thing, of another version. */
  at: (known: Thing, version: Version) => Thing;
  /** What the server has by now; undefined where it is gone. */
  newest: (known: Thing) => Promise<Thing | undefined>;
}

/**
 * A form over `known`, which another window may change meanwhile. What is typed survives a reload, and is shown beside
 * what there is by now where it was typed over something older.
 */
export function useFormOver<Thing, Fields extends object, Version extends string | number>(
  form: string,
  known: Thing | null,
  { start, fieldsOf, versionOf, at, newest }: FormOver<Thing, Fields, Version>,
) {
  const version = versionOf(known);
  const { fields, over, put, forget } = useKeptFields(form, known ? fieldsOf(known) : start, version);
  const { base, theirs, refused, goOn } = useTypedOver(
    known,
    async () => (known ? newest(known) : undefined),
    known && over !== version ? at(known, over) : null,
  );
  return {
    fields,
    put: (part: Partial<Fields>) => put(part),
    forget,
    /** What is saved over: null makes something new. */
    base,
    /** For a refused save. */
    refused,
    /** What `ChangedElsewhere` is told and answers, where there is something to choose; else null. */
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
