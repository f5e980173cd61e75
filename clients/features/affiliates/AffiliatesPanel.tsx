import { money } from "@ensemble/blocks/credits/money";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Affiliate, AffiliateState, CommissionSums } from "@ensemble/contract/wire";
import { day, factsLine } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { Email } from "@ensemble/ui/Email";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Section } from "@ensemble/ui/Section";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Handshake } from "lucide-react";
import { useState } from "react";
import { affiliatesQuery, sayMutation } from "./affiliate-queries";
import { Sums } from "./Sums";

type Shown = "applied" | "approved" | "all";

/** Lists affiliates, applicants and what they are owed. For the operator. */
export function AffiliatesPanel() {
  const text = useText("affiliates");
  const [shown, setShown] = useState<Shown>("applied");
  const affiliates = useInfiniteQuery(affiliatesQuery(shown === "all" ? "" : shown));
  const items = affiliates.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section
      description={text("affiliates_hint")}
      action={
        <Segmented
          label={text("which")}
          value={shown}
          onChange={setShown}
          options={[
            { value: "applied", label: text("is.applied") },
            { value: "approved", label: text("is.approved") },
            { value: "all", label: text("all") },
          ]}
        />
      }
    >
      {affiliates.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {affiliates.isError ? (
        <PanelProblem error={affiliates.error} onRetry={() => void affiliates.refetch()} />
      ) : null}
      {affiliates.isSuccess && items.length === 0 ? (
        <EmptyState icon={<Handshake />} title={text(shown === "applied" ? "nobody_applied" : "nobody")} />
      ) : null}
      <ul className="flex flex-col gap-4">
        {items.map((affiliate) => (
          <Entry key={affiliate.user_id} affiliate={affiliate} />
        ))}
      </ul>
      <MoreButton list={affiliates}>{text("show_more")}</MoreButton>
    </Section>
  );
}

const TONES: Record<AffiliateState, "neutral" | "success" | "warning"> = {
  applied: "neutral",
  approved: "success",
  refused: "warning",
};

type PendingAction = { what: "approve" | "refuse" } | { what: "paid"; sums: CommissionSums };

function Entry({ affiliate }: { affiliate: Affiliate }) {
  const text = useText("affiliates");
  const { locale } = useLocale();
  const [asked, setAsked] = useState<PendingAction>();
  const say = useMutation(sayMutation(useQueryClient(), affiliate.user_id));
  const close = () => setAsked(undefined);
  const { name, email, state, about, payout_to, applied_at, counts } = affiliate;
  const who = name || email;
  const amount = asked?.what === "paid" ? money(asked.sums.due, asked.sums.currency, locale) : "";
  const confirm = () => asked && say.mutate(asked, { onSettled: close });
  return (
    <li className="flex flex-col gap-3 rounded-md bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-48 flex-1">
          <p className="flex flex-wrap items-center gap-2">
            <bdi className="font-medium">{who}</bdi>
            <Badge tone={TONES[state]}>{text(`is.${state}`)}</Badge>
          </p>
          <p className="text-muted text-sm">
            <Email>{email}</Email>
          </p>
          <p className="text-muted text-sm">
            {factsLine([
              text("applied_on", { date: day(applied_at, locale) }),
              text("count_clicks", { count: counts.clicks }),
              text("count_sign_ups", { count: counts.sign_ups }),
            ])}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {state === "refused" ? null : (
            <Button
              size="sm"
              onClick={() => setAsked({ what: "refuse" })}
              aria-label={text("refuse_who", { who })}
            >
              {text(state === "approved" ? "end" : "refuse")}
            </Button>
          )}
          {state === "approved" ? null : (
            <Button
              size="sm"
              kind="primary"
              onClick={() => setAsked({ what: "approve" })}
              aria-label={text("approve_who", { who })}
            >
              {text("approve")}
            </Button>
          )}
        </div>
      </div>
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
        <dt className="text-muted">{text("about_them")}</dt>
        <dd className="plain-bidi min-w-0 whitespace-pre-wrap break-words">{about}</dd>
        <dt className="text-muted">{text("payout_them")}</dt>
        <dd className="plain-bidi min-w-0 break-words">{payout_to}</dd>
      </dl>
      {counts.sums.map((sums) => (
        <div key={sums.currency} className="flex flex-col gap-2">
          <Sums sums={sums} />
          <div className="flex flex-wrap items-center justify-end gap-3">
            <p className="text-sm">
              {sums.due < 0
                ? text("kept_of_next", { amount: money(-sums.due, sums.currency, locale) })
                : text("due", { amount: money(sums.due, sums.currency, locale) })}
            </p>
            {sums.due > 0 ? (
              <Button
                size="sm"
                kind="primary"
                onClick={() => setAsked({ what: "paid", sums })}
                aria-label={text("mark_paid_who", { who })}
              >
                {text("mark_paid")}
              </Button>
            ) : null}
          </div>
        </div>
      ))}
      <ConfirmDialog
        open={asked?.what === "approve"}
        onOpenChange={close}
        title={text("approve_title", { who })}
        description={text("approve_hint")}
        confirmLabel={text("approve")}
        cancelLabel={text("back")}
        busy={say.isPending}
        onConfirm={confirm}
      />
      <ConfirmDialog
        open={asked?.what === "refuse"}
        onOpenChange={close}
        title={text("refuse_title", { who })}
        description={text("refuse_hint")}
        confirmLabel={text(state === "approved" ? "end" : "refuse")}
        cancelLabel={text("back")}
        danger
        busy={say.isPending}
        onConfirm={confirm}
      />
      <ConfirmDialog
        open={asked?.what === "paid"}
        onOpenChange={close}
        title={text("mark_paid_title", { amount })}
        description={text("mark_paid_hint", { where: payout_to })}
        confirmLabel={text("mark_paid")}
        cancelLabel={text("back")}
        busy={say.isPending}
        onConfirm={confirm}
      />
    </li>
  );
}
