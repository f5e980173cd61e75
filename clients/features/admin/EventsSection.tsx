import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { KEPT_DAYS, useEventText } from "@ensemble/blocks/use-event-text";
import type { AuditEvent, EventPerson, SecurityEventKind } from "@ensemble/contract/wire";
import { dayAndTime, factsLine, leftToRight } from "@ensemble/i18n/formats";
import { isolated } from "@ensemble/i18n/isolated";
import { useLocale, useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/EmptyState";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { EVENT_KINDS } from "./event-kinds";
import { eventsQuery } from "./event-queries";
import { Narrowing } from "./Narrowing";

/** What was done on this server that matters for security: by whom, to whose account, and from where. */
export function EventsSection() {
  const text = useText("audit");
  const [words, setWords] = useState("");
  const [kind, setKind] = useState<SecurityEventKind | "all">("all");
  const q = useDeferredValue(words.trim());
  const events = useInfiniteQuery(eventsQuery(kind === "all" ? null : kind, q));
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
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
      {events.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {events.isError ? <PanelProblem error={events.error} onRetry={() => void events.refetch()} /> : null}
      {events.isSuccess && items.length === 0 ? (
        <EmptyState icon={<ShieldCheck />} title={text("none")} description={text("none_hint")} />
      ) : null}
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

function EventRow({ event }: { event: AuditEvent }) {
  const text = useText("audit");
  const eventText = useEventText();
  const { locale } = useLocale();
  const named = ({ id, name, email }: EventPerson) =>
    name ? `${isolated(name)} (${leftToRight(email ?? "")})` : text("gone", { id: leftToRight(id) });
  const { actor, person, address } = event;
  const by = actor ? text("by_name", { name: named(actor) }) : text(address ? "by.unknown" : "by.server");
  return (
    <Row
      title={<span className="font-medium">{text(`kind.${event.kind}`)}</span>}
      description={
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
      }
    >
      <time className="text-muted text-sm" dateTime={event.at}>
        {dayAndTime(event.at, locale)}
      </time>
    </Row>
  );
}
