import { IconButton } from "@ensemble/ui/IconButton";
import { History } from "lucide-react";
import { type ComponentType, Suspense, useState } from "react";
import type { TaskHistoryState } from "./TaskHistory";

/** Opens the history of a kind of task. Its code loads on the first use. */
export function TaskHistoryButton({
  label,
  current,
  history: Sheet,
}: {
  label: string;
  current?: string;
  /** Lazily loaded. */
  history: ComponentType<TaskHistoryState>;
}) {
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");
  return (
    <>
      <IconButton label={label} icon={<History />} onClick={() => setState("open")} />
      {state === "unused" ? null : (
        <Suspense fallback={null}>
          <Sheet
            current={current}
            open={state === "open"}
            onOpenChange={(open) => setState(open ? "open" : "closed")}
          />
        </Suspense>
      )}
    </>
  );
}
