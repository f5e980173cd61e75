import { isActive } from "@ensemble/blocks/tasks/task-kind";
import type { Video } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FOLLOWED_MAX, videoTasks } from "../video-queries";
import { TaskCard } from "./TaskCard";

/** Requests in progress, of this page and of others, and the outcome of those begun here. */
export function CurrentTasks({
  begun,
  onOpen,
}: {
  begun: readonly string[];
  onOpen: (video: Video) => void;
}) {
  const text = useText("videos");
  const { data } = useInfiniteQuery(videoTasks.list());
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const listed = data?.pages.flatMap(({ items }) => items) ?? [];
  // One that was seen at work stays until it is dismissed.
  const [seen, setSeen] = useState<readonly string[]>([]);
  const active = listed.filter(({ state }) => isActive(state)).map(({ id }) => id);
  const fresh = active.filter((id) => !seen.includes(id));
  if (fresh.length > 0) setSeen([...fresh, ...seen]);
  const shown = [...new Set([...begun, ...seen])].filter((id) => !dismissed.has(id));
  if (shown.length === 0) return null;
  return (
    <ul aria-label={text("current_tasks")} className="flex flex-col gap-3">
      {shown.map((id, at) => (
        <TaskCard
          key={id}
          taskId={id}
          follows={at < FOLLOWED_MAX}
          onOpen={onOpen}
          onDismiss={() => setDismissed(new Set([...dismissed, id]))}
        />
      ))}
    </ul>
  );
}
