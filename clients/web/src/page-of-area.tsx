import { type AnyPage, type AreaRoute, pickSearch } from "@ensemble/blocks/area/route";
import { lazyRouteComponent, type RouteComponent, useParams, useSearch } from "@tanstack/react-router";

/** Returns the route component of an area's page: it gets the parameters of its address as props. */
export function areaPage({ page, search, list }: AreaRoute): RouteComponent {
  if ("component" in page) return withAddress(page.component, search);
  return lazyRouteComponent(async () => {
    // Requested with the page, so that the list is there when the frame shows it.
    if (list) void preloadList();
    return { default: withAddress(await page.load(), search) };
  });
}

const preloadList = () => import("@ensemble/feature-chat/list/ConversationList").catch(() => undefined);

/** Returns what keeps of an address the search parameters that the page declares. */
export const searchOf = (names: readonly string[]) => (search: Record<string, unknown>) =>
  pickSearch(names, search);

function withAddress(Page: AnyPage, names: readonly string[]): RouteComponent {
  return function AreaPage() {
    const params: Record<string, string | undefined> = useParams({ strict: false });
    const search: Record<string, unknown> = useSearch({ strict: false });
    return <Page {...pickSearch(names, search)} {...params} />;
  };
}
