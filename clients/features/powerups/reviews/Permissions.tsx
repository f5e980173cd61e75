import { useText } from "@ensemble/i18n/text";
import { Code, Eye, Globe, type LucideIcon, Search } from "lucide-react";
import type { PowerupReview } from "../operations";

/** What a PowerUP may do, in a few lines. */
export function Permissions({ permissions }: { permissions: PowerupReview["permissions"] }) {
  const text = useText("powerups");
  const { sites, reads, searches_web, runs_code } = permissions;
  const where =
    sites.scope === "all"
      ? text("scope.all")
      : `${text(`scope.${sites.scope}`)}: ${sites.patterns.join(", ")}`;
  const lines: [LucideIcon, string][] = [
    [Globe, where],
    [Eye, text(`reads_${reads}`)],
  ];
  if (searches_web) lines.push([Search, text("permission.search")]);
  if (runs_code) lines.push([Code, text("permission.code")]);
  return (
    <ul aria-label={text("permissions")} className="flex flex-col gap-1.5 rounded-md bg-sunken p-3 text-sm">
      {lines.map(([Icon, line]) => (
        <li key={line} className="flex items-start gap-2">
          <Icon className="mt-0.5 size-4 flex-none text-muted" aria-hidden="true" />
          <span className="plain-bidi min-w-0 break-words">{line}</span>
        </li>
      ))}
    </ul>
  );
}
