import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useEffect, useRef, useState } from "react";
import { fitPicture } from "./fit-picture";
import { PictureFaultError, type SentPicture, sendPicture } from "./send-picture";
import { usePictureError } from "./use-picture-error";

/** Picture being sent. */
export interface OnItsWay {
  key: number;
  name: string;
}

/** Sends pictures one after another, and says why one was refused. Leaving the page aborts it. */
export function useSendPictures(
  minPixels: number,
  onSent: (sent: SentPicture) => void,
): { sending: readonly OnItsWay[]; send: (files: readonly File[]) => Promise<void> } {
  const text = useText("media");
  const errorText = usePictureError();
  const [sending, setSending] = useState<readonly OnItsWay[]>([]);
  const controller = useRef<AbortController>(null);
  const count = useRef(0);
  // What was sent first has changed the page by the time that the next one is.
  const latest = useRef(onSent);
  useEffect(() => {
    latest.current = onSent;
  });
  useEffect(() => {
    const own = new AbortController();
    controller.current = own;
    return () => own.abort();
  }, []);
  const send = async (files: readonly File[]) => {
    const signal = controller.current?.signal ?? new AbortController().signal;
    const queued = files.map((file) => {
      count.current += 1;
      return { file, key: count.current };
    });
    setSending((before) => [...before, ...queued.map(({ file, key }) => ({ key, name: file.name }))]);
    for (const { file, key } of queued) {
      try {
        latest.current(await sendPicture({ file, minPixels, signal }));
      } catch (error) {
        if (signal.aborted) return;
        showToast({
          kind: "danger",
          title: file.name,
          description: errorText(error),
          // spec §2: "Crop dialog reports abnormal dimensions or aspect ratio and auto-scales."
          action:
            error instanceof PictureFaultError
              ? { label: text("adjust_picture"), onPress: () => void adjust(file) }
              : undefined,
        });
      }
      setSending((before) => before.filter((one) => one.key !== key));
    }
  };
  const adjust = async (file: File) => send([await fitPicture(file, minPixels)]);
  return { sending, send };
}
