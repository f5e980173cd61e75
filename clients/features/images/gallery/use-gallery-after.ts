import { isActive } from "@ensemble/blocks/tasks/task-kind";
import type { ImageTask } from "@ensemble/contract/wire";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refreshGallery } from "./gallery-queries";

/** Reads the gallery again when a task that was watched has ended. */
export function useGalleryAfter(task: ImageTask | undefined): void {
  const client = useQueryClient();
  const wasActive = useRef(false);
  const active = task !== undefined && isActive(task.state);
  useEffect(() => {
    if (wasActive.current && !active) void refreshGallery(client);
    wasActive.current = active;
  }, [client, active]);
}
