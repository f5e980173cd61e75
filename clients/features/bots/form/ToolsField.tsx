import { api } from "@ensemble/contract/api";
import type { BotAccessibility } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { CheckChips } from "@ensemble/ui/fields/CheckChips";
import { Select } from "@ensemble/ui/fields/Select";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";

/** Key of the search of the web among tools. */
const WEB_SEARCH = "web_search";
const MODES = ["all", "none", "selected"] as const;
type Mode = (typeof MODES)[number];

const serversQuery = queryOptions({
  queryKey: ["tools", "servers"],
  queryFn: ({ signal }) => api.get("/api/tools/servers", { signal }),
  staleTime: 60_000,
});

/** Field for the tools that a bot may use: all of the person's, none, or some. */
export function ToolsField({
  tools,
  accessibility,
  onChange,
}: {
  /** Keys of the selected tools; null: all. */
  tools: readonly string[] | null;
  accessibility: BotAccessibility;
  onChange: (tools: string[] | null) => void;
}) {
  const text = useText("bots");
  const { data } = useQuery(serversQuery);
  const servers = data?.items ?? [];
  // While one chooses, none may be selected for a moment.
  const [choosing, setChoosing] = useState(false);
  const mode: Mode = tools === null ? "all" : tools.length > 0 || choosing ? "selected" : "none";
  const options = [
    { value: WEB_SEARCH, label: text("tool_web_search") },
    ...servers.map(({ key, name }) => ({ value: key, label: name })),
  ];
  const chosen = tools ?? [];
  const choose = (next: Mode) => {
    setChoosing(next === "selected");
    onChange(next === "all" ? null : next === "none" ? [] : [WEB_SEARCH]);
  };
  const isOwn = (key: string) => servers.some((server) => server.key === key && !server.by_operator);
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={text("tools")}
        value={mode}
        options={MODES.map((value) => ({ value, label: text(`tools_${value}`) }))}
        onChange={choose}
      />
      {mode === "selected" ? (
        <CheckChips
          legend={text("tools_selected_legend")}
          options={options}
          chosen={chosen}
          onToggle={(key) => {
            setChoosing(true);
            onChange(chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
          }}
        />
      ) : null}
      {accessibility !== "only_me" && chosen.some(isOwn) ? (
        <p className="text-muted text-sm">{text("tools_own_hint")}</p>
      ) : null}
    </div>
  );
}
