/** Paths of the area's pages that only it links to. */
export const DOCUMENT_PLACES = {
  all: "/webapp/doc-chat",
  collection: (collectionId: string) => `/webapp/doc-chat?collection=${collectionId}`,
} as const;
