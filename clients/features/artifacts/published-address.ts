import type { Share } from "@ensemble/contract/wire";

/** Returns the path of a published artifact's page (spec §2: /share/artifact?id). */
export const publishedPath = (shareId: string): string => `/share/artifact?id=${shareId}`;

/** Returns the whole address of a published artifact's page. */
export const publishedAddress = ({ url, id }: Pick<Share, "url" | "id">): string =>
  // `url` is that of the share, /s/{id}.
  new URL(`..${publishedPath(id)}`, url).href;
