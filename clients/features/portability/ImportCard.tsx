import { OneLine } from "@ensemble/blocks/OneLine";
import type { Import, ImportReport } from "@ensemble/contract/wire";
import { factsLine, fileSize, fullNumber, relativeTime } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { ProgressBar } from "@ensemble/ui/feedback/ProgressBar";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { forgetMutation, isBusy, startMutation } from "./import-queries";
import { LeftOut } from "./LeftOut";
import { originName } from "./origins";

/** Kinds of entries in our archives besides conversations. */
const OTHERS = [
  "settings",
  "groups",
  "bots",
  "prompts",
  "quick_actions",
  "files_of_bots",
  "marked_bots",
  "favorite_prompts",
  "documents",
  "summaries",
  "glossary",
  "readings",
  "images",
  "image_boards",
  "videos",
  "researches",
  "agents",
  "agent_tasks",
  "artifacts",
  "schedules",
  "schedules_runs",
  "powerups",
  "powerups_favorites",
  "templates",
  "template_documents",
  "searches",
  "search_feeds",
  "search_sites",
  "answer_pages",
  "memos",
  "humanizations",
  "library",
  "library_highlights",
  "library_collections",
  "memory",
  "blobs",
] as const;

const isOther = (name: string): name is (typeof OTHERS)[number] =>
  (OTHERS as readonly string[]).includes(name);

/** Card of an archive: its content, the outcome of the import, and the next step. */
export function ImportCard({ item }: { item: Import }) {
  const text = useText("portability");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const queryClient = useQueryClient();
  const start = useMutation(startMutation(queryClient));
  const forget = useMutation(forgetMutation(queryClient));
  const { report, state } = item;
  const origins = report?.origins.map(originName).join(", ");
  const isNothingNew = report !== null && report.new_conversations + report.new_messages === 0;
  const facts = [
    origins,
    fileSize(item.size_bytes, locale),
    relativeTime(item.created_at, Date.now(), locale),
  ];

  return (
    <article
      aria-label={item.name}
      className="flex flex-col gap-3 rounded-md bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-medium text-sm">
            <OneLine>{item.name}</OneLine>
          </h3>
          <p className="text-muted text-sm">{factsLine(facts)}</p>
        </div>
        <p role="status" className="flex-none text-muted text-sm">
          {text(`state.${state}`)}
        </p>
      </header>
      {isBusy(item) ? <Progress item={item} /> : null}
      {item.problem ? <Notice tone="danger">{problemText(item.problem)}</Notice> : null}
      {report && !isBusy(item) ? <Counts report={report} done={state === "done"} /> : null}
      {report && !isBusy(item) ? <LeftOut report={report} /> : null}
      {isBusy(item) ? null : (
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" busy={forget.isPending} onClick={() => forget.mutate(item.id)}>
            {text(state === "done" ? "dismiss" : "discard")}
          </Button>
          {state === "checked" ? (
            <Button size="sm" kind="primary" busy={start.isPending} onClick={() => start.mutate(item.id)}>
              {text(isNothingNew ? "import_anyway" : "import_now")}
            </Button>
          ) : null}
        </div>
      )}
    </article>
  );
}

function Progress({ item }: { item: Import }) {
  const text = useText("portability");
  const { locale } = useLocale();
  const done = fullNumber(item.done, locale);
  const told =
    item.total === null || item.state === "checking"
      ? text("reading")
      : text("done_of", { done, total: fullNumber(item.total, locale) });
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar
        label={text(`state.${item.state}`)}
        value={item.done}
        max={item.state === "checking" ? null : item.total}
        valueText={told}
      />
      <p className="text-muted text-xs">{told}</p>
    </div>
  );
}

/** Table of the dry run: what would be imported, or was. */
function Counts({ report, done }: { report: ImportReport; done: boolean }) {
  const text = useText("portability");
  const { locale } = useLocale();
  const other = Object.entries(report.other);
  const rows: [string, number, number][] = [
    [text("conversations"), report.conversations, report.new_conversations],
    [text("messages"), report.messages, report.new_messages],
  ];
  const number = (value: number) => fullNumber(value, locale);
  const otherText = (name: string) => (isOther(name) ? text(`other.${name}`) : name);
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="text-muted">
            <th className="py-1 pe-3 text-start font-normal">
              <span className="sr-only">{text("what")}</span>
            </th>
            <th className="py-1 pe-3 text-end font-normal">{text("in_archive")}</th>
            <th className="py-1 pe-3 text-end font-normal">{text(done ? "added" : "is_new")}</th>
            <th className="py-1 text-end font-normal">{text("here_already")}</th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {rows.map(([label, all, fresh]) => (
            <tr key={label} className="border-line border-t">
              <th className="py-1.5 pe-3 text-start font-normal">{label}</th>
              <td className="py-1.5 pe-3 text-end">{number(all)}</td>
              <td className="py-1.5 pe-3 text-end font-medium">{number(fresh)}</td>
              <td className="py-1.5 text-end">{number(all - fresh)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.branches > 0 ? (
        <p className="mt-2 text-muted text-sm">{text("branches", { count: report.branches })}</p>
      ) : null}
      {other.length > 0 ? (
        <p className="mt-1 text-muted text-sm">
          {other.map(([name, count]) => `${otherText(name)} ${number(count)}`).join(" · ")}
        </p>
      ) : null}
    </div>
  );
}
