import { changeSettingsMutation, useSettings } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { chooseLocale, LOCALES, nameOf, OFFERED_LOCALES, type OfferedLocale } from "@ensemble/i18n/locales";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { keyCaps } from "@ensemble/ui/key-names";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Monitor, Moon, Sun } from "lucide-react";

type LanguageChoice = "auto" | OfferedLocale;

/** Settings for appearance and the Enter key. Every change takes effect at once. */
export function GeneralPanel() {
  const text = useText("accounts");
  const settings = useSettings();
  const { changeLanguage } = useHost();
  const { locale } = useLocale();
  const changeSettings = useMutation(changeSettingsMutation(useQueryClient()));
  const change = changeSettings.mutate;
  const languages = LOCALES.map(({ code }) => code).filter((code): code is OfferedLocale =>
    (OFFERED_LOCALES as readonly string[]).includes(code),
  );

  return (
    <>
      <Section title={text("appearance")}>
        <Rows>
          <Row title={text("functions")} description={text("functions_hint")}>
            <Segmented
              label={text("functions")}
              value={settings.simple_mode ? "simple" : "all"}
              onChange={(mode) => change({ simple_mode: mode === "simple" })}
              options={[
                { value: "simple", label: text("simple_mode") },
                { value: "all", label: text("all_functions") },
              ]}
            />
          </Row>
          <Row title={text("theme")} description={text("theme_hint")}>
            <Segmented
              label={text("theme")}
              value={settings.theme}
              onChange={(theme) => change({ theme })}
              options={[
                { value: "auto", label: text("theme_auto"), icon: <Monitor /> },
                { value: "light", label: text("theme_light"), icon: <Sun /> },
                { value: "dark", label: text("theme_dark"), icon: <Moon /> },
              ]}
            />
          </Row>
          <Row title={text("font_size")}>
            <Segmented
              label={text("font_size")}
              value={settings.font_size}
              onChange={(font_size) => change({ font_size })}
              options={[
                { value: "normal", label: text("size_normal") },
                { value: "large", label: text("size_large") },
              ]}
            />
          </Row>
          <Row title={text("content_width")} description={text("content_width_hint")}>
            <Segmented
              label={text("content_width")}
              value={settings.content_width}
              onChange={(content_width) => change({ content_width })}
              options={[
                { value: "normal", label: text("width_normal") },
                { value: "full", label: text("width_full") },
              ]}
            />
          </Row>
        </Rows>
      </Section>
      <Section title={text("language_and_writing")}>
        <Rows>
          <Row title={text("language")} description={text("language_hint")}>
            <div className="w-44">
              <Select<LanguageChoice>
                label={text("language")}
                hideLabel
                value={languageChoice(settings.locale, locale)}
                onChange={(choice) => {
                  const setting = choice === "auto" ? null : choice;
                  changeLanguage(setting);
                  change({ locale: setting });
                }}
                options={[
                  { value: "auto", label: text("language_auto") },
                  ...languages.map((code) => ({ value: code, label: nameOf(code) })),
                ]}
              />
            </div>
          </Row>
          <Row title={text("send_key")} description={text("send_key_hint")}>
            <Segmented
              label={text("send_key")}
              value={settings.send_with}
              onChange={(send_with) => change({ send_with })}
              options={[
                { value: "enter", label: "Enter" },
                { value: "mod_enter", label: keyCaps("mod+enter").join(" + ").replace("↵", "Enter") },
              ]}
            />
          </Row>
          <Row title={text("auto_new_chat")} description={text("auto_new_chat_hint")}>
            <Switch
              label={text("auto_new_chat")}
              checked={settings.auto_new_chat}
              onChange={(auto_new_chat) => change({ auto_new_chat })}
            />
          </Row>
        </Rows>
      </Section>
    </>
  );
}

/** Returns the language that the picker shows: that of the page, which an address may decide, or the browser's if nothing else does. */
export function languageChoice(
  setting: string | null,
  shown: OfferedLocale,
  browser: readonly string[] = navigator.languages,
): LanguageChoice {
  const isBrowsers = setting === null && chooseLocale({ path: null, setting, browser }) === shown;
  return isBrowsers ? "auto" : shown;
}
