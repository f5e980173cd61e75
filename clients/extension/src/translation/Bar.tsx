import { sortedLanguages } from "@ensemble/feature-translation/languages";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Languages, RotateCw, Settings2, X } from "lucide-react";
import { PageButton } from "../page-interface/PageButton";
import { pageLocale, pageText } from "../page-interface/page-text";
import { problemText } from "./problem-text";
import type { Progress } from "./translator";

interface BarProps {
  progress: Progress;
  target: string;
  always: boolean;
  host: string;
  onTarget: (tag: string) => void;
  onAlways: (on: boolean) => void;
  onRetry: () => void;
  onSettings: () => void;
  onClose: () => void;
}

/** Bar at the edge of a translated page: progress, target language, and undo. */
export function Bar(props: BarProps) {
  const { progress, target, always, host, onTarget, onAlways, onRetry, onSettings, onClose } = props;
  const text = pageText("translation");
  const { halted, failed } = progress;
  return (
    <section
      aria-label={text("bar_title")}
      data-translation={halted ? "halted" : progress.working ? "working" : "ready"}
      className="fixed end-4 bottom-4 flex w-[min(320px,calc(100vw-32px))] flex-col gap-2 rounded-md bg-raised p-3 text-ink text-sm shadow-float"
    >
      <div className="flex items-center gap-2">
        <Languages className="size-4 flex-none text-accent-ink" aria-hidden="true" />
        <p role="status" className="min-w-0 flex-1">
          <Status progress={progress} />
        </p>
        <PageButton label={text("settings")} icon={<Settings2 />} onClick={onSettings} />
        <PageButton label={text("show_original")} icon={<X />} onClick={onClose} />
      </div>
      {halted || failed > 0 ? (
        <button type="button" className={buttonStyle("secondary", "sm")} onClick={onRetry}>
          <RotateCw className="size-4" aria-hidden="true" />
          {text("retry")}
        </button>
      ) : null}
      <label className="flex items-center gap-2">
        <span className="flex-none text-muted">{text("into")}</span>
        <select
          value={target}
          onChange={(event) => onTarget(event.currentTarget.value)}
          className="h-8 min-w-0 flex-1 rounded-sm bg-sunken px-2 text-ink touch:h-11"
        >
          {sortedLanguages(pageLocale()).map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="flex min-h-6 items-center gap-2 touch:min-h-11">
        <input
          type="checkbox"
          checked={always}
          onChange={(event) => onAlways(event.currentTarget.checked)}
          className="size-4 flex-none accent-(--accent)"
        />
        <span className="min-w-0 break-words">{text("always", { host })}</span>
      </label>
    </section>
  );
}

function Status({ progress: { halted, working, done, failed } }: { progress: Progress }) {
  const text = pageText("translation");
  if (halted) return problemText(halted);
  if (working) return text("translating");
  if (failed > 0) return text("done_failed", { count: failed });
  return done > 0 ? text("done", { count: done }) : text("nothing");
}
