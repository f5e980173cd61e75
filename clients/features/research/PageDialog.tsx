import { ReadPageDialog } from "@ensemble/blocks/citations/ReadPageDialog";
import type { SearchResult } from "@ensemble/contract/wire";
import { useQuery } from "@tanstack/react-query";
import { pageQuery } from "./research-queries";

/** Shows the text of a page that was read for a report. */
export function PageDialog({
  researchId,
  source,
  quotes,
  onClose,
}: {
  researchId: string;
  source: SearchResult;
  quotes: readonly string[];
  onClose: () => void;
}) {
  const page = useQuery(pageQuery(researchId, source.number));
  return (
    <ReadPageDialog
      title={source.title}
      page={page}
      quotes={quotes}
      open
      onOpenChange={(open) => !open && onClose()}
    />
  );
}
