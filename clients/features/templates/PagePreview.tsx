import { onServer } from "@ensemble/contract/base-path";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef, useState } from "react";
import type { TemplateOutput } from "./operations";

/** Preview of a document by its pages, which the server lays out beside each other, each as wide as the frame. */
export function PagePreview({
  id,
  version,
  output,
}: {
  id: string;
  version: number;
  output: TemplateOutput;
}) {
  const text = useText("templates");
  const common = useText("common");
  const frame = useRef<HTMLIFrameElement>(null);
  const [pages, setPages] = useState(1);
  const [page, setPage] = useState(1);
  const show = (next: number) => {
    const shown = frame.current?.contentWindow;
    if (!shown) return;
    const direction = shown.document.documentElement.dir === "rtl" ? -1 : 1;
    shown.scrollTo({ left: direction * (next - 1) * shown.innerWidth });
    setPage(next);
  };
  const measure = () => {
    const root = frame.current?.contentDocument?.documentElement;
    if (!root || root.clientWidth === 0) return;
    const count = Math.max(1, Math.round(root.scrollWidth / root.clientWidth));
    setPages(count);
    // The page that was looked at stays.
    show(Math.min(page, count));
  };
  return (
    <section aria-label={text("preview")} className="flex flex-col gap-2">
      <iframe
        ref={frame}
        title={text("preview")}
        // Scripts stay off: the page has none. The same origin lets its pages be counted.
        sandbox="allow-same-origin"
        src={onServer(`/api/templates/documents/${id}/page?version=${version}`)}
        onLoad={measure}
        className="w-full rounded-md shadow-[inset_0_0_0_1px_var(--line)]"
        style={{ aspectRatio: output === "slides" ? "16 / 9" : "218 / 305" }}
      />
      <div className="flex items-center justify-center gap-2 text-muted text-sm tabular-nums">
        <IconButton
          size="sm"
          label={text("previous_page")}
          icon={<ChevronLeft className="rtl:-scale-x-100" />}
          disabled={page <= 1}
          onClick={() => show(page - 1)}
        />
        {common("page", { number: `${page} / ${pages}` })}
        <IconButton
          size="sm"
          label={text("next_page")}
          icon={<ChevronRight className="rtl:-scale-x-100" />}
          disabled={page >= pages}
          onClick={() => show(page + 1)}
        />
      </div>
      {output === "word" ? <p className="text-muted text-sm">{text("word_preview_hint")}</p> : null}
    </section>
  );
}
