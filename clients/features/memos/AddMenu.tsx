import { newMemo } from "@ensemble/blocks/new-memo";
import { PLACES } from "@ensemble/blocks/places";
import { canListen } from "@ensemble/blocks/speech-support";
import type { NewMemo } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { FileInput } from "@ensemble/ui/FileInput";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/Menu";
import { showToast } from "@ensemble/ui/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ImagePlus, Link, Mic } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { createMemoMutation } from "./memo-queries";
import { useAddPicture } from "./use-add-picture";

const KeepPageDialog = lazy(() =>
  import("./KeepPageDialog").then((file) => ({ default: file.KeepPageDialog })),
);
const SpeakDialog = lazy(() => import("./SpeakDialog").then((file) => ({ default: file.SpeakDialog })));

/** What can be kept besides a note: a page, a picture, what is said. `tag`: what it gets at once. */
export function AddMenu({ tag }: { tag: string | null }) {
  const text = useText("memos");
  const { navigate } = useNavigation();
  const create = useMutation({
    ...createMemoMutation(useQueryClient()),
    // spec §8: "Failed to create memo". What was said is not lost, wherever one has gone, and kept once.
    onError: (_, memo) =>
      showToast({
        kind: "danger",
        title: text("create_failed"),
        action: { label: text("try_again"), onPress: () => keep(memo) },
      }),
  });
  const picture = useAddPicture(tag);
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<"page" | "speech" | null>(null);
  const keep = (memo: NewMemo) => create.mutate(memo, { onSuccess: ({ id }) => navigate(PLACES.memo(id)) });
  const keepSpeech = (body: string) => keep(newMemo({ kind: "audio_to_text", body, tags: tag ? [tag] : [] }));
  return (
    <>
      <FileInput
        input={field}
        accept="image/*"
        label={text("add_picture")}
        onChoose={([file]) => picture.add(file)}
      />
      <Menu
        align="end"
        trigger={<IconButton label={text("add_else")} icon={<ChevronDown />} disabled={picture.busy} />}
      >
        <MenuItem icon={<Link />} onSelect={() => setOpen("page")}>
          {text("keep_page")}
        </MenuItem>
        <MenuItem icon={<ImagePlus />} onSelect={() => field.current?.click()}>
          {text("add_picture")}
        </MenuItem>
        {canListen() ? (
          <MenuItem icon={<Mic />} onSelect={() => setOpen("speech")}>
            {text("speak")}
          </MenuItem>
        ) : null}
      </Menu>
      <Suspense fallback={null}>
        {open === "page" ? <KeepPageDialog tag={tag} onClose={() => setOpen(null)} /> : null}
        {open === "speech" ? <SpeakDialog onKeep={keepSpeech} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </>
  );
}
