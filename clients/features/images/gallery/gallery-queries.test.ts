import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { ALL_IMAGES } from "./gallery-pages";
import { galleryQuery, refreshGallery } from "./gallery-queries";

afterEach(() => vi.restoreAllMocks());

test("a list whose first page is on its way when images change is read again", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers: ((items: unknown[]) => void)[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input) =>
    new URL((input as Request).url).pathname === "/api/images"
      ? new Promise((answer) => answers.push((items) => answer(Response.json({ items, next_cursor: null }))))
      : Promise.resolve(Response.json({ items: [] })),
  );
  const query = galleryQuery(ALL_IMAGES);
  const stop = new InfiniteQueryObserver(client, query).subscribe(() => undefined);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const refreshed = refreshGallery(client);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.([]);
  answers[1]?.([{ id: "i1" }]);
  await refreshed;
  const shown = client.getQueryData(query.queryKey)?.pages.flatMap(({ items }) => items);
  expect(shown).toMatchObject([{ id: "i1" }]);
  stop();
});
