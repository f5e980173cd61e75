import type { AttachedThing, Message, ReferencePart } from "@ensemble/contract/wire";

/** Returns the key of a draft's references. */
export const referencesAt = (place: string) => `refs:${place}`;

/** Parses the stored references of a draft. */
export function readReferences(json: string): AttachedThing[] {
  try {
    return (JSON.parse(json || "[]") as AttachedThing[]).filter(({ thing_id }) => thing_id);
  } catch {
    // Truncated by a full disk; it can be selected again.
    return [];
  }
}

/** Serializes `things` and those of `more` that are not among them; empty if there are none. */
export function storedReferences(
  things: readonly AttachedThing[],
  more: readonly AttachedThing[] = [],
): string {
  const known = new Set(things.map(({ thing_id }) => thing_id));
  const all = [...things, ...more.filter(({ thing_id }) => !known.has(thing_id))];
  return all.length > 0 ? JSON.stringify(all) : "";
}

/** Returns the references of a message. */
export const referencesOf = ({ parts }: Message): AttachedThing[] =>
  parts
    .filter((part): part is ReferencePart => part.kind === "reference")
    .map(({ of, thing_id, title }) => ({ of, thing_id, title }));
