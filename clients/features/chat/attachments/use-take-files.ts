import { FILES_MAX } from "@ensemble/contract/generated/limits/files";
import { findText, loadTexts } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useAttachments } from "./use-attachments";

/** Adds chosen, dropped or pasted files to a draft, with a message if there are too many. */
export function useTakeFiles(place: string): (files: readonly File[]) => void {
  const { attachments } = useAttachments(place);
  return (files) => {
    if (attachments.add(place, files) > 0) void tellLimit();
  };
}

/** Says how many files a message takes. Its text is not part of the first script: few ever see it. */
async function tellLimit(): Promise<void> {
  await loadTexts(["chat"]);
  showToast({ kind: "danger", title: findText("chat", "files_limit", { max: FILES_MAX }) ?? "" });
}
