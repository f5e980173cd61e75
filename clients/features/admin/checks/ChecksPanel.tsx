import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Finding } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { checksQuery } from "./checks-queries";
import { TestMail } from "./TestMail";

const TONES: Record<Finding["state"], "success" | "warning" | "danger"> = {
  ok: "success",
  warning: "warning",
  failed: "danger",
};

/** Tries everything the server needs, and shows what to fix. */
export function ChecksPanel() {
  const text = useText("server_checks");
  const checks = useQuery(checksQuery);
  const again = (
    <Button busy={checks.isFetching} onClick={() => void checks.refetch()}>
      {text("run_again")}
    </Button>
  );
  return (
    <div className="flex flex-col gap-8">
      <Section description={text("description")} action={checks.isPending ? null : again}>
        {checks.isPending ? <SkeletonLines label={text("running")} /> : null}
        {checks.isError ? <PanelProblem error={checks.error} onRetry={() => void checks.refetch()} /> : null}
        {checks.data ? <Findings findings={checks.data.items} /> : null}
      </Section>
      <TestMail />
    </div>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  const text = useText("server_checks");
  return (
    <Rows>
      {sorted(findings).map((finding) => (
        <Row
          // A name may come twice: two connections, two checks of the clock.
          key={`${finding.name} ${finding.detail}`}
          title={<bdi>{finding.name}</bdi>}
          description={<Said finding={finding} />}
          wide
        >
          <Badge tone={TONES[finding.state]}>{text(`state.${finding.state}`)}</Badge>
        </Row>
      ))}
    </Rows>
  );
}

/** Shows the server's own words, which are English. */
function Said({ finding }: { finding: Finding }) {
  return (
    <span lang="en" dir="ltr" className="block select-text break-words text-start">
      {finding.detail}
      {finding.advice ? <span className="block text-ink">{finding.advice}</span> : null}
    </span>
  );
}

const ORDER: Record<Finding["state"], number> = { failed: 0, warning: 1, ok: 2 };

/** Returns the findings with those to act on first. */
function sorted(findings: readonly Finding[]) {
  return [...findings].sort((a, b) => ORDER[a.state] - ORDER[b.state]);
}
