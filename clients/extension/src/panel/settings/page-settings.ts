import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { PageFeatureId } from "../../page-features/feature";
import type { PageSettings } from "../../page-features/settings";
import { askBackground } from "../ask-background";

const pageSettingsQuery = queryOptions({
  queryKey: ["extension", "pages"],
  queryFn: () => askBackground("panel→background: page settings"),
  // Pages change it too.
  staleTime: 0,
});

/**
 * Returns the page settings and a function to change them, which takes effect here and in every open page.
 */
export function usePageSettings(): {
  settings: PageSettings;
  change: (next: (settings: PageSettings) => PageSettings) => void;
  setOptions: (feature: PageFeatureId, options: object) => void;
} {
  const client = useQueryClient();
  const { data: settings } = useSuspenseQuery(pageSettingsQuery);
  const change = (next: (settings: PageSettings) => PageSettings) => {
    const changed = next(client.getQueryData(pageSettingsQuery.queryKey) ?? settings);
    client.setQueryData(pageSettingsQuery.queryKey, changed);
    void askBackground("panel→background: change page settings", changed).catch(() =>
      client.invalidateQueries({ queryKey: pageSettingsQuery.queryKey }),
    );
  };
  const setOptions = (feature: PageFeatureId, options: object) =>
    change((now) => ({
      ...now,
      options: { ...now.options, [feature]: { ...(now.options[feature] as object | undefined), ...options } },
    }));
  return { settings, change, setOptions };
}
