import { useMe } from "@ensemble/blocks/session-queries";
import { Connections } from "./Connections";
import { DefaultModel } from "./DefaultModel";

/** Which model answers, and where models come from. Connections are the operator's. */
export function ModelsPanel() {
  const { role } = useMe();
  return (
    <>
      <DefaultModel />
      {role === "operator" ? <Connections /> : null}
    </>
  );
}
