import type { ImageReference } from "@ensemble/contract/wire";

/** Picture that a request refers to. */
export interface Reference {
  fileId: string;
  name: string;
  /** 0 to 1: weight of this picture; null: as the model weighs it. */
  strength: number | null;
}

/** Adds references; the same file only once. */
export const addReferences = (
  references: readonly Reference[],
  added: readonly Reference[],
): readonly Reference[] => [
  ...references,
  ...added.filter(
    ({ fileId }, at) =>
      references.every((one) => one.fileId !== fileId) &&
      added.findIndex((one) => one.fileId === fileId) === at,
  ),
];

export const wireReferences = (references: readonly Reference[]): ImageReference[] =>
  references.map(({ fileId, strength }) => ({ file_id: fileId, strength }));

/** Reads references as they were stored. */
export function readReferences(stored: string): readonly Reference[] {
  try {
    const known: unknown = JSON.parse(stored || "[]");
    return Array.isArray(known) ? known.filter(isReference) : [];
  } catch {
    return [];
  }
}

const isReference = (one: Partial<Reference> | null): one is Reference =>
  typeof one?.fileId === "string" &&
  typeof one.name === "string" &&
  (one.strength === null || typeof one.strength === "number");
