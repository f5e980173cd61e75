import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { IconButton } from "@ensemble/ui/IconButton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { Laptop, Server as ServerIcon, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Attempt } from "./attempt";
import type { Server } from "./native";

/** Lists the person's servers; each opens in its own window. */
export function ServerList({
  servers,
  attempt,
  onOpen,
  onRemove,
}: {
  servers: readonly Server[];
  attempt: Attempt | null;
  onOpen: (id: string, unasked?: boolean) => void;
  onRemove: (id: string) => Promise<void>;
}) {
  const text = useText("desktop");
  const [leaving, setLeaving] = useState<Server | null>(null);
  const nameOf = ({ local, origin }: Server) =>
    local ? text("local_name") : origin.replace(/^https?:\/\//, "");
  const tried = servers.find(({ id }) => id === attempt?.target);
  const refusal = tried ? (attempt?.refusal ?? null) : null;

  return (
    <Section title={text("your_servers")}>
      {tried && refusal ? (
        <Notice
          tone="warning"
          title={nameOf(tried)}
          action={
            refusal === "unreachable" ? (
              <Button size="sm" onClick={() => onOpen(tried.id, true)}>
                {text("open_kept")}
              </Button>
            ) : null
          }
        >
          {text(refusal)}
        </Notice>
      ) : null}
      <Rows>
        {servers.map((server) => {
          const isTried = server.id === tried?.id;
          const Icon = server.local ? Laptop : ServerIcon;
          return (
            <Row
              key={server.id}
              leading={<Icon className="size-5 text-muted" aria-hidden="true" />}
              title={<bdi className="font-medium">{nameOf(server)}</bdi>}
              description={
                <bdi dir="ltr" className="break-all">
                  {server.origin}
                </bdi>
              }
            >
              <Button
                kind="primary"
                size="sm"
                busy={isTried && refusal === null}
                onClick={() => onOpen(server.id)}
              >
                {text(isTried && refusal ? "try_again" : "open")}
                <span className="sr-only">{nameOf(server)}</span>
              </Button>
              <IconButton
                size="sm"
                label={text("remove_named", { server: nameOf(server) })}
                icon={<Trash2 />}
                onClick={() => setLeaving(server)}
              />
            </Row>
          );
        })}
      </Rows>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={leaving ? text("remove_title", { server: nameOf(leaving) }) : ""}
        description={text("remove_description")}
        confirmLabel={text("remove")}
        cancelLabel={text("cancel")}
        danger
        onConfirm={() => {
          if (leaving) void onRemove(leaving.id);
          setLeaving(null);
        }}
      />
    </Section>
  );
}
