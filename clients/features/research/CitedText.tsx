import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import type { Cite, Research } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import type { MouseEvent } from "react";
import { sourceIn, withSourceLinks } from "./cited";
import { placeOf } from "./research-queries";

/** Opens a source where these words stand. */
export type OnSource = (number: number, quotes: readonly string[]) => void;

/** Text whose numbers lead to the sources, at the place that they stand for; what stands nowhere is marked. */
export function CitedText({
  research,
  written,
  cites,
  streaming = false,
  onSource,
}: {
  research: Research;
  written: string;
  cites: readonly Cite[];
  streaming?: boolean;
  onSource: OnSource;
}) {
  const text = useText("search");
  const { href } = useNavigation();
  const page = new URL(href(placeOf(research.id)), location.href).href;
  const known = new Set(research.found.map(({ number }) => number));
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const number = sourceIn(link?.href);
    if (number === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onSource(
      number,
      cites.flatMap((cite) => (cite.number === number && cite.quote ? [cite.quote] : [])),
    );
  };
  return (
    <>
      <div onClickCapture={follow}>
        <Markdown text={withSourceLinks(written, known, page)} streaming={streaming} />
      </div>
      {cites
        .filter(({ state }) => state === "not_found")
        .map(({ number, statement }) => (
          <p key={`${number} ${statement}`} className="plain-bidi mt-2 text-sm">
            <Badge tone="warning">{text("not_found")}</Badge> {statement} [{number}]
          </p>
        ))}
    </>
  );
}
