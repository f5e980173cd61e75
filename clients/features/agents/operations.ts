import type { TaskState } from "@ensemble/blocks/tasks/task-kind";
import type {
  CitationPart,
  FilePart,
  Page,
  Problem,
  QuestionField,
  QuestionPart,
  ReferencePart,
  ToolCallPart,
  ToolDecision,
} from "@ensemble/contract/wire";

export interface AgentDefinition {
  name: string;
  /** Emoji; empty: the first letter of the name is shown. */
  icon: string;
  description: string;
  instructions: string;
  /** Names of the house's tools, and keys of tool servers. */
  tools: string[];
  /** Ids of files. */
  knowledge: string[];
  /** Null: the person's own. */
  model: string | null;
  steps_max: number;
  /** Null: no cap. */
  spend_max: number | null;
}

export interface AgentFile {
  id: string;
  name: string;
  media_type: string;
  size_bytes: number;
}

export interface Agent {
  /** `search`, `writing`, `auto`, or an id. */
  key: string;
  is_house: boolean;
  needs_advanced_model: boolean;
  is_locked: boolean;
  definition: AgentDefinition;
  files: AgentFile[];
  version: number;
  created_at: string | null;
}

export interface AgentList {
  agents: Agent[];
  /** Keys of the tools that can be chosen, besides tool servers. */
  tools: string[];
}

/** Part without an id, as calls have them. */
type Bare<Part> = Part extends unknown ? Omit<Part, "id"> : never;
export type CallPart = Bare<CitationPart | FilePart | ReferencePart>;

export interface AgentCall {
  id: string;
  tool: string;
  title: string;
  source: string | null;
  /** JSON, as the model wrote it. */
  arguments: string;
  state: ToolCallPart["state"];
  output: string | null;
  parts: CallPart[];
  /** Form of the call; empty: it is no question. */
  questions: QuestionField[];
  /** Questions of its server to the person while it runs. */
  asked: AgentQuestion[];
}

export type AgentQuestion = Omit<QuestionPart, "id" | "kind" | "call_id">;

export interface AgentMessage {
  id: string;
  text: string;
  /** Files that were attached. Absent in pictures of tasks that were shared before there were any. */
  parts?: CallPart[];
  sent_at: string;
}

export interface AgentStep {
  text: string;
  reasoning: string;
  model: string;
  charged: number;
  is_cut: boolean;
  calls: AgentCall[];
}

export type AgentEntry = { number: number; at: string } & (
  | ({ kind: "said" } & AgentMessage)
  | ({ kind: "step" } & AgentStep)
  | { kind: "handover"; from: string; to: string; to_name: string; to_icon: string; note: string }
);

export type AgentPause = "steps" | "spend" | "approval" | "questions";

export interface AgentTask {
  id: string;
  title: string;
  /** Key, name and icon of the agent that works now. */
  agent: string;
  name: string;
  icon: string;
  model: string;
  state: TaskState;
  pause: AgentPause | null;
  entries: AgentEntry[];
  inbox: AgentMessage[];
  run_id: string | null;
  steps: number;
  steps_max: number;
  charged: number;
  price: number;
  spend_max: number | null;
  meter: string | null;
  /** What `charged` is made of, by meter. */
  costs: { meter: string | null; units: number }[];
  problem: Problem | null;
  created_at: string;
  ended_at: string | null;
}

export interface AgentTaskEntry {
  id: string;
  title: string;
  agent: string;
  name: string;
  icon: string;
  state: TaskState;
  pause: AgentPause | null;
  created_at: string;
  deleted_at: string | null;
}

/** Content of a shared page. */
export interface SharedAgentTask {
  house: string | null;
  name: string;
  icon: string;
  entries: AgentEntry[];
}

interface ById {
  id: string;
}

declare module "@ensemble/contract/operations" {
  interface GetOperations {
    "/api/agents": { answer: AgentList };
    "/api/agents/{key}": { path: { key: string }; answer: Agent };
    "/api/agents/tasks": {
      query?: { cursor?: string; limit?: number; q?: string; deleted?: boolean };
      answer: Page<AgentTaskEntry>;
    };
    "/api/agents/tasks/{id}": { path: ById; answer: AgentTask };
  }
  interface PostOperations {
    "/api/agents": { body: { id: string; definition: AgentDefinition }; answer: Agent };
    "/api/agents/{key}/restore": { path: { key: string }; answer: Agent };
    "/api/agents/tasks": {
      body: { id: string; agent: string; text: string; model: string | null };
      answer: AgentTask;
    };
    "/api/agents/tasks/{id}/messages": { path: ById; body: { id: string; text: string }; answer: AgentTask };
    "/api/agents/tasks/{id}/decisions": {
      path: ById;
      body: { call_id: string; decision: ToolDecision };
      answer: AgentTask;
    };
    "/api/agents/tasks/{id}/answers": {
      path: ById;
      body: {
        call_id: string;
        /** Question of the call's server; absent: the agent's own form. */
        question_id?: string;
        action: "accept" | "decline" | "cancel";
        content?: Record<string, unknown>;
      };
      answer: AgentTask;
    };
    "/api/agents/tasks/{id}/continue": {
      path: ById;
      body: { steps?: number | null; spend_max?: number | null };
      answer: AgentTask;
    };
    "/api/agents/tasks/{id}/cancel": { path: ById; answer: undefined };
    "/api/agents/tasks/{id}/retry": { path: ById; answer: AgentTask };
    "/api/agents/tasks/{id}/restore": { path: ById; answer: AgentTask };
  }
  interface PutOperations {
    "/api/agents/{key}": { path: { key: string }; body: AgentDefinition; answer: Agent };
  }
  interface DeleteOperations {
    "/api/agents/{key}": { path: { key: string }; answer: undefined };
    "/api/agents/tasks/{id}": { path: ById; answer: undefined };
  }
}
