import { ReadingPage } from "@ensemble/feature-reading/ReadingPage";
import { ReadingView } from "@ensemble/feature-reading/ReadingView";
import { useParams, useSearch } from "@tanstack/react-router";

/** Spec §2: the navigation item "read". `q`: address to read. */
export function ReadingScreen() {
  const { q } = useSearch({ strict: false }) as { q?: string };
  return <ReadingPage address={q} />;
}

/** Page of a reading; `q` is a cited passage. */
export function OneReadingScreen() {
  const { uid } = useParams({ strict: false }) as { uid?: string };
  const { q } = useSearch({ strict: false }) as { q?: string };
  return uid ? <ReadingView key={uid} readingId={uid} passage={q} /> : null;
}
