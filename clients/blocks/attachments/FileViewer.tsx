import { api } from "@ensemble/contract/api";
import { toProblem } from "@ensemble/contract/problem-error";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { piecesAt } from "../citations/quote-pieces";
import { PictureLinks } from "./PictureLinks";
import { SavePicture } from "./SavePicture";
import { SheetTable } from "./SheetTable";
import { type CellRange, csvRows, namedCells, type SheetRow, sheetRows } from "./sheet-cells";
import { useUnreadText } from "./unread-parts";

const PageView = lazy(() => import("../pdf/PageView"));

const fileTextQuery = (fileId: string) =>
  queryOptions({
    queryKey: ["documents", "text", fileId],
    queryFn: ({ signal }) =>
      api.get("/api/documents/files/{file_id}/text", { path: { file_id: fileId }, signal }),
    // The extracted text of a file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

interface FileViewerProps {
  /** File to show. A source may include its cells in the name: "costs.xlsx, Costs!B12". */
  file: { file_id: string; name: string; media_type?: string };
  /** First page to show. */
  page?: number | null;
  /** Quotes to highlight on that page, verbatim. */
  quotes?: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Shows a file (an image, pages, cells or extracted text) with a download button. */
export function FileViewer({ file, page = null, quotes = [], open, onOpenChange }: FileViewerProps) {
  const text = useText("documents");
  const common = useText("common");
  const { name, range } = namedCells(file.name);
  const image = file.media_type?.startsWith("image/") ?? false;
  // Tools and the editor work on pixels.
  const editable = image && file.media_type !== "image/svg+xml";
  // The initial place, stable across renders.
  const [wanted] = useState(() => (page === null ? null : { page, words: quotes, turn: 0 }));
  const pages = <FilePages fileId={file.file_id} name={name} page={page} quotes={quotes} range={range} />;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={file.name}
      closeLabel={common("close")}
      width="lg"
      footer={
        <>
          {editable ? <PictureLinks fileId={file.file_id} /> : null}
          {editable ? <SavePicture file={file} /> : null}
          <a href={fileContentUrl(file.file_id)} download={name} className={buttonStyle("secondary", "sm")}>
            <Download className="size-4" aria-hidden="true" />
            {text("save_file")}
          </a>
        </>
      }
    >
      {image ? (
        <img src={fileContentUrl(file.file_id)} alt={file.name} className="mx-auto max-h-[60vh] max-w-full" />
      ) : /\.pdf$/i.test(name) ? (
        <Suspense fallback={<SkeletonLines count={8} label={text("file_text")} />}>
          <div className="flex h-[60vh] flex-col">
            <PageView fileId={file.file_id} wanted={wanted}>
              {pages}
            </PageView>
          </div>
        </Suspense>
      ) : (
        pages
      )}
    </Dialog>
  );
}

function FilePages({
  fileId,
  name,
  page,
  quotes,
  range,
}: {
  fileId: string;
  name: string;
  page: number | null;
  quotes: readonly string[];
  range: CellRange | null;
}) {
  const text = useText("documents");
  const problemText = useProblemText();
  const { data, error } = useQuery(fileTextQuery(fileId));
  const unread = useUnreadText()(data?.unread);
  const first = useRef<HTMLElement>(null);
  useEffect(() => {
    const mark = first.current?.querySelector("mark, td[aria-current]");
    if (mark) mark.scrollIntoView({ block: "center" });
    else if (data && page !== null) first.current?.scrollIntoView({ block: "start" });
  }, [data, page]);

  if (error) return <p className="text-danger">{problemText(toProblem(error))}</p>;
  if (!data) return <SkeletonLines count={8} label={text("file_text")} />;
  const rowsIn = rowsOf(name);
  const several = data.pages.length > 1;
  const wanted = page ?? (several ? null : data.pages[0]?.number);
  const sections = data.pages.map(({ number, title, text: said }) => (
    <section
      key={number}
      ref={number === wanted ? first : undefined}
      data-page={number}
      // In a table the cells are the place.
      aria-current={number === page && !rowsIn ? "location" : undefined}
      aria-label={several ? text("page", { number }) : text("file_text")}
      className="mb-6 [content-visibility:auto] aria-[current]:rounded-md aria-[current]:bg-accent-soft aria-[current]:p-3"
    >
      {several || title ? (
        <h3 className="mb-1 font-medium text-faint text-xs">
          {title ? `${text("page", { number })} · ${title}` : text("page", { number })}
        </h3>
      ) : null}
      {rowsIn ? (
        <Sheet
          name={title ?? name}
          said={said}
          rowsIn={rowsIn}
          range={range && range.sheet.toLowerCase() === title?.toLowerCase() ? range : null}
        />
      ) : (
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
      )}
    </section>
  ));
  if (unread === null) return sections;
  return (
    <>
      <p className="plain-bidi mb-4 rounded-md bg-sunken px-3 py-2 text-sm text-warning">{unread}</p>
      {sections}
    </>
  );
}

/** Returns the table parser for a file name; null: not a table. */
const rowsOf = (name: string) =>
  /\.(?:xls[xmb]?|ods)$/i.test(name) ? sheetRows : /\.(?:csv|tsv)$/i.test(name) ? csvRows : null;

function Sheet({
  name,
  said,
  rowsIn,
  range,
}: {
  name: string;
  said: string;
  rowsIn: (text: string) => SheetRow[];
  range: CellRange | null;
}) {
  const rows = useMemo(() => rowsIn(said), [rowsIn, said]);
  return <SheetTable name={name} rows={rows} wanted={range} />;
}
