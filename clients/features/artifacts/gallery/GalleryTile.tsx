import { useNavigation } from "@ensemble/host/navigation";
import { relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { kindLabel } from "../kinds";
import type { GalleryArtifact } from "../operations";
import { ARTIFACT_PLACES } from "../places";
import { publishedPath } from "../published-address";
import { remixMutation } from "../queries";
import { ArtifactCard } from "./ArtifactCard";

/** An artifact of the gallery: a click opens its page, and a button remixes it. */
export function GalleryTile({ listed }: { listed: GalleryArtifact }) {
  const text = useText("artifacts");
  const { locale } = useLocale();
  const { navigate } = useNavigation();
  const remix = useMutation(remixMutation(useQueryClient()));
  const [now] = useState(Date.now);
  const facts = [
    listed.is_mine ? text("by_you") : listed.author,
    text(kindLabel(listed.kind)),
    ...(listed.remixes > 0 ? [text("remixes", { count: listed.remixes })] : []),
    relativeTime(listed.published_at, now, locale),
  ];
  const go = () =>
    remix.mutate(listed.share_id, {
      onSuccess: ({ subject_id }) => navigate(ARTIFACT_PLACES.artifact(subject_id)),
    });
  return (
    <ArtifactCard to={publishedPath(listed.share_id)} title={listed.title} kind={listed.kind} facts={facts}>
      {listed.is_mine ? null : (
        <Button
          size="sm"
          aria-label={text("remix_item", { title: listed.title })}
          icon={<Copy className="size-4" />}
          busy={remix.isPending}
          onClick={go}
        >
          {text("remix")}
        </Button>
      )}
    </ArtifactCard>
  );
}
