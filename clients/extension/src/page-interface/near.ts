export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP_PX = 8;

/**
 * Returns the position for a box of `size` near `anchor`: below it, above it if there is no room below,
 * beside it if there is room only there, and as far as possible completely inside the window.
 */
export function near(
  anchor: Box,
  size: { width: number; height: number },
  view: { width: number; height: number },
): { left: number; top: number } {
  const below = anchor.top + anchor.height + GAP_PX;
  const above = anchor.top - size.height - GAP_PX;
  const fitsBelow = below + size.height <= view.height - GAP_PX;
  const within = (wanted: number, length: number, room: number) =>
    Math.max(GAP_PX, Math.min(wanted, room - length - GAP_PX));
  const beside = [anchor.left + anchor.width + GAP_PX, anchor.left - size.width - GAP_PX].find(
    (left) => left >= GAP_PX && left + size.width <= view.width - GAP_PX,
  );
  // The anchor stays visible if possible.
  if (!fitsBelow && above < GAP_PX && beside !== undefined)
    return { left: beside, top: within(anchor.top, size.height, view.height) };
  return {
    left: within(anchor.left, size.width, view.width),
    top: within(fitsBelow || above < GAP_PX ? below : above, size.height, view.height),
  };
}
