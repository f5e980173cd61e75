import { useSyncExternalStore } from "react";

const QUERY = "(width < 48rem)";

/** Returns true if there is no room for answers side by side. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(QUERY);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    () => matchMedia(QUERY).matches,
  );
