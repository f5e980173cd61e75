import { Collapsible } from "@base-ui/react/collapsible";
import type { ToolCallPart } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { Ban, Check, ChevronRight, Hand, TriangleAlert } from "lucide-react";
import { ToolApproval } from "./ToolApproval";

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
          <Code label={text("tool.arguments")} code={inputOf(part)} />
          {part.output ? <Code label={text("tool.output")} code={pretty(part.output)} /> : null}
        </Collapsible.Panel>
      </Collapsible.Root>
      {waiting && runId ? <ToolApproval part={part} runId={runId} code={inputOf(part)} /> : null}
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

/** Shows a tool's raw input or output. */
function Code({ label, code }: { label: string; code: string }) {
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="text-muted text-xs">{label}</figcaption>
      <pre
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-sunken px-2.5 py-2 text-start font-mono text-xs"
      >
        {code}
      </pre>
    </figure>
  );
}

/** Returns the arguments of a call as people read them: a program as its lines, anything else as indented JSON. */
function inputOf({ tool, arguments: given }: ToolCallPart): string {
  if (tool !== "run_code") return pretty(given);
  try {
    const { code } = JSON.parse(given) as { code?: unknown };
    return typeof code === "string" ? code : pretty(given);
  } catch {
    return given;
  }
}

/** Indents JSON; returns anything else unchanged. */
function pretty(code: string): string {
  try {
    return JSON.stringify(JSON.parse(code), null, 2);
  } catch {
    return code;
  }
}
