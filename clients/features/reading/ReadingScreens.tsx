import { ReadingPage } from "./ReadingPage";
import { ReadingView } from "./ReadingView";

/** Spec §2: the navigation item "read". `q`: the address of what is to be read. */
export const ReadingsScreen = ({ q }: { q?: string }) => <ReadingPage address={q} />;

/** One reading; `q` is the passage that a citation leads to. */
export const ReadingScreen = ({ uid, q }: { uid: string; q?: string }) => (
  <ReadingView key={uid} readingId={uid} passage={q} />
);
