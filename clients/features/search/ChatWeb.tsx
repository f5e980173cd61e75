import type { SearchInChat, SearchTrigger } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { IconButton } from "@ensemble/ui/IconButton";
import { Popover } from "@ensemble/ui/popups/Popover";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Globe } from "lucide-react";
import { chatWebQuery, searchSourcesQuery, setChatWebMutation } from "./search-queries";

const TRIGGERS: readonly SearchTrigger[] = ["manually", "auto", "questionMark", "dependsOnQuota", "always"];

/** Switches web search for chats. Hidden while no engine searches the web. */
export function ChatWeb() {
  const text = useText("search");
  const sources = useQuery(searchSourcesQuery).data?.items ?? [];
  const chat = useQuery(chatWebQuery).data;
  const set = useMutation(setChatWebMutation(useQueryClient()));
  if (!chat || !sources.some(({ source }) => source === "web")) return null;
  const active = chat.on || chat.trigger !== "manually";
  const change = (next: Partial<SearchInChat>) => set.mutate({ ...chat, ...next });
  return (
    <Popover
      side="top"
      className="flex w-72 flex-col gap-3 p-4"
      trigger={
        <IconButton
          label={text(active ? "web_in_chat_on" : "web_in_chat")}
          icon={<Globe className={clsx(active && "text-accent-ink")} />}
        />
      }
    >
      <div className="flex min-h-9 items-center gap-3 touch:min-h-11">
        <span className="min-w-0 flex-1 text-sm">{text("search_for_answers")}</span>
        <Switch label={text("search_for_answers")} checked={chat.on} onChange={(on) => change({ on })} />
      </div>
      <Select
        label={text("unasked")}
        value={chat.trigger}
        options={TRIGGERS.map((value) => ({ value, label: text(`triggers.${value}`) }))}
        onChange={(trigger) => change({ trigger })}
      />
    </Popover>
  );
}
