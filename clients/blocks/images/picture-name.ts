/** Returns the name of a picture in another format. */
export const pictureName = (name: string, ending: string): string =>
  `${name.replace(/\.[^.]*$/, "") || "image"}.${ending}`;
