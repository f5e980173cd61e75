import { OneLine } from "@ensemble/blocks/OneLine";
import type { BatchAction, ConversationGroup } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { useMenuArea } from "@ensemble/ui/popups/menu-area";
import { MenuAreaContext } from "@ensemble/ui/popups/menu-area-context";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { ChevronRight, Ellipsis, Folder, PencilLine, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import { droppedConversations, holdsConversations } from "./drag";
import { GroupDialog } from "./GroupDialog";
import type { Section } from "./list-cache";
import { changeManyMutation, deleteGroupMutation } from "./list-queries";

/** Group or favorites: expands to its conversations and accepts drops. */
export function FolderRow({
  section,
  group,
  open,
  onToggle,
}: {
  section: Section;
  group: ConversationGroup | null;
  open: boolean;
  onToggle: () => void;
}) {
  const text = useText("chat");
  const client = useQueryClient();
  const move = useMutation(changeManyMutation(client));
  const [over, setOver] = useState(false);
  const action: BatchAction = group
    ? { action: "move", group_id: group.id }
    : { action: "favorite", favorited: true };
  const Icon = section === "favorites" ? Star : Folder;
  const { area, ref } = useMenuArea();

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has its way by the menu of a conversation
    <div
      ref={group ? ref : undefined}
      onDragOver={(event) => {
        if (!holdsConversations(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const ids = droppedConversations(event);
        if (ids.length > 0) move.mutate({ ids, action });
      }}
      className={clsx(
        "group flex h-full items-center gap-1 rounded-md pe-1 transition-colors hover:bg-hover focus-within:bg-hover",
        over && "bg-accent-soft shadow-[inset_0_0_0_1.5px_var(--accent-ink)]",
      )}
    >
      <button
        type="button"
        data-line=""
        aria-expanded={open}
        onClick={onToggle}
        className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-start text-sm outline-offset-[-2px]"
      >
        <ChevronRight
          className={clsx(
            "size-3.5 flex-none text-faint transition-transform",
            open ? "rotate-90" : "rtl:-scale-x-100",
          )}
          aria-hidden="true"
        />
        <Icon className="size-4 flex-none text-muted" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <OneLine>{group?.name ?? text("favorites")}</OneLine>
        </span>
        {group && group.count > 0 ? (
          <span className="text-faint text-xs tabular-nums">{group.count}</span>
        ) : null}
      </button>
      <MenuAreaContext value={area}>{group ? <GroupMenu group={group} /> : null}</MenuAreaContext>
    </div>
  );
}

function GroupMenu({ group }: { group: ConversationGroup }) {
  const text = useText("chat");
  const client = useQueryClient();
  const remove = useMutation(deleteGroupMutation(client));
  const [asking, setAsking] = useState<"rename" | "delete" | null>(null);
  return (
    <span className="hidden group-focus-within:block group-hover:block has-data-popup-open:block touch:block">
      <Menu
        align="start"
        trigger={
          <IconButton size="sm" label={text("actions_for", { title: group.name })} icon={<Ellipsis />} />
        }
      >
        <MenuItem icon={<PencilLine />} onSelect={() => setAsking("rename")}>
          {text("rename")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger icon={<Trash2 />} onSelect={() => setAsking("delete")}>
          {text("delete_group")}
        </MenuItem>
      </Menu>
      {asking === "rename" ? <GroupDialog group={group} onClose={() => setAsking(null)} /> : null}
      <ConfirmDialog
        open={asking === "delete"}
        onOpenChange={() => setAsking(null)}
        title={text("delete_group_title", { name: group.name })}
        description={text("delete_group_hint")}
        confirmLabel={text("delete_group")}
        cancelLabel={text("cancel")}
        danger
        onConfirm={() => {
          setAsking(null);
          remove.mutate(group.id);
        }}
      />
    </span>
  );
}
