import { useText } from "@ensemble/i18n/text";
import { Sheet } from "@ensemble/ui/dialogs/Sheet";
import type { ReactNode } from "react";
import { TaskList, type TaskListProps } from "./TaskList";
import type { TaskEntry } from "./task-kind";

/** State of a history that its button opens. */
export interface TaskHistoryState {
  current?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists a person's tasks of one kind in a sheet beside the page. */
export function TaskHistory<Task extends { id: string }, Entry extends TaskEntry>({
  title,
  open,
  onOpenChange,
  above,
  ...list
}: { title: string; above?: ReactNode } & TaskHistoryState & Omit<TaskListProps<Task, Entry>, "onOpen">) {
  const text = useText("common");
  return (
    <Sheet side="end" open={open} onOpenChange={onOpenChange} title={title} closeLabel={text("close")}>
      {above}
      <div className="px-2 pb-4">
        <TaskList {...list} onOpen={() => onOpenChange(false)} />
      </div>
    </Sheet>
  );
}
