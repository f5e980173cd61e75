import { PATTERN_MAX_CHARS, PATTERNS_MAX } from "@ensemble/contract/generated/limits/powerups";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Select } from "@ensemble/ui/fields/Select";
import { TextField } from "@ensemble/ui/fields/TextField";
import { IconButton } from "@ensemble/ui/IconButton";
import { Plus, X } from "lucide-react";
import { READS, SITE_SCOPES, type SiteScope } from "../operations";
import { FormGroup } from "./FormGroup";
import type { PartProps } from "./PowerupFormPage";

const PLACEHOLDERS: Record<Exclude<SiteScope, "all">, string> = {
  site: "example.org",
  url: "https://example.org/pricing",
  wildcard: "https://*.example.org/docs/*",
  regex: "^https://example\\.org/issues/\\d+$",
};

/** Pages that a PowerUP runs on, what it reads of them, and a page to try it on. */
export function SitesFields({ fields, change, wrong }: PartProps) {
  const text = useText("powerups");
  const { scope, patterns } = fields.sites;
  const shown = patterns.length > 0 ? patterns : [""];
  const put = (next: string[]) => change({ sites: { scope, patterns: next } });
  return (
    <FormGroup title={text("where")} hint={text("where_hint")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={text("sites")}
          value={scope}
          options={SITE_SCOPES.map((value) => ({ value, label: text(`scope.${value}`) }))}
          onChange={(next) =>
            change({
              sites: { scope: next, patterns: next === "all" ? [] : next === scope ? patterns : [""] },
            })
          }
        />
        {fields.kind === "tool" ? (
          <Select
            label={text("reads")}
            value={fields.reads}
            options={READS.map((value) => ({ value, label: text(`reads_${value}`) }))}
            onChange={(reads) => change({ reads })}
          />
        ) : null}
      </div>
      {scope === "all" ? null : (
        <div className="flex flex-col gap-2">
          {shown.map((pattern, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pattern's place is its identity
            <div key={at} className="flex items-start gap-1.5">
              <TextField
                label={text("pattern", { number: `${at + 1}` })}
                hideLabel
                dir="ltr"
                maxLength={PATTERN_MAX_CHARS}
                placeholder={PLACEHOLDERS[scope]}
                value={pattern}
                onChange={(typed) => put(shown.map((one, place) => (place === at ? typed : one)))}
                error={wrong(`sites.patterns.${at}`)}
              />
              {shown.length > 1 ? (
                <IconButton
                  label={text("remove_pattern", { number: `${at + 1}` })}
                  icon={<X />}
                  onClick={() => put(shown.filter((_, place) => place !== at))}
                />
              ) : null}
            </div>
          ))}
          <div>
            <Button
              size="sm"
              icon={<Plus className="size-4" />}
              disabled={shown.length >= PATTERNS_MAX}
              onClick={() => put([...shown, ""])}
            >
              {text("add_pattern")}
            </Button>
          </div>
        </div>
      )}
      <TextField
        label={text("example_url")}
        hint={text("example_hint")}
        type="url"
        dir="ltr"
        placeholder="https://"
        value={fields.example_url}
        onChange={(example_url) => change({ example_url })}
        error={wrong("example_url")}
      />
    </FormGroup>
  );
}
