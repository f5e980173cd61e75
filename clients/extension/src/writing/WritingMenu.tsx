import { EyeOff, MessageSquareReply, PenLine, Settings, SpellCheck, WandSparkles } from "lucide-react";
import { askFromPage } from "../page-features/ask";
import { PageMenu, PageMenuItem } from "../page-interface/PageMenu";
import { pageText } from "../page-interface/page-text";

/** Actions that the server supports. Null: not known yet. */
export type Able = { kind: "all" } | { kind: "no_model" } | { kind: "refused"; code: string } | null;

export type Action = "compose" | "reply" | "improve" | "grammar";

interface WritingMenuProps {
  able: Able;
  hasText: boolean;
  hasThread: boolean;
  onSelect: (action: Action) => void;
  onClose: () => void;
}

/** Lists the actions for this field. Unavailable actions are omitted, with an explanation. */
export function WritingMenu({ able, hasText, hasThread, onSelect, onClose }: WritingMenuProps) {
  const text = pageText("writing");
  const page = pageText("page");
  const canWrite = able === null || able.kind === "all";
  const canCheck = hasText && able?.kind !== "refused";
  const why = whyNot(able);
  return (
    <>
      {why ? <p className="px-3.5 pb-1 text-pretty text-muted text-sm">{why}</p> : null}
      <div role="menu" aria-label={text("label")}>
        {/* Anew when the server has said what it can, so that the first item has the focus. */}
        <PageMenu key={able?.kind}>
          {canWrite ? (
            <PageMenuItem icon={<PenLine />} onSelect={() => onSelect("compose")}>
              {text("compose")}
            </PageMenuItem>
          ) : null}
          {canWrite && hasThread ? (
            <PageMenuItem icon={<MessageSquareReply />} onSelect={() => onSelect("reply")}>
              {text("reply")}
            </PageMenuItem>
          ) : null}
          {canWrite && hasText ? (
            <PageMenuItem icon={<WandSparkles />} onSelect={() => onSelect("improve")}>
              {text("improve")}
            </PageMenuItem>
          ) : null}
          {canCheck ? (
            <PageMenuItem icon={<SpellCheck />} onSelect={() => onSelect("grammar")}>
              {text("grammar")}
            </PageMenuItem>
          ) : null}
          <PageMenuItem
            quiet
            icon={<Settings />}
            onSelect={() => {
              void askFromPage("page→background: open settings");
              onClose();
            }}
          >
            {page("settings")}
          </PageMenuItem>
          <PageMenuItem
            quiet
            icon={<EyeOff />}
            onSelect={() => {
              void askFromPage("page→background: switch off", { feature: "writing", where: "site" });
              onClose();
            }}
          >
            {page("off_here", { host: location.hostname })}
          </PageMenuItem>
        </PageMenu>
      </div>
    </>
  );

  function whyNot(now: Able): string | null {
    if (now?.kind === "no_model") return text(hasText ? "no_model_grammar" : "no_model");
    if (now?.kind !== "refused") return null;
    return page(now.code === "signed_out" ? "signed_out" : "unreachable");
  }
}
