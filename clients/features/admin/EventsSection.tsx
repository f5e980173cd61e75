import { EventList } from "@ensemble/blocks/events/EventList";
import { KEPT_DAYS, useEventText } from "@ensemble/blocks/events/use-event-text";
import type { AuditEvent, EventPerson, SecurityEventKind } from "@ensemble/contract/wire";
import { factsLine, leftToRight } from "@ensemble/i18n/formats";
import { isolated } from "@ensemble/i18n/isolated";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Section } from "@ensemble/ui/Section";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { EVENT_KINDS } from "./event-kinds";
import { eventsQuery } from "./event-queries";
import { Narrowing } from "./Narrowing";

/** Lists the security events of the server, for operators. */
export function EventsSection() {
  const text = useText("audit");
  const [words, setWords] = useState("");
  const [kind, setKind] = useState<SecurityEventKind | "all">("all");
  const q = useDeferredValue(words.trim());
  const events = useInfiniteQuery(eventsQuery(kind === "all" ? null : kind, q));
  const kinds = [
    { value: "all" as const, label: text("all_kinds") },
    ...EVENT_KINDS.map((value) => ({ value, label: text(`kind.${value}`) })),
  ];
  return (
    <Section title={text("all_title")} description={text("all_description", KEPT_DAYS)}>
      <Narrowing
        label={text("search")}
        words={words}
        onWords={setWords}
        kindLabel={text("which_events")}
        kind={kind}
        kinds={kinds}
        onKind={setKind}
      />
      <EventList
        events={events}
        none={<EmptyState icon={<ShieldCheck />} title={text("none")} description={text("none_hint")} />}
        describe={(event) => <EventFacts event={event} />}
      />
    </Section>
  );
}

/** Shows the actor, the account and the origin of an event. */
function EventFacts({ event }: { event: AuditEvent }) {
  const text = useText("audit");
  const eventText = useEventText();
  const named = ({ id, name, email }: EventPerson) =>
    name ? `${isolated(name)} (${leftToRight(email ?? "")})` : text("gone", { id: leftToRight(id) });
  const { actor, person, address } = event;
  const by = actor ? text("by_name", { name: named(actor) }) : text(address ? "by.unknown" : "by.server");
  return (
    <>
      <span className="block">
        {factsLine([
          eventText(event),
          person && person.id !== actor?.id ? text("about_name", { name: named(person) }) : null,
        ])}
      </span>
      <span className="block break-words">
        {factsLine([by, address ? text("from", { address: leftToRight(address) }) : null])}
      </span>
    </>
  );
}
