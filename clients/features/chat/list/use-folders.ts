import { useHost } from "@ensemble/host/HostContext";
import { useEffect } from "react";
import { create } from "zustand";
import type { Section } from "./list-cache";
import { SECTION_STEP } from "./list-queries";

const KEY = "chat/open-folders";

/** Number of conversations shown per open folder. */
const useCounts = create<{ counts: Partial<Record<Section, number>> }>(() => ({ counts: {} }));

/** Returns the open folders of this device and the number of conversations shown in each. */
export function useFolders() {
  const { storage } = useHost();
  const { counts } = useCounts();

  useEffect(() => {
    const open = (storage.get(KEY) ?? "").split(" ").filter((section) => section !== "");
    const restored = Object.fromEntries(open.map((section) => [section, SECTION_STEP]));
    useCounts.setState(({ counts: before }) => ({ counts: { ...restored, ...before } }));
  }, [storage]);

  const change = (next: Partial<Record<Section, number>>) => {
    useCounts.setState({ counts: next });
    storage.set(KEY, Object.keys(next).join(" "));
  };
  return {
    open: Object.entries(counts) as [Section, number][],
    toggle: (section: Section) => {
      const { [section]: count, ...others } = counts;
      change(count ? others : { ...counts, [section]: SECTION_STEP });
    },
    show: (section: Section) => change({ [section]: SECTION_STEP, ...counts }),
    showMore: (section: Section) =>
      change({ ...counts, [section]: (counts[section] ?? SECTION_STEP) + SECTION_STEP }),
  };
}
