import { prepareImage } from "@ensemble/blocks/attachments/prepare-image";
import { sendFile } from "@ensemble/blocks/attachments/send-file";
import { memoOfPicture, newMemo } from "@ensemble/blocks/memos/new-memo";
import { ProblemError } from "@ensemble/contract/problem-error";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createMemoMutation } from "../memo-queries";

/** Image that was uploaded: its path and name. */
export interface UploadedPicture {
  src: string;
  alt: string;
}

/** Uploads images for a memo's text. Each is a memo of its own, as all images are, which keeps its file. */
export function usePictureUpload(tags: readonly string[]) {
  const text = useText("memos");
  const problemText = useProblemText();
  const create = useMutation(createMemoMutation(useQueryClient()));
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
      const memo = memoOfPicture(file.name, info.id);
      await create.mutateAsync(newMemo({ ...memo, tags: [...tags] }));
      return { src: fileContentUrl(info.id), alt: memo.title ?? "" };
    },
    onError: (error) =>
      showToast({
        kind: "danger",
        title: text("picture_failed"),
        description: problemText(error) ?? undefined,
      }),
  });
}
