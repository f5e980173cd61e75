import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Row, Rows } from "@ensemble/ui/Section";
import { Laptop } from "lucide-react";
import { type Attempt, THIS_COMPUTER } from "./attempt";

/** Starts the embedded server, with data on this computer. */
export function ThisComputer({
  canServe,
  attempt,
  onUse,
}: {
  canServe: boolean;
  attempt: Attempt | null;
  onUse: () => void;
}) {
  const text = useText("desktop");
  const mine = attempt?.target === THIS_COMPUTER ? attempt : null;
  const busy = mine !== null && mine.refusal === null;
  return (
    <section className="flex flex-col gap-3" aria-label={text("local_name")}>
      <Rows>
        <Row
          leading={<Laptop className="size-5 text-muted" aria-hidden="true" />}
          title={<span className="font-medium">{text("local_name")}</span>}
          description={text(canServe ? (busy ? "local_starting" : "local_description") : "no_sidecar")}
        >
          {canServe ? (
            <Button kind="primary" busy={busy} onClick={onUse}>
              {text("local_start")}
            </Button>
          ) : null}
        </Row>
      </Rows>
      {mine?.refusal ? <Notice tone="danger">{text(mine.refusal)}</Notice> : null}
    </section>
  );
}
