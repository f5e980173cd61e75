import { OneLine } from "@ensemble/blocks/OneLine";
import type { ToolServer } from "@ensemble/contract/wire";
import { relativeTime } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Switch } from "@ensemble/ui/fields/Switch";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, LogOut, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { ServerTools } from "./ServerTools";
import {
  changeServerMutation,
  checkServerMutation,
  removeServerMutation,
  signInMutation,
  signOutMutation,
} from "./tool-queries";

const TONES = {
  connected: "success",
  needs_sign_in: "warning",
  failed: "danger",
  unchecked: "neutral",
} as const;

/** Card of a tool server: its state, tools and actions. */
export function ServerCard({ server }: { server: ToolServer }) {
  const text = useText("tools");
  const { locale } = useLocale();
  const queryClient = useQueryClient();
  const change = useMutation(changeServerMutation(queryClient, server.key));
  const check = useMutation(checkServerMutation(queryClient, server.key));
  const remove = useMutation(removeServerMutation(queryClient, server.key));
  const signIn = useMutation(signInMutation(server.key));
  const signOut = useMutation(signOutMutation(queryClient, server.key));
  const [asking, setAsking] = useState(false);

  const test = () =>
    check.mutate(undefined, {
      onSuccess: ({ state, tools }) =>
        state === "connected" &&
        showToast({ title: text("tools_found", { count: tools.length }), kind: "success" }),
    });
  const beginSignIn = () =>
    signIn.mutate(undefined, { onSuccess: ({ url }) => /^https?:/.test(url) && location.assign(url) });

  return (
    <article
      aria-label={server.name}
      className="overflow-hidden rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <header className="flex items-center gap-3 px-4 py-3">
        <div className="min-w-0 flex-1">
          <div className="flex min-w-0 flex-wrap items-center gap-2">
            <h3 className="min-w-0 font-medium text-sm">
              <OneLine>{server.name}</OneLine>
            </h3>
            <Badge tone={TONES[server.state]}>{text(`state.${server.state}`)}</Badge>
          </div>
          <p className="truncate text-muted text-sm">
            {server.url ? <bdi dir="ltr">{server.url}</bdi> : text("program")}
          </p>
          <p className="truncate text-faint text-xs">
            {[
              server.by_operator ? text("by_operator") : null,
              server.signed_in ? text("signed_in") : null,
              server.has_token ? text("has_token") : null,
              server.checked_at
                ? text("checked", { time: relativeTime(server.checked_at, Date.now(), locale) })
                : null,
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <Switch
          label={text("enabled_label", { name: server.name })}
          checked={server.enabled}
          onChange={(enabled) => change.mutate({ enabled })}
        />
        <Menu
          trigger={
            <IconButton label={text("more_for", { name: server.name })} icon={<Ellipsis />} size="sm" />
          }
        >
          <MenuItem icon={<RefreshCw />} onSelect={test}>
            {text("test")}
          </MenuItem>
          {server.signed_in ? (
            <MenuItem icon={<LogOut className="rtl:-scale-x-100" />} onSelect={() => signOut.mutate()}>
              {text("sign_out")}
            </MenuItem>
          ) : null}
          {server.by_operator ? null : (
            <>
              <MenuSeparator />
              <MenuItem icon={<Trash2 />} danger onSelect={() => setAsking(true)}>
                {text("remove")}
              </MenuItem>
            </>
          )}
        </Menu>
      </header>
      {server.state === "failed" ? (
        <div className="px-4 pb-3">
          <Notice
            tone="danger"
            action={
              <Button size="sm" busy={check.isPending} onClick={test}>
                {text("test")}
              </Button>
            }
          >
            <p>{text("failed")}</p>
            {server.problem ? (
              <p className="text-sm">
                <bdi dir="ltr">{server.problem}</bdi>
              </p>
            ) : null}
          </Notice>
        </div>
      ) : null}
      {server.state === "needs_sign_in" && server.url ? (
        <div className="px-4 pb-3">
          <Notice
            tone="warning"
            action={
              <Button size="sm" kind="primary" busy={signIn.isPending} onClick={beginSignIn}>
                {text("sign_in")}
              </Button>
            }
          >
            {text("needs_sign_in")}
          </Notice>
        </div>
      ) : null}
      {server.enabled && server.tools.length > 0 ? (
        <ServerTools server={server} onTrust={(trust_read_only) => change.mutate({ trust_read_only })} />
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title={text("remove_title", { name: server.name })}
        description={text("remove_description")}
        confirmLabel={text("remove")}
        cancelLabel={text("cancel")}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
      />
    </article>
  );
}
