import { AskFurther } from "@ensemble/blocks/answers/AskFurther";
import { memoOfAnswer } from "@ensemble/blocks/memos/memo-of-answer";
import type { MemoToKeep } from "@ensemble/blocks/memos/new-memo";
import { SaveAsMemo } from "@ensemble/blocks/memos/SaveAsMemo";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Research, ResearchEvery } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { dayAndTime } from "@ensemble/i18n/formats";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { type Text, useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Select } from "@ensemble/ui/fields/Select";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FileText, FileType2, Printer, RotateCcw } from "lucide-react";
import { fetchReport, printReport, type ReportFormat } from "./export-report";
import { againMutation, inOrder, placeOf, scheduleMutation } from "./research-queries";
import { LeftOut, ScheduleLimit } from "./ScheduleLimit";

const EVERY: readonly ("never" | ResearchEvery)[] = ["never", "day", "week", "month"];
const FORMATS = [
  { id: "pdf", icon: Printer },
  { id: "docx", icon: FileType2 },
  { id: "markdown", icon: FileText },
] as const;

/** Converts a report to a memo with its sources and quotes. */
const memoOf = (research: Research, text: Text<"search">): MemoToKeep => ({
  kind: "search_result",
  title: research.title,
  source_path: placeOf(research.id),
  body: memoOfAnswer(
    inOrder(research)
      .map(({ topic, title, text: said }) => `# ${topic === 0 ? text("research.summary") : title}\n\n${said}`)
      .join("\n\n"),
    research.found,
    research.sections.flatMap(({ cites }) => cites),
    text("not_found"),
  ),
});

/** Actions on a report: export, and running the research again. */
export function ReportActions({ research }: { research: Research }) {
  const text = useText("search");
  const { locale } = useLocale();
  const problemText = useProblemText();
  const host = useHost();
  const client = useQueryClient();
  const { navigate } = useNavigation();
  const again = useMutation(againMutation(client, research.id));
  const schedule = useMutation(scheduleMutation(client, research.id));
  const save = useMutation({
    meta: { ownError: true },
    mutationFn: async (format: ReportFormat | "pdf") => {
      if (format === "pdf") return printReport(research.id, locale);
      const { name, content } = await fetchReport(research.id, format, locale);
      await host.saveFile(name, content);
    },
  });
  const error = again.error ?? schedule.error ?? save.error;
  const done = research.state === "completed";
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-4">
      <div className="flex flex-wrap items-end gap-2">
        {FORMATS.map(({ id, icon: Icon }) => (
          <Button
            key={id}
            size="sm"
            icon={<Icon className="size-4" />}
            busy={save.isPending && save.variables === id}
            disabled={save.isPending}
            onClick={() => save.mutate(id)}
          >
            {text(`research.export.${id}`)}
          </Button>
        ))}
        <SaveAsMemo memo={() => memoOf(research, text)} />
        <AskFurther
          label={text("ask_further")}
          failed={text("ask_failed")}
          given={() => ({ things: [{ of: "research", thing_id: research.id, title: research.title }] })}
        />
      </div>
      {done ? (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            size="sm"
            icon={<RotateCcw className="size-4" />}
            busy={again.isPending}
            onClick={() => again.mutate(uuidV7(), { onSuccess: ({ id }) => navigate(placeOf(id)) })}
          >
            {text("research.again")}
          </Button>
          <Select
            label={text("research.every")}
            hideLabel
            compact
            value={research.every ?? "never"}
            options={EVERY.map((value) => ({ value, label: text(`research.every_${value}`) }))}
            onChange={(value) =>
              schedule.mutate({
                every: value === "never" ? null : value,
                cap: research.budget?.cap ?? null,
              })
            }
          />
          {research.next_at ? (
            <span className="text-muted text-sm">
              {text("research.next_at", { date: dayAndTime(research.next_at, locale) })}
            </span>
          ) : null}
          {research.budget ? <ScheduleLimit research={research} budget={research.budget} /> : null}
        </div>
      ) : null}
      {done && research.budget ? <LeftOut research={research} budget={research.budget} /> : null}
      {error ? <Notice tone="danger">{problemText(error)}</Notice> : null}
    </div>
  );
}
