import { CopyButton } from "@ensemble/blocks/CopyButton";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { revokeShareMutation, sharesQuery } from "@ensemble/blocks/sharing/share-queries";
import type { Share } from "@ensemble/contract/wire";
import { dayAndTime, factsLine, relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Share2 } from "lucide-react";

/** Lists everything this person shares publicly, to revoke it. */
export function SharesPanel() {
  const text = useText("sharing");
  const shares = useQuery(sharesQuery);
  const items = shares.data?.items ?? [];
  return (
    <Section description={text("panel_description")}>
      {shares.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {shares.isError ? <PanelProblem error={shares.error} onRetry={() => void shares.refetch()} /> : null}
      {shares.isSuccess && items.length === 0 ? (
        <EmptyState icon={<Share2 />} title={text("no_shares")} description={text("no_shares_hint")} />
      ) : null}
      {items.length > 0 ? (
        <Rows>
          {items.map((share) => (
            <ShareRow key={share.id} share={share} />
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}

function ShareRow({ share }: { share: Share }) {
  const text = useText("sharing");
  const { locale } = useLocale();
  const revoke = useMutation(revokeShareMutation(useQueryClient()));
  const facts = [
    text("shared_since", { time: relativeTime(share.renewed_at, Date.now(), locale) }),
    share.expires_at && !share.expired
      ? text("ends_at", { time: dayAndTime(share.expires_at, locale) })
      : null,
    text("views", { count: share.views }),
  ];
  return (
    <Row
      title={
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <a
            href={share.url}
            target="_blank"
            rel="noopener"
            className="line-clamp-2 break-words font-medium touch:-my-3 touch:py-3"
          >
            <bdi>{share.title || text("untitled")}</bdi>
          </a>
          <Badge>{text(share.kind === "bot" ? "kind_bot" : "kind_chat")}</Badge>
          {share.expired ? <Badge tone="warning">{text("expired")}</Badge> : null}
        </span>
      }
      description={factsLine(facts)}
    >
      <CopyButton size="sm" label={text("copy_link")} content={share.url} />
      <Button size="sm" kind="danger" busy={revoke.isPending} onClick={() => revoke.mutate(share.id)}>
        {text("stop_sharing")}
      </Button>
    </Row>
  );
}
