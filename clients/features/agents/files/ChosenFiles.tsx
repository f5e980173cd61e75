import { FileIcon } from "@ensemble/blocks/attachments/FileIcon";
import { refuseUnread, useSending } from "@ensemble/blocks/attachments/use-sending";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { IconButton } from "@ensemble/ui/IconButton";
import { FileUp, X } from "lucide-react";
import { useRef } from "react";
import type { AgentFile } from "../operations";

/** Field for files of an agent or a task. They are uploaded at once, and become its own when it is saved or started. */
export function ChosenFiles({
  files,
  max,
  onBusy,
  onChange,
}: {
  files: readonly AgentFile[];
  max: number;
  /** Called with true while a file is on its way. */
  onBusy?: (busy: boolean) => void;
  onChange: (files: readonly AgentFile[]) => void;
}) {
  const text = useText("agents");
  const problemText = useProblemText();
  const input = useRef<HTMLInputElement>(null);
  const { sending, error, send } = useSending(refuseUnread);
  const add = async (added: readonly File[]) => {
    let all = files;
    onBusy?.(true);
    for (const file of added.slice(0, max - files.length)) {
      const info = await send(uuidV7(), file.name, file);
      if (!info) break;
      const { id, name, media_type, size_bytes } = info;
      all = [...all, { id, name, media_type, size_bytes }];
      onChange(all);
    }
    onBusy?.(false);
  };
  return (
    <div className="flex flex-col gap-2">
      {files.length > 0 ? (
        <ul className="flex flex-col divide-y divide-line rounded-md shadow-[inset_0_0_0_1px_var(--line)]">
          {files.map((file) => (
            <li key={file.id} className="flex items-center gap-2.5 py-1 ps-3 pe-1.5 text-sm">
              <FileIcon mediaType={file.media_type} className="size-4 flex-none text-muted" />
              <bdi className="min-w-0 flex-1 truncate">{file.name}</bdi>
              <IconButton
                size="sm"
                label={text("remove_file", { name: file.name })}
                icon={<X />}
                onClick={() => onChange(files.filter(({ id }) => id !== file.id))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <div>
        <Button
          icon={<FileUp className="size-4" />}
          busy={sending !== null}
          disabled={files.length >= max}
          onClick={() => input.current?.click()}
        >
          {text("add_files")}
        </Button>
        <FileInput input={input} multiple testId="agent-files" onChoose={(chosen) => void add(chosen)} />
      </div>
      {error ? (
        <p role="alert" className="text-danger text-sm">
          {problemText(error)}
        </p>
      ) : null}
    </div>
  );
}
