import type { DrawnDiagram } from "@ensemble/blocks/diagrams/diagram";
import { drawDiagram } from "@ensemble/blocks/diagrams/diagram-frame";
import { useDiagramLook } from "@ensemble/blocks/diagrams/diagram-look";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { FrameView } from "../preview/FrameView";
import type { SelectedElement } from "../preview/messages";

/**
 * Shows a diagram in the frame of artifacts, where a person can select one of its parts. Elsewhere diagrams are images, in which there is
 * nothing to select, because what draws them is not trusted.
 */
export default function DiagramSelection({
  code,
  title,
  onSelected,
  children,
}: {
  code: string;
  title: string;
  onSelected?: (part: SelectedElement) => void;
  /** Shown until the diagram is drawn, and if it cannot be. */
  children: ReactNode;
}) {
  const look = useDiagramLook();
  const { data: drawn } = useQuery({
    queryKey: ["artifact-diagram", code, look],
    queryFn: () => drawDiagram(code, look),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (!drawn) return children;
  return (
    <div className="flex h-full min-h-64 flex-col">
      <FrameView
        kind="html"
        content={diagramPage(drawn, look.colours.background ?? "#fff")}
        writing={false}
        title={title}
        hosts={NONE}
        stored={NOTHING}
        onStore={() => undefined}
        onAsk={() => Promise.reject(new Error("a diagram asks nothing"))}
        selecting="diagram"
        onSelected={onSelected}
      />
    </div>
  );
}

const NONE: readonly string[] = [];
const NOTHING: Record<string, string> = {};

const diagramPage = ({ svg }: DrawnDiagram, ground: string): string =>
  `<!doctype html><style>html,body{margin:0;height:100%}body{display:grid;place-items:center;cursor:crosshair;background:${ground}}svg{max-width:100%;max-height:100%;height:auto}</style>${svg}`;
