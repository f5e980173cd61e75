import { lazy, Suspense } from "react";
import { CodeBlock } from "../markdown/CodeBlock";
import { DiagramRoom } from "./DiagramRoom";

const Diagram = lazy(() =>
  // Offline, the code is shown.
  import("./Diagram").catch((error: unknown) => {
    console.warn("diagrams are shown as code", error);
    return { default: DiagramCode };
  }),
);

/** Returns true if the language of a code fence is a diagram. */
export const isDiagram = (language: string) => language === "mermaid";

/** Renders a diagram; the renderer is loaded with the first one. */
export function LazyDiagram({ code }: { code: string }) {
  return (
    <Suspense fallback={<DiagramCode code={code} />}>
      <Diagram code={code} />
    </Suspense>
  );
}

function DiagramCode({ code }: { code: string }) {
  return (
    <DiagramRoom code={code}>
      <CodeBlock code={code} language="mermaid" open={false} />
    </DiagramRoom>
  );
}
