import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import type { Kind } from "../kinds";
import type { SelectedElement } from "./messages";
import { describeTrouble, TroubleBar } from "./TroubleBar";
import { type Selecting, useFrame } from "./use-frame";

export interface FrameViewProps {
  kind: Extract<Kind, "html" | "react" | "svg">;
  content: string;
  writing: boolean;
  title: string;
  stored: Record<string, string>;
  onStore: (key: string, value: string | null) => void;
  onAsk: (prompt: string) => Promise<string>;
  /** Origins that it may reach. */
  hosts: readonly string[];
  /** Lets its owner allow hosts; absent for everybody else. */
  onAllow?: (hosts: readonly string[]) => void;
  /** Asks the model to fix what it says; absent where there is no chat. */
  onFix?: (trouble: string) => void;
  selecting?: Selecting;
  onSelected?: (element: SelectedElement) => void;
}

/** Runs an artifact in its frame, with what keeps it from running below. */
export function FrameView({
  onFix,
  onAllow,
  selecting = false,
  onSelected,
  onStore,
  onAsk,
  stored,
  ...shown
}: FrameViewProps) {
  const text = useText("artifacts");
  const host = useHost();
  const { place, trouble, dismiss, runAgain } = useFrame(
    { ...shown, selecting },
    {
      stored,
      onStore,
      onAsk,
      onLink: (url) =>
        // It opens by the person's own click only: an artifact could lead anywhere.
        showToast({
          title: text("wants_to_open"),
          description: url,
          action: { label: text("open_link"), onPress: () => void host.openExternal(url) },
        }),
      onSaid: (said) => showToast({ title: shown.title, description: said }),
      onSave: (name, content) =>
        showToast({
          title: text("wants_to_save"),
          description: name,
          action: { label: text("download"), onPress: () => void host.saveFile(name, content) },
        }),
      onSelected: (element) => onSelected?.(element),
    },
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div ref={place} className="relative min-h-0 flex-1 overflow-hidden bg-white" />
      {trouble && !shown.writing ? (
        <TroubleBar
          trouble={trouble}
          onFix={onFix && (() => onFix(describeTrouble(trouble)))}
          onAllow={onAllow}
          onAgain={runAgain}
          onDismiss={dismiss}
        />
      ) : null}
    </div>
  );
}
