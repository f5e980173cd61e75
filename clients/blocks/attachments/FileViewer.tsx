import { api } from "@ensemble/contract/api";
import { toProblem } from "@ensemble/contract/problem-error";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Dialog } from "@ensemble/ui/Dialog";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { piecesAt } from "../quote-pieces";

const fileTextQuery = (fileId: string) =>
  queryOptions({
    queryKey: ["documents", "text", fileId],
    queryFn: ({ signal }) =>
      api.get("/api/documents/files/{file_id}/text", { path: { file_id: fileId }, signal }),
    // What was read in a file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

interface FileViewerProps {
  file: { file_id: string; name: string; media_type?: string };
  /** The page that is shown first. */
  page?: number | null;
  /** What is marked on that page: words as they stand there. */
  quotes?: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A file: the picture, or the text that was read in it, page by page; and the way to save it. */
export function FileViewer({ file, page = null, quotes = [], open, onOpenChange }: FileViewerProps) {
  const text = useText("documents");
  const common = useText("common");
  const image = file.media_type?.startsWith("image/") ?? false;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={file.name}
      closeLabel={common("close")}
      width="lg"
      footer={
        <a
          href={fileContentUrl(file.file_id)}
          download={file.name}
          className={buttonStyle("secondary", "sm")}
        >
          <Download className="size-4" aria-hidden="true" />
          {text("save_file")}
        </a>
      }
    >
      {image ? (
        <img src={fileContentUrl(file.file_id)} alt={file.name} className="mx-auto max-h-[60vh] max-w-full" />
      ) : (
        <FilePages fileId={file.file_id} page={page} quotes={quotes} />
      )}
    </Dialog>
  );
}

function FilePages({
  fileId,
  page,
  quotes,
}: {
  fileId: string;
  page: number | null;
  quotes: readonly string[];
}) {
  const text = useText("documents");
  const problemText = useProblemText();
  const { data, error } = useQuery(fileTextQuery(fileId));
  const first = useRef<HTMLElement>(null);
  useEffect(() => {
    const mark = first.current?.querySelector("mark");
    if (mark) mark.scrollIntoView({ block: "center" });
    else if (data && page !== null) first.current?.scrollIntoView({ block: "start" });
  }, [data, page]);

  if (error) return <p className="text-danger">{problemText(toProblem(error))}</p>;
  if (!data) return <SkeletonLines count={8} label={text("file_text")} />;
  const several = data.pages.length > 1;
  const wanted = page ?? (several ? null : data.pages[0]?.number);
  return data.pages.map(({ number, title, text: said }) => (
    <section
      key={number}
      ref={number === wanted ? first : undefined}
      data-page={number}
      aria-current={number === page ? "location" : undefined}
      aria-label={several ? text("page", { number }) : text("file_text")}
      className="mb-6 [content-visibility:auto] aria-[current]:rounded-md aria-[current]:bg-accent-soft aria-[current]:p-3"
    >
      {several || title ? (
        <h3 className="mb-1 font-medium text-faint text-xs">
          {title ? `${text("page", { number })} · ${title}` : text("page", { number })}
        </h3>
      ) : null}
      <p className="plain-bidi whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
        {piecesAt(said, number === wanted ? quotes : []).map((piece) =>
          piece.marked ? (
            <mark key={piece.start} className="rounded-sm bg-accent-soft text-accent-ink">
              {piece.text}
            </mark>
          ) : (
            piece.text
          ),
        )}
      </p>
    </section>
  ));
}
