import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Popover } from "@ensemble/ui/popups/Popover";
import { ListFilter } from "lucide-react";
import { OwnSites } from "./OwnSites";
import { namesIn } from "./site-limits";

/** Site names as typed. */
export interface SiteNames {
  only: string;
  never: string;
}

/** Limits a search to sites, or excludes sites. */
export function SiteLimits({ value, onChange }: { value: SiteNames; onChange: (value: SiteNames) => void }) {
  const text = useText("search");
  const { only, never } = value;
  const count = namesIn(only).length + namesIn(never).length;
  return (
    <Popover
      align="start"
      className="w-80 max-w-[90vw] p-4"
      trigger={
        <Button size="sm" kind="ghost" icon={<ListFilter className="size-4" />}>
          {count > 0 ? text("sites_count", { count }) : text("sites")}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <TextField
          label={text("only_sites")}
          hint={text("sites_hint")}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          placeholder="example.org, example.com"
          value={only}
          onChange={(typed) => onChange({ only: typed, never })}
        />
        <TextField
          label={text("never_sites")}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          value={never}
          onChange={(typed) => onChange({ only, never: typed })}
        />
        <OwnSites />
      </div>
    </Popover>
  );
}
