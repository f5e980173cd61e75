import type { MemoryItem } from "@ensemble/contract/wire";
import { day } from "@ensemble/i18n/formats";
import { problemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BrainCog, Eraser, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteItemMutation, forgetItemMutation, restoreItemMutation } from "./memory-queries";
import { SourceLink } from "./SourceLink";
import { scopeKey, useScopes } from "./scopes";

/** Shows a remembered or forgotten item with its dates and source. */
export function ItemRow({ item, onEdit }: { item: MemoryItem; onEdit: () => void }) {
  const text = useText("memory");
  const { locale } = useLocale();
  const client = useQueryClient();
  const forget = useMutation(forgetItemMutation(client));
  const restore = useMutation(restoreItemMutation(client));
  const remove = useMutation(deleteItemMutation(client));
  const [deleting, setDeleting] = useState(false);
  const key = scopeKey(item.scope);
  const scope = useScopes().find((one) => one.key === key)?.name ?? text("scopes.gone");
  const { text: said } = item;
  const bringBack = () =>
    restore.mutate(item.id, {
      onError: (error) => showToast({ kind: "danger", title: problemText(error) }),
    });
  const facts = [
    text("added_on", { date: day(item.added_at, locale) }),
    item.updated_at === item.added_at ? null : text("changed_on", { date: day(item.updated_at, locale) }),
    item.forgotten_at ? text("forgotten_on", { date: day(item.forgotten_at, locale) }) : null,
  ].filter((fact) => fact !== null);
  return (
    <li className="flex items-start gap-2 py-2.5 ps-4 pe-2">
      <div className="min-w-0 flex-1">
        <p className="plain-start break-words text-sm">{said}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-muted text-xs">
          <span className="inline-flex min-w-0 items-center gap-1">
            <BrainCog className="size-3.5 flex-none" aria-hidden="true" />
            <span dir="auto" className="min-w-0 truncate">
              {scope}
            </span>
          </span>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          {item.source ? <SourceLink source={item.source} /> : null}
        </p>
      </div>
      {item.forgotten_at ? (
        <>
          <IconButton
            size="sm"
            label={text("bring_back", { text: said })}
            icon={<RotateCcw />}
            onClick={bringBack}
          />
          <IconButton
            size="sm"
            label={text("delete_item", { text: said })}
            icon={<Trash2 />}
            onClick={() => setDeleting(true)}
          />
        </>
      ) : (
        <>
          <IconButton
            size="sm"
            label={text("change_text", { text: said })}
            icon={<Pencil />}
            onClick={onEdit}
          />
          <IconButton
            size="sm"
            label={text("forget", { text: said })}
            icon={<Eraser />}
            disabled={forget.isPending}
            onClick={() =>
              forget.mutate(item.id, {
                onSuccess: () =>
                  showToast({
                    title: text("was_forgotten"),
                    action: { label: text("undo"), onPress: bringBack },
                  }),
              })
            }
          />
        </>
      )}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        danger
        title={text("delete_title")}
        description={<span dir="auto">{said}</span>}
        confirmLabel={text("delete")}
        cancelLabel={text("cancel")}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(item.id)}
      />
    </li>
  );
}
