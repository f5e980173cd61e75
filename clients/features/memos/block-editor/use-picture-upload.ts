import { prepareImage } from "@ensemble/blocks/attachments/prepare-image";
import { sendFile } from "@ensemble/blocks/attachments/send-file";
import { memoOfPicture } from "@ensemble/blocks/memos/new-memo";
import { ProblemError } from "@ensemble/contract/problem-error";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation } from "@tanstack/react-query";

/** Image that was uploaded: its path and name. */
export interface UploadedPicture {
  src: string;
  alt: string;
}

/** Uploads images for a memo's text, which keeps them once it is saved. */
export function usePictureUpload() {
  const text = useText("memos");
  const problemText = useProblemText();
  return useMutation({
    meta: { ownError: true },
    mutationFn: async (chosen: File): Promise<UploadedPicture> => {
      const file = await prepareImage(chosen);
      const { signal } = new AbortController();
      const info = await sendFile({
        id: uuidV7(),
        name: file.name,
        file,
        signal,
        onProgress: () => undefined,
      });
      if (info.problem) throw new ProblemError(info.problem);
      return { src: fileContentUrl(info.id), alt: memoOfPicture(file.name, info.id).title ?? "" };
    },
    onError: (error) =>
      showToast({
        kind: "danger",
        title: text("picture_failed"),
        description: problemText(error) ?? undefined,
      }),
  });
}
