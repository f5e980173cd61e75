import { useSending } from "@ensemble/blocks/attachments/use-sending";
import { api } from "@ensemble/contract/api";
import { BATCH_ROWS_MAX } from "@ensemble/contract/generated/limits/templates";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { useHost } from "@ensemble/host/HostContext";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { Select } from "@ensemble/ui/fields/Select";
import { useMutation } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useRef, useState } from "react";
import { textOfProblem } from "./field-errors";
import type { Template } from "./operations";

/** Dialog that makes a document of each row of a table, and saves all in an archive. */
export function BatchDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const text = useText("templates");
  const common = useText("common");
  const problemText = useProblemText();
  const host = useHost();
  const input = useRef<HTMLInputElement>(null);
  const { sending, error, send } = useSending();
  const [table, setTable] = useState<{ id: string; name: string } | null>(null);
  const [format, setFormat] = useState(template.formats[0] ?? "docx");
  const make = useMutation({
    meta: { ownError: true },
    mutationFn: async (file_id: string) => {
      const made = await api.post("/api/templates/batches", {
        body: { template: template.key, file_id, format },
      });
      const { content } = await api.getFile(`/api/documents/files/${made.file.file_id}/content`);
      await host.saveFile(made.file.name, content);
      return made;
    },
  });
  const choose = async (file: File) => {
    make.reset();
    setTable(await send(uuidV7(), file.name, file));
  };
  const failed = make.error ?? error;
  return (
    <FormDialog
      title={text("batch_title", { name: template.definition.name })}
      cancelLabel={common(make.data ? "close" : "cancel")}
      submitLabel={text("make_all")}
      width="md"
      busy={make.isPending}
      disabled={!table}
      onClose={onClose}
      onSubmit={() => table && make.mutate(table.id)}
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted text-sm">{text("batch_hint", { max: BATCH_ROWS_MAX })}</p>
        <p className="rounded-md bg-sunken p-3 text-sm">
          <bdi>{columnsOf(template).join(" · ")}</bdi>
        </p>
        <div className="flex items-center gap-3">
          <Button
            icon={<FileSpreadsheet className="size-4" />}
            busy={sending !== null}
            onClick={() => input.current?.click()}
          >
            {text("choose_table")}
          </Button>
          <bdi className="min-w-0 flex-1 truncate text-sm">{table?.name}</bdi>
          <FileInput
            input={input}
            accept=".csv,.xlsx,.xls,.ods"
            testId="batch-table"
            onChoose={([file]) => void choose(file)}
          />
        </div>
        {template.formats.length > 1 ? (
          <Select
            label={text("format")}
            value={format}
            options={template.formats.map((value) => ({ value, label: text(`format.${value}`) }))}
            onChange={setFormat}
          />
        ) : null}
        {failed ? <Notice tone="danger">{textOfProblem(failed, problemText)}</Notice> : null}
        {make.data ? (
          <Notice tone="success">
            {text("batch_made", { count: make.data.documents })}
            {make.data.unused_columns.length > 0
              ? ` ${text("unused_columns", { columns: make.data.unused_columns.join(", ") })}`
              : null}
          </Notice>
        ) : null}
      </div>
    </FormDialog>
  );
}

/** Headings that a table may have. */
const columnsOf = ({ definition: { fields } }: Template): string[] =>
  fields.flatMap(({ kind, label, columns }) => {
    if (kind === "formula") return [];
    if (kind !== "list") return [label];
    return columns.filter((column) => column.kind !== "formula").map((column) => `${label}: ${column.label}`);
  });
