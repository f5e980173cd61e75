import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useQueries } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { imageTasks } from "../image-queries";
import { useDownloadImages } from "../use-download-images";
import type { ToolItem } from "./use-tool-run";

/** Downloads all that was made, as one file. */
export function DownloadAll({ items }: { items: readonly ToolItem[] }) {
  const text = useText("images");
  const download = useDownloadImages();
  const tasks = useQueries({
    queries: items.flatMap(({ taskId }) => (taskId ? [{ ...imageTasks.one(taskId), enabled: false }] : [])),
  });
  const ids = tasks.flatMap(({ data }) => data?.images.map(({ id }) => id) ?? []);
  if (ids.length < 2) return null;
  return (
    <Button
      className="self-start"
      busy={download.isPending}
      icon={<Download className="size-4" aria-hidden="true" />}
      onClick={() => download.mutate(ids)}
    >
      {text("download_all", { count: ids.length })}
    </Button>
  );
}
