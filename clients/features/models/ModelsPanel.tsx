import { useMe } from "@ensemble/blocks/session-queries";
import { Connections } from "./Connections";
import { DefaultModel } from "./DefaultModel";

/** `start`: somebody came to connect a first model, and goes on to a chat. Selects the default model and lists connections, which only operators can edit. */
export function ModelsPanel({ start }: { start?: string }) {
  const { role } = useMe();
  return (
    <>
      {start ? null : <DefaultModel />}
      {role === "operator" ? <Connections startAfter={start !== undefined} /> : null}
      {start ? <DefaultModel /> : null}
    </>
  );
}
