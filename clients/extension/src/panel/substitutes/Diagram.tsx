import { CodeBlock } from "@ensemble/blocks/markdown/CodeBlock";

/** Shows a diagram as code: the renderer is larger than the whole extension. The web page draws them. */
export function Diagram({ code }: { code: string }) {
  return <CodeBlock code={code} language="mermaid" open={false} />;
}
