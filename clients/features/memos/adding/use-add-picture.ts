import { prepareImage } from "@ensemble/blocks/attachments/prepare-image";
import { sendFile } from "@ensemble/blocks/attachments/send-file";
import { memoOfPicture, newMemo } from "@ensemble/blocks/memos/new-memo";
import { PLACES } from "@ensemble/blocks/places";
import { ProblemError } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useNavigation } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createMemoMutation } from "../memo-queries";

/** Saves an image as a memo and opens it. `tag`: initial tag. */
export function useAddPicture(tag: string | null): { add: (chosen: File) => void; busy: boolean } {
  const text = useText("memos");
  const problemText = useProblemText();
  const { navigate } = useNavigation();
  const create = useMutation(createMemoMutation(useQueryClient()));
  const send = useMutation({
    meta: { ownError: true },
    mutationFn: async (chosen: File) => {
      const file = await prepareImage(chosen);
      const signal = new AbortController().signal;
      const info = await sendFile({
        id: uuidV7(),
        name: file.name,
        file,
        signal,
        onProgress: () => undefined,
      });
      if (info.problem) throw new ProblemError(info.problem);
      const tags = tag ? [tag] : [];
      return create.mutateAsync(newMemo({ ...memoOfPicture(file.name, info.id), tags }));
    },
    onError: (error) =>
      showToast({
        kind: "danger",
        title: text("picture_failed"),
        description: problemText(error) ?? undefined,
      }),
  });
  return {
    // Somebody who has navigated away meanwhile stays there.
    add: (chosen) => send.mutate(chosen, { onSuccess: ({ id }) => navigate(PLACES.memo(id)) }),
    busy: send.isPending,
  };
}
