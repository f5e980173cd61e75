import { MemoPage } from "@ensemble/feature-memos/MemoPage";
import { MemosPage } from "@ensemble/feature-memos/MemosPage";
import { useParams, useSearch } from "@tanstack/react-router";

/** Spec §2: /home/memo. */
export const MemosScreen = MemosPage;

/** One memo; `q` is the passage that a citation leads to. */
export function MemoScreen() {
  const { uid = "" } = useParams({ strict: false }) as { uid?: string };
  const { q } = useSearch({ strict: false }) as { q?: string };
  return <MemoPage key={uid} memoId={uid} passage={q} />;
}
