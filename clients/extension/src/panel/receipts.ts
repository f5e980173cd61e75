import { create } from "zustand";
import type { PageText } from "../page/page-text";

const KEY = "receipts";

/** The sites that a person has let texts of go out, in this browser. */
export function readSites(): readonly string[] {
  try {
    const sites: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(sites) ? sites.filter((site) => typeof site === "string") : [];
  } catch {
    // Cut off by a full disk: asked again.
    return [];
  }
}

const writeSites = (sites: readonly string[]) => localStorage.setItem(KEY, JSON.stringify(sites));

export const forgetSite = (host: string): void => writeSites(readSites().filter((site) => site !== host));

interface Receipt {
  /** What waits for the person's word. */
  page: PageText | null;
  decide: (sends: boolean) => void;
}

export const useReceipt = create<Receipt>(() => ({ page: null, decide: () => undefined }));

/** Shows what would leave, before the first time that anything of a site does. Gives whether it may. */
export function askForSite(page: PageText): Promise<boolean> {
  if (readSites().includes(page.host)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const decide = (sends: boolean) => {
      useReceipt.setState({ page: null, decide: () => undefined });
      if (sends) writeSites([...readSites(), page.host].sort());
      resolve(sends);
    };
    useReceipt.setState({ page, decide });
  });
}
