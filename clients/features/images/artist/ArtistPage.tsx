import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { TaskBoundary } from "@ensemble/blocks/tasks/TaskBoundary";
import type { ImageBoard, ImageModel } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Images, MessageCircle, Plus } from "lucide-react";
import { useState } from "react";
import { ImageDialog } from "../detail/ImageDialog";
import { ALL_IMAGES } from "../gallery/gallery-pages";
import { galleryQuery } from "../gallery/gallery-queries";
import { boardsQuery, imageModelsQuery } from "../image-queries";
import { IMAGE_PLACES } from "../places";
import { NoImageModel } from "../studio/NoImageModel";
import { TaskCard } from "../studio/TaskCard";
import { ArtistComposer } from "./ArtistComposer";
import { baseOf, turnsOf } from "./artist-turns";
import { TurnView } from "./TurnView";
import { useArtist } from "./use-artist";
import { useFollowEnd } from "./use-follow-end";

/** Chat about pictures: each turn edits the last picture. Without an id, a new one. */
export function ArtistPage({ boardId }: { boardId?: string }) {
  const text = useText("images");
  const models = useQuery(imageModelsQuery);
  const boards = useQuery({ ...boardsQuery, enabled: boardId !== undefined });
  const board = boards.data?.find(({ id }) => id === boardId) ?? null;
  const error = models.error ?? boards.error;
  const isMissing = boardId !== undefined && boards.data !== undefined && board === null;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <title>{`${board?.name ?? text("artist")} · ${text("product")}`}</title>
      <header className="flex flex-none items-center gap-2 border-line border-b px-4 py-2 sm:px-6">
        <h1 className="min-w-0 flex-1 truncate font-semibold text-xl">
          <bdi>{board?.name ?? text("artist")}</bdi>
        </h1>
        {boardId ? (
          <AppLink to={IMAGE_PLACES.artist()} className={buttonStyle("ghost", "sm")}>
            <Plus className="size-4" aria-hidden="true" />
            {text("new_artist")}
          </AppLink>
        ) : null}
        <AppLink
          to={board ? IMAGE_PLACES.board(board.id) : IMAGE_PLACES.studio}
          className={buttonStyle("ghost", "sm")}
        >
          <Images className="size-4" aria-hidden="true" />
          {text("gallery")}
        </AppLink>
      </header>
      {isMissing ? (
        <EmptyState icon={<MessageCircle />} title={text("artist_missing")} />
      ) : models.data && (boardId === undefined || board) ? (
        <Conversation key={board?.id ?? "new"} board={board} models={models.data} />
      ) : error ? (
        <PanelProblem
          error={error}
          onRetry={() => {
            void models.refetch();
            void boards.refetch();
          }}
        />
      ) : (
        <div className="p-6">
          <SkeletonLines count={8} label={text("loading")} />
        </div>
      )}
    </div>
  );
}

function Conversation({ board, models }: { board: ImageBoard | null; models: readonly ImageModel[] }) {
  const artist = useArtist(board, models);
  const list = useInfiniteQuery({
    ...galleryQuery({ ...ALL_IMAGES, boardId: board?.id ?? null }),
    enabled: board !== null,
  });
  const [opened, setOpened] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [fresh, setFresh] = useState(false);
  const images = board === null ? [] : list.data?.pages.flatMap(({ items }) => items);
  const turns = turnsOf(images ?? []);
  const { scroller, content } = useFollowEnd();
  const { error, isPending, refetch } = list;
  return (
    <>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-4 sm:px-6">
        <div ref={content} className="mx-auto flex max-w-3xl flex-col gap-8 py-6">
          <TaskBoundary query={{ data: images, error, isPending, refetch }}>
            {() =>
              turns.length === 0 && artist.pending.length === 0 ? (
                <Welcome hasModel={artist.model !== undefined} />
              ) : (
                <ol className="flex flex-col gap-8">
                  {turns.map((turn) => (
                    <TurnView
                      key={turn.key}
                      turn={turn}
                      baseId={baseOf(turns, chosen, fresh)?.id ?? null}
                      onOpen={setOpened}
                      onRecall={() => artist.setWords(turn.prompt)}
                      onBase={(id) => {
                        setChosen(id);
                        setFresh(false);
                      }}
                    />
                  ))}
                </ol>
              )
            }
          </TaskBoundary>
          <ul className="flex flex-col gap-3 empty:hidden">
            {artist.pending
              .filter((id) => turns.every(({ key }) => key !== id))
              .map((id) => (
                <TaskCard
                  key={id}
                  taskId={id}
                  onOpen={(image) => setOpened(image.id)}
                  onDismiss={() => artist.settle(id)}
                />
              ))}
          </ul>
        </div>
      </div>
      <ArtistComposer
        artist={artist}
        base={images ? baseOf(turns, chosen, fresh) : undefined}
        onAfresh={() => setFresh(true)}
        onSent={() => {
          setChosen(null);
          setFresh(false);
        }}
      />
      {opened ? (
        <ImageDialog
          imageId={opened}
          among={images ?? []}
          form={null}
          onOpen={setOpened}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </>
  );
}

function Welcome({ hasModel }: { hasModel: boolean }) {
  const text = useText("images");
  return (
    <div className="flex flex-col gap-4">
      <EmptyState icon={<MessageCircle />} title={text("artist_title")} description={text("artist_hint")} />
      {hasModel ? null : <NoImageModel />}
    </div>
  );
}
