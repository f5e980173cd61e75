import { SchedulePage } from "./SchedulePage";
import { SchedulesPage } from "./SchedulesPage";

/** Page of one schedule, or of all. */
export function SchedulesScreen({ uid, words }: { uid?: string; words?: string }) {
  return uid ? (
    <SchedulePage key={uid} id={uid} />
  ) : (
    <SchedulesPage key={words === undefined ? "list" : "new"} words={words} />
  );
}
