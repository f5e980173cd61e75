import { newMemo } from "@ensemble/blocks/memos/new-memo";
import { PLACES } from "@ensemble/blocks/places";
import { canListen } from "@ensemble/blocks/speech/speech-support";
import type { NewMemo } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuItem } from "@ensemble/ui/popups/Menu";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ImagePlus, Link, Mic } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { keepTyped } from "../memo-queries";
import type { Spoken } from "./SpeakDialog";
import { useAddPicture } from "./use-add-picture";

const KeepPageDialog = lazy(() =>
  import("./KeepPageDialog").then((file) => ({ default: file.KeepPageDialog })),
);
const SpeakDialog = lazy(() => import("./SpeakDialog").then((file) => ({ default: file.SpeakDialog })));

/** Memo to save, with its completion callback. */
interface ToKeep {
  memo: NewMemo;
  isKept: () => void;
}

/** Withdraws the offer to save dictated text again: its words are in the dialog, and there may be more. */
let unsay = () => {};

/** Menu to add other kinds of memos: a page, an image, speech. `tag`: initial tag. */
export function AddMenu({ tag }: { tag: string | null }) {
  const text = useText("memos");
  const { navigate } = useNavigation();
  const client = useQueryClient();
  const create = useMutation({
    meta: { ownError: true },
    mutationFn: async ({ memo, isKept }: ToKeep) => {
      const kept = await keepTyped(client, memo);
      isKept();
      return kept;
    },
    // spec §8: "Failed to create memo". What was said is not lost, wherever one has gone, and kept once.
    onError: (_, failed) => {
      unsay = showToast({
        kind: "danger",
        title: text("create_failed"),
        action: { label: text("try_again"), onPress: () => keep(failed) },
      });
    },
  });
  const picture = useAddPicture(tag);
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<"page" | "speech" | null>(null);
  const keep = (made: ToKeep) => {
    unsay();
    create.mutate(made, { onSuccess: ({ id }) => navigate(PLACES.memo(id)) });
  };
  const keepSpeech = ({ id, body }: Spoken, isKept: () => void) =>
    keep({ memo: { ...newMemo({ kind: "audio_to_text", body, tags: tag ? [tag] : [] }), id }, isKept });
  const openSpeech = () => {
    unsay();
    setOpen("speech");
  };
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
          <MenuItem icon={<Mic />} onSelect={openSpeech}>
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
