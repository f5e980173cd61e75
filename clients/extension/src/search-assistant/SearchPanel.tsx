import { api } from "@ensemble/contract/api";
import type { ResultsPageLayout, ResultsPageLayouts } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { browser } from "wxt/browser";
import bundled from "../../../../contract/search-engines.json";
import { FeatureSwitch } from "../panel/settings/FeatureSwitch";
import { usePageSettings } from "../panel/settings/page-settings";
import { homeOf, readEngines } from "./engines";
import { readSearchOptions } from "./options";
import { TRIGGER_MODES, type TriggerMode } from "./trigger";

/** Settings of the search assistant. */
export function SearchPanel() {
  const text = useText("search_assistant");
  const { settings, setOptions } = usePageSettings();
  const { mode, results } = readSearchOptions(settings.options.search);
  const { data: allowed } = useQuery({
    queryKey: ["search", "assistant"],
    queryFn: () => api.get("/api/search/assistant"),
  });
  return (
    <>
      <FeatureSwitch feature="search" title={text("panel_show")} description={text("panel_hint")}>
        <Row title={text("panel_results")} description={text("panel_results_hint")}>
          <Switch
            label={text("panel_results")}
            checked={results}
            onChange={(on) => setOptions("search", { results: on })}
          />
        </Row>
      </FeatureSwitch>
      {settings.disabled.includes("search") ? null : (
        <>
          <Modes
            mode={mode}
            manualOnly={allowed?.automatic === false}
            onChange={(chosen) => setOptions("search", { mode: chosen })}
          />
          <Engines />
        </>
      )}
    </>
  );
}

interface ModesProps {
  mode: TriggerMode;
  /** spec §6: "Free users can only trigger smart search manually". */
  manualOnly: boolean;
  onChange: (mode: TriggerMode) => void;
}

function Modes({ mode, manualOnly, onChange }: ModesProps) {
  const text = useText("search_assistant");
  const shown = manualOnly ? "manually" : mode;
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium text-sm">{text("mode")}</legend>
      {manualOnly ? <p className="text-muted text-sm">{text("panel_manual_only")}</p> : null}
      <div className="divide-y divide-line rounded-md bg-raised shadow-[inset_0_0_0_1px_var(--line)]">
        {TRIGGER_MODES.map((one) => (
          <label
            key={one}
            className="flex cursor-pointer items-start gap-3 px-4 py-3 text-sm has-disabled:cursor-default has-disabled:opacity-60"
          >
            <input
              type="radio"
              name="search-mode"
              value={one}
              checked={one === shown}
              disabled={manualOnly && one !== "manually"}
              onChange={() => onChange(one)}
              className="mt-0.5 size-4 flex-none accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-medium">{text(`mode_${one}`)}</span>
              <span className="block text-pretty text-muted">{text(`panel_mode_${one}`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Lists the server's engines, each with its own permission. */
function Engines() {
  const text = useText("search_assistant");
  const { settings, change } = usePageSettings();
  const { data } = useQuery({
    queryKey: ["search", "engines"],
    queryFn: async () => readEngines(await api.get("/api/search/engines")),
  });
  const { engines } = data ?? (bundled as ResultsPageLayouts);
  if (settings.everywhere)
    return (
      <Section title={text("panel_engines")} description={text("panel_everywhere")}>
        <p className="text-muted text-sm">{engines.map(({ name }) => name).join(" · ")}</p>
      </Section>
    );
  const allow = async (engine: ResultsPageLayout, on: boolean) => {
    const host = homeOf(engine);
    const origins = [`http://${host}/*`, `https://${host}/*`];
    // First of all, while the browser counts the click.
    if (on && !(await browser.permissions.request({ origins }))) return;
    change((now) => {
      const others = now.hosts.filter((one) => one !== host);
      return { ...now, hosts: on ? [...others, host].sort() : others };
    });
  };
  return (
    <Section title={text("panel_engines")} description={text("panel_engines_hint")}>
      <Rows>
        {engines.map((engine) => (
          <Row key={engine.id} title={engine.name} description={<bdi dir="ltr">{homeOf(engine)}</bdi>}>
            <Switch
              label={text("panel_on", { name: engine.name })}
              checked={settings.hosts.includes(homeOf(engine))}
              onChange={(on) => void allow(engine, on)}
            />
          </Row>
        ))}
      </Rows>
    </Section>
  );
}
