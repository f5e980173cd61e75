import type { EditorDocument } from "./document";
import { assetsOf } from "./document";
import { applyAll, type Operation } from "./operations";

/** Steps that can be undone. */
export const HISTORY_MAX_STEPS = 200;
/** Size of all steps together, in characters of JSON: it is written to the device's storage. */
export const HISTORY_MAX_CHARS = 8_000_000;
/** Time within which changes of the same thing, as by a slider, are one step. */
export const GROUP_WITHIN_MS = 1_000;

/** Named change of a document: one step in its history. */
export interface Command {
  /** Key of the text that says what was done. */
  name: string;
  operations: readonly Operation[];
  /** Changes of the same group that follow each other quickly become one step. */
  group?: string;
}

export interface Step {
  name: string;
  undo: readonly Operation[];
  redo: readonly Operation[];
  group?: string;
  at: number;
  /** Characters of JSON. */
  weight: number;
}

/** Document with what can be undone and redone. */
export interface Edited {
  document: EditorDocument;
  past: readonly Step[];
  future: readonly Step[];
}

export const unedited = (document: EditorDocument): Edited => ({ document, past: [], future: [] });

/** Performs a command; the same state if it changes nothing. */
export function perform(edited: Edited, command: Command, now: number): Edited {
  const { document, inverses } = applyAll(edited.document, command.operations);
  if (inverses.length === 0) return edited;
  const last = edited.past.at(-1);
  const joins =
    command.group !== undefined && last?.group === command.group && now - last.at <= GROUP_WITHIN_MS;
  const step = weighed({
    name: command.name,
    undo: joins && last ? [...inverses, ...last.undo] : inverses,
    redo: joins && last ? [...last.redo, ...command.operations] : command.operations,
    group: command.group,
    at: now,
  });
  const past = [...(joins ? edited.past.slice(0, -1) : edited.past), compacted(step)];
  return { document, past: bounded(past), future: [] };
}

/** Takes back the last step. */
export function undo(edited: Edited): Edited {
  const step = edited.past.at(-1);
  if (!step) return edited;
  const { document } = applyAll(edited.document, step.undo);
  return { document, past: edited.past.slice(0, -1), future: [step, ...edited.future] };
}

/** Does again what was taken back last. */
export function redo(edited: Edited): Edited {
  const [step, ...future] = edited.future;
  if (!step) return edited;
  const { document } = applyAll(edited.document, step.redo);
  // A group ends when somebody goes back and forth.
  return { document, past: [...edited.past, { ...step, group: undefined }], future };
}

/** Returns the ids of the pictures that the document or any of its steps needs. */
export function assetsInUse(edited: Edited): Set<string> {
  const used = new Set(assetsOf(edited.document));
  for (const step of [...edited.past, ...edited.future])
    for (const operation of [...step.undo, ...step.redo])
      if (operation.kind === "insert" && operation.layer.kind === "picture") used.add(operation.layer.asset);
  return used;
}

const weighed = (step: Omit<Step, "weight">): Step => ({
  ...step,
  weight: JSON.stringify([step.undo, step.redo]).length,
});

/** Keeps of many patches of the same properties of one layer the first inverse and the last change. */
function compacted(step: Step): Step {
  const [first] = step.redo;
  if (step.redo.length < 2 || !first) return step;
  if (!step.redo.every((operation) => patchKey(operation) === patchKey(first))) return step;
  const patches = step.redo.every(({ kind }) => kind === "patch");
  return patches ? weighed({ ...step, undo: step.undo.slice(-1), redo: step.redo.slice(-1) }) : step;
}

const patchKey = (operation: Operation): string =>
  operation.kind === "patch"
    ? `${operation.id}/${Object.keys(operation.patch).sort().join()}`
    : operation.kind;

function bounded(past: readonly Step[]): readonly Step[] {
  let weight = 0;
  let kept = 0;
  for (const step of past.toReversed()) {
    weight += step.weight;
    if (kept >= HISTORY_MAX_STEPS || (weight > HISTORY_MAX_CHARS && kept > 0)) break;
    kept += 1;
  }
  return kept === past.length ? past : past.slice(-kept);
}
