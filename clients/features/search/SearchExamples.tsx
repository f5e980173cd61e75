import type { SearchSource } from "@ensemble/contract/wire";
import { type TextKey, useText } from "@ensemble/i18n/text";

type Key = TextKey<"search">;

/** Example searches; none for memos, because their content is unknown. */
const EXAMPLES: Record<Exclude<SearchSource, "my_memo">, readonly [Key, Key, Key]> = {
  web: ["example.web_1", "example.web_2", "example.web_3"],
  news: ["example.news_1", "example.news_2", "example.news_3"],
  academic: ["example.academic_1", "example.academic_2", "example.academic_3"],
  developer: ["example.developer_1", "example.developer_2", "example.developer_3"],
};

/** Three example searches for a new person. */
export function SearchExamples({
  source,
  onChoose,
}: {
  source: SearchSource;
  onChoose: (question: string) => void;
}) {
  const text = useText("search");
  if (source === "my_memo") return null;
  return (
    <ul aria-label={text("examples")} className="mt-2 grid gap-2 sm:grid-cols-3">
      {EXAMPLES[source].map((key) => (
        <li key={key} className="min-w-0">
          <button
            type="button"
            onClick={() => onChoose(text(key))}
            className="plain-bidi size-full min-h-11 rounded-md px-3.5 py-3 text-start text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)] transition-colors hover:bg-hover hover:text-ink active:bg-pressed"
          >
            {text(key)}
          </button>
        </li>
      ))}
    </ul>
  );
}
