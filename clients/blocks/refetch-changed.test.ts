import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { refetchChanged } from "./refetch-changed";

const client = new QueryClient();
afterEach(() => client.clear());

/** Shows a list whose fetches are answered by the test, in their order. */
function show() {
  const fetches: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ["memory", "suggestions"],
    queryFn: () => {
      const fetch = Promise.withResolvers<string>();
      fetches.push(fetch);
      return fetch.promise;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  observer.subscribe(() => undefined);
  return { fetches, observer };
}

test("a first fetch that was answered before a change is repeated", async () => {
  const { fetches, observer } = show();
  const changed = refetchChanged(client, { queryKey: ["memory"] });
  expect(fetches).toHaveLength(1);
  fetches[0]?.resolve("none");
  await changed;
  expect(fetches).toHaveLength(2);
  fetches[1]?.resolve("one");
  await expect.poll(() => observer.getCurrentResult().data).toBe("one");
});

test("a list that is there is fetched once more", async () => {
  const { fetches, observer } = show();
  fetches[0]?.resolve("none");
  await expect.poll(() => observer.getCurrentResult().data).toBe("none");
  const changed = refetchChanged(client, { queryKey: ["memory"] });
  fetches[1]?.resolve("one");
  await changed;
  expect(fetches).toHaveLength(2);
  expect(observer.getCurrentResult().data).toBe("one");
});
