import { FILES_MAX } from "@ensemble/contract/generated/limits/files";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useAttachments } from "./use-attachments";

/** Adds chosen, dropped or pasted files to a draft, with a message if there are too many. */
export function useTakeFiles(place: string): (files: readonly File[]) => void {
  const text = useText("start");
  const { attachments } = useAttachments(place);
  return (files) => {
    const tooMany = attachments.add(place, files);
    if (tooMany > 0) showToast({ kind: "danger", title: text("files_limit", { max: FILES_MAX }) });
  };
}
