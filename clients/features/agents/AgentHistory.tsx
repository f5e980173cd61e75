import { TaskHistory, type TaskHistoryState } from "@ensemble/blocks/tasks/TaskHistory";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Waypoints } from "lucide-react";
import { agentTasks } from "./agent-queries";
import { taskPath } from "./places";
import { useAgentName } from "./use-agent-name";

/** Lists the person's tasks for agents. */
export function AgentHistory(state: TaskHistoryState) {
  const text = useText("agents");
  const nameOf = useAgentName();
  return (
    <TaskHistory
      {...state}
      title={text("history")}
      kind={agentTasks}
      placeOf={taskPath}
      facts={({ agent, name, state, pause }) => [
        nameOf(agent, name).name,
        pause !== null ? text(`pause.${pause}`) : state === "succeeded" ? null : text(`state.${state}`),
      ]}
      deleted={text("task_deleted")}
      empty={<EmptyState icon={<Waypoints />} title={text("no_tasks")} description={text("no_tasks_hint")} />}
    />
  );
}
