/** FNV-1a over UTF-16 code units: the same id gives the same face in every client. */
export function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** Hue in degrees derived from an id, in steps wide enough to be told apart. */
export const hueOf = (id: string): number => (hashOf(id) % 18) * 20 + 8;

/** Ground and ink of a face. Lightness comes from the theme, so both themes hold the contrast. */
export function tintOf(id: string): { background: string; color: string } {
  const hue = hueOf(id);
  return {
    background: `oklch(var(--glyph-ground) var(--glyph-chroma) ${hue})`,
    color: `oklch(var(--glyph-lightness) 0.13 ${hue})`,
  };
}
