import { PageMenu } from "../page-interface/PageMenu";
import { pageText } from "../page-interface/page-text";
import { IMPROVEMENTS, type Improvement } from "./prompts";

/** Lists the ways to improve a text. */
export function ImproveList({
  isSelection,
  onSelect,
}: {
  /** True if only the selection is concerned. */
  isSelection: boolean;
  onSelect: (how: Improvement) => void;
}) {
  const text = pageText("writing");
  return (
    <div role="menu" aria-label={text("improve")}>
      <p className="px-3.5 pb-1 text-muted text-sm">{text(isSelection ? "improve_marked" : "improve_all")}</p>
      <PageMenu>
        {IMPROVEMENTS.map((how) => (
          <button
            key={how}
            type="button"
            role="menuitem"
            onClick={() => onSelect(how)}
            className="flex min-h-9 items-center rounded-sm px-2.5 text-start text-sm outline-offset-[-2px] hover:bg-hover focus-visible:bg-hover touch:min-h-11"
          >
            {text(`improve_${how}`)}
          </button>
        ))}
      </PageMenu>
    </div>
  );
}
