/** Computes FNV-1a over UTF-16 code units: the same id gives the same icon in every client. */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Returns a hue in degrees derived from an id, in distinguishable steps. */
export const hueOf = (id: string): number => (hashOf(id) % 18) * 20 + 8;

/**
 * Returns the background and text color of an icon. Lightness comes from the theme, so both themes keep the
 * contrast.
 */
export function tintOf(id: string): { background: string; color: string } {
  const hue = hueOf(id);
  return {
    background: `oklch(var(--glyph-ground) var(--glyph-chroma) ${hue})`,
    color: `oklch(var(--glyph-lightness) 0.13 ${hue})`,
  };
}
