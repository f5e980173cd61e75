import { Collapsible } from "@base-ui/react/collapsible";
import type { ToolCallPart } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { Ban, Check, ChevronRight, Hand, TriangleAlert } from "lucide-react";
import { ToolApproval } from "./ToolApproval";
import { ToolText } from "./ToolText";
import { inputOf, pretty } from "./tool-input";

/** Shows a tool call: collapsed when finished, open while it waits for approval. */
export function ToolCall({ part, runId }: { part: ToolCallPart; runId: string | null }) {
  const text = useText("chat");
  const waiting = part.state === "waiting";
  return (
    <section
      aria-label={text("tool.label", { tool: part.title })}
      className="overflow-hidden rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <Collapsible.Root>
        <Collapsible.Trigger className="group flex min-h-9 w-full items-center gap-2 px-3 py-1.5 text-start text-sm hover:bg-hover touch:min-h-11">
          <StateIcon state={part.state} />
          <span className="min-w-0 flex-1 truncate">
            <bdi className="font-medium">{part.title}</bdi>
            {part.source ? (
              // The space belongs to the line: a name in another script starts elsewhere.
              <span className="ms-2 text-muted">
                <bdi>{part.source}</bdi>
              </span>
            ) : null}
          </span>
          <span className="flex-none text-muted">{text(`tool.state.${part.state}`)}</span>
          <ChevronRight
            className="size-4 flex-none text-faint transition-transform group-data-panel-open:rotate-90 rtl:-scale-x-100 rtl:group-data-panel-open:rotate-90"
            aria-hidden="true"
          />
        </Collapsible.Trigger>
        <Collapsible.Panel className="flex flex-col gap-2 border-line border-t px-3 py-2.5">
          <ToolText label={text("tool.arguments")} code={inputOf(part)} />
          {part.output ? <ToolText label={text("tool.output")} code={pretty(part.output)} /> : null}
        </Collapsible.Panel>
      </Collapsible.Root>
      {waiting && runId ? <ToolApproval part={part} runId={runId} /> : null}
    </section>
  );
}

function StateIcon({ state }: { state: ToolCallPart["state"] }) {
  switch (state) {
    case "waiting":
      return <Hand className="size-4 flex-none text-warning" aria-hidden="true" />;
    case "running":
      return <Spinner className="size-4 flex-none text-accent" />;
    case "completed":
      return <Check className="size-4 flex-none text-success" aria-hidden="true" />;
    case "failed":
      return <TriangleAlert className="size-4 flex-none text-danger" aria-hidden="true" />;
    case "denied":
      return <Ban className="size-4 flex-none text-muted" aria-hidden="true" />;
  }
}
