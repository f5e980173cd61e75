import type { SearchEngineTest } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Notice } from "@ensemble/ui/feedback/Notice";

/** Shows the result of testing an engine: what it found, or the error. */
export function EngineTestResult({ tested }: { tested: SearchEngineTest }) {
  const text = useText("search");
  const { trouble, fault, first, found, status, entries, sample } = tested;
  if (first !== null)
    return <Notice tone="success">{text("test_found", { count: found, title: first })}</Notice>;
  if (trouble === null && fault === null) return <Notice tone="success">{text("test_found_nothing")}</Notice>;
  // A known status is explained in words.
  const isPlain = trouble === null || (trouble === "status" && fault !== "refused");
  const said =
    isPlain && fault
      ? text(`test_faults.${fault}`)
      : text(`test_troubles.${trouble ?? "form"}`, { status: status ?? 0, entries: entries ?? 0 });
  return (
    <Notice tone="warning">
      {said}
      {sample ? (
        <span className="mt-2 block">
          {text("test_sample")}{" "}
          <code
            dir="ltr"
            className="wrap-anywhere mt-1 block rounded-sm bg-hover px-2 py-1 font-mono text-xs"
          >
            {sample}
          </code>
        </span>
      ) : null}
    </Notice>
  );
}
