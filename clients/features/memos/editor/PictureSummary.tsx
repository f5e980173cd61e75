import { Receipt } from "@ensemble/blocks/answers/Receipt";
import { ModelCost } from "@ensemble/blocks/models/ModelCost";
import { ModelPicker } from "@ensemble/blocks/models/ModelPicker";
import { PLACES } from "@ensemble/blocks/places";
import { useSettings } from "@ensemble/blocks/session-queries";
import { modelsQuery } from "@ensemble/blocks/shared-queries";
import type { Memo } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ScanEye } from "lucide-react";
import { useState } from "react";
import { cancelSummaryMutation, summariseMutation } from "../memo-queries";
import { seeingModel, seeingModels } from "./seeing-model";

/** Shows the description of a memo's image, its progress, the choice of a model, and its price and cost. */
export function PictureSummary({ memo }: { memo: Memo }) {
  const text = useText("memos");
  const problemText = useProblemText();
  const client = useQueryClient();
  const cancel = useMutation(cancelSummaryMutation(client));
  const { id, summary, file_id } = memo;
  const isGoingOn = summary?.state === "summarizing";
  return (
    <section
      aria-label={text("picture_summary")}
      aria-busy={isGoingOn || undefined}
      className="flex flex-col gap-2"
    >
      {summary?.text ? (
        <p dir="auto" className="plain-bidi whitespace-pre-wrap break-words">
          {summary.text}
        </p>
      ) : null}
      {summary?.state === "failed" ? (
        <Notice tone="danger" title={text("summary_states.failed")}>
          {problemText(summary.problem)}
        </Notice>
      ) : null}
      {summary?.state === "cancelled" ? (
        <p className="text-muted text-sm">{text("summary_states.cancelled")}</p>
      ) : null}
      {isGoingOn ? (
        <div className="flex flex-wrap items-center gap-3">
          <span role="status" className="flex items-center gap-2 text-muted text-sm">
            <Spinner />
            {text("summary_states.summarizing")}
          </span>
          <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate(id)}>
            {text("cancel")}
          </Button>
        </div>
      ) : file_id ? (
        <AskForSummary memo={memo} />
      ) : null}
    </section>
  );
}

function AskForSummary({ memo }: { memo: Memo }) {
  const text = useText("memos");
  const problemText = useProblemText();
  const { default_model: own } = useSettings();
  const { data: models } = useQuery(modelsQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const ask = useMutation(summariseMutation(useQueryClient()));
  if (!models) return null;
  const offered = seeingModels(models);
  const model = offered.find(({ id }) => id === chosen) ?? seeingModel(models, own);
  if (!model) {
    return (
      <Notice
        action={
          <AppLink to={PLACES.connections} className={buttonStyle("secondary", "sm")}>
            {text("connect_model")}
          </AppLink>
        }
      >
        {text("summary_needs_model")}
      </Notice>
    );
  }
  return (
    <>
      {ask.error ? <Notice tone="danger">{problemText(ask.error)}</Notice> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          icon={<ScanEye className="size-4" aria-hidden="true" />}
          busy={ask.isPending}
          onClick={() => ask.mutate({ id: memo.id, model: model.id })}
        >
          {text(memo.summary ? "summarise_again" : "summarise_picture")}
        </Button>
        <ModelPicker
          models={offered}
          value={model.id}
          label={text("summary_model")}
          onChange={({ id }) => setChosen(id)}
        />
        <span className="flex items-center gap-1">
          <ModelCost models={[model]} />
          {memo.summary?.receipt ? (
            <Receipt receipt={memo.summary.receipt} modelName={memo.summary.model_name} />
          ) : null}
        </span>
      </div>
    </>
  );
}
