import { useMedia } from "@ensemble/ui/use-media";

/** Returns true if there is no room for answers side by side. */
export const useNarrow = (): boolean => useMedia("(width < 48rem)");
