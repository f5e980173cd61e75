import type { DocumentHighlight } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { Minus, Plus, Search } from "lucide-react";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { FindBar } from "./FindBar";
import { PageNumber } from "./PageNumber";
import { type PassageTarget, PdfPage } from "./PdfPage";
import { openPdf } from "./pdf-engine";
import { useFind } from "./use-find";
import "./highlight-inks.css";
import "./pdf-view.css";

/** Zoom levels as fractions of the available width. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
const MARGIN = 24;
const NONE: readonly DocumentHighlight[] = [];
const NO_HIGHLIGHTS: ReadonlyMap<number, readonly DocumentHighlight[]> = new Map();

/** Shows a PDF as a scrollable list of pages with selectable text. */
export default function PdfView({
  fileId,
  pages = null,
  highlights = NO_HIGHLIGHTS,
  wanted,
  notice,
  tools,
}: {
  fileId: string;
  /** Number of pages to show from the first one; null: all. */
  pages?: number | null;
  /** The person's highlights by page. */
  highlights?: ReadonlyMap<number, readonly DocumentHighlight[]>;
  wanted: PassageTarget | null;
  /** Notice above the pages. */
  notice?: ReactNode;
  /** Controls at the end of the toolbar. */
  tools?: ReactNode;
}) {
  const text = useText("library");
  const [turn, setTurn] = useState(0);
  const opened = useOpened(fileId, turn);
  const scroller = useRef<HTMLElement>(null);
  const room = useWidth(scroller);
  const [zoom, setZoom] = useState(1);
  const [current, setCurrent] = useState(1);
  const [missing, setMissing] = useState<PassageTarget | null>(null);
  const width = Math.max(160, Math.round((room - MARGIN) * zoom));
  const count = opened?.pdf ? Math.min(opened.pdf.numPages, pages ?? Number.POSITIVE_INFINITY) : 0;

  const [finding, setFinding] = useState(false);
  const find = useFind(opened?.pdf, fileId, count, current);
  const { hit } = find;
  const isFinding = finding && find.query.trim() !== "";

  const show = useEffectEvent(({ page: number, at }: Pick<PassageTarget, "page" | "at">) => {
    const place = scroller.current;
    const page = place?.querySelector<HTMLElement>(`[data-page="${number}"]`);
    if (!place || !page) return;
    // A place on the page is scrolled to the reading position.
    const within = at === undefined ? -MARGIN / 2 : at * page.offsetHeight - place.clientHeight / 3;
    place.scrollTo({ top: page.offsetTop + within });
  });
  const ready = opened?.pdf !== undefined && room > 0;
  useEffect(() => {
    if (wanted && ready) show(wanted);
  }, [wanted, ready]);

  const bring = useEffectEvent(() => {
    // A rendered page scrolls its match into view itself.
    const drawn = hit && scroller.current?.querySelector(`[data-page="${hit.page}"] .pdf-text`);
    if (hit && !drawn) show({ page: hit.page });
  });
  useEffect(() => {
    if (isFinding && find.turn > 0) bring();
  }, [isFinding, find.turn]);
  const closeFind = () => {
    setFinding(false);
    scroller.current?.focus({ preventScroll: true });
  };

  const goTo = (number: number) => {
    const page = scroller.current?.querySelector<HTMLElement>(`[data-page="${number}"]`);
    if (page) scroller.current?.scrollTo({ top: page.offsetTop - MARGIN / 2 });
    scroller.current?.focus({ preventScroll: true });
  };
  const look = () => {
    const place = scroller.current;
    if (!place) return;
    const middle = place.scrollTop + place.clientHeight / 2;
    const shown = [...place.querySelectorAll<HTMLElement>("[data-page]")].findLast(
      (page) => page.offsetTop <= middle,
    );
    if (shown) setCurrent(Number(shown.dataset.page));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same
    <div
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-sunken"
      onKeyDown={(event) => {
        // The browser's own search finds only rendered pages.
        if (event.key !== "f" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
        event.preventDefault();
        setFinding(true);
      }}
    >
      <div className="flex h-11 flex-none items-center gap-1 border-line border-b bg-surface px-3 text-sm">
        {count > 0 ? <PageNumber current={current} count={count} onGo={(number) => goTo(number)} /> : null}
        <span className="flex-1" />
        <IconButton
          size="sm"
          label={text("find")}
          icon={<Search />}
          aria-expanded={finding}
          disabled={count === 0}
          onClick={() => (finding ? closeFind() : setFinding(true))}
        />
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
        {tools}
      </div>
      {finding ? <FindBar find={find} onClose={closeFind} /> : null}
      {notice}
      {missing !== null && missing === wanted ? (
        <Notice tone="warning">{text("not_found_on_page", { number: missing.page })}</Notice>
      ) : null}
      <section
        ref={scroller}
        data-pdf-scroller
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard
        tabIndex={0}
        aria-label={text("pages")}
        className="-outline-offset-2 relative min-h-0 flex-1 overflow-auto py-3"
        onScroll={look}
      >
        {opened === null ? (
          <div className="mx-auto max-w-xl p-6">
            <SkeletonLines count={10} label={text("loading")} />
          </div>
        ) : null}
        {opened?.failed ? <OpenFailed onRetry={() => setTurn((last) => last + 1)} /> : null}
        {opened?.pdf && room > 0
          ? Array.from({ length: count }, (_, index) => (
              <PdfPage
                // biome-ignore lint/suspicious/noArrayIndexKey: a page's number is its identity
                key={index}
                pdf={opened.pdf as PDFDocumentProxy}
                fileId={fileId}
                number={index + 1}
                width={width}
                ratio={opened.ratio}
                highlights={highlights.get(index + 1) ?? NONE}
                wanted={wanted?.page === index + 1 ? wanted : null}
                find={
                  isFinding
                    ? {
                        query: find.query,
                        shown: hit?.page === index + 1 ? hit.index : null,
                        turn: hit?.page === index + 1 ? find.turn : 0,
                      }
                    : null
                }
                onMarked={(asked, found) => setMissing(found ? null : asked)}
              />
            ))
          : null}
      </section>
    </div>
  );
}

/** Steps through the widths of a page. */
function ZoomButtons({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const text = useText("library");
  const step = (by: number) =>
    onZoom(ZOOMS[Math.min(ZOOMS.length - 1, Math.max(0, ZOOMS.indexOf(zoom) + by))] ?? zoom);
  return (
    <>
      <IconButton
        size="sm"
        label={text("smaller")}
        icon={<Minus />}
        disabled={zoom === ZOOMS[0]}
        onClick={() => step(-1)}
      />
      <span className="w-12 text-center text-muted tabular-nums">{`${Math.round(zoom * 100)}%`}</span>
      <IconButton
        size="sm"
        label={text("larger")}
        icon={<Plus />}
        disabled={zoom === ZOOMS.at(-1)}
        onClick={() => step(1)}
      />
    </>
  );
}

function OpenFailed({ onRetry }: { onRetry: () => void }) {
  const text = useText("library");
  return (
    <div className="p-6">
      <Notice
        tone="danger"
        action={
          <Button size="sm" onClick={onRetry}>
            {text("try_again")}
          </Button>
        }
      >
        {text("view_failed")}
      </Notice>
    </div>
  );
}

interface Opened {
  pdf?: PDFDocumentProxy;
  /** Aspect ratio (height by width) of its first page. */
  ratio: number;
  failed: boolean;
}

/** Returns the opened file; null while it is loading. */
function useOpened(fileId: string, turn: number): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn more opens it again
  useEffect(() => {
    let over = false;
    const opening = openPdf(fileId);
    const open = async () => {
      const pdf = await opening.opened;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!over) setOpened({ pdf, ratio: height / width, failed: false });
    };
    open().catch((error: unknown) => {
      if (over) return;
      console.warn(error);
      setOpened({ ratio: 1, failed: true });
    });
    return () => {
      over = true;
      setOpened(null);
      opening.close();
    };
  }, [fileId, turn]);
  return opened;
}

/** Returns the width of an element. */
function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
