import { prepareImage } from "@ensemble/blocks/attachments/prepare-image";
import { sendFile } from "@ensemble/blocks/attachments/send-file";
import { memoOfPicture } from "@ensemble/blocks/memos/new-memo";
import { ProblemError } from "@ensemble/contract/problem-error";
import { fileContentPath } from "@ensemble/contract/send-chunk";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation } from "@tanstack/react-query";

/** File that was uploaded: its path and its name. */
export interface UploadedFile {
  path: string;
  name: string;
  isPicture: boolean;
}

/** Uploads images and other files for a memo's text, which keeps them once it is saved. */
export function useFileUpload() {
  const text = useText("memos");
  const problemText = useProblemText();
  return useMutation({
    meta: { ownError: true },
    mutationFn: async (chosen: File): Promise<UploadedFile> => {
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
      const isPicture = file.type.startsWith("image/");
      const name = isPicture ? (memoOfPicture(file.name, info.id).title ?? "") : file.name;
      return { path: fileContentPath(info.id), name, isPicture };
    },
    onError: (error, chosen) =>
      showToast({
        kind: "danger",
        title: text(chosen.type.startsWith("image/") ? "picture_failed" : "file_failed"),
        description: problemText(error) ?? undefined,
      }),
  });
}
