import { useText } from "@ensemble/i18n/text";

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
