import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { useQuery } from "@tanstack/react-query";
import { CalendarClock, Plus } from "lucide-react";
import { useState } from "react";
import { Ideas } from "./Ideas";
import type { Idea } from "./ideas";
import { ScheduleForm } from "./ScheduleForm";
import { ScheduleRow } from "./ScheduleRow";
import { SCHEDULE_PLACES } from "./schedule-places";
import { schedulesQuery } from "./schedule-queries";

/** Form that is open: of a new schedule, from an idea or a text. */
type Opened = { idea?: Idea; words?: string } | null;

/** Page with the person's schedules and ideas for new ones. */
export function SchedulesPage({ words }: { words?: string }) {
  const text = useText("schedules");
  const { navigate } = useNavigation();
  const [opened, setOpened] = useState<Opened>(words === undefined ? null : { words });
  const close = () => {
    setOpened(null);
    // The palette can open it again.
    if (words !== undefined) navigate(SCHEDULE_PLACES.schedules, { replace: true });
  };
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="schedules">
      <title>{`${text("title")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex flex-wrap items-start gap-3">
          <div className="min-w-52 flex-1">
            <h1 className="font-semibold text-xl">{text("title")}</h1>
            <p className="text-muted text-sm">{text("about")}</p>
          </div>
          <Button kind="primary" icon={<Plus className="size-4" />} onClick={() => setOpened({})}>
            {text("new")}
          </Button>
        </header>
        <Schedules />
        <Ideas onTake={(idea) => setOpened({ idea })} />
      </div>
      {opened ? <ScheduleForm {...opened} schedule={null} onClose={close} /> : null}
    </div>
  );
}

function Schedules() {
  const text = useText("schedules");
  const schedules = useQuery(schedulesQuery);
  if (schedules.isError) {
    return <PanelProblem error={schedules.error} onRetry={() => void schedules.refetch()} />;
  }
  if (!schedules.data) return <SkeletonLines label={text("title")} />;
  if (schedules.data.length === 0) {
    return <EmptyState icon={<CalendarClock />} title={text("empty")} description={text("empty_hint")} />;
  }
  return (
    <ul className="divide-y divide-line rounded-lg bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
      {schedules.data.map((schedule) => (
        <ScheduleRow key={schedule.id} schedule={schedule} />
      ))}
    </ul>
  );
}
