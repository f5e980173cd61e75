import { useHost } from "@ensemble/host/HostContext";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation } from "@tanstack/react-query";
import { FileText, FileType2, Presentation, Printer, Sparkles } from "lucide-react";
import { useState } from "react";
import { FillDialog } from "./FillDialog";
import { missingFields } from "./field-errors";
import type { TemplateDocument, TemplateFormat } from "./operations";
import { printDocument } from "./print-document";
import { makeFile } from "./template-queries";
import type { Filling } from "./use-filling";

const ICONS = { docx: FileType2, pptx: Presentation, markdown: FileText, pdf: Printer } as const;

/** Title of a document, and the files that can be made of it. */
export function DocumentActions({ document, filling }: { document: TemplateDocument; filling: Filling }) {
  const text = useText("templates");
  const problemText = useProblemText();
  const host = useHost();
  const [isFilling, setIsFilling] = useState(false);
  const save = useMutation({
    meta: { ownError: true },
    mutationFn: async (format: TemplateFormat | "pdf") => {
      await filling.saveNow();
      if (format === "pdf") return printDocument(document.id);
      const { name, content } = await makeFile(document.id, format);
      await host.saveFile(name, content);
    },
    onMutate: () => filling.setMissing([]),
    onError: (error) => filling.setMissing(missingFields(error, filling.values)),
  });
  const formats = [...document.formats, "pdf" as const];
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-52 flex-1">
          <h1 className="break-words font-semibold text-xl">
            <bdi>{filling.title || document.definition.name}</bdi>
          </h1>
          <p className="text-muted text-sm">
            <bdi>{document.definition.name}</bdi>
          </p>
        </div>
        <Button icon={<Sparkles className="size-4" />} onClick={() => setIsFilling(true)}>
          {text("fill_for_me")}
        </Button>
        {formats.map((format) => {
          const Icon = ICONS[format];
          return (
            <Button
              key={format}
              icon={<Icon className="size-4" />}
              busy={save.isPending && save.variables === format}
              disabled={save.isPending}
              onClick={() => save.mutate(format)}
            >
              {text(`format.${format}`)}
            </Button>
          );
        })}
      </div>
      {save.error && !filling.error ? <Notice tone="danger">{problemText(save.error)}</Notice> : null}
      {isFilling ? (
        <FillDialog document={document} filling={filling} onClose={() => setIsFilling(false)} />
      ) : null}
    </header>
  );
}
