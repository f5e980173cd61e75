/** Link targets of the area. */
export const ARTIFACT_PLACES = {
  artifacts: "/artifacts",
  gallery: "/artifacts/gallery",
  artifact: (id: string) => `/artifacts/${id}`,
  /** Path of a published artifact alone (spec §2: /share/artifact/preview?id). */
  preview: (shareId: string) => `/share/artifact/preview?id=${shareId}`,
} as const;
