type Texts = Record<string, string>;

/** Merges the parts of a shared catalog: what belongs to no area, and a file for each area that adds to it. */
export const mergeParts = (parts: Record<string, unknown>): Texts =>
  Object.assign({}, ...Object.values(parts));
