import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { Code, FileImage, Image, Workflow } from "lucide-react";
import { useEffect, useState } from "react";
import { CopyButton } from "../CopyButton";
import { CodeBlock } from "../markdown/CodeBlock";
import { useScrollHint } from "../markdown/use-scroll-hint";
import { DiagramRoom } from "./DiagramRoom";
import type { DiagramLook, DrawnDiagram } from "./diagram";
import { drawDiagram } from "./diagram-frame";
import { useDiagramLook } from "./diagram-look";
import { pngOf } from "./svg-png";

/** Draws a Mermaid diagram. It is shown as code until it is drawn, and if it cannot be. */
export default function Diagram({ code }: { code: string }) {
  const text = useText("chat");
  const look = useDiagramLook();
  const result = useDrawn(code, look);
  const [isCode, setIsCode] = useState(false);
  const drawn = result?.drawn;
  if (drawn && !isCode)
    return (
      <DiagramRoom code={code}>
        <DrawnFigure code={code} drawn={drawn} look={look} onShowCode={() => setIsCode(true)} />
      </DiagramRoom>
    );
  return (
    <DiagramRoom code={code}>
      <CodeBlock
        code={code}
        language="mermaid"
        open={false}
        actions={
          drawn ? (
            <IconButton
              size="sm"
              label={text("diagram_show")}
              icon={<Workflow />}
              onClick={() => setIsCode(false)}
            />
          ) : null
        }
      />
      {result && !drawn ? (
        <p role="note" className="-mt-2 mb-4 text-muted text-xs">
          {text("diagram_failed")}
        </p>
      ) : null}
    </DiagramRoom>
  );
}

function DrawnFigure({
  code,
  drawn,
  look,
  onShowCode,
}: {
  code: string;
  drawn: DrawnDiagram;
  look: DiagramLook;
  onShowCode: () => void;
}) {
  const text = useText("chat");
  const host = useHost();
  const address = useAddress(drawn.svg);
  const box = useScrollHint<HTMLDivElement>();
  const name = drawn.title || text("diagram");
  const save = (ending: string, content: Blob) => host.saveFile(`diagram.${ending}`, content);
  const saveSvg = () => save("svg", new Blob([drawn.svg], { type: "image/svg+xml" }));
  const savePng = () =>
    pngOf(drawn, look.colours.background ?? "#fff").then(
      (content) => save("png", content),
      () => showToast({ title: text("diagram_not_saved"), kind: "danger" }),
    );
  return (
    <figure className="markdown-code markdown-diagram" dir="ltr">
      <figcaption>
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {name}
        </span>
        <IconButton size="sm" label={text("diagram_show_code")} icon={<Code />} onClick={onShowCode} />
        <IconButton size="sm" label={text("diagram_save_png")} icon={<Image />} onClick={savePng} />
        <IconButton size="sm" label={text("diagram_save_svg")} icon={<FileImage />} onClick={saveSvg} />
        <CopyButton size="sm" label={text("copy_code")} content={code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <div ref={box} tabIndex={0}>
        {address ? <img src={address} alt={name} width={drawn.width} height={drawn.height} /> : null}
      </div>
    </figure>
  );
}

/** Returns the result of drawing: null while it is pending, then an image or a failure. */
function useDrawn(code: string, look: DiagramLook): { drawn: DrawnDiagram | null } | null {
  const [result, setResult] = useState<{ of: string; drawn: DrawnDiagram | null } | null>(null);
  const key = JSON.stringify([code, look]);
  useEffect(() => {
    let isCurrent = true;
    const [source, wanted] = JSON.parse(key) as [string, DiagramLook];
    drawDiagram(source, wanted).then(
      (drawn) => isCurrent && setResult({ of: source, drawn }),
      (error: unknown) => {
        if (isCurrent) setResult({ of: source, drawn: null });
        console.warn("a diagram is shown as code", error);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  // After a theme change the old image stays until the new one is drawn.
  return result?.of === code ? result : null;
}

/** Returns an object URL for an image while it is shown. */
function useAddress(svg: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return address;
}
