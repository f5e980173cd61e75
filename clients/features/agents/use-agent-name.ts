import { useText } from "@ensemble/i18n/text";
import type { AgentTaskEntry } from "./operations";

const HOUSE = ["search", "writing", "auto"] as const;

/** Returns a function for an agent's name and description: in the person's language for those of the house. */
export function useAgentName() {
  const text = useText("agents");
  return (key: string, name: string, description = ""): { name: string; description: string } => {
    const house = HOUSE.find((known) => known === key);
    return house
      ? { name: text(`house.${house}`), description: text(`house.${house}_about`) }
      : { name, description };
  };
}

/** Returns a function for what lists say of a task: its agent, and how it stands or what it waits for. */
export function useTaskFacts() {
  const text = useText("agents");
  const nameOf = useAgentName();
  return ({ agent, name, state, pause }: AgentTaskEntry): (string | null)[] => {
    const stands = pause === null ? text(`state.${state}`) : text(`pause.${pause}`);
    return [nameOf(agent, name).name, state === "succeeded" ? null : stands];
  };
}
