import type { SearchReport } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { CircleAlert, CircleCheck } from "lucide-react";

/** Shows the outcome of each search engine, including those that did not respond. */
export function EngineReports({ reports }: { reports: readonly SearchReport[] }) {
  const text = useText("search");
  if (reports.length === 0) return null;
  return (
    <ul aria-label={text("engines")} className="flex flex-wrap gap-x-4 gap-y-1 text-faint text-xs">
      {reports.map(({ name, found, fault }) => (
        <li key={name} className="flex items-center gap-1.5">
          {fault ? (
            <CircleAlert className="size-3.5 flex-none text-warning" aria-hidden="true" />
          ) : (
            <CircleCheck className="size-3.5 flex-none text-success" aria-hidden="true" />
          )}
          <span>
            <bdi>{name}</bdi>: {fault ? text(`faults.${fault}`) : text("found", { count: found })}
          </span>
        </li>
      ))}
    </ul>
  );
}
