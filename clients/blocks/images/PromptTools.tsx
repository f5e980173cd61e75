import { toProblem } from "@ensemble/contract/problem-error";
import type { WrittenPrompt } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { useMutation } from "@tanstack/react-query";
import { ScanEye, WandSparkles } from "lucide-react";
import { useRef, useState } from "react";
import { ProblemCard } from "../problems/ProblemCard";
import { useMe } from "../session-queries";
import { PICTURE_MIN_PIXELS, PICTURE_TYPES } from "./send-picture";
import { useSendPictures } from "./use-send-pictures";
import { improvePrompt, writePrompt } from "./write-prompt";

/** Buttons under a prompt: a chat model improves it, or writes one from a picture. What was there can be restored. */
export function PromptTools({
  prompt,
  source,
  isForVideo,
  onWritten,
}: {
  prompt: string;
  /** File from which a prompt is written; null: the person chooses one. */
  source: string | null;
  isForVideo: boolean;
  onWritten: (prompt: string) => void;
}) {
  const text = useText("media");
  const { role } = useMe();
  const input = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState<{ by: string; prompt: string; before: string } | null>(null);
  const write = useMutation({
    meta: { ownError: true },
    mutationFn: (work: () => Promise<WrittenPrompt>) => work(),
    onSuccess: ({ prompt: better, model_name }) => {
      setWritten({ by: model_name, prompt: better, before: prompt });
      onWritten(better);
    },
  });
  const { sending, send } = useSendPictures(PICTURE_MIN_PIXELS, ({ fileId }) =>
    write.mutate(() => writePrompt(fileId)),
  );
  const busy = write.isPending || sending.length > 0;
  const isEmpty = prompt.trim() === "";
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {isEmpty ? null : (
          <Button
            size="sm"
            busy={busy}
            title={text("writes_at_cost")}
            icon={<WandSparkles className="size-4" aria-hidden="true" />}
            onClick={() => write.mutate(() => improvePrompt(prompt, isForVideo))}
          >
            {text("improve_prompt")}
          </Button>
        )}
        <Button
          size="sm"
          busy={busy && isEmpty}
          disabled={busy}
          title={text("writes_at_cost")}
          icon={<ScanEye className="size-4" aria-hidden="true" />}
          onClick={() => (source ? write.mutate(() => writePrompt(source)) : input.current?.click())}
        >
          {text("prompt_from_image")}
        </Button>
        <FileInput
          input={input}
          accept={PICTURE_TYPES}
          testId="prompt-image-input"
          onChoose={(files) => void send(files.slice(0, 1))}
        />
      </div>
      {written && written.prompt === prompt ? (
        <p role="status" className="flex flex-wrap items-center gap-x-2 text-muted text-xs">
          {text("written_by", { name: written.by })}
          {written.before.trim() === "" ? null : (
            <Button
              size="sm"
              kind="ghost"
              onClick={() => {
                onWritten(written.before);
                setWritten(null);
              }}
            >
              {text("undo_written")}
            </Button>
          )}
        </p>
      ) : null}
      {write.error ? (
        <ProblemCard
          problem={toProblem(write.error)}
          operator={role === "operator"}
          onDismiss={() => write.reset()}
        />
      ) : null}
    </div>
  );
}
