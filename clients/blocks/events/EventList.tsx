import type { AuditEvent, SecurityEvent } from "@ensemble/contract/wire";
import { dayAndTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Row, Rows } from "@ensemble/ui/Section";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PanelProblem } from "../PanelProblem";

/** Lists security-relevant actions, newest first, with a button for older ones. */
export function EventList<Event extends SecurityEvent | AuditEvent>({
  events,
  none,
  describe,
}: {
  events: UseInfiniteQueryResult<InfiniteData<{ items: Event[] }>>;
  /** Content of an empty list. */
  none: ReactNode;
  /** Returns the text of an event besides its kind and time. */
  describe: (event: Event) => ReactNode;
}) {
  const text = useText("audit");
  const { locale } = useLocale();
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      {events.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {events.isError ? <PanelProblem error={events.error} onRetry={() => void events.refetch()} /> : null}
      {events.isSuccess && items.length === 0 ? none : null}
      {items.length > 0 ? (
        <Rows>
          {items.map((event) => (
            <Row
              key={event.id}
              title={<span className="font-medium">{text(`kind.${event.kind}`)}</span>}
              description={describe(event)}
              wide
            >
              <time className="text-muted text-sm" dateTime={event.at}>
                {dayAndTime(event.at, locale)}
              </time>
            </Row>
          ))}
        </Rows>
      ) : null}
      <MoreButton list={events}>{text("show_more")}</MoreButton>
    </>
  );
}
