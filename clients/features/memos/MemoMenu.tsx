import { PLACES } from "@ensemble/blocks/places";
import { onServer } from "@ensemble/contract/base-path";
import type { MemoEntry } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { Download, Ellipsis, ListChecks, PenLine, Trash2 } from "lucide-react";
import { useDeleteMemos } from "./use-delete-memos";

/** Menu of actions on a memo of the list. */
export function MemoMenu({ memo, onSelect }: { memo: MemoEntry; onSelect: () => void }) {
  const text = useText("memos");
  const remove = useDeleteMemos();
  const title = memo.title || text("untitled");
  return (
    <Menu trigger={<IconButton size="sm" label={text("actions_on", { title })} icon={<Ellipsis />} />}>
      <MenuItem icon={<PenLine />} render={<AppLink to={PLACES.memo(memo.id)} />}>
        {text("open")}
      </MenuItem>
      <MenuItem icon={<Download />} render={<a href={onServer(`/api/memos/${memo.id}/markdown`)} download />}>
        {text("save_markdown")}
      </MenuItem>
      <MenuItem icon={<ListChecks />} onSelect={onSelect}>
        {text("select")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 />} onSelect={() => remove([memo.id])}>
        {text("delete")}
      </MenuItem>
    </Menu>
  );
}
