import { readLook } from "./look";

type Texts = Readonly<Record<string, string>>;

const kept = new Map<string, Promise<Texts>>();

/** Loads the texts for pages in the person's language (build/page-texts.ts). */
export async function pageTexts(): Promise<Texts> {
  const { locale } = await readLook();
  const known = kept.get(locale);
  if (known) return known;
  const asked = fetch(`${location.origin}/page-texts/${locale}.json`).then(
    (response) => response.json() as Promise<Texts>,
  );
  kept.set(locale, asked);
  return asked;
}
