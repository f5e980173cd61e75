import { useShell } from "@ensemble/blocks/area/shell";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Image, ImageModel } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { useMedia } from "@ensemble/ui/use-media";
import { useQuery } from "@tanstack/react-query";
import { ImagePlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { ImageDialog } from "../detail/ImageDialog";
import { Gallery } from "../gallery/Gallery";
import { imageModelsQuery } from "../image-queries";
import { IMAGE_PLACES, isStudioMode, type StudioMode } from "../places";
import { CreateForm } from "./CreateForm";
import { CurrentTasks } from "./CurrentTasks";
import { WithoutModel } from "./NoImageModel";
import { StudioModes } from "./StudioModes";
import { useCreateForm } from "./use-create-form";
import { useRecipe } from "./use-recipe";

const AppsView = lazy(() => import("../apps/AppsView").then((file) => ({ default: file.AppsView })));
const DesignView = lazy(() => import("../design/DesignView").then((file) => ({ default: file.DesignView })));
const RealtimeView = lazy(() =>
  import("../realtime/RealtimeView").then((file) => ({ default: file.RealtimeView })),
);
const CanvasView = lazy(() =>
  import("../realtime/CanvasView").then((file) => ({ default: file.CanvasView })),
);

export interface StudioProps {
  /** Mode of the studio; absent: the form for images with all that were made. */
  mode?: string;
  /** Board that is shown first. */
  board?: string;
  /** Image that is open. */
  image?: string;
  /** Prompt to begin with. */
  recipe?: string;
  /** Image to begin with, as a reference. */
  remix?: string;
  /** Quick app whose form is open. */
  app?: string;
}

/** Page where images are made, beside all that were made. */
export function StudioPage({ mode, ...props }: StudioProps) {
  const { Missing } = useShell();
  if (mode === undefined) return <Room mode={null} {...props} />;
  return isStudioMode(mode) ? <Room mode={mode} {...props} /> : <Missing />;
}

interface RoomProps extends Omit<StudioProps, "mode"> {
  mode: StudioMode | null;
}

function Room({ mode, ...props }: RoomProps) {
  const text = useText("images");
  const apps = useText("image_apps");
  const models = useQuery(imageModelsQuery);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <title>{`${mode ? apps(`mode.${mode}`) : text("images")} · ${text("product")}`}</title>
      <StudioModes mode={mode} />
      {mode === "design" ? (
        <Suspense>
          <DesignView />
        </Suspense>
      ) : models.data ? (
        <Studio models={models.data} mode={mode} {...props} />
      ) : models.error ? (
        <PanelProblem error={models.error} onRetry={() => void models.refetch()} />
      ) : (
        <div className="p-6">
          <SkeletonLines count={8} label={text("loading")} />
        </div>
      )}
    </div>
  );
}

type Part = "create" | "gallery";

function Studio({
  models,
  mode,
  board,
  image,
  recipe,
  remix,
  app,
}: RoomProps & { models: readonly ImageModel[] }) {
  const text = useText("images");
  const { navigate } = useNavigation();
  const wide = useMedia("(min-width: 1024px)");
  const [part, setPart] = usePart(mode, board || image ? "gallery" : "create");
  const [begun, setBegun] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<{ id: string; among: readonly Image[] } | null>(
    image ? { id: image, among: [] } : null,
  );
  const form = useCreateForm(models, ({ id }) => {
    setBegun((before) => [id, ...before]);
    setPart("gallery");
    // What is made is shown in the gallery.
    if (mode === "apps") navigate(board ? IMAGE_PLACES.board(board) : IMAGE_PLACES.studio);
  });
  useRecipe(form, recipe, remix);
  const open = (one: Image, among: readonly Image[] = []) => setOpened({ id: one.id, among });
  const close = () => {
    setOpened(null);
    if (image) navigate(IMAGE_PLACES.studio, { replace: true });
  };
  // What is put into the form is to be seen.
  const shownForm = {
    ...form,
    recall: (one: Image) => {
      form.recall(one);
      setPart("create");
    },
    remix: (...images: readonly Image[]) => {
      form.remix(...images);
      setPart("create");
    },
  };
  if (mode === "realtime" || mode === "canvas")
    return (
      <Suspense fallback={<Loading />}>
        {mode === "realtime" ? <RealtimeView form={form} models={models} /> : <CanvasView models={models} />}
      </Suspense>
    );
  return (
    <>
      {wide ? null : <Parts part={part} mode={mode} onPart={setPart} />}
      <div className="flex min-h-0 flex-1">
        {wide || part === "create" ? (
          <div className="flex min-h-0 flex-col border-line max-lg:flex-1 lg:w-96 lg:flex-none lg:border-e">
            {models.length > 0 ? <CreateForm form={form} models={models} /> : <WithoutModel />}
          </div>
        ) : null}
        {wide || part === "gallery" ? (
          mode === "apps" ? (
            <Suspense fallback={<Loading />}>
              <AppsView key={app} form={form} opened={app} onFilled={() => setPart("create")} />
            </Suspense>
          ) : (
            <Gallery
              key={board}
              boardId={board ?? null}
              above={<CurrentTasks begun={begun} onOpen={(one) => open(one)} />}
              empty={
                <EmptyState
                  icon={<ImagePlus />}
                  title={text("no_images")}
                  description={text("no_images_hint")}
                />
              }
              onOpen={open}
            />
          )
        ) : null}
      </div>
      {opened ? (
        <ImageDialog
          imageId={opened.id}
          among={opened.among}
          form={models.length > 0 ? shownForm : null}
          onOpen={(id) => setOpened({ ...opened, id })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Returns what is shown on narrow screens: of another mode first what it is about. */
function usePart(mode: StudioMode | null, first: Part): [Part, (part: Part) => void] {
  const firstOf = mode === "apps" ? "gallery" : first;
  const [chosen, setChosen] = useState({ mode, part: firstOf });
  return [chosen.mode === mode ? chosen.part : firstOf, (part) => setChosen({ mode, part })];
}

function Loading() {
  const text = useText("images");
  return (
    <div className="flex-1 p-6">
      <SkeletonLines count={8} label={text("loading")} />
    </div>
  );
}

/** Choice of what is shown on narrow screens. */
function Parts({
  part,
  mode,
  onPart,
}: {
  part: Part;
  mode: StudioMode | null;
  onPart: (part: Part) => void;
}) {
  const text = useText("images");
  const apps = useText("image_apps");
  return (
    <div className="flex-none border-line border-b px-4 py-2">
      <Segmented
        label={text("view")}
        value={part}
        options={[
          { value: "create", label: text("create") },
          { value: "gallery", label: mode === "apps" ? apps("mode.apps") : text("gallery") },
        ]}
        onChange={onPart}
      />
    </div>
  );
}
