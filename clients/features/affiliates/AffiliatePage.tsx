import { CopyButton } from "@ensemble/blocks/CopyButton";
import { money } from "@ensemble/blocks/credits/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { AffiliateProgram, Commission, OwnAffiliate } from "@ensemble/contract/wire";
import { day, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CalendarClock, HandCoins, Handshake, MousePointerClick } from "lucide-react";
import { ApplicationForm } from "./ApplicationForm";
import { commissionsQuery, ownAffiliateQuery } from "./affiliate-queries";
import { Sums } from "./Sums";

/** Affiliate's own page (spec §2: /affiliate, /invitation-affiliate). */
export function AffiliatePage() {
  const text = useText("affiliates");
  const own = useQuery(ownAffiliateQuery);
  if ((own.error as { code?: string } | null)?.code === "affiliates.not_offered") {
    return <EmptyState icon={<Handshake />} title={text("none")} description={text("none_hint")} />;
  }
  if (own.isError) return <PanelProblem error={own.error} onRetry={() => void own.refetch()} />;
  if (!own.data) return <SkeletonLines label={text("loading")} />;
  const { state } = own.data;
  return (
    <div className="flex flex-col gap-8">
      {state === "applied" ? <Notice title={text("applied")}>{text("applied_hint")}</Notice> : null}
      {state === "refused" ? (
        <Notice tone="warning" title={text("refused")}>
          {text("refused_hint")}
        </Notice>
      ) : null}
      {own.data.url ? <Link url={own.data.url} own={own.data} /> : null}
      {state === "approved" || own.data.counts.sums.length > 0 ? <Earned own={own.data} /> : null}
      {state === "approved" ? null : <Program program={own.data.program} />}
      {state === "refused" ? null : <ApplicationForm key={state} own={own.data} />}
    </div>
  );
}

function Program({ program }: { program: AffiliateProgram }) {
  const text = useText("affiliates");
  const { locale } = useLocale();
  const number = (value: number) => fullNumber(value, locale);
  const icon = "size-5 text-accent-ink";
  return (
    <Section title={text("program")} description={text("program_hint")}>
      <Rows>
        <Row
          leading={<HandCoins className={icon} aria-hidden="true" />}
          title={text("program_percent", { percent: number(program.percent) })}
          description={text("program_months", { count: program.months })}
        />
        <Row
          leading={<MousePointerClick className={icon} aria-hidden="true" />}
          title={text("program_clicks", { count: program.click_days })}
          description={text("program_last")}
        />
        <Row
          leading={<CalendarClock className={icon} aria-hidden="true" />}
          title={text("program_hold", { count: program.hold_days })}
          description={text("program_back")}
        />
      </Rows>
    </Section>
  );
}

function Link({ url, own }: { url: string; own: OwnAffiliate }) {
  const text = useText("affiliates");
  const { locale } = useLocale();
  const { program, counts } = own;
  return (
    <Section
      title={text("your_link")}
      description={text("your_link_hint", { percent: fullNumber(program.percent, locale) })}
    >
      <div className="flex items-center gap-2 rounded-md bg-raised px-4 py-2 shadow-[inset_0_0_0_1px_var(--line)]">
        <code dir="ltr" className="min-w-0 flex-1 truncate text-sm" data-testid="affiliate-link">
          {url}
        </code>
        <CopyButton label={text("copy_link")} content={url} />
      </div>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line">
        <Count label={text("clicks")} count={counts.clicks} />
        <Count label={text("sign_ups")} count={counts.sign_ups} />
      </dl>
    </Section>
  );
}

function Count({ label, count }: { label: string; count: number }) {
  const { locale } = useLocale();
  return (
    <div className="flex flex-col gap-0.5 bg-raised px-4 py-3">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="font-semibold text-lg tabular-nums">{fullNumber(count, locale)}</dd>
    </div>
  );
}

function Earned({ own }: { own: OwnAffiliate }) {
  const text = useText("affiliates");
  const { locale } = useLocale();
  const { counts, payouts, program } = own;
  if (counts.sums.length === 0) {
    return (
      <Section title={text("earned")}>
        <EmptyState
          icon={<HandCoins />}
          title={text("nothing_earned")}
          description={text("nothing_earned_hint")}
        />
      </Section>
    );
  }
  return (
    <>
      <Section title={text("earned")} description={text("earned_hint", { count: program.hold_days })}>
        {counts.sums.map((sums) => (
          <div key={sums.currency} className="flex flex-col gap-2">
            <Sums sums={sums} />
            {sums.due < 0 ? (
              <p className="text-muted text-sm">
                {text("kept_of_next", { amount: money(-sums.due, sums.currency, locale) })}
              </p>
            ) : null}
          </div>
        ))}
      </Section>
      <Commissions />
      {payouts.length > 0 ? (
        <Section title={text("payouts")}>
          <Rows>
            {payouts.map(({ created_at, amount, currency }) => (
              <Row key={`${created_at} ${currency}`} title={day(created_at, locale)}>
                <span className="font-medium text-sm tabular-nums">{money(amount, currency, locale)}</span>
              </Row>
            ))}
          </Rows>
        </Section>
      ) : null}
    </>
  );
}

const TONES = { pending: "neutral", approved: "accent", paid: "success", clawed_back: "warning" } as const;

function Commissions() {
  const text = useText("affiliates");
  const { locale } = useLocale();
  const commissions = useInfiniteQuery(commissionsQuery);
  const items = commissions.data?.pages.flatMap((page) => page.items) ?? [];
  const hint = ({ state, due_at }: Commission) =>
    state === "pending" ? text("good_on", { date: day(due_at, locale) }) : undefined;
  return (
    <Section title={text("commissions")}>
      {commissions.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {commissions.isError ? (
        <PanelProblem error={commissions.error} onRetry={() => void commissions.refetch()} />
      ) : null}
      {items.length > 0 ? (
        <Rows>
          {items.map((commission) => (
            <Row
              key={commission.id}
              title={day(commission.created_at, locale)}
              description={hint(commission)}
            >
              <Badge tone={TONES[commission.state]}>{text(`state.${commission.state}`)}</Badge>
              <span className="min-w-16 text-end font-medium text-sm tabular-nums">
                {money(commission.amount, commission.currency, locale)}
              </span>
            </Row>
          ))}
        </Rows>
      ) : null}
      <MoreButton list={commissions}>{text("show_more")}</MoreButton>
    </Section>
  );
}
