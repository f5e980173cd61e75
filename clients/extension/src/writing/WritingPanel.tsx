import { ChevronLeft, X } from "lucide-react";
import { useEffect, useState } from "react";
import { askFromPage, Refused } from "../page-features/ask";
import type { InterfacePage } from "../page-features/feature";
import { Floating } from "../page-interface/Floating";
import type { Box } from "../page-interface/near";
import { PageButton } from "../page-interface/PageButton";
import { pageText } from "../page-interface/page-text";
import { Grammar } from "./Grammar";
import { ImproveList } from "./ImproveList";
import { readWritingOptions } from "./options";
import { improvePrompt } from "./prompts";
import { Result } from "./Result";
import type { Target } from "./target";
import { WishForm, type WishSoFar } from "./WishForm";
import { type Able, type Action, WritingMenu } from "./WritingMenu";

/** `message`: message to send; `way`: use of the result; `from`: previous view. */
type View =
  | { kind: "menu" }
  | { kind: Action }
  | { kind: "result"; message: string; way: "replace" | "insert"; from: Action };

interface WritingPanelProps {
  page: InterfacePage;
  target: Target;
  /** Text that a reply would answer; empty: none. */
  thread: string;
  anchor: Box;
  onClose: () => void;
}

/** Writing helper at a field: actions, instruction form and result. */
export function WritingPanel({ page, target, thread, anchor, onClose }: WritingPanelProps) {
  const text = pageText("writing");
  const [view, setView] = useState<View>({ kind: "menu" });
  const able = useAble();
  const [wish, setWish] = useState<WishSoFar>(() => ({
    wish: "",
    tone: readWritingOptions(page.config.options.writing).tone,
    length: "any",
  }));
  const toMenu = () => setView({ kind: "menu" });
  const back = view.kind === "result" ? () => setView({ kind: view.from }) : toMenu;
  return (
    <Floating
      anchor={anchor}
      role="dialog"
      label={text("label")}
      onEscape={onClose}
      className="flex max-h-[min(78vh,560px)] w-[400px] flex-col"
    >
      <header data-drag className="flex h-11 flex-none cursor-grab items-center gap-1 ps-3.5 pe-1.5">
        {view.kind === "menu" ? null : (
          <PageButton
            label={text("back")}
            icon={<ChevronLeft className="rtl:rotate-180" />}
            onClick={back}
            className="-ms-2"
          />
        )}
        <h2 className="min-w-0 flex-1 truncate font-semibold text-sm">
          {text(view.kind === "menu" ? "label" : view.kind === "result" ? view.from : view.kind)}
        </h2>
        <PageButton label={pageText("page")("close")} icon={<X />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto rounded-b-md">{content()}</div>
    </Floating>
  );

  function content() {
    switch (view.kind) {
      case "menu":
        return (
          <WritingMenu
            able={able}
            hasText={target.read().trim() !== ""}
            hasThread={thread !== ""}
            onSelect={(kind) => setView({ kind })}
            onClose={onClose}
          />
        );
      case "compose":
      case "reply":
        return (
          <WishForm
            field={target.field}
            thread={view.kind === "reply" ? thread : null}
            wish={wish}
            onChange={setWish}
            onWrite={(message) => setView({ kind: "result", message, way: "insert", from: view.kind })}
          />
        );
      case "improve":
        return (
          <ImproveList
            isSelection={target.isSelection}
            onSelect={(how) =>
              setView({
                kind: "result",
                message: improvePrompt(target.read(), how),
                way: "replace",
                from: "improve",
              })
            }
          />
        );
      case "grammar":
        return <Grammar page={page} target={target} onKept={toMenu} onClose={onClose} />;
      case "result":
        return (
          <Result
            page={page}
            target={target}
            message={view.message}
            way={view.way}
            onKept={back}
            onClose={onClose}
          />
        );
    }
  }
}

function useAble(): Able {
  const [able, setAble] = useState<Able>(null);
  useEffect(() => {
    let current = true;
    askFromPage("page→background: can write")
      .then(
        ({ hasModel }): Able => ({ kind: hasModel ? "all" : "no_model" }),
        (error: unknown): Able => ({
          kind: "refused",
          code: error instanceof Refused ? error.refusal.code : "failed",
        }),
      )
      .then((next) => current && setAble(next));
    return () => {
      current = false;
    };
  }, []);
  return able;
}
