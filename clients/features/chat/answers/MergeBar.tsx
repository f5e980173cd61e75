import { ModelCost } from "@ensemble/blocks/models/ModelCost";
import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { changeSettingsMutation, useMe, useSettings } from "@ensemble/blocks/session-queries";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import type { Message } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Switch } from "@ensemble/ui/fields/Switch";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Merge } from "lucide-react";
import { textOf } from "../conversation/message-text";
import { useMerge } from "./use-merge";

/**
 * Merges the answers with one model, now or always as soon as all are complete. Merged answers are merged
 * again below the answer itself.
 */
export function MergeBar({ answers, merged }: { answers: readonly Message[]; merged: boolean }) {
  const text = useText("chat");
  const { role } = useMe();
  const settings = useSettings();
  const { data } = useQuery(modelsQuery);
  const change = useMutation(changeSettingsMutation(useQueryClient()));
  const merge = useMerge(answers);
  const models = data?.models ?? [];
  const usable = models.filter(({ locked }) => !locked);
  const wanted = settings.merge_model ?? answers[0]?.model;
  const model = usable.find(({ id }) => id === wanted) ?? usable[0];
  const running = answers.some(({ state }) => state === "running");
  const mergeable = answers.filter((answer) => answer.state !== "running" && textOf(answer) !== "");
  // Below answers that grow it would be pushed down.
  if (running || !model || answers.length < 2 || (!merged && mergeable.length < 2)) return null;

  return (
    <div className="mx-auto flex w-full max-w-[44rem] flex-col gap-2">
      {merge.problem ? (
        <ProblemCard
          problem={merge.problem}
          title={text("not_merged")}
          operator={role === "operator"}
          onRetry={() => merge.start(model)}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {merged ? null : (
          <>
            <Button
              size="sm"
              kind="secondary"
              icon={<Merge className="size-3.5" />}
              disabled={merge.busy}
              onClick={() => merge.start(model)}
            >
              {text("merge_answers")}
            </Button>
            <ModelPicker
              models={models}
              value={model.id}
              label={text("merge_by")}
              onChange={({ id }) => change.mutate({ merge_model: id })}
            />
            <ModelCost models={[model]} />
          </>
        )}
        <span className="ms-auto flex items-center gap-2 text-muted text-sm">
          <span aria-hidden="true">{text("merge_at_once")}</span>
          <Switch
            label={text("merge_at_once")}
            checked={settings.merge_at_once}
            onChange={(merge_at_once) => change.mutate({ merge_at_once })}
          />
        </span>
      </div>
    </div>
  );
}
