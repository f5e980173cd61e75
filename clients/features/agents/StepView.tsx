import { ToolText } from "@ensemble/blocks/answers/ToolText";
import { inputOf, pretty } from "@ensemble/blocks/answers/tool-input";
import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { useText } from "@ensemble/i18n/text";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { Ban, Check, Hand, TriangleAlert } from "lucide-react";
import { CallApproval } from "./CallApproval";
import { CallForm, ServerQuestion } from "./CallForm";
import type { AgentCall, AgentStep } from "./operations";
import { SourceParts } from "./SourceParts";
import { useStepSentence } from "./use-step-sentence";

/** Shows a step: what the agent wrote, and its activity in one sentence, with the details on request. */
export function StepView({ step, taskId }: { step: AgentStep; taskId: string | null }) {
  const text = useText("agents");
  const { calls } = step;
  return (
    <div className="flex flex-col gap-2.5">
      {step.reasoning ? (
        <Disclosure title={text("thought")}>
          <div className="ms-2 border-line border-s-2 ps-4 text-muted">
            <Markdown text={step.reasoning} />
          </div>
        </Disclosure>
      ) : null}
      {step.text.trim() ? <Markdown text={step.text} /> : null}
      {step.is_cut ? <p className="text-faint text-sm">{text("cut")}</p> : null}
      {calls.length > 0 ? <Activity calls={calls} taskId={taskId} /> : null}
    </div>
  );
}

function Activity({ calls, taskId }: { calls: readonly AgentCall[]; taskId: string | null }) {
  const text = useText("agents");
  const sentence = useStepSentence();
  const waiting = taskId === null ? [] : calls.filter(({ state }) => state === "waiting");
  return (
    <section
      aria-label={sentence(calls)}
      className="flex flex-col rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <div className="px-3 py-1">
        <Disclosure
          title={
            <>
              <GroupIcon calls={calls} />
              <span className="plain-bidi min-w-0 [overflow-wrap:anywhere]">{sentence(calls)}</span>
            </>
          }
        >
          <ul className="flex flex-col gap-3 pt-1 pb-2">
            {calls.map((call) => (
              <CallDetails key={call.id} call={call} />
            ))}
          </ul>
        </Disclosure>
        <SourceParts parts={calls.flatMap(({ parts }) => parts)} label={text("read_and_made")} />
      </div>
      {taskId === null
        ? null
        : waiting.map((call) =>
            call.questions.length > 0 ? (
              <CallForm key={call.id} call={call} taskId={taskId} />
            ) : (
              <CallApproval key={call.id} call={call} taskId={taskId} />
            ),
          )}
      {taskId === null ? null : <ServerQuestions calls={calls} taskId={taskId} />}
    </section>
  );
}

/** Shows what the servers of tools asked the person. */
function ServerQuestions({ calls, taskId }: { calls: readonly AgentCall[]; taskId: string }) {
  if (calls.every(({ asked }) => asked.length === 0)) return null;
  return (
    <div className="flex flex-col gap-2 px-3 pb-3">
      {calls.flatMap((call) =>
        call.asked.map((question) => (
          <ServerQuestion key={question.question_id} call={call} question={question} taskId={taskId} />
        )),
      )}
    </div>
  );
}

const isAsking = ({ asked }: AgentCall) => asked.some(({ state }) => state === "waiting");

function GroupIcon({ calls }: { calls: readonly AgentCall[] }) {
  const has = (state: AgentCall["state"]) => calls.some((call) => call.state === state);
  if (has("waiting") || calls.some(isAsking))
    return <Hand className="size-4 flex-none text-warning" aria-hidden="true" />;
  if (has("running")) return <Spinner className="size-4 flex-none text-accent" />;
  if (calls.every(({ state }) => state === "denied"))
    return <Ban className="size-4 flex-none text-muted" aria-hidden="true" />;
  if (calls.every(({ state }) => state === "failed"))
    return <TriangleAlert className="size-4 flex-none text-danger" aria-hidden="true" />;
  return <Check className="size-4 flex-none text-success" aria-hidden="true" />;
}

/** Shows what a tool was given, and what it returned. */
function CallDetails({ call }: { call: AgentCall }) {
  const text = useText("agents");
  const input = inputOf(call);
  return (
    <li className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="font-medium">{call.title}</bdi>
        {call.source ? <bdi className="text-muted">{call.source}</bdi> : null}
        <span className="text-faint">{text(`call.${call.state}`)}</span>
      </p>
      {input === "{}" ? null : <ToolText dir="auto" label={text("call.input")} code={input} />}
      {call.output ? <ToolText dir="auto" label={text("call.output")} code={pretty(call.output)} /> : null}
    </li>
  );
}
