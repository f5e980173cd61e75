import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Connection, DiscoveredServer } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { Plug, Plus } from "lucide-react";
import { useState } from "react";
import { ConnectionCard } from "./ConnectionCard";
import { ConnectionDialog, type ConnectionDraft } from "./ConnectionDialog";
import { connectionsQuery } from "./connection-queries";
import { DiscoveredServers } from "./DiscoveredServers";

/** Manages connections: discovered ones to add, existing ones to test, edit and remove. */
export function Connections() {
  const text = useText("models");
  const connections = useQuery(connectionsQuery);
  const [draft, setDraft] = useState<ConnectionDraft | null>(null);
  const items = connections.data?.items ?? [];
  const addButton = (
    <Button kind="primary" icon={<Plus className="size-4" />} onClick={() => setDraft({ kind: "new" })}>
      {text("add_connection")}
    </Button>
  );
  const addFound = (server: DiscoveredServer) => setDraft({ kind: "new", server });
  const edit = (connection: Connection) => setDraft({ kind: "edit", connection });

  return (
    <Section
      title={text("connections")}
      description={text("connections_description")}
      action={items.length > 0 ? addButton : null}
    >
      <DiscoveredServers connected={items} onAdd={addFound} />
      {connections.isPending ? <SkeletonLines label={text("loading")} /> : null}
      {connections.isError ? (
        <PanelProblem error={connections.error} onRetry={() => void connections.refetch()} />
      ) : null}
      {connections.isSuccess && items.length === 0 ? (
        <EmptyState
          icon={<Plug />}
          title={text("no_connections")}
          description={text("no_connections_hint")}
          action={addButton}
        />
      ) : null}
      {items.map((connection) => (
        <ConnectionCard key={connection.id} connection={connection} onEdit={() => edit(connection)} />
      ))}
      {draft ? <ConnectionDialog draft={draft} onClose={() => setDraft(null)} /> : null}
    </Section>
  );
}
