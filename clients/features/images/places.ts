import { nameInAddress } from "@ensemble/blocks/places";

/** Modes of the studio that have a page besides the form for images. */
export const STUDIO_MODES = ["apps", "design", "realtime", "canvas"] as const;
export type StudioMode = (typeof STUDIO_MODES)[number];

export const isStudioMode = (mode: string): mode is StudioMode => STUDIO_MODES.some((one) => one === mode);

/** Link targets of the area. */
export const IMAGE_PLACES = {
  studio: "/home/image",
  board: (boardId: string) => `/home/image?board=${boardId}`,
  image: (imageId: string) => `/home/image?image=${imageId}`,
  /** Path of the studio with a recipe: a prompt and references to begin with. */
  recipe: (recipe: string) => `/home/image?recipe=${recipe}`,
  /** Path of another mode of the studio (spec §2: "Studio modes"). */
  mode: (mode: StudioMode) => `/home/image/${mode}`,
  /** Path of the quick apps, with the form of one open. */
  app: (app: string) => `/home/image/apps?app=${app}`,
  /** Path of the editor with an image; "new": with nothing, a file or a design to begin with. */
  editor: (documentId: string, begin: { file?: string; design?: string } = {}) =>
    withSearch(`/home/image/edit/${documentId}`, begin),
  /** Path of the form for videos, of another area (spec §2). */
  videos: "/home/video",
  /** The same, with a picture that a video begins with. */
  videoFrom: (fileId: string) => `/home/video?frame=${fileId}`,
  makeMore: "/tools/make-it-more",
  tools: "/image-tools",
  /** Path of a tool. `begin`: a picture to begin with, and the image whose file that is. */
  tool: (slug: string, begin: { file?: string; parent?: string } = {}) =>
    withSearch(`/image-tools/${slug}`, begin),
  /** Path of a chat about pictures (spec §2: /home/artist/{name}/{uid}); without an id, of a new one. */
  artist: (boardId?: string, name?: string) =>
    boardId ? `/home/artist/${nameInAddress(name)}/${boardId}` : "/home/artist",
} as const;

const withSearch = (path: string, search: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
};
