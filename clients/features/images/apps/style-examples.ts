/** Addresses of pictures that filters of this server made of one example, by the slugs of the tools. */
const EXAMPLES: Record<string, string> = import.meta.glob<string>("./examples/*.webp", {
  query: "?url&no-inline",
  import: "default",
  eager: true,
});

/** Returns the address of an example; null: there is none. */
export const exampleOf = (slug: string): string | null => EXAMPLES[`./examples/${slug}.webp`] ?? null;
