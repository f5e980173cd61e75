import { TaskHistory, type TaskHistoryState } from "@ensemble/blocks/tasks/TaskHistory";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Waypoints } from "lucide-react";
import { agentTasks } from "./agent-queries";
import { taskPath } from "./places";
import { useTaskFacts } from "./use-agent-name";

/** Lists the person's tasks for agents. */
export function AgentHistory(state: TaskHistoryState) {
  const text = useText("agents");
  const facts = useTaskFacts();
  return (
    <TaskHistory
      {...state}
      title={text("history")}
      kind={agentTasks}
      placeOf={taskPath}
      facts={facts}
      deleted={text("task_deleted")}
      empty={<EmptyState icon={<Waypoints />} title={text("no_tasks")} description={text("no_tasks_hint")} />}
    />
  );
}
