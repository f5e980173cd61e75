import { useMe } from "@ensemble/blocks/session-queries";
import { Connections } from "./Connections";
import { DefaultModel } from "./DefaultModel";

/** Selects the default model and lists connections, which only operators can edit. */
export function ModelsPanel() {
  const { role } = useMe();
  return (
    <>
      <DefaultModel />
      {role === "operator" ? <Connections /> : null}
    </>
  );
}
