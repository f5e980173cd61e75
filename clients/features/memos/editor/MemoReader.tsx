import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { TaskTicks, withTaskTicked } from "@ensemble/blocks/markdown/task-ticks";
import { useMarkedPassage } from "@ensemble/blocks/passages/use-marked-passage";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { ownPlace, withOwnLinks } from "./own-links";

/** Renders a memo and highlights the cited passage. Internal links open in place. */
export function MemoReader({
  body,
  quote,
  summary,
  passage,
  onTick,
  children,
}: {
  body: string;
  quote: string | null;
  /** Image description that `children` show. */
  summary: string | null;
  passage: string;
  /** Called with the text in which a task was ticked, or unticked. */
  onTick: (body: string) => void;
  children: ReactNode;
}) {
  const text = useText("memos");
  const { href, navigate } = useNavigation();
  const page = useRef<HTMLDivElement>(null);
  const missing = useMarkedPassage(page, passage, `${body}\n${quote}\n${summary}`);
  const base = new URL(href("/"), location.href).href.replace(/\/?$/, "/");
  const tick = (box: HTMLInputElement) => {
    const boxes = [...(box.closest(".markdown")?.querySelectorAll("input[type=checkbox]") ?? [])];
    onTick(withTaskTicked(body, boxes.indexOf(box)));
  };
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const place = link ? ownPlace(link.href, base) : null;
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (place === null || elsewhere) return;
    event.preventDefault();
    event.stopPropagation();
    navigate(place);
  };
  return (
    <>
      {/* spec §8: "Unable to locate the original text" */}
      {missing ? <Notice tone="warning">{text("passage_missing")}</Notice> : null}
      <div ref={page} className="flex flex-col gap-4 break-words">
        {children}
        <div onClickCapture={follow}>
          <TaskTicks value={tick}>
            <Markdown text={withOwnLinks(body, base)} whole={passage !== ""} />
          </TaskTicks>
        </div>
        {quote ? (
          <blockquote
            dir="auto"
            className="plain-bidi whitespace-pre-wrap border-accent border-s-2 ps-3 text-muted"
          >
            {quote}
          </blockquote>
        ) : null}
      </div>
    </>
  );
}
