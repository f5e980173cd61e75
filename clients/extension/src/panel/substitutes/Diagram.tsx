import { CodeBlock } from "@ensemble/blocks/markdown/CodeBlock";

/** A diagram as its code: what draws them is larger than the whole extension. The web page draws them. */
export function Diagram({ code }: { code: string }) {
  return <CodeBlock code={code} language="mermaid" open={false} />;
}
