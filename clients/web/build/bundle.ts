/** File of code in the build, as far as our plugins read it. */
export interface Chunk {
  type: "chunk";
  fileName: string;
  imports: readonly string[];
  moduleIds: readonly string[];
  viteMetadata?: { importedCss?: Set<string> };
}

/** Files of the build by their names. */
export type Bundle = Record<string, Chunk | { type: "asset" }>;

/** Returns the files of code. */
export const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((file): file is Chunk => file.type === "chunk");
