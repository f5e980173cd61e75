/** How a list is asked for that comes page by page: each page says where the next one begins. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next_cursor?: string | null }) => page.next_cursor,
};
