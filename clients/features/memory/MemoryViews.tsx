import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Tabs } from "@ensemble/ui/Tabs";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LockedNotice } from "./LockedNotice";
import { MemoryHome, type MemoryView } from "./MemoryHome";
import { MemoryItems } from "./MemoryItems";
import { memoryQuery } from "./memory-queries";
import { Suggestions } from "./Suggestions";

/** Spec §2: "Memory drawer (home, manage, suggestions)". */
export function MemoryViews({ first = "home" }: { first?: MemoryView }) {
  const text = useText("memory");
  const memory = useQuery(memoryQuery);
  const [view, setView] = useState<MemoryView>(first);
  if (memory.isPending) return <SkeletonLines count={8} label={text("loading")} />;
  if (memory.isError && !memory.data) {
    return <PanelProblem error={memory.error} onRetry={() => void memory.refetch()} />;
  }
  const { items, pending } = memory.data;
  const counted = (name: string, count: number) => (count > 0 ? text("counted", { name, count }) : name);
  return (
    <div className="flex flex-col gap-4">
      <LockedNotice memory={memory.data} />
      <Tabs
        label={text("memory")}
        value={view}
        onChange={setView}
        tabs={[
          {
            value: "home",
            label: text("home"),
            panel: <MemoryHome memory={memory.data} onView={setView} />,
          },
          {
            value: "manage",
            label: counted(text("manage"), items),
            panel: <MemoryItems memory={memory.data} />,
          },
          {
            value: "suggestions",
            label: counted(text("suggestions"), pending),
            panel: <Suggestions memory={memory.data} />,
          },
        ]}
      />
    </div>
  );
}
