import { useText } from "@ensemble/i18n/text";

/** Id of the built-in engine, the only model whose name is in the language of the person. */
const BUILT_IN = "builtin/assistant";

/** Returns a function for the names of models as people see them. */
export function useModelName(): (id: string | null, name: string) => string {
  const text = useText("start");
  return (id, name) => (id === BUILT_IN ? text("built_in") : name);
}
