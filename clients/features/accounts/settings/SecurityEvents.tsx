import { EventList } from "@ensemble/blocks/events/EventList";
import { KEPT_DAYS, useEventText } from "@ensemble/blocks/events/use-event-text";
import type { SecurityEvent } from "@ensemble/contract/wire";
import { factsLine, leftToRight } from "@ensemble/i18n/formats";
import { useText } from "@ensemble/i18n/text";
import { Section } from "@ensemble/ui/Section";
import { useInfiniteQuery } from "@tanstack/react-query";
import { securityEventsQuery } from "../account-queries";

/** Lists the security events of the person's account, newest first. */
export function SecurityEvents() {
  const text = useText("audit");
  const eventText = useEventText();
  const events = useInfiniteQuery(securityEventsQuery);
  const factsOf = (event: SecurityEvent) =>
    factsLine([
      eventText(event),
      event.by === "you" ? null : text(`by.${event.by}`),
      event.address ? text("from", { address: leftToRight(event.address) }) : null,
    ]);
  return (
    <Section title={text("own_title")} description={text("own_description", KEPT_DAYS)}>
      <EventList
        events={events}
        none={<p className="text-muted text-sm">{text("none")}</p>}
        describe={factsOf}
      />
    </Section>
  );
}
