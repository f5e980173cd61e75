import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { Plus, Wrench } from "lucide-react";
import { useState } from "react";
import { NewServerDialog } from "./NewServerDialog";
import { ServerCard } from "./ServerCard";
import { SignInOutcome } from "./SignInOutcome";
import { toolServersQuery } from "./tool-queries";

/** Manages tool servers and approvals. */
export function ToolsPanel() {
  const text = useText("tools");
  // Rules are set in chats, too: what is cached may be older than the last answer there.
  const servers = useQuery({ ...toolServersQuery, staleTime: 0 });
  const [adding, setAdding] = useState(false);
  const items = servers.data?.items ?? [];
  const addButton = servers.data?.own_servers ? (
    <Button kind="primary" icon={<Plus className="size-4" />} onClick={() => setAdding(true)}>
      {text("add_server")}
    </Button>
  ) : null;
  return (
    <>
      <SignInOutcome />
      <Section description={text("description")} action={items.length > 0 ? addButton : null}>
        {servers.isPending ? <SkeletonLines label={text("loading")} /> : null}
        {servers.isError ? (
          <PanelProblem error={servers.error} onRetry={() => void servers.refetch()} />
        ) : null}
        {servers.isSuccess && items.length === 0 ? (
          <EmptyState
            icon={<Wrench />}
            title={text("no_servers")}
            description={text(servers.data.own_servers ? "no_servers_hint" : "own_servers_off")}
            action={addButton}
          />
        ) : null}
        {items.map((server) => (
          <ServerCard key={server.key} server={server} />
        ))}
      </Section>
      {adding ? <NewServerDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}
