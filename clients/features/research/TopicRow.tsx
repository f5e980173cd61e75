import { TOPIC_MAX_CHARS } from "@ensemble/contract/generated/limits/research";
import { useText } from "@ensemble/i18n/text";
import { TextField } from "@ensemble/ui/fields/TextField";
import { IconButton } from "@ensemble/ui/IconButton";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";

export interface Topic {
  key: number;
  question: string;
  queries: string;
}

/** One topic of a plan: its question and queries, moved and removed by buttons. */
export function TopicRow({
  topic,
  index,
  count,
  onChange,
  onMove,
  onRemove,
}: {
  topic: Topic;
  index: number;
  /** Number of topics in the plan. */
  count: number;
  onChange: (part: Partial<Topic>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const text = useText("search");
  return (
    <li className="flex items-start gap-2 max-sm:flex-wrap">
      <span
        aria-hidden="true"
        className="w-5 flex-none pt-2 text-end text-faint text-sm tabular-nums touch:pt-3"
      >
        {index + 1}
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5 sm:grid-cols-2">
        <TextField
          label={text("research.topic", { number: index + 1 })}
          hideLabel
          maxLength={TOPIC_MAX_CHARS}
          placeholder={text("research.topic_placeholder")}
          value={topic.question}
          onChange={(question) => onChange({ question })}
        />
        <TextField
          label={text("research.queries", { number: index + 1 })}
          hideLabel
          placeholder={text("research.queries_placeholder")}
          value={topic.queries}
          onChange={(queries) => onChange({ queries })}
        />
      </div>
      <div className="flex flex-none items-center max-sm:w-full max-sm:justify-end sm:h-9 sm:touch:h-11">
        <IconButton
          size="sm"
          label={text("research.move_up", { number: index + 1 })}
          icon={<ArrowUp />}
          disabled={index === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="sm"
          label={text("research.move_down", { number: index + 1 })}
          icon={<ArrowDown />}
          disabled={index === count - 1}
          onClick={() => onMove(1)}
        />
        <IconButton
          size="sm"
          label={text("research.remove_topic", { number: index + 1 })}
          icon={<Trash2 />}
          disabled={count === 1}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}
