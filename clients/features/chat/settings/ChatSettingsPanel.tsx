import { changeSettingsMutation, useMe, useSettings } from "@ensemble/blocks/session-queries";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Select } from "@ensemble/ui/fields/Select";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ContextFields } from "../context/ContextFields";
import { namedLanguages } from "./reply-languages";

const AUTO = "auto";

/** Settings for all chats. Every change takes effect at once. */
export function ChatSettingsPanel() {
  const text = useText("chat");
  const { locale } = useLocale();
  const settings = useSettings();
  const { custom_context: custom } = useMe();
  const { mutate: change } = useMutation(changeSettingsMutation(useQueryClient()));
  return (
    <>
      <Section title={text("context")} description={text("context_section_hint")}>
        <div className="rounded-md bg-raised p-4 shadow-[inset_0_0_0_1px_var(--line)]">
          <ContextFields
            value={settings.context}
            custom={custom}
            onChange={(context) => change({ context })}
          />
        </div>
      </Section>
      <Section title={text("reading_section")}>
        <Rows>
          <Row title={text("scroll")} description={text("scroll_hint")}>
            <Segmented
              label={text("scroll")}
              value={settings.scroll}
              onChange={(scroll) => change({ scroll })}
              options={[
                { value: "follow", label: text("scroll_follow") },
                { value: "pin", label: text("scroll_pin") },
                { value: "off", label: text("scroll_off") },
              ]}
            />
          </Row>
          <Row title={text("reply_language")} description={text("reply_language_hint")}>
            <div className="w-48">
              <Select
                label={text("reply_language")}
                hideLabel
                value={settings.reply_language ?? AUTO}
                onChange={(tag) => change({ reply_language: tag === AUTO ? null : tag })}
                options={[{ value: AUTO, label: text("reply_language_auto") }, ...namedLanguages(locale)]}
              />
            </div>
          </Row>
        </Rows>
      </Section>
    </>
  );
}
