import { useSyncExternalStore } from "react";

/** Width from which the rail and the list stand beside the page (`lg` of the style sheets). */
const QUERY = "(width >= 64rem)";

/**
 * Returns true if the rail and the list stand beside the page. What a window does not show is not rendered: on a
 * phone the rail alone takes a tenth of the first load's work.
 */
export const useWide = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(QUERY);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    () => matchMedia(QUERY).matches,
  );
