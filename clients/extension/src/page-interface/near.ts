export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP_PX = 8;

/**
 * Where a box of `size` stands near `anchor`: under it, over it where there is no room below, and always whole within the
 * window, as far as it fits.
 */
export function near(
  anchor: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
): { left: number; top: number } {
  const below = anchor.top + anchor.height + GAP_PX;
  const above = anchor.top - size.height - GAP_PX;
  const top = below + size.height <= view.height - GAP_PX || above < GAP_PX ? below : above;
  const within = (wanted: number, length: number, room: number) =>
    Math.max(GAP_PX, Math.min(wanted, room - length - GAP_PX));
  return {
    left: within(anchor.left, size.width, view.width),
    top: within(top, size.height, view.height),
  };
}
