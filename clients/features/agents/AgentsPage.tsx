import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { TaskList } from "@ensemble/blocks/tasks/TaskList";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock, Pencil, Plus, Trash2, Waypoints } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { AgentFace } from "./AgentFace";
import { agentsQuery, agentTasks, deleteMutation, restoreMutation } from "./agent-queries";
import type { Agent } from "./operations";
import { agentPath, taskPath } from "./places";
import { useAgentName, useTaskFacts } from "./use-agent-name";

const AgentForm = lazy(() => import("./AgentForm").then((file) => ({ default: file.AgentForm })));

/** /ai-agent: the agents of the house and the person's, and their tasks. */
export function AgentsPage() {
  const text = useText("agents");
  const agents = useQuery(agentsQuery);
  // An agent that is changed; "new" for one that is made.
  const [form, setForm] = useState<Agent | "new" | null>(null);
  const { data } = agents;
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="agents">
      <title>{`${text("title")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-4xl flex-col gap-8 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex items-center gap-3">
          <h1 className="min-w-0 flex-1 font-semibold text-xl">{text("title")}</h1>
          <Button kind="primary" icon={<Plus className="size-4" />} onClick={() => setForm("new")}>
            {text("new_agent")}
          </Button>
        </header>
        {agents.isError ? (
          <PanelProblem error={agents.error} onRetry={() => void agents.refetch()} />
        ) : data ? (
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {data.agents.map((agent) => (
              <AgentCard key={agent.key} agent={agent} onEdit={() => setForm(agent)} />
            ))}
          </ul>
        ) : (
          <SkeletonLines count={6} label={text("title")} />
        )}
        <Tasks />
      </div>
      {form && data ? (
        <Suspense fallback={null}>
          <AgentForm
            agent={form === "new" ? null : form}
            offered={data.tools}
            onClose={() => setForm(null)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

function AgentCard({ agent, onEdit }: { agent: Agent; onEdit: () => void }) {
  const text = useText("agents");
  const common = useText("common");
  const client = useQueryClient();
  const remove = useMutation(deleteMutation(client));
  const restore = useMutation(restoreMutation(client));
  const { definition, key } = agent;
  const { name, description } = useAgentName()(key, definition.name, definition.description);
  const erase = () =>
    remove.mutate(key, {
      onSuccess: () =>
        showToast({
          title: text("agent_deleted"),
          action: { label: common("undo"), onPress: () => restore.mutate(key) },
        }),
    });
  return (
    <li className="relative flex flex-col gap-2 rounded-lg bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)] focus-within:shadow-[inset_0_0_0_1px_var(--accent)] hover:bg-hover">
      <div className="flex items-center gap-3">
        <AgentFace id={key} name={name} icon={definition.icon} />
        <h2 className="min-w-0 flex-1 truncate font-semibold">
          {/* The whole card is the link. */}
          <AppLink
            to={agentPath({ key, name })}
            className="outline-none after:absolute after:inset-0 after:rounded-lg"
          >
            <bdi>{name}</bdi>
          </AppLink>
        </h2>
        {agent.is_house ? null : (
          <span className="relative flex">
            <IconButton size="sm" label={text("edit_named", { name })} icon={<Pencil />} onClick={onEdit} />
            <IconButton size="sm" label={text("delete_named", { name })} icon={<Trash2 />} onClick={erase} />
          </span>
        )}
      </div>
      {description ? (
        <p className="plain-start line-clamp-3 text-pretty text-muted text-sm">{description}</p>
      ) : null}
      {agent.needs_advanced_model ? (
        <span className="mt-auto flex pt-1">
          <Badge tone={agent.is_locked ? "warning" : "neutral"}>
            {agent.is_locked ? <Lock className="me-1 size-3" aria-hidden="true" /> : null}
            {text(agent.is_locked ? "locked" : "advanced")}
          </Badge>
        </span>
      ) : null}
    </li>
  );
}

/** Lists the tasks, the newest first. */
function Tasks() {
  const text = useText("agents");
  const facts = useTaskFacts();
  return (
    <TaskList
      kind={agentTasks}
      heading={text("history")}
      placeOf={taskPath}
      facts={facts}
      deleted={text("task_deleted")}
      empty={<EmptyState icon={<Waypoints />} title={text("no_tasks")} description={text("no_tasks_hint")} />}
    />
  );
}
