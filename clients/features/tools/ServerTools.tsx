import { Collapsible } from "@base-ui/react/collapsible";
import type { ServerTool, ToolRule, ToolServer } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { setRuleMutation } from "./tool-queries";

/** Collapsible list of a server's tools: which are offered to models, and which need no approval. */
export function ServerTools({
  server,
  onTrust,
}: {
  server: ToolServer;
  onTrust: (trusted: boolean) => void;
}) {
  const text = useText("tools");
  const set = useMutation(setRuleMutation(useQueryClient(), server.key));
  const offered = server.tools.filter(({ rule }) => rule !== "never").length;
  const reads = server.tools.some(({ read_only }) => read_only);
  return (
    <Collapsible.Root className="border-line border-t">
      <Collapsible.Trigger className="group flex min-h-10 w-full items-center gap-2 px-4 py-2 text-start text-muted text-sm hover:bg-hover hover:text-ink touch:min-h-11">
        <ChevronRight
          className="size-4 transition-transform group-data-panel-open:rotate-90 rtl:-scale-x-100 rtl:group-data-panel-open:rotate-90"
          aria-hidden="true"
        />
        {text("tools_offered", { count: server.tools.length, offered })}
      </Collapsible.Trigger>
      <Collapsible.Panel className="divide-y divide-line border-line border-t">
        {reads ? (
          <div className="flex items-center gap-4 px-4 py-2.5">
            <p className="min-w-0 flex-1 text-pretty text-muted text-sm">{text("trust_read_only")}</p>
            <Switch
              label={text("trust_read_only_label", { name: server.name })}
              checked={server.trust_read_only}
              onChange={onTrust}
            />
          </div>
        ) : null}
        {server.tools.map((tool) => (
          <ToolRow key={tool.name} tool={tool} onRule={(rule) => set.mutate({ tool: tool.name, rule })} />
        ))}
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}

function ToolRow({ tool, onRule }: { tool: ServerTool; onRule: (rule: ToolRule) => void }) {
  const text = useText("tools");
  const on = tool.rule !== "never";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <bdi>{tool.title}</bdi>
          {tool.read_only ? <Badge>{text("read_only")}</Badge> : null}
          {tool.destructive ? <Badge tone="warning">{text("destructive")}</Badge> : null}
        </p>
        {tool.description ? (
          <p className="plain-bidi line-clamp-3 whitespace-pre-line text-pretty text-muted text-xs">
            {tool.description}
          </p>
        ) : null}
      </div>
      {on ? (
        <div className="w-40">
          <Select
            compact
            hideLabel
            label={text("rule_of", { tool: tool.title })}
            value={tool.rule}
            onChange={onRule}
            options={[
              { value: "ask", label: text("rule.ask") },
              { value: "always", label: text("rule.always") },
            ]}
          />
        </div>
      ) : null}
      <Switch
        label={text("offer", { tool: tool.title })}
        checked={on}
        onChange={(offered) => onRule(offered ? "ask" : "never")}
      />
    </div>
  );
}
