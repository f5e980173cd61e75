import type { CitationPart } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { numbersOf } from "./cited-quotes";

/** Lists the statements of an answer that its sources do not support. */
export function UnfoundStatements({ citations }: { citations: readonly CitationPart[] }) {
  const text = useText("search");
  const numbers = numbersOf(citations);
  return (
    <ul className="mt-2 flex flex-col gap-1.5 text-sm">
      {citations.flatMap(({ id, cites }, index) =>
        (cites ?? [])
          .filter(({ state }) => state === "not_found")
          .map(({ statement }) => (
            <li key={`${id} ${statement}`} className="plain-bidi text-muted">
              <Badge tone="warning">{text("not_found")}</Badge>{" "}
              <span className="tabular-nums">[{numbers[index]}]</span> {statement}
            </li>
          )),
      )}
    </ul>
  );
}
