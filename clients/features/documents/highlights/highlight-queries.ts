import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { DocumentHighlight, DocumentHighlights, HighlightColor } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { SelectedPlace } from "./selected-places";

/** Colors as in the spec and on the server, in display order. */
export const COLORS: readonly HighlightColor[] = ["yellow", "green", "blue", "pink"];

/** Query for a document's highlights in reading order. */
export const highlightsQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", "highlights", id],
    queryFn: ({ signal }) => api.get("/api/documents/library/{id}/highlights", { path: { id }, signal }),
  });

/** Returns a highlight for a selection on a page. */
export const newHighlight = (place: SelectedPlace, color: HighlightColor): DocumentHighlight => ({
  id: uuidV7(),
  ...place,
  color,
  note: "",
  created_at: new Date().toISOString(),
});

/** Saves a highlight or its changes, optimistically. */
export const keepHighlightMutation = (client: QueryClient, documentId: string) =>
  mutationOptions({
    mutationFn: ({ id: highlightId, created_at: _, ...body }: DocumentHighlight) =>
      api.put("/api/documents/library/{id}/highlights/{highlightId}", {
        path: { id: documentId, highlightId },
        body,
      }),
    onMutate: (highlight) =>
      show(client, documentId, (items) =>
        inOrder([...items.filter(({ id }) => id !== highlight.id), highlight]),
      ),
    onSettled: () => refresh(client, documentId),
  });

export const removeHighlightMutation = (client: QueryClient, documentId: string) =>
  mutationOptions({
    mutationFn: (highlightId: string) =>
      api.delete("/api/documents/library/{id}/highlights/{highlightId}", {
        path: { id: documentId, highlightId },
      }),
    onMutate: (removed) => show(client, documentId, (items) => items.filter(({ id }) => id !== removed)),
    onSettled: () => refresh(client, documentId),
  });

async function show(
  client: QueryClient,
  documentId: string,
  change: (items: DocumentHighlight[]) => DocumentHighlight[],
): Promise<void> {
  const { queryKey } = highlightsQuery(documentId);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (now: DocumentHighlights | undefined) =>
    now ? { items: change(now.items) } : now,
  );
}

const refresh = (client: QueryClient, documentId: string) =>
  client.invalidateQueries({ queryKey: highlightsQuery(documentId).queryKey });

/** Sorts by page and from top to bottom, like the server. */
export const inOrder = (items: readonly DocumentHighlight[]): DocumentHighlight[] =>
  [...items].sort((one, other) => {
    const [first, second] = [one.boxes[0], other.boxes[0]];
    return one.page - other.page || (first?.y ?? 0) - (second?.y ?? 0) || (first?.x ?? 0) - (second?.x ?? 0);
  });
