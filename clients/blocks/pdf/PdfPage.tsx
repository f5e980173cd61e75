import type { DocumentHighlight } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { type PDFDocumentProxy, TextLayer } from "pdfjs-dist";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { type FindOnPage, FoundMarks } from "./FoundMarks";
import { passageFor, placeOf } from "./find-passage";
import { HighlightBoxes, PassageMarks } from "./page-marks";
import { joinPieces, ordersOf, type PageText, placeIn, rectsOf } from "./page-text";
import { recognisedWords } from "./page-words";
import { layWords } from "./recognised-layer";

/** Place to show; requesting it again shows it again. */
export interface PassageTarget {
  page: number;
  /** Texts to highlight: verbatim quotes, or statements that cite this page. */
  words: readonly string[];
  /** Vertical position on the page as a fraction; without it, the top. */
  at?: number;
  turn: number;
}

/** One page: its picture, over it its text, and what is marked in it. Drawn while it is near. */
export function PdfPage({
  pdf,
  fileId,
  number,
  width,
  ratio,
  highlights,
  wanted,
  find,
  onMarked,
}: {
  pdf: PDFDocumentProxy;
  fileId: string;
  number: number;
  width: number;
  /** Aspect ratio (height by width), estimated until the page is loaded. */
  ratio: number;
  /** The person's highlights in the document. */
  highlights: readonly DocumentHighlight[];
  wanted: PassageTarget | null;
  /** Search over all pages. */
  find: FindOnPage | null;
  /** Reports whether the wanted text was found on the page. */
  onMarked: (wanted: PassageTarget, found: boolean) => void;
}) {
  const text = useText("library");
  const frame = useRef<HTMLDivElement>(null);
  const near = useNear(frame);
  const [known, setKnown] = useState(ratio);
  const [page, setPage] = useState<PageText | null>(null);
  const [failed, setFailed] = useState(false);
  const [marks, setMarks] = useState<DOMRect[]>([]);
  // Scrolled to once: scrolling away and back does not repeat it.
  const brought = useRef<PassageTarget | null>(null);
  const broughtHit = useRef(0);
  const drawnWidth = useRef(width);

  useEffect(() => {
    const place = frame.current;
    if (drawnWidth.current !== width) {
      drawnWidth.current = width;
      // At another zoom level the place is elsewhere.
      if (near) brought.current = null;
    }
    if (!near || !place) return;
    let over = false;
    const stops: (() => void)[] = [];
    const draw = async () => {
      const proxy = await pdf.getPage(number);
      if (over) return;
      const plain = proxy.getViewport({ scale: 1 });
      const viewport = proxy.getViewport({ scale: width / plain.width });
      setKnown(plain.height / plain.width);
      const canvas = document.createElement("canvas");
      // More than twice the page's pixels cost memory without a visible benefit.
      const sharpness = Math.min(globalThis.devicePixelRatio || 1, 2);
      canvas.width = Math.floor(viewport.width * sharpness);
      canvas.height = Math.floor(viewport.height * sharpness);
      canvas.className = "absolute inset-0 size-full";
      const drawing = proxy.render({
        canvas,
        viewport,
        transform: sharpness === 1 ? undefined : [sharpness, 0, 0, sharpness, 0, 0],
      });
      stops.push(() => drawing.cancel());
      await drawing.promise;
      const container = document.createElement("div");
      container.className = "pdf-text";
      const layer = new TextLayer({ textContentSource: proxy.streamTextContent(), container, viewport });
      stops.push(() => layer.cancel());
      await layer.render();
      if (over) return;
      let pieces = layer.textDivs;
      place.style.setProperty("--total-scale-factor", String(viewport.scale));
      place.querySelector("[data-drawn]")?.replaceChildren(canvas, container);
      if (joinPieces(pieces).text.trim() === "") {
        // A scanned page. The server may have recognized it and know the positions of its words.
        const lines = await recognisedWords(fileId, number);
        if (over) return;
        pieces = layWords(container, lines, viewport.width, viewport.height);
      }
      setPage(joinPieces(pieces));
    };
    draw().catch((error: unknown) => {
      if (over) return;
      console.warn(error);
      setFailed(true);
    });
    return () => {
      over = true;
      for (const stop of stops) stop();
      place.querySelector("[data-drawn]")?.replaceChildren();
      setPage(null);
      setFailed(false);
    };
  }, [pdf, fileId, number, width, near]);

  const tell = useEffectEvent(onMarked);
  useEffect(() => {
    const element = frame.current;
    if (!wanted?.words.length || !page || !element) {
      setMarks([]);
      return;
    }
    const orders = ordersOf(page);
    const rects = wanted.words.flatMap((words) => {
      const at =
        placeIn(orders, (said) => placeOf(said, words)) ?? placeIn(orders, (said) => passageFor(said, words));
      return at ? rectsOf(at.page, at.stretch, element) : [];
    });
    // Two statements with the same quote draw it once.
    setMarks([...new Map(rects.map((rect) => [`${rect.x} ${rect.y} ${rect.width}`, rect])).values()]);
    // Pages recognized before positions were stored have no highlights here, although the server cited
    // their words.
    tell(wanted, rects.length > 0 || page.text.trim() === "");
    const first = rects[0];
    const scroller = element.closest("[data-pdf-scroller]");
    if (first && scroller && brought.current !== wanted) {
      brought.current = wanted;
      const top = element.offsetTop + first.y - scroller.clientHeight / 3;
      scroller.scrollTo({ top });
    }
  }, [wanted, page]);

  return (
    <section
      ref={frame}
      data-page={number}
      aria-label={text("page", { number })}
      aria-current={wanted ? "location" : undefined}
      className="relative mx-auto mb-3 flex-none bg-white shadow-[0_0_0_1px_var(--line)]"
      style={{ width, height: Math.round(width * known) }}
    >
      <div data-drawn className="absolute inset-0" />
      {near ? <HighlightBoxes highlights={highlights} /> : null}
      <PassageMarks marks={marks} />
      {find && page ? <FoundMarks page={page} frame={frame} brought={broughtHit} {...find} /> : null}
      {failed ? (
        <p className="absolute inset-0 flex items-center justify-center p-4 text-center text-black text-sm">
          {text("page_failed", { number })}
        </p>
      ) : null}
    </section>
  );
}

/** Returns true if an element is on the screen or close to it. */
function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const root = element.closest("[data-pdf-scroller]");
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root,
      rootMargin: "100% 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return near;
}
