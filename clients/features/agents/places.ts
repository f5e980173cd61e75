/** Path of all agents. */
export const AGENTS = "/ai-agent";

/** Name in addresses that are of a task, not of an agent: `/ai-agent/task/{id}`. */
export const TASK = "task";

/** Returns the path of an agent's page: its name in lower case, with dashes for spaces, and its key (spec §2). */
export function agentPath({ key, name }: { key: string; name: string }): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
  return `/ai-agent/${encodeURIComponent(slug === "" || slug === TASK ? "agent" : slug)}/${key}`;
}

/** Returns the path of a task; the server names it in notices, too. */
export const taskPath = (id: string): string => `/ai-agent/${TASK}/${id}`;
