import { FileIcon } from "@ensemble/blocks/attachments/FileIcon";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import { AppLink } from "@ensemble/host/navigation";
import { fileSize } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { BookOpen, Globe, NotebookPen } from "lucide-react";
import type { CallPart } from "./operations";

const chip =
  "inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full bg-sunken px-2.5 text-xs text-ink hover:bg-hover touch:min-h-11";

/** Pages of what tools make, by their kind. */
const PATHS: Readonly<Record<string, (id: string) => string>> = {
  my_memo: (id) => `/home/memo/${id}`,
  research: (id) => `/home/research/${id}`,
  artifact: (id) => `/artifacts/${id}`,
  schedule: (id) => `/home/schedules/${id}`,
};

/** Shows what a step read and made, or what was attached: pages, items of the library, files, memos. */
export function SourceParts({ parts, label }: { parts: readonly CallPart[]; label: string }) {
  const shown = parts.filter((part, index) => parts.findIndex((one) => keyOf(one) === keyOf(part)) === index);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5 pt-0.5 pb-1.5">
      {shown.map((part) => (
        <li key={keyOf(part)} className="min-w-0 max-w-full">
          <PartChip part={part} />
        </li>
      ))}
    </ul>
  );
}

const keyOf = (part: CallPart): string =>
  part.kind === "file" ? part.file_id : part.kind === "reference" ? part.thing_id : (part.url ?? part.title);

function PartChip({ part }: { part: CallPart }) {
  const text = useText("agents");
  const { locale } = useLocale();
  if (part.kind === "file") {
    // What was shared has no file behind it.
    const isThere = !part.file_id.startsWith("00000000");
    const inside = (
      <>
        <FileIcon mediaType={part.media_type} className="size-3.5 flex-none text-muted" />
        <bdi className="truncate">{part.name}</bdi>
        <span className="flex-none text-faint">{fileSize(part.size_bytes, locale)}</span>
      </>
    );
    return isThere ? (
      <a className={chip} href={fileContentUrl(part.file_id)} download={part.name}>
        {inside}
      </a>
    ) : (
      <span className={chip}>{inside}</span>
    );
  }
  if (part.kind === "reference") {
    return (
      <AppLink className={chip} to={PATHS[part.of]?.(part.thing_id) ?? "/home"}>
        <NotebookPen className="size-3.5 flex-none text-muted" aria-hidden="true" />
        <bdi className="truncate">{part.title || text("did.memo", { number: 1 })}</bdi>
      </AppLink>
    );
  }
  if (part.given?.path) {
    return (
      <AppLink className={chip} to={part.given.path}>
        <BookOpen className="size-3.5 flex-none text-muted" aria-hidden="true" />
        <bdi className="truncate">{part.title}</bdi>
      </AppLink>
    );
  }
  return part.url ? (
    <a className={chip} href={part.url} target="_blank" rel="noopener noreferrer">
      <Globe className="size-3.5 flex-none text-muted" aria-hidden="true" />
      <bdi className="truncate">{part.title}</bdi>
    </a>
  ) : (
    <span className={chip}>
      <bdi className="truncate">{part.title}</bdi>
    </span>
  );
}
