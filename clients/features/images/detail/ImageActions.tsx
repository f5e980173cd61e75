import { faultOf, REFERENCE_MIN_PIXELS } from "@ensemble/blocks/images/send-picture";
import { writePrompt } from "@ensemble/blocks/images/write-prompt";
import { PLACES } from "@ensemble/blocks/places";
import type { Image } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem, MenuSeparator, MenuSub } from "@ensemble/ui/popups/Menu";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  Brush,
  Ellipsis,
  History,
  Layers,
  MessageCircleQuestion,
  ScanEye,
  Shuffle,
  Sparkles,
  Star,
  Trash2,
  Undo2,
  Video,
  Wrench,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useAskAboutImages } from "../ask-about-images";
import { DownloadButton } from "../DownloadButton";
import { changeImagesMutation } from "../gallery/gallery-queries";
import { MoveMenu } from "../gallery/MoveMenu";
import { useDeleteImages } from "../gallery/use-delete-images";
import { IMAGE_PLACES } from "../places";
import type { CreateForm } from "../studio/use-create-form";
import { toolOf } from "../tools/tool-table";
import { useImageName } from "../use-image-name";

const MakeItMore = lazy(() => import("./MakeItMore").then((file) => ({ default: file.MakeItMore })));

/** What can be done with an image. */
export function ImageActions({
  image,
  form,
  onClose,
  onDeleted,
}: {
  image: Image;
  form: CreateForm | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const text = useText("images");
  const nameOf = useImageName();
  const { remove, restore } = useDeleteImages();
  const title = nameOf(image);
  if (image.deleted_at !== null)
    return (
      <Button
        icon={<Undo2 className="size-4 rtl:-scale-x-100" aria-hidden="true" />}
        onClick={() => {
          restore([image]);
          onClose();
        }}
      >
        {text("restore")}
      </Button>
    );
  return (
    <>
      <MoreActions
        image={image}
        form={form}
        onClose={onClose}
        onDelete={() => {
          remove([image]);
          onDeleted();
        }}
      />
      <MoveMenu images={[image]} />
      <AppLink to={IMAGE_PLACES.editor(image.id)} className={buttonStyle("secondary", "sm")}>
        <Brush className="size-4" aria-hidden="true" />
        {text("edit")}
      </AppLink>
      <DownloadButton image={image} title={title} />
      {form?.model ? (
        <Button
          size="sm"
          kind="primary"
          icon={<Shuffle className="size-4" aria-hidden="true" />}
          disabled={form.model.abilities.references_max === 0}
          onClick={() => {
            form.remix(image);
            onClose();
          }}
        >
          {text("remix")}
        </Button>
      ) : null}
    </>
  );
}

function MoreActions({
  image,
  form,
  onClose,
  onDelete,
}: {
  image: Image;
  form: CreateForm | null;
  onClose: () => void;
  onDelete: () => void;
}) {
  const text = useText("images");
  const { navigate } = useNavigation();
  const nameOf = useImageName();
  const change = useMutation(changeImagesMutation(useQueryClient()));
  const ask = useAskAboutImages();
  const write = useMutation({
    mutationFn: writePrompt,
    onSuccess: ({ prompt }) => {
      form?.setPrompt(prompt);
      onClose();
    },
  });
  const [isMore, setIsMore] = useState(false);
  const title = nameOf(image);
  return (
    <>
      <IconButton
        size="sm"
        label={text(image.starred ? "unstar" : "star", { title })}
        aria-pressed={image.starred}
        icon={<Star className={image.starred ? "fill-current" : undefined} />}
        onClick={() => change.mutate({ images: [image], change: { starred: !image.starred } })}
      />
      <Menu trigger={<IconButton size="sm" label={text("more_for", { name: title })} icon={<Ellipsis />} />}>
        {form && image.work?.type === "create" ? (
          <MenuItem
            icon={<History />}
            onSelect={() => {
              form.recall(image);
              onClose();
            }}
          >
            {text("use_settings")}
          </MenuItem>
        ) : null}
        {form ? (
          <MenuItem icon={<ScanEye />} onSelect={() => write.mutate(image.file_id)}>
            {text("write_prompt")}
          </MenuItem>
        ) : null}
        {form?.model ? (
          <MenuItem icon={<Sparkles />} onSelect={() => setIsMore(true)}>
            {text("make_more")}
          </MenuItem>
        ) : null}
        <MenuItem icon={<MessageCircleQuestion />} onSelect={() => ask.mutate([image])}>
          {text("ask_about")}
        </MenuItem>
        <ToolsMenu image={image} />
        {faultOf(image.width, image.height, REFERENCE_MIN_PIXELS) === null ? (
          <MenuItem icon={<Video />} onSelect={() => navigate(IMAGE_PLACES.videoFrom(image.file_id))}>
            {text("create_video")}
          </MenuItem>
        ) : null}
        {image.board_id ? (
          <MenuItem
            icon={<Layers />}
            onSelect={() => navigate(IMAGE_PLACES.artist(image.board_id ?? "", title))}
          >
            {text("open_artist")}
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} danger onSelect={onDelete}>
          {text("delete")}
        </MenuItem>
      </Menu>
      {isMore && form ? (
        <Suspense fallback={null}>
          <MakeItMore
            image={image}
            form={form}
            onClose={() => setIsMore(false)}
            onStarted={() => {
              setIsMore(false);
              onClose();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Tools that are used most; the rest is one step further. */
const TOOLS = ["remove_background", "upscale", "remove_object", "remove_text", "enhance", "sketch"] as const;

/** Image tools, which begin with the image. */
function ToolsMenu({ image: { id, file_id } }: { image: Image }) {
  const text = useText("images");
  const { navigate } = useNavigation();
  return (
    <MenuSub icon={<Wrench />} label={text("tools")}>
      {TOOLS.flatMap((name) => {
        const entry = toolOf(name);
        return entry ? [entry] : [];
      }).map(({ slug, key, icon: Icon }) => (
        <MenuItem
          key={slug}
          icon={<Icon />}
          onSelect={() => navigate(IMAGE_PLACES.tool(slug, { file: file_id, parent: id }))}
        >
          {text(`tool.${key}`)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<Wrench />} onSelect={() => navigate(`${PLACES.imageTools(file_id)}&parent=${id}`)}>
        {text("all_tools")}
      </MenuItem>
    </MenuSub>
  );
}
