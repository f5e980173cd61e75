import { usePictureError } from "@ensemble/blocks/images/use-picture-error";
import { api } from "@ensemble/contract/api";
import { fileContentPath } from "@ensemble/contract/send-chunk";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useEffect, useEffectEvent } from "react";

/** Takes a picture that the address of a tool names, once. Says so if it could not be read. */
export function useGivenPicture(fileId: string | undefined, take: (file: File) => void): void {
  const errorText = usePictureError();
  const given = useEffectEvent(take);
  const failed = useEffectEvent((error: unknown) => showToast({ kind: "danger", title: errorText(error) }));
  useEffect(() => {
    if (!fileId) return;
    let isLeft = false;
    api.getFile(fileContentPath(fileId)).then(
      ({ name, content }) => {
        if (!isLeft) given(new File([content], name ?? "image", { type: content.type }));
      },
      (error: unknown) => {
        if (!isLeft) failed(error);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [fileId]);
}
