import type { ConversationGroup } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu } from "@ensemble/ui/popups/Menu";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FolderInput, ListChecks, Star, Trash2, X } from "lucide-react";
import { useState } from "react";
import { GroupDialog } from "./GroupDialog";
import { changeManyMutation } from "./list-queries";
import type { Line } from "./list-rows";
import { MoveItems } from "./MoveItems";
import { stopSelecting, useSelection } from "./selection";
import { useDeleteMany } from "./use-delete-many";

/** Bar of actions on the selected conversations. */
export function SelectionBar({
  lines,
  groups,
  onSelectAll,
}: {
  lines: readonly Line[];
  groups: readonly ConversationGroup[];
  onSelectAll: () => void;
}) {
  const text = useText("chat");
  const chosen = [...useSelection(({ ids }) => ids)];
  const change = useMutation(changeManyMutation(useQueryClient()));
  const removeMany = useDeleteMany();
  const [naming, setNaming] = useState(false);
  const none = chosen.length === 0;
  const shown = lines.flatMap((line) => (line.kind === "conversation" ? [line.conversation] : []));
  const all = shown.filter(({ id }) => chosen.includes(id));
  const allFavorites = all.length > 0 && all.every(({ favorited }) => favorited);

  return (
    <div
      role="toolbar"
      aria-label={text("selection")}
      className="mx-2 mb-1 flex flex-none items-center gap-0.5 rounded-md bg-accent-soft ps-2.5 pe-1"
    >
      <span role="status" className="min-w-0 flex-1 truncate text-accent-ink text-sm">
        {text("selected_count", { count: chosen.length })}
      </span>
      <IconButton size="sm" label={text("select_all")} icon={<ListChecks />} onClick={onSelectAll} />
      <Menu
        align="end"
        trigger={
          <IconButton size="sm" label={text("move_to_group")} icon={<FolderInput />} disabled={none} />
        }
      >
        <MoveItems
          ids={chosen}
          groups={groups}
          current={undefined}
          onNewGroup={() => setNaming(true)}
          onMoved={stopSelecting}
        />
      </Menu>
      <IconButton
        size="sm"
        label={text(allFavorites ? "unfavorite" : "favorite")}
        icon={<Star />}
        disabled={none}
        aria-pressed={allFavorites}
        onClick={() => {
          change.mutate({ ids: chosen, action: { action: "favorite", favorited: !allFavorites } });
          stopSelecting();
        }}
      />
      <IconButton
        size="sm"
        label={text("delete")}
        icon={<Trash2 />}
        disabled={none}
        onClick={() => {
          removeMany(chosen);
          stopSelecting();
        }}
      />
      <IconButton size="sm" label={text("stop_selecting")} icon={<X />} onClick={stopSelecting} />
      {naming ? (
        <GroupDialog
          ids={chosen}
          onClose={() => {
            setNaming(false);
            stopSelecting();
          }}
        />
      ) : null}
    </div>
  );
}
