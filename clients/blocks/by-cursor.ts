/** Options of infinite queries over lists with a cursor. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next_cursor?: string | null }) => page.next_cursor,
};
