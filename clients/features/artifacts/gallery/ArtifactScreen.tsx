import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, MessageCircle } from "lucide-react";
import { ArtifactDesk } from "../desk/ArtifactDesk";
import type { ArtifactDetail } from "../operations";
import { ARTIFACT_PLACES } from "../places";
import { artifactQuery } from "../queries";
import { useAskInChat } from "./use-ask-in-chat";

/** An artifact on its own page. */
export function ArtifactScreen({ uid }: { uid: string }) {
  const text = useText("artifacts");
  const artifact = useQuery(artifactQuery(uid));
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <title>{`${artifact.data?.title ?? text("title")} · Ensemble`}</title>
      <nav className="flex flex-none items-center gap-4 px-3 pt-2 text-sm">
        <AppLink
          to={ARTIFACT_PLACES.artifacts}
          className="flex items-center gap-1.5 rounded-sm text-muted hover:text-ink touch:min-h-11"
        >
          <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
          {text("title")}
        </AppLink>
        {artifact.data?.conversation_id ? (
          <AppLink
            to={PLACES.chat(artifact.data.conversation_id)}
            className="flex items-center gap-1.5 rounded-sm text-muted hover:text-ink touch:min-h-11"
          >
            <MessageCircle className="size-4" aria-hidden="true" />
            {text("open_chat")}
          </AppLink>
        ) : null}
      </nav>
      {artifact.isPending ? (
        <div className="p-6">
          <SkeletonLines label={text("loading")} />
        </div>
      ) : null}
      {artifact.isError ? (
        <div className="p-6">
          <PanelProblem error={artifact.error} onRetry={() => void artifact.refetch()} />
        </div>
      ) : null}
      {artifact.data ? <OwnDesk key={artifact.data.id} artifact={artifact.data} /> : null}
    </div>
  );
}

function OwnDesk({ artifact }: { artifact: ArtifactDetail }) {
  const ask = useAskInChat(artifact.id);
  return (
    <ArtifactDesk
      artifact={artifact}
      version={null}
      live={null}
      seat={{ send: ask, fill: ask }}
      identifier={artifact.identifier || artifact.title}
    />
  );
}
