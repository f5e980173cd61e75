import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { toProblem } from "@ensemble/contract/problem-error";
import type { PowerupDetail } from "@ensemble/feature-powerups/operations";
import { isOfValues, ParameterFields } from "@ensemble/feature-powerups/run/ParameterFields";
import { RunBar } from "@ensemble/feature-powerups/run/RunBar";
import { RunResult } from "@ensemble/feature-powerups/run/RunResult";
import { useRun } from "@ensemble/feature-powerups/run/use-run";
import { runsOnPage } from "@ensemble/feature-powerups/sites/sites";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useState } from "react";
import { AllowAccess } from "./AllowAccess";
import { NotSent, PageTrouble, type Trouble } from "./page-trouble";
import { runOnPage } from "./run-on-page";
import { useTabAddress } from "./use-tab-address";

/** Runs a PowerUP on the page beside the panel, and says before what it reads of it. */
export function PageRun({ powerup }: { powerup: PowerupDetail }) {
  const text = useText("powerups");
  const { definition } = powerup;
  const address = useTabAddress();
  const [values, setValues] = useState<Record<string, string[]>>({});
  const run = useRun({
    meta: { ownError: true },
    mutationFn: (given: Record<string, string[]>) => runOnPage(powerup, given),
  });
  const isElsewhere = typeof address === "string" && !runsOnPage(definition.sites, address);
  const start = () => run.start(values);
  return (
    <section aria-label={text("run")} className="flex flex-col gap-4">
      <p className="text-muted text-sm">{text(`panel_reads.${definition.reads}`)}</p>
      <ParameterFields definition={definition} values={values} onChange={setValues} error={run.error} />
      <RunBar run={run} model={definition.model} disabled={isElsewhere} onStart={start} />
      {isElsewhere ? (
        <TroubleNotice trouble={{ kind: "wrong_site" }} onAllowed={start} />
      ) : (
        <RunError error={run.error} onAllowed={start} />
      )}
      <RunResult run={run} onRetry={start} />
    </section>
  );
}

function RunError({ error, onAllowed }: { error: Error | null; onAllowed: () => void }) {
  if (error === null || error instanceof NotSent || isOfValues(error)) return null;
  if (error instanceof PageTrouble) return <TroubleNotice trouble={error.trouble} onAllowed={onAllowed} />;
  return <ProblemCard problem={toProblem(error)} />;
}

function TroubleNotice({ trouble, onAllowed }: { trouble: Trouble; onAllowed: () => void }) {
  const text = useText("powerups");
  const ofPages = useText("extension");
  if (trouble.kind !== "closed")
    return <Notice tone="warning">{text(`panel_trouble.${trouble.kind}`)}</Notice>;
  return (
    <Notice tone="warning">
      <p>{ofPages(`page_closed_by.${trouble.by}`)}</p>
      {trouble.pattern === null ? null : <AllowAccess pattern={trouble.pattern} onAllowed={onAllowed} />}
    </Notice>
  );
}
