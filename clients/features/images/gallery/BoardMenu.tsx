import type { ImageBoard } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import { Ellipsis, MessageCircle, Pencil, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IMAGE_PLACES } from "../places";
import { useDeleteBoard } from "./use-delete-board";

const BoardDialog = lazy(() => import("./BoardDialog").then((file) => ({ default: file.BoardDialog })));

/** Actions of the shown board. */
export function BoardMenu({ board, onDeleted }: { board: ImageBoard; onDeleted: () => void }) {
  const text = useText("images");
  const { navigate } = useNavigation();
  const erase = useDeleteBoard(onDeleted);
  const [renaming, setRenaming] = useState(false);
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton size="sm" label={text("more_for", { name: board.name })} icon={<Ellipsis />} />}
      >
        <MenuItem
          icon={<MessageCircle />}
          onSelect={() => navigate(IMAGE_PLACES.artist(board.id, board.name))}
        >
          {text("open_artist")}
        </MenuItem>
        <MenuItem icon={<Pencil />} onSelect={() => setRenaming(true)}>
          {text("rename")}
        </MenuItem>
        <MenuItem icon={<Trash2 />} danger onSelect={() => erase.mutate(board)}>
          {text("delete_board")}
        </MenuItem>
      </Menu>
      {renaming ? (
        <Suspense fallback={null}>
          <BoardDialog board={board} onClose={() => setRenaming(false)} onDone={() => setRenaming(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
