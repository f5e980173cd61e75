import { onServer } from "@ensemble/contract/base-path";
import { ProblemError } from "@ensemble/contract/problem-error";
import { sendMemoImport } from "@ensemble/contract/send-memo-import";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, FileUp } from "lucide-react";
import { useRef, useState } from "react";

const KINDS = ".zip,.html,.htm,.csv,.json,.enex";

/** Imports memos from other programs: a preview of the file's content, then the import. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const text = useText("memos");
  const problemText = useProblemText();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const look = useMutation({
    meta: { ownError: true },
    mutationFn: (chosen: File) => sendMemoImport(chosen, true),
  });
  const bring = useMutation({
    meta: { ownError: true },
    mutationFn: (chosen: File) => sendMemoImport(chosen, false),
    onSuccess: () => client.invalidateQueries({ queryKey: ["memos"] }),
  });
  const report = bring.data ?? look.data;
  const error = bring.error ?? look.error;
  const counts = report
    ? { added: report.added, present: report.present, left_out: report.left_out }
    : undefined;
  const choose = (chosen: File) => {
    setFile(chosen);
    bring.reset();
    look.mutate(chosen);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="md"
      title={text("import_export")}
      description={text("import_hint")}
      closeLabel={text("close")}
    >
      <div className="flex flex-col gap-3">
        <FileInput
          input={field}
          accept={KINDS}
          label={text("choose_file")}
          onChoose={([file]) => choose(file)}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<FileUp className="size-4" />}
            busy={look.isPending}
            onClick={() => field.current?.click()}
          >
            {text("choose_file")}
          </Button>
          <a
            href={onServer("/api/memos/export")}
            download
            className="inline-flex h-9 items-center gap-2 rounded-md px-3 text-sm hover:bg-hover touch:h-11"
          >
            <Download className="size-4" aria-hidden="true" />
            {text("export_all")}
          </a>
        </div>
        {file ? <p className="plain-start truncate text-muted text-sm">{file.name}</p> : null}
        {error ? (
          <Notice tone="danger">
            {problemText(error)}
            {fileIn(error) ? <bdi className="block break-words font-medium">{fileIn(error)}</bdi> : null}
          </Notice>
        ) : null}
        {counts && !error ? (
          <Notice
            tone={bring.data ? "success" : "info"}
            title={text(bring.data ? "import_done" : "import_found")}
          >
            {text("import_counts", counts)}
          </Notice>
        ) : null}
        {report && report.pictures > 0 ? (
          <p className="text-muted text-sm">{text("import_pictures", { count: report.pictures })}</p>
        ) : null}
        {report && report.pictures_left_out.length > 0 ? (
          <Notice tone="warning" title={text("import_pictures_left_out")}>
            <ul className="list-disc ps-5">
              {report.pictures_left_out.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same, and the list stands
                <li key={index} className="break-words">
                  <bdi>{name}</bdi>
                </li>
              ))}
            </ul>
          </Notice>
        ) : null}
        {report && !bring.data && report.titles.length > 0 ? (
          <ul className="max-h-40 list-disc overflow-y-auto ps-5 text-muted text-sm">
            {report.titles.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: titles may be the same, and the list stands
              <li key={index}>
                <bdi>{title || text("untitled")}</bdi>
              </li>
            ))}
          </ul>
        ) : null}
        {file && look.data && !bring.data && look.data.added > 0 ? (
          <Button kind="primary" busy={bring.isPending} onClick={() => bring.mutate(file)}>
            {text("import_now")}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

/** Returns the name of the file inside an import that failed. */
const fileIn = (error: Error): string | null => {
  const name = error instanceof ProblemError ? error.problem.params.name : null;
  return typeof name === "string" ? name : null;
};
