import { queryOptions } from "@tanstack/react-query";
import { create } from "zustand";
import type { PageText } from "../../page/page-text";
import { askBackground } from "../ask-background";

/** Query for the sites approved for sending text, from the panel or from pages. */
export const sitesQuery = queryOptions({
  queryKey: ["extension", "sites"],
  queryFn: () => askBackground("panel→background: sites"),
  staleTime: 0,
});

interface Receipt {
  /** Page text that waits for the person's approval. */
  page: PageText | null;
  /** True if approval is required every time and not once per site. */
  each: boolean;
  decide: (sends: boolean) => void;
}

export const useReceipt = create<Receipt>(() => ({ page: null, each: false, decide: () => undefined }));

/**
 * Shows the text to be sent before the first time on a site, or every time. Resolves with the person's
 * approval.
 */
export async function askForSite(page: PageText, { each = false } = {}): Promise<boolean> {
  const sites = await askBackground("panel→background: sites");
  if (sites.includes(page.host) && !each) return true;
  const sends = await new Promise<boolean>((decide) => useReceipt.setState({ page, each, decide }));
  useReceipt.setState({ page: null, decide: () => undefined });
  if (sends)
    await askBackground("panel→background: allow site", {
      host: page.host,
      isPrivate: page.isPrivate === true,
    });
  return sends;
}
