import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useLocale, useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { statusQuery } from "./admin-queries";
import { duration } from "./duration";
import { EventsSection } from "./EventsSection";
import { ServerChoices } from "./ServerChoices";
import { choicesQuery } from "./server-queries";

const STORES = { sqlite: "SQLite", postgres: "PostgreSQL" };

/** Shows information about the server and its security events. */
export function ServerPanel() {
  const status = useQuery(statusQuery);
  const choices = useQuery(choicesQuery);
  return (
    <div className="flex flex-col gap-8">
      <ServerChoices />
      {/* What is above comes first: it would push the rest down. */}
      {choices.isPending ? null : <ServerFacts />}
      {choices.isPending || status.isPending ? null : <EventsSection />}
    </div>
  );
}

function ServerFacts() {
  const text = useText("admin");
  const { locale } = useLocale();
  const status = useQuery(statusQuery);
  if (status.isPending) return <SkeletonLines label={text("loading")} />;
  if (status.isError) return <PanelProblem error={status.error} onRetry={() => void status.refetch()} />;
  const { version, store, files, bus, uptime_seconds } = status.data;
  const facts: [string, string][] = [
    [text("version"), version],
    [text("running_for"), duration(uptime_seconds, locale)],
    [text("store"), STORES[store]],
    [text("files"), files],
    [text("bus"), bus],
  ];
  return (
    <Section description={text("server_description")}>
      <Rows>
        {facts.map(([name, value]) => (
          <Row key={name} title={name}>
            <bdi className="text-muted text-sm">{value}</bdi>
          </Row>
        ))}
      </Rows>
    </Section>
  );
}
