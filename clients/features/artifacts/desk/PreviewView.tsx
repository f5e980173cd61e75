import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { type Kind, runsInFrame } from "../kinds";
import { Consent } from "../preview/Consent";
import { FrameView } from "../preview/FrameView";
import { hostName } from "../preview/hosts";
import type { SelectedElement } from "../preview/messages";
import { useHosts, type WantedHosts } from "../preview/use-hosts";
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
  /** Hosts that it may reach, once whoever looks at it agrees. */
  wanted: WantedHosts;
  kind: Exclude<Kind, "code">;
  content: string;
  writing: boolean;
  title: string;
  onFix?: (trouble: string) => void;
  /** Lets its owner allow hosts; absent for everybody else. */
  onAllow?: (hosts: readonly string[]) => void;
  selecting?: boolean;
  onSelected?: (element: SelectedElement) => void;
}

/** Shows what an artifact makes. */
export function PreviewView({ ownId, artifactId, prompts, wanted, kind, ...shown }: PreviewViewProps) {
  const text = useText("artifacts");
  const { stored, onStore } = useStored(ownId, () => showToast({ title: text("data_full"), kind: "danger" }));
  const { ask, isAsking, decide } = usePrompts(artifactId, prompts);
  const network = useHosts(artifactId, wanted);
  if (!runsInFrame(kind)) return <DocumentView kind={kind} {...shown} />;
  if (!stored) return <div className="min-h-0 flex-1" />;
  return (
    <>
      {network.isAsking ? (
        <Consent title={text("hosts_ask")} decide={network.decide}>
          <p className="font-medium [overflow-wrap:anywhere]">{wanted.hosts.map(hostName).join(", ")}</p>
          <p>{text("hosts_ask_hint")}</p>
        </Consent>
      ) : null}
      {isAsking ? (
        <Consent title={text("prompts_ask")} decide={decide}>
          {text("prompts_ask_hint")}
        </Consent>
      ) : null}
      <FrameView
        kind={kind}
        stored={stored}
        onStore={onStore}
        onAsk={ask}
        hosts={network.active}
        {...shown}
      />
    </>
  );
}
