import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useSession } from "@ensemble/blocks/session-queries";
import type { Mail } from "@ensemble/contract/wire";
import { dayAndTime, relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Section } from "@ensemble/ui/Section";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight, Inbox } from "lucide-react";
import { outboxQuery } from "./admin-queries";

const TONES: Record<Mail["state"], "neutral" | "success" | "warning" | "danger"> = {
  waiting: "warning",
  sent: "success",
  kept: "neutral",
  failed: "danger",
};

/** Lists the server's emails: sent, failed, and undelivered because no mail server is set. */
export function OutboxPanel() {
  const text = useText("admin");
  const { setup } = useSession();
  const outbox = useInfiniteQuery(outboxQuery);
  const items = outbox.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section description={text("outbox_description")}>
      {setup.mail === "outbox" ? <Notice title={text("no_smtp")}>{text("no_smtp_hint")}</Notice> : null}
      {outbox.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {outbox.isError ? <PanelProblem error={outbox.error} onRetry={() => void outbox.refetch()} /> : null}
      {outbox.isSuccess && items.length === 0 ? (
        <EmptyState icon={<Inbox />} title={text("outbox_empty")} description={text("outbox_empty_hint")} />
      ) : null}
      {items.length > 0 ? (
        <div className="divide-y divide-line overflow-hidden rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
          {items.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </div>
      ) : null}
      <MoreButton list={outbox}>{text("show_more")}</MoreButton>
    </Section>
  );
}

function MailRow({ mail }: { mail: Mail }) {
  const text = useText("admin");
  const { locale } = useLocale();
  return (
    <details className="group">
      <summary className="flex min-h-14 cursor-default list-none items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-hover">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-faint transition-[rotate] group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
        />
        <span className="min-w-0 flex-1">
          <bdi className="block truncate font-medium text-sm">{mail.subject}</bdi>
          <span className="block truncate text-muted text-sm">
            <bdi dir="ltr">{mail.to}</bdi> ·{" "}
            <time dateTime={mail.created_at} title={dayAndTime(mail.created_at, locale)}>
              {relativeTime(mail.created_at, Date.now(), locale)}
            </time>
          </span>
        </span>
        <Badge tone={TONES[mail.state]}>{text(`mail.${mail.state}`)}</Badge>
      </summary>
      <div className="px-4 pb-4 ps-11">
        {mail.error ? <p className="mb-2 text-danger text-sm">{mail.error}</p> : null}
        <pre className="plain-bidi select-text whitespace-pre-wrap rounded-md bg-sunken p-3 font-sans text-sm">
          {mail.text}
        </pre>
      </div>
    </details>
  );
}
