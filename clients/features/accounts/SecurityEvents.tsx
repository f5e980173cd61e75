import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { KEPT_DAYS, useEventText } from "@ensemble/blocks/use-event-text";
import type { SecurityEvent } from "@ensemble/contract/wire";
import { dayAndTime, factsLine, leftToRight } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { securityEventsQuery } from "./account-queries";

/** What was done with one's account, newest first, and from where. */
export function SecurityEvents() {
  const text = useText("audit");
  const events = useInfiniteQuery(securityEventsQuery);
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section title={text("own_title")} description={text("own_description", KEPT_DAYS)}>
      {events.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {events.isError ? <PanelProblem error={events.error} onRetry={() => void events.refetch()} /> : null}
      {events.isSuccess && items.length === 0 ? <p className="text-muted text-sm">{text("none")}</p> : null}
      {items.length > 0 ? (
        <Rows>
          {items.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </Rows>
      ) : null}
      <MoreButton list={events}>{text("show_more")}</MoreButton>
    </Section>
  );
}

function EventRow({ event }: { event: SecurityEvent }) {
  const text = useText("audit");
  const eventText = useEventText();
  const { locale } = useLocale();
  const facts = [
    eventText(event),
    event.by === "you" ? null : text(`by.${event.by}`),
    event.address ? text("from", { address: leftToRight(event.address) }) : null,
  ];
  return (
    <Row
      title={<span className="font-medium">{text(`kind.${event.kind}`)}</span>}
      description={factsLine(facts) || undefined}
    >
      <time className="text-muted text-sm" dateTime={event.at}>
        {dayAndTime(event.at, locale)}
      </time>
    </Row>
  );
}
