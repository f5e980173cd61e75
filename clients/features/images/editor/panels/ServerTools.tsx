import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ProgressBar } from "@ensemble/ui/feedback/ProgressBar";
import type { EditorTool } from "../editor-tool";
import { useEditor } from "../store/use-editor";
import { Section } from "./Section";
import { type RunMeans, useToolRun } from "./use-tool-run";

/** Tools of the server and its models. Each result becomes a layer above the picture. */
export function ServerTools({
  tools,
  means,
  onFail,
}: {
  tools: readonly EditorTool[];
  means?: RunMeans;
  onFail: (error: unknown) => void;
}) {
  const text = useText("images");
  const { run, start, cancel } = useToolRun(useEditor(), onFail, means);
  if (tools.length === 0) return null;
  const needsMask = tools.some((tool) => tool.needsMask);
  const percent = run?.percent ?? null;
  return (
    <Section title={text("editor.server_tools")}>
      {needsMask ? <p className="text-muted text-xs">{text("editor.hint.mark")}</p> : null}
      {run ? (
        <div ref={bringIntoView} className="flex flex-col gap-2">
          <p className="text-sm" role="status">
            {text("editor.running", { name: run.tool.label })}
          </p>
          <ProgressBar
            label={text("editor.running", { name: run.tool.label })}
            value={percent ?? 0}
            max={percent === null ? null : 100}
            valueText={percent === null ? text("editor.working") : text("editor.percent", { percent })}
          />
          <Button size="sm" className="w-fit" onClick={cancel}>
            {text("cancel")}
          </Button>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-1.5">
        {tools.map((tool) => (
          <Button key={tool.name} size="sm" disabled={run !== null} onClick={() => void start(tool)}>
            {tool.label}
          </Button>
        ))}
      </div>
    </Section>
  );
}

/** Scrolls the progress into view: the panel may be longer than the screen. */
const bringIntoView = (place: HTMLElement | null): void => place?.scrollIntoView({ block: "nearest" });
