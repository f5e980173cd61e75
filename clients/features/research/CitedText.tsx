import { CitedMarkdown } from "@ensemble/blocks/citations/CitedMarkdown";
import type { Cite, Research } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { placeOf } from "./research-queries";

/** Opens a source at these words. */
export type OnSource = (number: number, quotes: readonly string[]) => void;

/** Renders text with its numbers linked to the cited passages; unsupported statements are marked. */
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
  return (
    <>
      <CitedMarkdown
        answer={written}
        known={new Set(research.found.map(({ number }) => number))}
        place={placeOf(research.id)}
        streaming={streaming}
        onSource={(number) =>
          onSource(
            number,
            cites.flatMap((cite) => (cite.number === number && cite.quote ? [cite.quote] : [])),
          )
        }
      />
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
