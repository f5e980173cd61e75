import { fileSize } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { ProgressBar } from "@ensemble/ui/feedback/ProgressBar";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { sendFileMutation } from "./file-queries";

/** Uploads a model file, resuming a started upload. */
export function AddModelFile({ pieceBytes }: { pieceBytes: number }) {
  const text = useText("models");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(null);
  const [sent, setSent] = useState(0);
  const send = useMutation(sendFileMutation(useQueryClient(), pieceBytes, setSent));
  const take = (file: File) => {
    if (send.isPending) return;
    setSent(0);
    stop.current = new AbortController();
    send.mutate(
      { file, signal: stop.current.signal },
      { onSuccess: (name) => showToast({ title: text("file_added", { name }), kind: "success" }) },
    );
  };
  const size = send.variables?.file.size ?? 0;
  const progress = text("sent_of", { sent: fileSize(sent, locale), size: fileSize(size, locale) });
  const isStopped = send.error instanceof DOMException && send.error.name === "AbortError";

  return (
    <>
      <FileInput input={input} accept=".gguf" label={text("add_file")} onChoose={([file]) => take(file)} />
      {send.isPending ? (
        <div className="flex w-full flex-wrap items-center gap-3">
          <div className="flex min-w-40 flex-1 flex-col gap-1.5">
            <ProgressBar label={text("sending")} value={sent} max={size} valueText={progress} />
            <p role="status" className="text-muted text-xs">
              {progress}
            </p>
          </div>
          <Button size="sm" onClick={() => stop.current?.abort()}>
            {text("stop_sending")}
          </Button>
        </div>
      ) : (
        <Button size="sm" icon={<Plus className="size-4" />} onClick={() => input.current?.click()}>
          {text("add_file")}
        </Button>
      )}
      {send.isError && !isStopped ? (
        <div className="w-full">
          <Notice tone="danger">{problemText(send.error)}</Notice>
        </div>
      ) : null}
    </>
  );
}
