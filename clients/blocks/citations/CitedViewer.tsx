import { api } from "@ensemble/contract/api";
import type { CitationPart } from "@ensemble/contract/wire";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { FileViewer } from "../attachments/FileViewer";
import { quotesOf } from "./cited-quotes";
import { ReadPageDialog } from "./ReadPageDialog";

interface CitedViewerProps {
  citation: CitationPart;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Shows a cited file, or a web page as it was read, at the cited passages. */
export function CitedViewer({ citation, open, onOpenChange }: CitedViewerProps) {
  const { file_id, title, page = null, web } = citation;
  if (file_id)
    return (
      <FileViewer
        file={{ file_id, name: title }}
        page={page}
        quotes={quotesOf(citation)}
        open={open}
        onOpenChange={onOpenChange}
      />
    );
  if (!web?.kept_with) return null;
  return (
    <PageAsRead
      citation={citation}
      keptWith={web.kept_with}
      number={web.number}
      open={open}
      onOpenChange={onOpenChange}
    />
  );
}

const answerPageQuery = (messageId: string, number: number) =>
  queryOptions({
    queryKey: ["search", "answer-page", messageId, number],
    queryFn: ({ signal }) =>
      api.get("/api/search/answers/{id}/pages/{number}", {
        path: { id: messageId, number: String(number) },
        signal,
      }),
    // The page as it was read never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

function PageAsRead({
  citation,
  keptWith,
  number,
  ...dialog
}: CitedViewerProps & { keptWith: string; number: number }) {
  const page = useQuery(answerPageQuery(keptWith, number));
  return (
    <ReadPageDialog
      title={citation.title}
      page={page}
      quotes={quotesOf(citation)}
      address={citation.url}
      {...dialog}
    />
  );
}
