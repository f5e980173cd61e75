import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import type { Problem } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { BusyDialog } from "./BusyDialog";

/** Codes of a full queue. */
const BUSY = ["generation.line_full", "generation.own_line_full"];

/** Shows why the last message was refused, with actions that help. */
export default function Refusal({
  problem,
  operator,
  onRetry,
  onSwitchModel,
  onDismiss,
}: {
  problem: Problem;
  operator: boolean;
  onRetry: () => void;
  onSwitchModel: () => void;
  onDismiss: () => void;
}) {
  const text = useText("chat");
  if (!BUSY.includes(problem.code)) {
    const actions = { onRetry, onSwitchModel, onDismiss };
    return <ProblemCard problem={problem} title={text("refused_title")} operator={operator} {...actions} />;
  }
  const switchModel = () => {
    onDismiss();
    onSwitchModel();
  };
  return <BusyDialog problem={problem} onRetry={onRetry} onSwitchModel={switchModel} onClose={onDismiss} />;
}
