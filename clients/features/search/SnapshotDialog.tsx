import { ReadPageDialog } from "@ensemble/blocks/citations/ReadPageDialog";
import type { SearchResult } from "@ensemble/contract/wire";
import { useQuery } from "@tanstack/react-query";
import { snapshotQuery } from "./search-queries";

/** Shows the text of a result page as it was read. */
export function SnapshotDialog({
  searchId,
  result,
  quotes,
  open,
  onOpenChange,
}: {
  searchId: string;
  result: SearchResult;
  quotes: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const page = useQuery(snapshotQuery(searchId, result.number));
  return (
    <ReadPageDialog
      title={result.title}
      page={page}
      quotes={quotes}
      open={open}
      onOpenChange={onOpenChange}
    />
  );
}
