import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Image, ImageModel } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { useMedia } from "@ensemble/ui/use-media";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Brush, ImagePlus, MessageCircle, Wrench } from "lucide-react";
import { useState } from "react";
import { ImageDialog } from "../detail/ImageDialog";
import { Gallery } from "../gallery/Gallery";
import { imageModelsQuery } from "../image-queries";
import { IMAGE_PLACES } from "../places";
import { CreateForm } from "./CreateForm";
import { CurrentTasks } from "./CurrentTasks";
import { WithoutModel } from "./NoImageModel";
import { useCreateForm } from "./use-create-form";
import { useRecipe } from "./use-recipe";

export interface StudioProps {
  /** Board that is shown first. */
  board?: string;
  /** Image that is open. */
  image?: string;
  /** Prompt to begin with. */
  recipe?: string;
  /** Image to begin with, as a reference. */
  remix?: string;
}

/** Page where images are made, beside all that were made. */
export function StudioPage(props: StudioProps) {
  const text = useText("images");
  const models = useQuery(imageModelsQuery);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <title>{`${text("images")} · ${text("product")}`}</title>
      {models.data ? (
        <Studio models={models.data} {...props} />
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

function Studio({ models, board, image, recipe, remix }: StudioProps & { models: readonly ImageModel[] }) {
  const text = useText("images");
  const { navigate } = useNavigation();
  const wide = useMedia("(min-width: 1024px)");
  const [part, setPart] = useState<Part>(board || image ? "gallery" : "create");
  const [begun, setBegun] = useState<readonly string[]>([]);
  const [opened, setOpened] = useState<{ id: string; among: readonly Image[] } | null>(
    image ? { id: image, among: [] } : null,
  );
  const form = useCreateForm(models, ({ id }) => {
    setBegun((before) => [id, ...before]);
    setPart("gallery");
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
  return (
    <>
      <StudioHeader part={part} onPart={wide ? null : setPart} />
      <div className="flex min-h-0 flex-1">
        {wide || part === "create" ? (
          <div className="flex min-h-0 flex-col border-line max-lg:flex-1 lg:w-96 lg:flex-none lg:border-e">
            {models.length > 0 ? <CreateForm form={form} models={models} /> : <WithoutModel />}
          </div>
        ) : null}
        {wide || part === "gallery" ? (
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

/** Title with the studio's other rooms; on narrow screens also with the choice of its parts. */
function StudioHeader({ part, onPart }: { part: Part; onPart: ((part: Part) => void) | null }) {
  const text = useText("images");
  const rooms = [
    { to: IMAGE_PLACES.artist(), icon: MessageCircle, label: text("artist") },
    { to: IMAGE_PLACES.editor("new"), icon: Brush, label: text("editor") },
    { to: IMAGE_PLACES.tools, icon: Wrench, label: text("tools") },
  ];
  return (
    <header className="flex flex-none flex-wrap items-center gap-x-2 gap-y-2 border-line border-b px-4 py-2 sm:px-6">
      <h1 className="min-w-0 flex-1 truncate font-semibold text-xl">{text("images")}</h1>
      {rooms.map(({ to, icon: Icon, label }) => (
        <AppLink key={to} to={to} className={clsx(buttonStyle("ghost", "sm"), "touch:min-w-11")}>
          <Icon className="size-4" aria-hidden="true" />
          <span className="max-sm:sr-only">{label}</span>
        </AppLink>
      ))}
      {onPart ? (
        <div className="w-full">
          <Segmented
            label={text("view")}
            value={part}
            options={[
              { value: "create", label: text("create") },
              { value: "gallery", label: text("gallery") },
            ]}
            onChange={onPart}
          />
        </div>
      ) : null}
    </header>
  );
}
