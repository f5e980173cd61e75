import { PictureDrop } from "@ensemble/blocks/images/PictureDrop";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useMutation } from "@tanstack/react-query";
import { MessageCircleQuestion } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useOpenChat } from "../ask-about-images";
import { ChoosePictures } from "./ChoosePictures";
import { useGivenPicture } from "./given-picture";
import type { ToolEntry } from "./tool-table";

/** Place where an image is taken to a chat, with a question if the tool has one. */
export function AskDesk({
  asks,
  fileId,
}: {
  asks: NonNullable<ToolEntry["asks"]>;
  /** File to begin with. */
  fileId: string | undefined;
}) {
  const text = useText("images");
  const openChat = useOpenChat();
  const [file, setFile] = useState<File | null>(null);
  const open = useMutation({
    mutationFn: (chosen: File) => openChat(asks === "nothing" ? "" : text(`question.${asks}`), [chosen]),
  });
  const take = ([first]: readonly File[]) => first && setFile(first);
  useGivenPicture(fileId, setFile);
  return (
    <PictureDrop onFiles={take} paste className="flex flex-col gap-4 rounded-lg">
      <p className="text-pretty text-muted text-sm">{text("needs_vision")}</p>
      <ChoosePictures several={false} onChoose={take} />
      {file ? (
        <div className="flex flex-col items-start gap-3">
          <Preview file={file} />
          <Button
            kind="primary"
            busy={open.isPending}
            icon={<MessageCircleQuestion className="size-4" aria-hidden="true" />}
            onClick={() => open.mutate(file)}
          >
            {text("open_in_chat")}
          </Button>
        </div>
      ) : null}
    </PictureDrop>
  );
}

function Preview({ file }: { file: File }) {
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return <img src={address} alt={file.name} className="max-h-80 max-w-full rounded-md bg-sunken" />;
}
