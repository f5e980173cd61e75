import { Glossary } from "@ensemble/feature-translation/Glossary";
import { memoryQuery } from "@ensemble/feature-translation/glossary-queries";
import { sortedLanguages } from "@ensemble/feature-translation/languages";
import { TranslationMemory } from "@ensemble/feature-translation/TranslationMemory";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { browser } from "wxt/browser";
import { FeatureSwitch } from "../panel/settings/FeatureSwitch";
import { usePageSettings } from "../panel/settings/page-settings";
import { TRANSLATED } from "./messages";
import { HOVER_KEYS, LOOKS, readOptions, type TranslationOptions } from "./options";
import { TranslatePageButton } from "./TranslatePageButton";

const KEY_NAMES = { Control: "Ctrl", Alt: "Alt", Shift: "Shift" } as const;
const SCOPES = ["main", "all"] as const;

/** Settings for translating pages, paragraphs and fields; the glossary and the translation memory. */
export function TranslationPanel() {
  const text = useText("translation");
  const { locale } = useLocale();
  const { settings, setOptions } = usePageSettings();
  const options = readOptions(settings.options.translation, locale);
  const choose = (change: Partial<TranslationOptions>) => setOptions("translation", change);
  useMemoryNews();
  const languages = sortedLanguages(locale).map(({ tag, name }) => ({ value: tag, label: name }));
  return (
    <>
      <TranslatePageButton />
      <FeatureSwitch
        feature="translation"
        title={text("panel_title")}
        description={text("panel_description")}
      >
        <Choice
          label={text("panel_target")}
          value={options.target}
          options={languages}
          onChange={(target) => choose({ target })}
        />
        <Choice
          label={text("panel_scope")}
          value={options.scope}
          options={SCOPES.map((scope) => ({ value: scope, label: text(`panel_scope_${scope}`) }))}
          onChange={(scope) => choose({ scope })}
        />
        <Choice
          label={text("panel_look")}
          value={options.look}
          options={LOOKS.map((look) => ({ value: look, label: text(`panel_look_${look}`) }))}
          onChange={(look) => choose({ look })}
        />
        <Choice
          label={text("panel_hover")}
          hint={text("panel_hover_hint")}
          value={options.hoverKey}
          options={HOVER_KEYS.map((key) => ({
            value: key,
            label: key === "off" ? text("panel_hover_off") : KEY_NAMES[key],
          }))}
          onChange={(hoverKey) => choose({ hoverKey })}
        />
        <Row title={text("panel_input")} description={text("panel_input_hint")}>
          <Switch
            label={text("panel_input")}
            checked={options.inputBox}
            onChange={(inputBox) => choose({ inputBox })}
          />
        </Row>
        {options.inputBox ? (
          <Choice
            label={text("panel_input_target")}
            value={options.inputTarget}
            options={languages}
            onChange={(inputTarget) => choose({ inputTarget })}
          />
        ) : null}
      </FeatureSwitch>
      <Always hosts={options.always} onChange={(always) => choose({ always })} />
      <Glossary />
      <TranslationMemory />
    </>
  );
}

/** Refetches the memory statistics, because pages are translated while the panel is open. */
function useMemoryNews(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const { queryKey } = memoryQuery;
    const listen = (message: unknown, sender: { id?: string }) => {
      const { name } = (message ?? {}) as { name?: string };
      if (sender.id === browser.runtime.id && name === TRANSLATED)
        void queryClient.invalidateQueries({ queryKey });
    };
    browser.runtime.onMessage.addListener(listen);
    // Translated while something else was shown here.
    void queryClient.invalidateQueries({ queryKey });
    return () => browser.runtime.onMessage.removeListener(listen);
  }, [queryClient]);
}

function Choice<Value extends string>({
  label,
  hint,
  ...select
}: {
  label: string;
  hint?: ReactNode;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  return (
    <Row title={label} description={hint}>
      <div className="w-44">
        <Select label={label} hideLabel compact {...select} />
      </div>
    </Row>
  );
}

/** Lists sites that are translated automatically. */
function Always({
  hosts,
  onChange,
}: {
  hosts: readonly string[];
  onChange: (hosts: readonly string[]) => void;
}) {
  const text = useText("translation");
  return (
    <Section
      title={text("panel_always")}
      description={hosts.length === 0 ? text("panel_always_none") : undefined}
    >
      {hosts.length > 0 ? (
        <Rows>
          {hosts.map((host) => (
            <Row key={host} title={<bdi dir="ltr">{host}</bdi>}>
              <Button
                size="sm"
                aria-label={text("panel_always_forget", { host })}
                onClick={() => onChange(hosts.filter((one) => one !== host))}
              >
                {text("forget")}
              </Button>
            </Row>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}
