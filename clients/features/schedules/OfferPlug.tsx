import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import { useDebounced } from "@ensemble/blocks/use-debounced";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { useQuery } from "@tanstack/react-query";
import { CalendarClock, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { mayNameTimes } from "./may-name-times";
import type { SchedulePreview } from "./operations";
import { ownZone, wordsQuery } from "./schedule-queries";
import { useTimesText } from "./use-times-text";

const ScheduleForm = lazy(() => import("./ScheduleForm").then((file) => ({ default: file.ScheduleForm })));

/** Offers to schedule a draft that says how often: "Summarize the news every weekday at 8". */
export function OfferPlug({ seat }: { seat: ComposerSeat }) {
  const [opened, setOpened] = useState<SchedulePreview | null>(null);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const draft = useDebounced(seat.draft.trim(), 600);
  const isAsked = mayNameTimes(draft) && draft === seat.draft.trim() && dismissed !== draft;
  return (
    <>
      {isAsked ? <Offer draft={draft} onTake={setOpened} onDismiss={() => setDismissed(draft)} /> : null}
      {opened === null ? null : (
        <Suspense>
          <ScheduleForm
            schedule={null}
            spoken={opened}
            onClose={() => setOpened(null)}
            onSaved={() => seat.setDraft("")}
          />
        </Suspense>
      )}
    </>
  );
}

function Offer({
  draft,
  onTake,
  onDismiss,
}: {
  draft: string;
  onTake: (found: SchedulePreview) => void;
  onDismiss: () => void;
}) {
  const text = useText("schedules");
  const timesText = useTimesText();
  const found = useQuery(wordsQuery(draft, ownZone()));
  // What happens once is more often meant for the model than for a schedule.
  if (!found.data?.times.rule || found.data.rest === "") return null;
  return (
    <div className="mb-1 flex items-center gap-1">
      <Button
        size="sm"
        kind="ghost"
        className="min-w-0"
        aria-haspopup="dialog"
        icon={<CalendarClock className="size-4 flex-none" />}
        onClick={() => onTake(found.data)}
      >
        <span className="min-w-0 truncate">{text("offer", { times: timesText(found.data.times) })}</span>
      </Button>
      <IconButton size="sm" label={text("dismiss_offer")} icon={<X />} onClick={onDismiss} />
    </div>
  );
}
