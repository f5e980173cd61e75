import type { Message } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Popover } from "@ensemble/ui/popups/Popover";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { FeedbackForm } from "./FeedbackForm";
import { rateMutation } from "./rating-queries";

/** Buttons to rate an answer. Thumbs down counts at once; why can be added in the popover. */
export function RateAnswer({ message }: { message: Message }) {
  const text = useText("rating");
  const rate = useMutation(rateMutation(useQueryClient(), message));
  const [open, setOpen] = useState(false);
  const feedback = message.feedback ?? null;
  const isDown = feedback?.rating === "down";
  const isUp = feedback?.rating === "up";
  const changeOpen = (next: boolean) => {
    setOpen(next);
    if (next && !isDown) rate.mutate({ rating: "down", reason: null, comment: null });
  };
  return (
    <>
      <IconButton
        size="sm"
        label={text("good_answer")}
        icon={<ThumbsUp className={isUp ? "fill-current" : undefined} />}
        aria-pressed={isUp}
        onClick={() => rate.mutate(isUp ? null : { rating: "up", reason: null, comment: null })}
      />
      <Popover
        open={open}
        onOpenChange={changeOpen}
        side="top"
        className="w-80 max-w-[calc(100vw-2rem)] p-3"
        trigger={
          <IconButton
            size="sm"
            label={text("bad_answer")}
            // Above is the popover.
            side="bottom"
            icon={<ThumbsDown className={isDown ? "fill-current" : undefined} />}
            aria-pressed={isDown}
          />
        }
      >
        <FeedbackForm
          given={isDown ? feedback : null}
          onSend={(given) => {
            rate.mutate(given);
            setOpen(false);
          }}
        />
      </Popover>
    </>
  );
}
