import { SaidText } from "@ensemble/blocks/answers/SaidText";
import { isolated } from "@ensemble/i18n/isolated";
import { useText } from "@ensemble/i18n/text";
import { AgentFace } from "./AgentFace";
import type { AgentEntry, AgentMessage } from "./operations";
import { SourceParts } from "./SourceParts";
import { StepView } from "./StepView";
import { useAgentName } from "./use-agent-name";

/** Lists what was said and done, in order. `taskId`: null where nobody can decide or answer. */
export function EntryList({ entries, taskId }: { entries: readonly AgentEntry[]; taskId: string | null }) {
  const text = useText("agents");
  return (
    <ol aria-label={text("entries")} className="flex flex-col gap-5 empty:hidden">
      {entries.map((entry) => (
        <li key={entry.number} className="flex flex-col">
          {entry.kind === "said" ? (
            <Said message={entry} />
          ) : entry.kind === "step" ? (
            <StepView step={entry} taskId={taskId} />
          ) : (
            <Handover entry={entry} />
          )}
        </li>
      ))}
    </ol>
  );
}

/** Shows words of the person. */
export function Said({ message }: { message: Pick<AgentMessage, "text" | "parts"> }) {
  const text = useText("agents");
  return (
    <div className="flex max-w-[85%] flex-col items-end gap-1.5 self-end">
      <div className="whitespace-pre-wrap rounded-lg bg-sunken px-4 py-2.5 [overflow-wrap:anywhere]">
        <SaidText text={message.text} />
      </div>
      <SourceParts parts={message.parts ?? []} label={text("attached_files")} />
    </div>
  );
}

function Handover({ entry }: { entry: Extract<AgentEntry, { kind: "handover" }> }) {
  const text = useText("agents");
  const { name } = useAgentName()(entry.to, entry.to_name);
  return (
    <div className="flex items-center gap-2 text-muted text-sm">
      <AgentFace id={entry.to || entry.to_name} name={name} icon={entry.to_icon} size="sm" />
      <span className="plain-bidi min-w-0">{text("handed_over", { agent: isolated(name) })}</span>
    </div>
  );
}
