import { Banner } from "@ensemble/blocks/notices/NoticeBanner";
import { isClosed } from "@ensemble/blocks/notices/notice-queries";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { withSuccessToast } from "@ensemble/blocks/with-success-toast";
import { NOTICE_MAX_CHARS } from "@ensemble/contract/generated/limits/admin";
import type { ServerNotice } from "@ensemble/contract/wire";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { ConfirmDialog } from "@ensemble/ui/dialogs/ConfirmDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ownNoticeQuery, removeNoticeMutation, setNoticeMutation } from "./admin-queries";
import { fromLocalInput, toLocalInput } from "./local-time";
import { wrongField } from "./wrong-field";

/** Edits the notice to everybody and maintenance mode. */
export function NoticePanel() {
  const text = useText("admin");
  const found = useQuery(ownNoticeQuery);
  if (found.isError) return <PanelProblem error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <SkeletonLines label={text("loading")} />;
  const { notice } = found.data;
  return <Editor key={notice?.changed_at ?? "none"} notice={notice} />;
}

const LEVELS = ["notice", "closed"] as const;

function Editor({ notice }: { notice: ServerNotice | null }) {
  const text = useText("admin");
  const problemText = useProblemText();
  const [level, setLevel] = useState<ServerNotice["level"]>(notice?.level ?? "notice");
  const [said, setSaid] = useState(notice?.text ?? "");
  const [from, setFrom] = useState(toLocalInput(notice?.starts_at ?? null));
  const [until, setUntil] = useState(toLocalInput(notice?.ends_at ?? null));
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState(false);
  const queryClient = useQueryClient();
  const set = useMutation(
    withSuccessToast(setNoticeMutation(queryClient), () => showToast({ title: text("notice_shown_toast") })),
  );
  const remove = useMutation(
    withSuccessToast(removeNoticeMutation(queryClient), () =>
      showToast({ title: text("notice_removed_toast") }),
    ),
  );
  const refused = wrongField(set.error);
  const textMissing = level === "notice" && said.trim() === "";
  const next: Omit<ServerNotice, "changed_at"> = {
    level,
    text: said.trim(),
    starts_at: fromLocalInput(from),
    ends_at: fromLocalInput(until),
  };
  const show = () => set.mutate(next, { onSettled: () => setAsked(false) });
  const submit = () => {
    setTried(true);
    if (textMissing) return;
    if (level === "closed") setAsked(true);
    else show();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Section description={text("notice_description")}>
        <div>
          <Segmented
            label={text("notice_level")}
            value={level}
            options={LEVELS.map((value) => ({ value, label: text(`level.${value}`) }))}
            onChange={setLevel}
          />
        </div>
        <p className="text-muted text-sm">{text(`level_hint.${level}`)}</p>
        <TextArea
          label={text("notice_text")}
          hint={level === "closed" ? text("notice_text_optional") : undefined}
          dir="auto"
          rows={3}
          maxLength={NOTICE_MAX_CHARS}
          value={said}
          onChange={setSaid}
          error={tried && (textMissing || refused === "text") ? text("notice_text_missing") : undefined}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={text("starts_at")}
            hint={text("starts_at_hint")}
            type="datetime-local"
            dir="ltr"
            value={from}
            onChange={setFrom}
          />
          <TextField
            label={text("ends_at")}
            hint={text("ends_at_hint")}
            type="datetime-local"
            dir="ltr"
            value={until}
            onChange={setUntil}
            error={refused === "ends_at" ? text("ends_at_wrong") : undefined}
          />
        </div>
      </Section>
      {next.text || level === "closed" ? (
        <Section title={text("notice_preview")}>
          <div className="overflow-hidden rounded-md">
            <Banner
              notice={{ ...next, changed_at: "" }}
              closed={isClosed({ ...next, changed_at: "" }, Date.now())}
            />
          </div>
        </Section>
      ) : null}
      {set.error && refused === null ? <Notice tone="danger">{problemText(set.error)}</Notice> : null}
      <div className="flex flex-wrap justify-end gap-2">
        {notice ? (
          <Button busy={remove.isPending} onClick={() => remove.mutate()}>
            {text(notice.level === "closed" ? "open_again" : "remove_notice")}
          </Button>
        ) : null}
        <Button type="submit" kind="primary" busy={set.isPending}>
          {text(level === "closed" ? "close_server" : "show_notice")}
        </Button>
      </div>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={text("close_title")}
        description={text("close_hint")}
        confirmLabel={text("close_server")}
        cancelLabel={text("cancel")}
        danger
        busy={set.isPending}
        onConfirm={show}
      />
    </form>
  );
}
