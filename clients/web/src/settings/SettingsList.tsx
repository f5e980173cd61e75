import { useMe, useSession } from "@ensemble/blocks/session-queries";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import clsx from "clsx";
import { useState } from "react";
import { findSettings } from "./find-settings";
import { groupsOf, type Panel, panelAt, panelsFor } from "./settings-index";

/** Lists the settings pages in groups, the server's apart from a person's own, with a search over all. */
export function SettingsList() {
  const text = useText("frame");
  const settings = useText("settings");
  const panels = panelsFor(useMe().role, useSession().setup);
  const { path } = useNavigation();
  const [words, setWords] = useState("");
  const found = findSettings(panels, words, text, settings, useText("search_words"));
  const current = panelAt(path);
  const isSearching = words.trim() !== "";
  const hasServer = panels.some((panel) => panel.operator);
  const [side, setSide] = useState<"mine" | "server">(current?.operator ? "server" : "mine");
  const groups = groupsOf(panels.filter((panel) => panel.operator === (side === "server")));

  return (
    <div className="flex h-full flex-col overflow-y-auto px-3 py-3 lg:px-2">
      <h2 className="px-2 pt-1 pb-3 font-semibold max-lg:text-xl">{text("settings")}</h2>
      <div className="flex pb-3">
        <SearchField
          label={text("search_settings")}
          clearLabel={text("clear")}
          value={words}
          onChange={setWords}
        />
      </div>
      {hasServer && !isSearching ? (
        <div className="pb-3">
          <Segmented
            label={text("settings")}
            value={side}
            onChange={setSide}
            options={[
              { value: "mine", label: text("my_settings") },
              { value: "server", label: text("this_server") },
            ]}
          />
        </div>
      ) : null}
      <nav aria-label={text("settings")} className="flex flex-col gap-px">
        {isSearching
          ? found.map(({ panel, name }) => (
              <PanelLink key={panel.to + name} panel={panel} label={name} below={text(panel.label)} />
            ))
          : groups.map(({ group, panels }) => (
              <section key={group} aria-label={text(`group.${group}`)} className="flex flex-col gap-px pb-3">
                <h3 className="px-2 pb-1 text-faint text-xs">{text(`group.${group}`)}</h3>
                {panels.map((panel) => (
                  <PanelLink
                    key={panel.to}
                    panel={panel}
                    label={text(panel.label)}
                    current={panel === current}
                  />
                ))}
              </section>
            ))}
      </nav>
      <p role="status" className="px-2 py-3 text-muted text-sm empty:hidden">
        {isSearching && found.length === 0 ? text("no_settings_found", { words }) : null}
      </p>
    </div>
  );
}

function PanelLink({
  panel,
  label,
  below,
  current = false,
}: {
  panel: Panel;
  label: string;
  below?: string;
  current?: boolean;
}) {
  return (
    <AppLink
      to={panel.to}
      aria-current={current ? "page" : undefined}
      className={clsx(
        "flex min-h-9 items-center gap-2.5 rounded-md px-2 py-1 text-sm transition-colors max-lg:min-h-12 max-lg:gap-3 max-lg:text-base [&_svg]:size-4 max-lg:[&_svg]:size-5",
        current ? "lg:bg-pressed lg:font-medium" : "hover:bg-hover",
      )}
    >
      <panel.icon className={current ? "text-muted lg:text-ink" : "text-muted"} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {below && below !== label ? <span className="block truncate text-muted text-xs">{below}</span> : null}
      </span>
    </AppLink>
  );
}
