import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Switch } from "@ensemble/ui/fields/Switch";
import { IconButton } from "@ensemble/ui/IconButton";
import { Popover } from "@ensemble/ui/popups/Popover";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Wrench } from "lucide-react";
import { changeServerMutation, chatToolsQuery, setChatToolsMutation, toolServersQuery } from "./tool-queries";

/** Switches tool servers for this conversation. Hidden while none is connected. */
export function ChatTools({ seat }: { seat: ComposerSeat }) {
  const text = useText("tools");
  const servers = useQuery(toolServersQuery).data?.items ?? [];
  const usable = servers.filter(({ state }) => state === "connected");
  if (usable.length === 0) return null;
  return (
    <Popover
      side="top"
      className="flex w-72 flex-col gap-1 p-2"
      trigger={<IconButton label={text("chat_tools")} icon={<Wrench />} />}
    >
      <p className="px-2 pt-1 pb-1 text-muted text-xs">
        {text(seat.conversationId ? "in_this_chat" : "in_all_chats")}
      </p>
      {usable.map((server) =>
        seat.conversationId ? (
          <InChat key={server.key} server={server} conversationId={seat.conversationId} />
        ) : (
          <Everywhere key={server.key} server={server} />
        ),
      )}
      <AppLink to="/settings/tools" className={buttonStyle("ghost", "sm")}>
        {text("manage")}
      </AppLink>
    </Popover>
  );
}

interface Known {
  server: { key: string; name: string; enabled: boolean };
}

function InChat({ server, conversationId }: Known & { conversationId: string }) {
  const chat = useQuery(chatToolsQuery(conversationId));
  const set = useMutation(setChatToolsMutation(useQueryClient(), conversationId));
  const off = chat.data?.off ?? [];
  return (
    <Line
      name={server.name}
      checked={server.enabled && !off.includes(server.key)}
      disabled={!server.enabled || !chat.isSuccess}
      onChange={(on) => set.mutate(on ? off.filter((key) => key !== server.key) : [...off, server.key])}
    />
  );
}

function Everywhere({ server }: Known) {
  const change = useMutation(changeServerMutation(useQueryClient(), server.key));
  return (
    <Line name={server.name} checked={server.enabled} onChange={(enabled) => change.mutate({ enabled })} />
  );
}

function Line({
  name,
  ...rest
}: {
  name: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}) {
  const text = useText("tools");
  return (
    <div className="flex min-h-9 items-center gap-3 rounded-sm px-2 touch:min-h-11">
      <bdi className="min-w-0 flex-1 truncate text-sm">{name}</bdi>
      <Switch label={text("use_in_chat", { name })} {...rest} />
    </div>
  );
}
