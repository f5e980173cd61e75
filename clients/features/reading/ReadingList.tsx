import { PLACES } from "@ensemble/blocks/places";
import { TaskList } from "@ensemble/blocks/tasks/TaskList";
import type { ReadingEntry } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { BookOpenText } from "lucide-react";
import { KIND_ICONS } from "./reading-icons";
import { readings } from "./reading-queries";

/** Lists the person's readings, newest first. */
export function ReadingList() {
  const text = useText("reading");
  return (
    <TaskList
      kind={readings}
      heading={text("readings")}
      placeOf={PLACES.reading}
      icon={(entry) => <KindIcon entry={entry} />}
      facts={({ state, url }) => [state === "complete" ? null : text(`states_short.${state}`), siteOf(url)]}
      deleted={text("deleted")}
      empty={
        <EmptyState
          icon={<BookOpenText />}
          title={text("nothing_read")}
          description={text("nothing_read_hint")}
        />
      }
    />
  );
}

function KindIcon({ entry: { kind } }: { entry: ReadingEntry }) {
  const text = useText("reading");
  const Icon = KIND_ICONS[kind];
  return <Icon aria-label={text(`kinds.${kind}`)} className="size-4 flex-none text-faint" />;
}

/** Returns the host of an address without "www.". */
export const siteOf = (url: string | null): string | null =>
  url ? (URL.parse(url)?.host.replace(/^www\./, "") ?? null) : null;
