import { queryOptions } from "@tanstack/react-query";
import { create } from "zustand";
import type { PageText } from "../page/page-text";
import { askBackground } from "./ask-background";

/** The sites that a person has let texts of go out, in this browser; from the panel or from a page. */
export const sitesQuery = queryOptions({
  queryKey: ["extension", "sites"],
  queryFn: () => askBackground("panel→background: sites"),
  staleTime: 0,
});

interface Receipt {
  /** What waits for the person's word. */
  page: PageText | null;
  decide: (sends: boolean) => void;
}

export const useReceipt = create<Receipt>(() => ({ page: null, decide: () => undefined }));

/** Shows what would leave, before the first time that anything of a site does. Gives whether it may. */
export async function askForSite(page: PageText): Promise<boolean> {
  const sites = await askBackground("panel→background: sites");
  if (sites.includes(page.host)) return true;
  const sends = await new Promise<boolean>((decide) => useReceipt.setState({ page, decide }));
  useReceipt.setState({ page: null, decide: () => undefined });
  if (sends) await askBackground("panel→background: allow site", { host: page.host });
  return sends;
}
