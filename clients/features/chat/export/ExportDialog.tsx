import { ProblemError } from "@ensemble/contract/problem-error";
import { useHost } from "@ensemble/host/HostContext";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { useMutation } from "@tanstack/react-query";
import {
  Braces,
  FileCode2,
  FileSpreadsheet,
  FileText,
  FileType2,
  Image,
  type LucideIcon,
  Printer,
} from "lucide-react";
import { fetchChatFile, picturesOf, printChat } from "./export-chat";

const FORMATS = [
  { id: "markdown", icon: FileText },
  { id: "html", icon: FileCode2 },
  { id: "pdf", icon: Printer },
  { id: "docx", icon: FileType2 },
  { id: "picture", icon: Image },
  { id: "json", icon: Braces },
  { id: "xlsx", icon: FileSpreadsheet },
  { id: "csv", icon: FileSpreadsheet },
] as const satisfies { id: string; icon: LucideIcon }[];

type Format = (typeof FORMATS)[number]["id"];

/** Exports a chat as a file. */
export default function ExportDialog({
  conversationId,
  onClose,
}: {
  conversationId: string;
  onClose: () => void;
}) {
  const text = useText("portability");
  const { locale } = useLocale();
  const host = useHost();
  const problemText = useProblemText();
  const save = useMutation({
    meta: { ownError: true },
    mutationFn: async (format: Format) => {
      const chat = { id: conversationId, locale, label: text("diagram") };
      if (format === "pdf") return printChat(chat);
      const files = format === "picture" ? await picturesOf(chat) : [await fetchChatFile(chat, format)];
      for (const { name, content } of files) await host.saveFile(name, content);
    },
    onSuccess: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="md"
      title={text("export_chat")}
      description={text("export_chat_description")}
      closeLabel={text("close")}
    >
      <ul className="grid gap-1.5 sm:grid-cols-2">
        {FORMATS.map(({ id, icon: Icon }) => (
          <li key={id}>
            <button
              type="button"
              disabled={save.isPending}
              onClick={() => save.mutate(id)}
              className="flex h-full min-h-14 w-full items-center gap-3 rounded-md px-3 py-2 text-start shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover disabled:opacity-50"
            >
              {save.isPending && save.variables === id ? (
                <Spinner />
              ) : (
                <Icon className="size-5 flex-none text-muted" aria-hidden="true" />
              )}
              <span className="min-w-0">
                <span className="block font-medium text-sm">{text(`format.${id}`)}</span>
                <span className="block text-muted text-xs">{text(`format_hint.${id}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {save.isError ? (
        <div className="mt-3">
          <Notice tone="danger">
            {save.error instanceof ProblemError ? problemText(save.error) : text("download_failed")}
          </Notice>
        </div>
      ) : null}
    </Dialog>
  );
}
