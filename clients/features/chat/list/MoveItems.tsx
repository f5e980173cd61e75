import type { ConversationGroup } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, Folder, FolderMinus, FolderPlus } from "lucide-react";
import { changeManyMutation } from "./list-queries";

/** Menu items to move conversations to a group. */
export function MoveItems({
  ids,
  groups,
  current,
  onNewGroup,
  onMoved,
}: {
  ids: readonly string[];
  groups: readonly ConversationGroup[];
  /** Current group; undefined for several. */
  current: string | null | undefined;
  onNewGroup: () => void;
  onMoved?: () => void;
}) {
  const text = useText("chat");
  const move = useMutation(changeManyMutation(useQueryClient()));
  const moveTo = (group_id: string | null) => {
    move.mutate({ ids, action: { action: "move", group_id } });
    onMoved?.();
  };
  return (
    <>
      {groups.map(({ id, name }) => (
        <MenuItem
          key={id}
          icon={current === id ? <Check /> : <Folder />}
          disabled={current === id}
          onSelect={() => moveTo(id)}
        >
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
      {groups.length > 0 ? <MenuSeparator /> : null}
      <MenuItem icon={<FolderPlus />} onSelect={onNewGroup}>
        {text("new_group")}
      </MenuItem>
      {current === null ? null : (
        <MenuItem icon={<FolderMinus />} onSelect={() => moveTo(null)}>
          {text("out_of_group")}
        </MenuItem>
      )}
    </>
  );
}
