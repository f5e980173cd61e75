import { FileIcon } from "@ensemble/blocks/attachments/FileIcon";
import { BOT_FILES_MAX } from "@ensemble/contract/generated/limits/bots";
import { fileSize } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ProgressBar } from "@ensemble/ui/feedback/ProgressBar";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { IconButton } from "@ensemble/ui/IconButton";
import { FileUp, X } from "lucide-react";
import { useRef } from "react";
import type { useFormFiles } from "./use-form-files";

/** Field for the files that a bot answers from. */
export function FilesField({ files }: { files: ReturnType<typeof useFormFiles> }) {
  const text = useText("bots");
  const problemText = useProblemText();
  const { locale } = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const { shown, sending, error, add, remove } = files;
  return (
    <section aria-label={text("files")} className="flex flex-col gap-2">
      <h2 className="font-medium text-sm">{text("files")}</h2>
      {shown.length > 0 ? (
        <ul className="flex flex-col divide-y divide-line rounded-md shadow-[inset_0_0_0_1px_var(--line)]">
          {shown.map((file) => (
            <li key={file.id} className="flex items-center gap-2.5 py-1 ps-3 pe-1.5 text-sm">
              <FileIcon mediaType={file.media_type} className="size-4 flex-none text-muted" />
              <bdi className="min-w-0 flex-1 truncate">{file.name}</bdi>
              <span className="flex-none text-faint text-xs">{fileSize(file.size_bytes, locale)}</span>
              <IconButton
                size="sm"
                label={text("remove_file", { name: file.name })}
                icon={<X />}
                onClick={() => remove(file)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {sending ? (
        <div className="flex flex-col gap-1.5 text-muted text-sm">
          <bdi className="truncate">{sending.name}</bdi>
          <ProgressBar
            label={text("files_uploading", { name: sending.name })}
            value={sending.share}
            max={1}
            valueText={new Intl.NumberFormat(locale, { style: "percent" }).format(sending.share)}
          />
        </div>
      ) : null}
      <div>
        <Button
          icon={<FileUp className="size-4" />}
          disabled={shown.length >= BOT_FILES_MAX || sending !== null}
          onClick={() => input.current?.click()}
        >
          {text("add_files")}
        </Button>
        <FileInput input={input} multiple testId="bot-files" onChoose={(chosen) => void add(chosen)} />
      </div>
      <p aria-live="polite" className={error ? "text-danger text-sm" : "text-muted text-sm"}>
        {error ? problemText(error) : text("files_hint", { max: BOT_FILES_MAX })}
      </p>
    </section>
  );
}
