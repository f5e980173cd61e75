import { FEEDBACK_COMMENT_MAX_CHARS } from "@ensemble/contract/generated/limits/chat";
import type { FeedbackReason, MessageFeedback } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { CheckChips } from "@ensemble/ui/fields/CheckChips";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { useState } from "react";

const REASONS: readonly FeedbackReason[] = [
  "incorrect",
  "incomplete",
  "not_asked",
  "slow",
  "unsafe",
  "other",
];

/** Form for what was wrong with an answer. Everything is optional. */
export function FeedbackForm({
  given,
  onSend,
}: {
  given: MessageFeedback | null;
  /** Null removes the rating. */
  onSend: (feedback: MessageFeedback | null) => void;
}) {
  const text = useText("rating");
  const [reason, setReason] = useState(given?.reason ?? null);
  const [comment, setComment] = useState(given?.comment ?? "");
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSend({ rating: "down", reason, comment: comment.trim() || null });
      }}
    >
      <CheckChips
        legend={text("what_was_wrong")}
        options={REASONS.map((value) => ({
          value,
          label: text(value === "other" ? "something_else" : `reason_${value}`),
        }))}
        chosen={reason ? [reason] : []}
        onToggle={(value) => setReason(value === reason ? null : value)}
      />
      <TextArea
        label={text("comment")}
        hint={text("comment_hint")}
        maxLength={FEEDBACK_COMMENT_MAX_CHARS}
        value={comment}
        onChange={setComment}
      />
      <div className="flex flex-wrap justify-between gap-2">
        <Button size="sm" kind="ghost" onClick={() => onSend(null)}>
          {text("remove_rating")}
        </Button>
        <Button size="sm" type="submit" kind="primary">
          {text("send_feedback")}
        </Button>
      </div>
    </form>
  );
}
