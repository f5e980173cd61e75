import type { Connection, DiscoveredServer } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useQuery } from "@tanstack/react-query";
import { discoveredQuery } from "./connection-queries";

/** Lists model servers found on the server's machine, with connect buttons. */
export function DiscoveredServers({
  connected,
  onAdd,
}: {
  connected: readonly Connection[];
  onAdd: (server: DiscoveredServer) => void;
}) {
  const text = useText("models");
  const discovered = useQuery(discoveredQuery);
  const fresh = (discovered.data?.items ?? []).filter(
    (server) => !connected.some(({ base_url }) => trimmed(base_url) === trimmed(server.base_url)),
  );
  return fresh.map((server) => (
    <Notice
      key={server.base_url}
      tone="success"
      title={
        server.protocol === "local_files" ? text("files_found") : text("found_here", { name: server.name })
      }
      action={
        <Button size="sm" onClick={() => onAdd(server)}>
          {text("use_it")}
        </Button>
      }
    >
      <p className="text-muted">
        <bdi dir="ltr">{server.base_url}</bdi> · {text("model_count", { count: server.models })}
      </p>
    </Notice>
  ));
}

const trimmed = (address: string) => address.replace(/\/+$/, "");
