import { nameInAddress } from "@ensemble/blocks/places";

/** Link targets of the area. */
export const IMAGE_PLACES = {
  studio: "/home/image",
  board: (boardId: string) => `/home/image?board=${boardId}`,
  image: (imageId: string) => `/home/image?image=${imageId}`,
  /** Path of the studio with a recipe: a prompt and references to begin with. */
  recipe: (recipe: string) => `/home/image?recipe=${recipe}`,
  editor: (documentId: string) => `/home/image/edit/${documentId}`,
  /** Path of the form for videos, of another area (spec §2). */
  videos: "/home/video",
  /** The same, with a picture that a video begins with. */
  videoFrom: (fileId: string) => `/home/video?frame=${fileId}`,
  tools: "/image-tools",
  tool: (slug: string) => `/image-tools/${slug}`,
  /** Path of a chat about pictures (spec §2: /home/artist/{name}/{uid}); without an id, of a new one. */
  artist: (boardId?: string, name?: string) =>
    boardId ? `/home/artist/${nameInAddress(name)}/${boardId}` : "/home/artist",
} as const;
