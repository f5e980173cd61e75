import { DiffText } from "@ensemble/blocks/changes/DiffText";
import { type TextKey, useText } from "@ensemble/i18n/text";
import { GitCompareArrows, type LucideIcon, PenLine, Pin } from "lucide-react";

const POINTS: readonly [LucideIcon, TextKey<"humanizer">][] = [
  [PenLine, "point_tone"],
  [Pin, "point_facts"],
  [GitCompareArrows, "point_changes"],
];
const EXAMPLES = ["example_1", "example_2", "example_3"] as const;

/** Shows an example of a rewriting and, if there is no text yet, three samples to choose from. */
export function BeforeRewriting({ onChoose }: { onChoose: ((text: string) => void) | null }) {
  const text = useText("humanizer");
  return (
    <div className="flex flex-col gap-6 lg:overflow-y-auto lg:px-6 lg:py-4">
      <figure className="flex flex-col gap-2">
        <figcaption className="text-faint text-xs">{text("for_example")}</figcaption>
        <div className="text-lg leading-8">
          <DiffText
            before={text("sample_before")}
            after={text("sample_after")}
            labels={{ gone: text("gone"), added: text("added") }}
          />
        </div>
      </figure>
      <ul className="flex flex-col gap-2.5 text-muted text-sm">
        {POINTS.map(([Icon, key]) => (
          <li key={key} className="flex gap-2.5">
            <Icon className="mt-0.5 size-4 flex-none text-faint" aria-hidden="true" />
            <span className="text-pretty">{text(key)}</span>
          </li>
        ))}
      </ul>
      {onChoose ? (
        <section className="flex flex-col gap-2">
          <h2 className="text-faint text-xs">{text("examples")}</h2>
          <ul className="flex flex-col gap-2">
            {EXAMPLES.map((key) => (
              <li key={key}>
                <button
                  type="button"
                  onClick={() => onChoose(text(key))}
                  className="plain-bidi w-full rounded-md px-3.5 py-2.5 text-start text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:bg-hover hover:text-ink active:bg-pressed touch:min-h-11"
                >
                  <span className="line-clamp-2">{text(key)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
