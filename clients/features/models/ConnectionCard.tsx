import type { Connection } from "@ensemble/contract/wire";
import { leftToRight, relativeTime } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Switch } from "@ensemble/ui/fields/Switch";
import { IconButton } from "@ensemble/ui/IconButton";
import { ModelGlyph } from "@ensemble/ui/ModelGlyph";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Pencil, RefreshCw, Shuffle, Trash2 } from "lucide-react";
import { useState } from "react";
import { ConnectionModels } from "./ConnectionModels";
import {
  changeConnectionMutation,
  deleteConnectionMutation,
  refreshConnectionMutation,
} from "./connection-queries";
import { FallbackModelsDialog } from "./FallbackModelsDialog";
import { ModelFiles } from "./ModelFiles";
import { choiceOf, kindText } from "./protocols";

/** Card of a connection: its state, models and actions. */
export function ConnectionCard({ connection, onEdit }: { connection: Connection; onEdit: () => void }) {
  const text = useText("models");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const queryClient = useQueryClient();
  const change = useMutation(changeConnectionMutation(queryClient, connection.id));
  const refresh = useMutation(refreshConnectionMutation(queryClient, connection.id));
  const remove = useMutation(deleteConnectionMutation(queryClient));
  const [asking, setAsking] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const choice = choiceOf(connection.protocol);
  const standIns = connection.fallbacks.length;
  const fetched = connection.models_fetched_at;

  const facts = [
    choice.name ?? text(kindText(choice)),
    connection.key_hint ? text("key_ends", { hint: leftToRight(connection.key_hint) }) : null,
    standIns > 0 ? text("stand_ins_count", { count: standIns }) : null,
    fetched ? text("models_fetched", { time: relativeTime(fetched, Date.now(), locale) }) : null,
  ];

  return (
    <article className="overflow-hidden rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
      <header className="flex items-center gap-3 px-4 py-3">
        <ModelGlyph id={connection.id} />
        <div className="min-w-0 flex-1">
          <h3 className="truncate font-medium text-sm">{connection.name}</h3>
          <p className="truncate text-muted text-sm">
            <bdi dir="ltr">{connection.base_url}</bdi>
          </p>
          <p className="truncate text-faint text-xs">{facts.filter(Boolean).join(" · ")}</p>
        </div>
        <Switch
          label={text("enabled_label", { name: connection.name })}
          checked={connection.enabled}
          onChange={(enabled) => change.mutate({ enabled })}
        />
        <Menu
          trigger={
            <IconButton label={text("more_for", { name: connection.name })} icon={<Ellipsis />} size="sm" />
          }
        >
          <MenuItem icon={<Pencil />} onSelect={onEdit}>
            {text("edit")}
          </MenuItem>
          {choice.isMedia ? null : (
            <MenuItem icon={<Shuffle />} onSelect={() => setChoosing(true)}>
              {text("stand_ins")}
            </MenuItem>
          )}
          <MenuItem
            icon={<RefreshCw />}
            onSelect={() =>
              refresh.mutate(undefined, {
                onSuccess: (fresh) =>
                  showToast({
                    title: text("models_refreshed", { count: fresh.models.length }),
                    kind: "success",
                  }),
              })
            }
          >
            {text("refresh_models")}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger onSelect={() => setAsking(true)}>
            {text("delete")}
          </MenuItem>
        </Menu>
      </header>
      {connection.last_problem ? (
        <div className="px-4 pb-3">
          <Notice tone="danger">{problemText(connection.last_problem)}</Notice>
        </div>
      ) : null}
      {connection.enabled && connection.models.length > 0 ? (
        <ConnectionModels
          models={connection.models}
          isMedia={choice.isMedia}
          onChange={(model) => change.mutate({ models: [model] })}
        />
      ) : null}
      {choice.isHere ? <ModelFiles /> : null}
      {choosing ? (
        <FallbackModelsDialog
          name={connection.name}
          own={() => false}
          chosen={connection.fallbacks}
          busy={change.isPending}
          onSave={(fallbacks) => change.mutate({ fallbacks }, { onSuccess: () => setChoosing(false) })}
          onClose={() => setChoosing(false)}
        />
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title={text("delete_title", { name: connection.name })}
        description={text(choice.isHere ? "delete_files_description" : "delete_description")}
        confirmLabel={text("delete")}
        cancelLabel={text("cancel")}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(connection.id, { onSuccess: () => setAsking(false) })}
      />
    </article>
  );
}
