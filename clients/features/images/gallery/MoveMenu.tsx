import type { Image } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Menu, MenuItem, MenuSeparator } from "@ensemble/ui/popups/Menu";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Folder, FolderInput, FolderX, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { boardsQuery } from "../image-queries";
import { changeImagesMutation } from "./gallery-queries";

const BoardDialog = lazy(() => import("./BoardDialog").then((file) => ({ default: file.BoardDialog })));

/** Moves images to a board, for people who do not drag. */
export function MoveMenu({ images, disabled = false }: { images: readonly Image[]; disabled?: boolean }) {
  const text = useText("images");
  const { data: boards = [] } = useQuery(boardsQuery);
  const change = useMutation(changeImagesMutation(useQueryClient()));
  const [adding, setAdding] = useState(false);
  const move = (boardId: string | null) => change.mutate({ images, change: { board_id: boardId } });
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" disabled={disabled} icon={<FolderInput className="size-4" aria-hidden="true" />}>
            {text("move_to_board")}
          </Button>
        }
      >
        {boards.map((board) => (
          <MenuItem key={board.id} icon={<Folder />} onSelect={() => move(board.id)}>
            <bdi>{board.name}</bdi>
          </MenuItem>
        ))}
        {boards.length > 0 ? <MenuSeparator /> : null}
        <MenuItem icon={<Plus />} onSelect={() => setAdding(true)}>
          {text("new_board")}
        </MenuItem>
        {images.some(({ board_id }) => board_id !== null) ? (
          <MenuItem icon={<FolderX />} onSelect={() => move(null)}>
            {text("leave_board")}
          </MenuItem>
        ) : null}
      </Menu>
      {adding ? (
        <Suspense fallback={null}>
          <BoardDialog
            onClose={() => setAdding(false)}
            onDone={(board) => {
              setAdding(false);
              move(board.id);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
