import type { SearchInChat, SearchTrigger } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Select } from "@ensemble/ui/fields/Select";
import { IconButton } from "@ensemble/ui/IconButton";
import { Popover } from "@ensemble/ui/popups/Popover";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Globe } from "lucide-react";
import { chatWebQuery, searchSourcesQuery, setChatWebMutation } from "./search-queries";

const TRIGGERS: readonly SearchTrigger[] = ["manually", "auto", "questionMark", "dependsOnQuota", "always"];

/** Switches web search for chats, with the rule by which it is switched on unasked. Hidden while no engine searches the web. */
export function ChatWeb() {
  const text = useText("search");
  const sources = useQuery(searchSourcesQuery).data?.items ?? [];
  const chat = useQuery(chatWebQuery).data;
  const set = useMutation(setChatWebMutation(useQueryClient()));
  if (!chat || !sources.some(({ source }) => source === "web")) return null;
  const active = chat.on || chat.trigger !== "manually";
  const change = (next: Partial<SearchInChat>) => set.mutate({ ...chat, ...next });
  return (
    <span className="flex items-center">
      <IconButton
        label={text(active ? "web_in_chat_on" : "web_in_chat")}
        aria-pressed={active}
        icon={<Globe />}
        // Off is off: no rule switches it on again.
        onClick={() => change(active ? { on: false, trigger: "manually" } : { on: true })}
      />
      <Popover
        side="top"
        className="w-72 p-4"
        trigger={
          <IconButton
            size="sm"
            label={text("web_options")}
            icon={<ChevronDown className="size-3.5!" />}
            className="w-6! touch:w-11!"
          />
        }
      >
        <Select
          label={text("unasked")}
          value={chat.trigger}
          options={TRIGGERS.map((value) => ({ value, label: text(`triggers.${value}`) }))}
          onChange={(trigger) => change({ trigger })}
        />
      </Popover>
    </span>
  );
}
