import type { SharedPage } from "@ensemble/contract/wire";
import { AgentFace } from "./AgentFace";
import { EntryList } from "./EntryList";
import type { SharedAgentTask } from "./operations";
import { useAgentName } from "./use-agent-name";

/** Shows the shared result of an agent. */
export function SharedAgentView({ page }: { page: SharedPage }) {
  const task = page.content as SharedAgentTask;
  const { name } = useAgentName()(task.house ?? "", task.name);
  return (
    <div className="flex flex-col gap-6">
      <p className="flex items-center gap-2 text-muted text-sm">
        <AgentFace id={task.house ?? task.name} name={name} icon={task.icon} size="sm" />
        <bdi>{name}</bdi>
      </p>
      <EntryList entries={task.entries} taskId={null} />
    </div>
  );
}
