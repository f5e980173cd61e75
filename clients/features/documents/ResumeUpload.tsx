import { lookUp } from "@ensemble/blocks/attachments/send-file";
import { useSending } from "@ensemble/blocks/attachments/use-sending";
import { toProblem } from "@ensemble/contract/problem-error";
import type { LibraryDocument } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";

/**
 * Offers to resume an upload that was interrupted when its window closed: choosing the file again sends the
 * rest.
 */
export function ResumeUpload({ document }: { document: LibraryDocument }) {
  const text = useText("library");
  const problemText = useProblemText();
  const input = useRef<HTMLInputElement>(null);
  const [isOther, setIsOther] = useState(false);
  const upload = useSending();
  const resume = useMutation({
    meta: { ownError: true },
    mutationFn: async ({ fileId, file }: { fileId: string; file: File }) => {
      // The document, and the local file, may have been renamed since.
      const { name } = await lookUp(fileId);
      await upload.send(fileId, name, file);
    },
  });
  const { file_id: fileId, size_bytes: size, received_bytes: received } = document;
  if (!fileId || !size) return null;
  const error = resume.error ?? upload.error;
  const share = upload.sending?.share ?? (received ?? 0) / size;
  return (
    <div className="flex flex-wrap items-center gap-2 ps-9 pe-2 pb-2.5 text-sm">
      {isOther || error ? (
        <p role="alert" className="plain-bidi min-w-0 flex-1 text-danger">
          {isOther ? text("other_file") : problemText(toProblem(error))}
        </p>
      ) : (
        <p className="plain-bidi min-w-0 flex-1 text-muted">
          {text("arrived", { percent: Math.floor(share * 100) })}
        </p>
      )}
      <Button
        size="sm"
        busy={resume.isPending}
        icon={<FileUp className="size-3.5" />}
        onClick={() => input.current?.click()}
      >
        {text("choose_again")}
      </Button>
      <FileInput
        input={input}
        accept=".pdf,application/pdf"
        testId="resume-file"
        onChoose={([file]) => {
          setIsOther(file.size !== size);
          if (file.size === size) resume.mutate({ fileId, file });
        }}
      />
    </div>
  );
}
