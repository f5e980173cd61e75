import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CheckCheck, EllipsisVertical, FolderPlus, ListChecks, Trash2 } from "lucide-react";
import { useState } from "react";
import { GroupDialog } from "./GroupDialog";
import { readAllMutation } from "./list-queries";
import { startSelecting } from "./selection";

/** Menu of actions on the whole list. */
export function ListMenu() {
  const text = useText("chat");
  const readAll = useMutation(readAllMutation(useQueryClient()));
  const [naming, setNaming] = useState(false);
  return (
    <>
      <Menu trigger={<IconButton label={text("list_actions")} icon={<EllipsisVertical />} />}>
        <MenuItem icon={<FolderPlus />} onSelect={() => setNaming(true)}>
          {text("new_group")}
        </MenuItem>
        <MenuItem icon={<ListChecks />} onSelect={() => startSelecting()}>
          {text("select_conversations")}
        </MenuItem>
        <MenuItem icon={<CheckCheck />} onSelect={() => readAll.mutate()}>
          {text("mark_all_read")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} render={<AppLink to="/home/chat/trash" />}>
          {text("trash")}
        </MenuItem>
      </Menu>
      {naming ? <GroupDialog onClose={() => setNaming(false)} /> : null}
    </>
  );
}
