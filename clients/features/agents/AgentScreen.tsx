import { TaskBoundary } from "@ensemble/blocks/tasks/TaskBoundary";
import { TaskHistoryButton } from "@ensemble/blocks/tasks/TaskHistoryButton";
import { useTask } from "@ensemble/blocks/tasks/use-task";
import { FILES_MAX } from "@ensemble/contract/generated/limits/files";
import { ProblemError } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SearchX, Share2 } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { AgentComposer } from "./AgentComposer";
import { AgentFace } from "./AgentFace";
import { agentsQuery, agentTasks, sendMutation, startMutation } from "./agent-queries";
import { ChosenFiles } from "./files/ChosenFiles";
import type { Agent, AgentFile, AgentTask } from "./operations";
import { AGENTS, TASK, taskPath } from "./places";
import { TaskView } from "./TaskView";
import { useAgentName } from "./use-agent-name";

const AgentHistory = lazy(() => import("./AgentHistory").then((file) => ({ default: file.AgentHistory })));
const ShareDialog = lazy(() => import("@ensemble/blocks/sharing/ShareDialog"));

/** /ai-agent/{name}/{uid}: an agent with a new task, or with `name` "task" the task of that id. */
export function AgentScreen({ name, uid, task }: { name: string; uid: string; task?: string }) {
  const taskId = name === TASK ? uid : task;
  return taskId === undefined ? <NewTask key={uid} agentKey={uid} /> : <KnownTask key={taskId} id={taskId} />;
}

function NewTask({ agentKey }: { agentKey: string }) {
  const text = useText("agents");
  const agents = useQuery(agentsQuery);
  return (
    <TaskBoundary
      query={{
        ...agents,
        data: agents.data?.agents.find(({ key }) => key === agentKey) ?? missing(agents.data),
      }}
      isEmpty={(agent) => agent === null}
      empty={<Missing title={text("not_found")} hint={text("not_found_hint")} />}
    >
      {(agent) => (agent ? <Start agent={agent} /> : null)}
    </TaskBoundary>
  );
}

/** Null once the agents are there and this one is not; undefined before. */
const missing = (data: unknown): null | undefined => (data === undefined ? undefined : null);

function Start({ agent }: { agent: Agent }) {
  const text = useText("agents");
  const { navigate } = useNavigation();
  const { definition } = agent;
  const shown = useAgentName()(agent.key, definition.name, definition.description);
  const start = useMutation(startMutation(useQueryClient()));
  const [model, setModel] = useState<string | null>(null);
  const [files, setFiles] = useState<readonly AgentFile[]>([]);
  const [sending, setSending] = useState(false);
  return (
    <Page title={shown.name} face={<AgentFace id={agent.key} name={shown.name} icon={definition.icon} />}>
      {shown.description ? <p className="plain-start text-pretty text-muted">{shown.description}</p> : null}
      <AgentComposer
        label={text("task")}
        placeholder={text("task_placeholder")}
        submit={text("start")}
        busy={start.isPending || sending}
        error={start.error}
        model={model}
        onModel={definition.model === null ? setModel : undefined}
        files={<ChosenFiles files={files} max={FILES_MAX} onBusy={setSending} onChange={setFiles} />}
        onSend={(words) =>
          start.mutate(
            { id: uuidV7(), agent: agent.key, text: words, model, files: files.map(({ id }) => id) },
            { onSuccess: ({ id }) => navigate(taskPath(id)) },
          )
        }
      />
      <p className="text-faint text-xs">{text("limits_hint", { number: definition.steps_max })}</p>
    </Page>
  );
}

function KnownTask({ id }: { id: string }) {
  const text = useText("agents");
  const task = useTask(agentTasks, id);
  const isGone = task.error instanceof ProblemError && task.error.problem.status === 404;
  if (isGone) return <Missing title={text("task_gone")} hint={text("task_gone_hint")} />;
  return <TaskBoundary query={task}>{(known) => <Work task={known} />}</TaskBoundary>;
}

/** Says that nothing is here, with the way to all agents. */
function Missing({ title, hint }: { title: string; hint: string }) {
  const text = useText("agents");
  return (
    <EmptyState
      icon={<SearchX />}
      title={title}
      description={hint}
      action={
        <AppLink to={AGENTS} className={buttonStyle("secondary")}>
          {text("all")}
        </AppLink>
      }
    />
  );
}

function Work({ task }: { task: AgentTask }) {
  const text = useText("agents");
  const { name } = useAgentName()(task.agent, task.name);
  const send = useMutation(sendMutation(useQueryClient(), task.id));
  const [sharing, setSharing] = useState(false);
  const isWorking = task.state === "running" || task.state === "queued";
  return (
    <Page
      title={task.title}
      face={<AgentFace id={task.agent} name={name} icon={task.icon} />}
      under={name}
      current={task.id}
      actions={<IconButton label={text("share")} icon={<Share2 />} onClick={() => setSharing(true)} />}
    >
      <TaskView task={task} />
      <AgentComposer
        label={text(isWorking ? "steer" : "reply")}
        placeholder={text(isWorking ? "steer_placeholder" : "reply_placeholder")}
        submit={text("send")}
        busy={send.isPending}
        error={send.error}
        onSend={(words, done) => send.mutate({ id: uuidV7(), text: words }, { onSuccess: done })}
      />
      {sharing ? (
        <Suspense fallback={null}>
          <ShareDialog kind="agent" subjectId={task.id} onClose={() => setSharing(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

function Page({
  title,
  face,
  under,
  current,
  actions,
  children,
}: {
  title: string;
  face: ReactNode;
  under?: string;
  /** Task that is shown. */
  current?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const text = useText("agents");
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="agents">
      <title>{`${title} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex items-center gap-3">
          {face}
          <div className="min-w-0 flex-1">
            <h1 className="text-pretty font-semibold text-xl">
              <span className="plain-start line-clamp-2">{title}</span>
            </h1>
            {under ? <p className="plain-start text-muted text-sm">{under}</p> : null}
          </div>
          {actions}
          <TaskHistoryButton label={text("history")} current={current} history={AgentHistory} />
        </header>
        {children}
      </div>
    </div>
  );
}
