import { useSyncExternalStore } from "react";

const QUERY = "(width < 48rem)";

/** Whether answers have no room beside each other. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(QUERY);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    () => matchMedia(QUERY).matches,
  );
