import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { Rows, Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SettingRow } from "./SettingRow";
import { bySection } from "./setting-keys";
import { settingsQuery } from "./setting-queries";

/** Edits the settings of the server that are otherwise in its configuration file. */
export function ConfigurationPanel() {
  const text = useText("server_settings");
  const names = useText("settings");
  const settings = useQuery(settingsQuery);
  const [words, setWords] = useState("");
  if (settings.isError)
    return <PanelProblem error={settings.error} onRetry={() => void settings.refetch()} />;
  if (!settings.data) return <SkeletonLines label={text("loading_settings")} />;
  const isFound = (key: Parameters<typeof SettingRow>[0]["setting"]["key"]) => {
    const said = `${key} ${names(`setting.${key}`)} ${text(`hint.${key}`)}`.toLocaleLowerCase();
    return words
      .toLocaleLowerCase()
      .split(/\s+/)
      .every((word) => said.includes(word));
  };
  const sections = bySection(settings.data.items)
    .map(({ section, settings }) => ({ section, settings: settings.filter(({ key }) => isFound(key)) }))
    .filter(({ settings }) => settings.length > 0);
  return (
    <div className="flex flex-col gap-8">
      <p className="text-pretty text-muted text-sm">{text("description")}</p>
      <div className="flex">
        <SearchField label={text("filter")} clearLabel={text("clear")} value={words} onChange={setWords} />
      </div>
      {sections.map(({ section, settings }) => (
        <Section key={section} title={text(`section.${section}`)}>
          <Rows>
            {settings.map((setting) => (
              <SettingRow key={setting.key} setting={setting} />
            ))}
          </Rows>
        </Section>
      ))}
      <p role="status" className="text-muted text-sm empty:hidden">
        {sections.length === 0 ? text("none_found") : null}
      </p>
    </div>
  );
}
