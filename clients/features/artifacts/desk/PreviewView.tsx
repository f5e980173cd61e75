import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { showToast } from "@ensemble/ui/toasts/toast";
import { type Kind, runsInFrame } from "../kinds";
import { FrameView } from "../preview/FrameView";
import type { SelectedElement } from "../preview/messages";
import { usePrompts } from "../preview/use-prompts";
import { useStored } from "../preview/use-stored";
import { DocumentView } from "./DocumentView";

interface PreviewViewProps {
  /** Own artifact, whose data the server keeps; null: somebody else's, or not stored yet. */
  ownId: string | null;
  /** Artifact that asks a model; null: it is not stored yet. */
  artifactId: string | null;
  /** True if its author lets it ask a model. */
  prompts: boolean;
  kind: Exclude<Kind, "code">;
  content: string;
  writing: boolean;
  title: string;
  onFix?: (trouble: string) => void;
  selecting?: boolean;
  onSelected?: (element: SelectedElement) => void;
}

/** Shows what an artifact makes. */
export function PreviewView({ ownId, artifactId, prompts, kind, ...shown }: PreviewViewProps) {
  const text = useText("artifacts");
  const { stored, onStore } = useStored(ownId, () => showToast({ title: text("data_full"), kind: "danger" }));
  const { ask, isAsking, decide } = usePrompts(artifactId, prompts);
  if (!runsInFrame(kind)) return <DocumentView kind={kind} {...shown} />;
  if (!stored) return <div className="min-h-0 flex-1" />;
  return (
    <>
      {isAsking ? (
        <div className="flex-none border-line border-b p-2">
          <Notice
            title={text("prompts_ask")}
            action={
              <span className="flex gap-1">
                <Button size="sm" kind="ghost" onClick={() => decide(false)}>
                  {text("dont_allow")}
                </Button>
                <Button size="sm" kind="primary" onClick={() => decide(true)}>
                  {text("allow")}
                </Button>
              </span>
            }
          >
            {text("prompts_ask_hint")}
          </Notice>
        </div>
      ) : null}
      <FrameView kind={kind} stored={stored} onStore={onStore} onAsk={ask} {...shown} />
    </>
  );
}
