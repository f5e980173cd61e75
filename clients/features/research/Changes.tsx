import type { Research, ResearchSaid } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { CitedText, type OnSource } from "./CitedText";

/** Shows the changes since the previous run. */
export function Changes({
  research,
  changes,
  onSource,
}: {
  research: Research;
  changes: NonNullable<Research["changes"]>;
  onSource: OnSource;
}) {
  const text = useText("search");
  if (changes.new_statements.length === 0 && changes.gone_statements.length === 0)
    return <Notice tone="success" title={text("research.nothing_changed")} />;
  return (
    <section
      aria-label={text("research.changed")}
      className="flex flex-col gap-3 rounded-lg bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <h2 className="font-semibold">{text("research.changed")}</h2>
      {changes.text ? (
        <CitedText research={research} written={changes.text} cites={changes.cites} onSource={onSource} />
      ) : null}
      <Said title={text("research.new_said")} said={changes.new_statements} onSource={onSource} />
      <Said title={text("research.gone_said")} said={changes.gone_statements} />
    </section>
  );
}

function Said({
  title,
  said,
  onSource,
}: {
  title: string;
  said: readonly ResearchSaid[];
  /** Opens the source; absent if it no longer says so. */
  onSource?: OnSource;
}) {
  if (said.length === 0) return null;
  return (
    <div>
      <h3 className="font-medium text-sm">{title}</h3>
      <ul className="ms-5 mt-1 flex list-disc flex-col gap-1 text-sm">
        {said.map((one) => (
          <li key={`${one.source} ${one.topic} ${one.claim}`}>
            <bdi>{one.claim}</bdi>{" "}
            {onSource ? (
              <button
                type="button"
                className="text-start text-muted underline decoration-line underline-offset-4 hover:decoration-current touch:min-h-11"
                onClick={() => onSource(one.source, one.quote ? [one.quote] : [])}
              >
                [{one.source}] <bdi>{one.title}</bdi>
              </button>
            ) : (
              <bdi className="text-muted">{one.title}</bdi>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
