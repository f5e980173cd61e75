import type { ConversationGroup } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { ConversationRow } from "./ConversationRow";
import { FolderRow } from "./FolderRow";
import type { Line } from "./list-rows";
import type { useFolders } from "./use-folders";

/** Line of the list: a heading, a folder, a conversation, or the end of an open folder. */
export function ListLine({
  line,
  lines,
  groups,
  folders,
}: {
  line: Line;
  lines: readonly Line[];
  groups: readonly ConversationGroup[];
  folders: ReturnType<typeof useFolders>;
}) {
  const text = useText("chat");
  switch (line.kind) {
    case "heading":
      return <h2 className="px-2 pt-4 font-medium text-faint text-xs">{headingText(line.heading, text)}</h2>;
    case "folder":
      return (
        <FolderRow
          section={line.section}
          group={line.group}
          open={line.open}
          onToggle={() => folders.toggle(line.section)}
        />
      );
    case "conversation":
      return (
        <ConversationRow
          conversation={line.conversation}
          lines={lines}
          groups={groups}
          indented={line.inFolder}
        />
      );
    case "more":
      return (
        <button
          type="button"
          onClick={() => folders.showMore(line.section)}
          className="h-full rounded-md ps-9 pe-2 text-muted text-sm hover:text-ink"
        >
          {text("show_more")}
        </button>
      );
    case "empty":
      return (
        <p className="ps-9 pt-1.5 text-faint text-sm">
          {text(line.section === "favorites" ? "no_favorites" : "group_is_empty")}
        </p>
      );
  }
}

const HEADINGS = ["pinned", "today", "yesterday", "previous_7_days", "previous_30_days"] as const;

/** Returns the text of a heading; older groups use their month, which needs no text of ours. */
function headingText(heading: string, text: (key: (typeof HEADINGS)[number]) => string): string {
  const known = HEADINGS.find((name) => name === heading);
  return known ? text(known) : heading;
}
