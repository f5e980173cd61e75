import { useMedia } from "@ensemble/ui/use-media";

/**
 * Returns true if the rail and the list stand beside the page (`lg` of the style sheets). What a window does not show
 * is not rendered: on a phone the rail alone takes a tenth of the first load's work.
 */
export const useWide = (): boolean => useMedia("(width >= 64rem)");
