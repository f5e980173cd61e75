import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { PLACES } from "@ensemble/blocks/places";
import type { Connection, DiscoveredServer } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { ConnectionCard } from "./ConnectionCard";
import { ConnectionDialog, type ConnectionDraft } from "./ConnectionDialog";
import { connectionsQuery } from "./connection-queries";
import { DiscoveredServers } from "./DiscoveredServers";
import { QuickConnect } from "./QuickConnect";

/** Manages connections: discovered ones to add, existing ones to test, edit and remove. */
export function Connections({ startAfter = false }: { startAfter?: boolean }) {
  const text = useText("models");
  const connections = useQuery(connectionsQuery);
  const [draft, setDraft] = useState<ConnectionDraft | null>(null);
  const [added, setAdded] = useState<string | null>(null);
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
        <QuickConnect
          startAfter={startAfter}
          onAdded={setAdded}
          other={
            <Button icon={<Plus className="size-4" />} onClick={() => setDraft({ kind: "new" })}>
              {text("add_connection")}
            </Button>
          }
        />
      ) : null}
      {added !== null && items.length > 0 ? <Connected name={added} /> : null}
      {items.map((connection) => (
        <ConnectionCard key={connection.id} connection={connection} onEdit={() => edit(connection)} />
      ))}
      {draft ? <ConnectionDialog draft={draft} onClose={() => setDraft(null)} onAdded={setAdded} /> : null}
    </Section>
  );
}

/** Leads from a new connection to the first chat with it. */
function Connected({ name }: { name: string }) {
  const text = useText("models");
  const { navigate } = useNavigation();
  return (
    <Notice
      tone="success"
      title={text("quick_done", { name })}
      action={
        <Button kind="primary" size="sm" autoFocus onClick={() => navigate(PLACES.newChat)}>
          {text("quick_start")}
        </Button>
      }
    />
  );
}
