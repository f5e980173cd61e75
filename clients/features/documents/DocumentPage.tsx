import { failedIn } from "@ensemble/blocks/attachments/failed-in";
import { OneLine } from "@ensemble/blocks/OneLine";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import type { LibraryDocument } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Back, ChatBeside, type DocumentChatPane } from "./chat/ChatBeside";
import { documentQuery, isBusy, retryDocumentMutation } from "./document-queries";
import { highlightsQuery } from "./highlights/highlight-queries";

/** Page of a document: its pages beside a chat; on narrow screens one of both. */
export function DocumentPage({
  documentId,
  page = null,
  words = "",
  highlightId = null,
  Chat,
}: {
  documentId: string;
  /** Page to open. */
  page?: number | null;
  /** Passage to highlight. */
  words?: string;
  /** Highlight to show first. */
  highlightId?: string | null;
  Chat: DocumentChatPane;
}) {
  const text = useText("library");
  const document = useQuery(documentQuery(documentId));
  const marks = useQuery({ ...highlightsQuery(documentId), enabled: highlightId !== null });
  const marked = marks.data?.items.find(({ id }) => id === highlightId);
  const isPlaced = highlightId === null || !marks.isPending;
  const known = document.data;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <title>{`${known?.name ?? text("documents")} · ${text("product")}`}</title>
      {document.isPending ? (
        <div className="p-6">
          <SkeletonLines count={8} label={text("loading")} />
        </div>
      ) : null}
      {document.isError && !known ? (
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 p-6">
          <Back />
          <PanelProblem error={document.error} onRetry={() => void document.refetch()} />
        </div>
      ) : null}
      {known && known.state !== "parsed" ? <NotReady document={known} /> : null}
      {known?.state === "parsed" && known.file_id && isPlaced ? (
        <ChatBeside
          subject={{ kind: "library", id: known.id }}
          title={known.name}
          documents={[known]}
          page={marked?.page ?? page}
          words={words}
          at={marked?.boxes[0]?.y}
          Chat={Chat}
        />
      ) : null}
    </div>
  );
}

/** Shows the progress of a document that is not readable yet, or its error. */
function NotReady({ document }: { document: LibraryDocument }) {
  const text = useText("library");
  const retry = useMutation(retryDocumentMutation(useQueryClient()));
  return (
    <div className="flex flex-col gap-4 p-6">
      <header className="flex items-center gap-2">
        <Back />
        <h1 className="min-w-0 font-semibold">
          <OneLine>{document.name}</OneLine>
        </h1>
      </header>
      <div role="status" className="flex items-center gap-2 text-muted text-sm">
        {isBusy(document) ? (
          <>
            <Spinner />
            {text(`states.${document.state as "waiting"}`)}
          </>
        ) : null}
      </div>
      {document.problem ? (
        <ProblemCard
          problem={document.problem}
          // spec §8: "File Parsing Error"
          title={failedIn(document.problem.code) === "reading" ? text("parsing_failed") : undefined}
          onRetry={() => retry.mutate(document.id)}
        />
      ) : null}
    </div>
  );
}
