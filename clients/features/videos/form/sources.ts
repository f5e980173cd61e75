import type { VideoAbilities, VideoWork } from "@ensemble/contract/wire";

/** Pictures that a video is made of, besides the prompt. */
export const SOURCES = ["text", "first_frame", "first_and_last", "references"] as const;
export type Source = (typeof SOURCES)[number];

/** Picture that was sent. */
export interface Picture {
  fileId: string;
  name: string;
}

/** Pictures of the form. Those that the chosen source does not use are kept. */
export interface Pictures {
  first: Picture | null;
  last: Picture | null;
  references: readonly Picture[];
}

export const NO_PICTURES: Pictures = { first: null, last: null, references: [] };

const OFFERS: Record<Source, (abilities: VideoAbilities) => boolean> = {
  text: ({ texts }) => texts,
  first_frame: ({ first_frame }) => first_frame,
  first_and_last: ({ first_frame, last_frame }) => first_frame && last_frame,
  references: ({ references_max }) => references_max > 0,
};

/** Returns true if a model makes videos of this. */
export const offersSource = (source: Source, abilities: VideoAbilities): boolean => OFFERS[source](abilities);

/** Returns the wanted source where a model offers it, else its first. */
export const sourceFor = (wanted: Source, abilities: VideoAbilities): Source =>
  [wanted, ...SOURCES].find((source) => offersSource(source, abilities)) ?? "text";

/** Returns the pictures that a source uses. */
export const picturesFor = (source: Source, { first, last, references }: Pictures): Pictures => ({
  first: source === "first_frame" || source === "first_and_last" ? first : null,
  last: source === "first_and_last" ? last : null,
  references: source === "references" ? references : [],
});

/** Adds references; the same file only once. */
export const addReferences = (pictures: Pictures, added: readonly Picture[]): Pictures => ({
  ...pictures,
  references: [...new Map([...pictures.references, ...added].map((one) => [one.fileId, one])).values()],
});

export const removeReference = (pictures: Pictures, fileId: string): Pictures => ({
  ...pictures,
  references: pictures.references.filter((one) => one.fileId !== fileId),
});

/** Returns the pictures with which a video was made. */
export const picturesOf = (work: VideoWork): Pictures => ({
  first: unnamed(work.first_frame_file_id),
  last: unnamed(work.last_frame_file_id),
  references: (work.reference_file_ids ?? []).flatMap((fileId) => unnamed(fileId) ?? []),
});

const unnamed = (fileId: string | null | undefined): Picture | null => (fileId ? { fileId, name: "" } : null);

/** Reads pictures as they were stored. */
export function readPictures(stored: string): Pictures {
  try {
    const known = JSON.parse(stored || "{}") as Partial<Record<keyof Pictures, unknown>> | null;
    const references = Array.isArray(known?.references) ? known.references : [];
    return {
      first: isPicture(known?.first) ? known.first : null,
      last: isPicture(known?.last) ? known.last : null,
      references: references.filter(isPicture),
    };
  } catch {
    return NO_PICTURES;
  }
}

function isPicture(one: unknown): one is Picture {
  const { fileId, name } = (one ?? {}) as Partial<Picture>;
  return typeof fileId === "string" && typeof name === "string";
}

/** Returns the source for a picture that was dropped or pasted; null: the model takes no pictures. */
export const sourceWithPictures = (source: Source, abilities: VideoAbilities): Source | null =>
  source === "text"
    ? ((["first_frame", "references"] as const).find((one) => offersSource(one, abilities)) ?? null)
    : source;

/** Returns the pictures with one that was dropped or pasted: it fills the empty place, or replaces the last one. */
export function putPicture(source: Source, pictures: Pictures, picture: Picture): Pictures {
  switch (source) {
    case "first_and_last":
      return { ...pictures, [pictures.first ? "last" : "first"]: picture };
    case "references":
      return addReferences(pictures, [picture]);
    default:
      return { ...pictures, first: picture };
  }
}
