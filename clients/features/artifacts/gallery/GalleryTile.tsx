import { OneLine } from "@ensemble/blocks/OneLine";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { factsLine, relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { KIND_ICONS, kindLabel } from "../kinds";
import type { GalleryArtifact } from "../operations";
import { ARTIFACT_PLACES } from "../places";
import { publishedPath } from "../published-address";
import { remixMutation } from "../queries";

/** An artifact of the gallery: a click opens its page, and a button remixes it. */
export function GalleryTile({ listed }: { listed: GalleryArtifact }) {
  const text = useText("artifacts");
  const { locale } = useLocale();
  const { navigate } = useNavigation();
  const remix = useMutation(remixMutation(useQueryClient()));
  const [now] = useState(Date.now);
  const Icon = KIND_ICONS[listed.kind];
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
    <article className="relative flex items-center gap-3 rounded-lg bg-raised p-3 shadow-[inset_0_0_0_1px_var(--line)] transition-colors focus-within:bg-hover hover:bg-hover">
      <span className="flex size-10 flex-none items-center justify-center rounded-md bg-accent-soft text-accent-ink">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <AppLink
          to={publishedPath(listed.share_id)}
          className="block font-medium outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          <OneLine>{listed.title}</OneLine>
        </AppLink>
        <p className="truncate text-muted text-sm">{factsLine(facts)}</p>
      </div>
      {listed.is_mine ? null : (
        <span className="relative z-10 flex-none">
          <Button
            size="sm"
            aria-label={text("remix_item", { title: listed.title })}
            icon={<Copy className="size-4" />}
            busy={remix.isPending}
            onClick={go}
          >
            {text("remix")}
          </Button>
        </span>
      )}
    </article>
  );
}
