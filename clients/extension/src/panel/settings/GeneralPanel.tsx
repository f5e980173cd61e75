import { changeSettingsMutation, useSettings } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { LOCALES, OFFERED_LOCALES } from "@ensemble/i18n/locales";
import { useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Select } from "@ensemble/ui/fields/Select";
import { Row, Rows } from "@ensemble/ui/Section";
import { useMutation, useQueryClient } from "@tanstack/react-query";

const AS_IN_BROWSER = "auto";

/** Settings for appearance and language, which apply to all of the person's devices. */
export function GeneralPanel() {
  const text = useText("accounts");
  const host = useHost();
  const { theme, font_size, locale } = useSettings();
  const { mutate } = useMutation(changeSettingsMutation(useQueryClient()));
  const languages = LOCALES.filter(({ code }) => OFFERED_LOCALES.some((offered) => offered === code));
  return (
    <Rows>
      <Row title={text("theme")} description={text("theme_hint")}>
        <Segmented
          label={text("theme")}
          value={theme}
          options={[
            { value: "auto", label: text("theme_auto") },
            { value: "light", label: text("theme_light") },
            { value: "dark", label: text("theme_dark") },
          ]}
          onChange={(next) => mutate({ theme: next })}
        />
      </Row>
      <Row title={text("font_size")}>
        <Segmented
          label={text("font_size")}
          value={font_size}
          options={[
            { value: "normal", label: text("size_normal") },
            { value: "large", label: text("size_large") },
          ]}
          onChange={(next) => mutate({ font_size: next })}
        />
      </Row>
      <Row title={text("language")} description={text("language_hint")}>
        <Select
          hideLabel
          compact
          label={text("language")}
          value={locale ?? AS_IN_BROWSER}
          options={[
            { value: AS_IN_BROWSER, label: text("language_auto") },
            ...languages.map(({ code, name }) => ({ value: code as string, label: name as string })),
          ]}
          onChange={(next) => {
            const chosen = next === AS_IN_BROWSER ? null : next;
            mutate({ locale: chosen });
            host.changeLanguage(chosen);
          }}
        />
      </Row>
    </Rows>
  );
}
