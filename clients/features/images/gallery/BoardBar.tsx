import { droppedImages, hasImages } from "@ensemble/blocks/images/drag-images";
import { TRASH_DAYS } from "@ensemble/contract/generated/limits/images";
import type { ImageBoard } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { boardsQuery, imageQuery } from "../image-queries";
import { BoardMenu } from "./BoardMenu";
import type { ImageFilter } from "./gallery-pages";
import { changeImagesMutation } from "./gallery-queries";

const BoardDialog = lazy(() => import("./BoardDialog").then((file) => ({ default: file.BoardDialog })));

/** Boards of a gallery. Images are dropped onto them. */
export function BoardBar({
  filter,
  onChange,
}: {
  filter: ImageFilter;
  onChange: (change: Partial<ImageFilter>) => void;
}) {
  const text = useText("images");
  const { data: boards = [] } = useQuery(boardsQuery);
  const [adding, setAdding] = useState(false);
  const move = useMoveTo();
  if (filter.deleted) return <p className="text-muted text-sm">{text("trash_hint", { days: TRASH_DAYS })}</p>;
  const current = boards.find(({ id }) => id === filter.boardId);
  return (
    <div className="flex items-center gap-1">
      <ul aria-label={text("boards")} className="flex min-w-0 flex-1 flex-wrap gap-1.5 py-0.5">
        <BoardChip
          name={text("all")}
          isCurrent={filter.boardId === null}
          onOpen={() => onChange({ boardId: null })}
          onDrop={(ids) => void move(ids, null)}
        />
        {boards.map((board) => (
          <BoardChip
            key={board.id}
            name={board.name}
            count={board.image_count}
            isCurrent={board.id === filter.boardId}
            onOpen={() => onChange({ boardId: board.id })}
            onDrop={(ids) => void move(ids, board)}
          />
        ))}
        <li>
          <IconButton
            size="sm"
            label={text("new_board")}
            aria-haspopup="dialog"
            icon={<Plus />}
            onClick={() => setAdding(true)}
          />
        </li>
      </ul>
      {current ? <BoardMenu board={current} onDeleted={() => onChange({ boardId: null })} /> : null}
      {adding ? (
        <Suspense fallback={null}>
          <BoardDialog
            onClose={() => setAdding(false)}
            onDone={(board) => {
              setAdding(false);
              onChange({ boardId: board.id });
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Returns the function that moves dragged images to a board, or out of all. */
function useMoveTo() {
  const client = useQueryClient();
  const change = useMutation(changeImagesMutation(client));
  return async (ids: readonly string[], board: ImageBoard | null) => {
    const images = await Promise.all(ids.map((id) => client.fetchQuery(imageQuery(id))));
    change.mutate({ images, change: { board_id: board?.id ?? null } });
  };
}

function BoardChip({
  name,
  count,
  isCurrent,
  onOpen,
  onDrop,
}: {
  name: string;
  count?: number;
  isCurrent: boolean;
  onOpen: () => void;
  onDrop: (ids: string[]) => void;
}) {
  const [over, setOver] = useState(false);
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent ? "true" : undefined}
        className={clsx(
          "flex h-8 max-w-48 items-center gap-1.5 rounded-full px-3 text-sm shadow-[inset_0_0_0_1px_var(--line)] touch:h-11",
          isCurrent ? "bg-accent-soft text-accent-ink shadow-none" : "text-muted hover:text-ink",
          over && "outline-2 outline-accent outline-dashed",
        )}
        onClick={onOpen}
        onDragOver={(event) => {
          if (!hasImages(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          setOver(false);
          const ids = droppedImages(event);
          if (ids.length === 0) return;
          event.preventDefault();
          onDrop(ids);
        }}
      >
        <bdi className="truncate">{name}</bdi>
        {count ? <span className="text-xs tabular-nums">{count}</span> : null}
      </button>
    </li>
  );
}
