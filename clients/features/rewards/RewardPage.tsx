import { CopyButton } from "@ensemble/blocks/CopyButton";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { InvitedFriend, Rewards } from "@ensemble/contract/wire";
import { day, fullNumber } from "@ensemble/i18n/formats";
import { type TextKey, useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { Gift, PartyPopper, UsersRound } from "lucide-react";
import { rewardsQuery } from "./reward-queries";

/** Page with the person's invitation link and rewards (spec §2: /reward). */
export function RewardPage() {
  const text = useText("rewards");
  const rewards = useQuery(rewardsQuery);
  if ((rewards.error as { code?: string } | null)?.code === "rewards.nothing_rewarded") {
    return <EmptyState icon={<PartyPopper />} title={text("nothing")} description={text("nothing_hint")} />;
  }
  if (rewards.isError) return <PanelProblem error={rewards.error} onRetry={() => void rewards.refetch()} />;
  if (!rewards.data) return <SkeletonLines label={text("loading")} />;
  return (
    <div className="flex flex-col gap-8">
      <Link rewards={rewards.data} />
      <Friends friends={rewards.data.friends} />
    </div>
  );
}

function Link({ rewards: { url, worth } }: { rewards: Rewards }) {
  const text = useText("rewards");
  const { locale } = useLocale();
  return (
    <Section title={text("your_link")} description={text("your_link_hint")}>
      <div className="flex items-center gap-2 rounded-md bg-raised px-4 py-2 shadow-[inset_0_0_0_1px_var(--line)]">
        <code dir="ltr" className="min-w-0 flex-1 truncate text-sm" data-testid="invitation-link">
          {url}
        </code>
        <CopyButton label={text("copy_link")} content={url} />
      </div>
      <Rows>
        <Row
          title={text("for_registration")}
          description={text("worth_registration", {
            queries: fullNumber(worth.queries, locale),
            advanced: fullNumber(worth.advanced_queries, locale),
            count: worth.days,
          })}
          leading={<Gift className="size-5 text-accent-ink" aria-hidden="true" />}
        />
        <Row
          title={text("for_subscription")}
          description={text("worth_subscription", { count: worth.months })}
          leading={<Gift className="size-5 text-accent-ink" aria-hidden="true" />}
        />
      </Rows>
      <p className="text-muted text-sm">{text("when", { count: worth.hold_days })}</p>
    </Section>
  );
}

const STATES: Record<
  InvitedFriend["registration"],
  { label: TextKey<"rewards">; tone: "neutral" | "success" | "warning" }
> = {
  pending: { label: "state.pending", tone: "neutral" },
  approved: { label: "state.approved", tone: "success" },
  refused: { label: "state.refused", tone: "warning" },
};

function Friends({ friends }: { friends: InvitedFriend[] }) {
  const text = useText("rewards");
  const { locale } = useLocale();
  return (
    <Section title={text("friends")}>
      {friends.length === 0 ? (
        <EmptyState icon={<UsersRound />} title={text("no_friends")} description={text("no_friends_hint")} />
      ) : (
        <Rows>
          {friends.map(({ name, registered_at, registration, subscription }) => (
            <Row
              key={`${registered_at} ${name}`}
              title={<bdi>{name || text("account_gone")}</bdi>}
              description={text("registered", { date: day(registered_at, locale) })}
            >
              {subscription === "approved" ? <Badge tone="accent">{text("subscribed")}</Badge> : null}
              <Badge tone={STATES[registration].tone}>{text(STATES[registration].label)}</Badge>
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  );
}
