import {
  DESCRIPTION_MAX_CHARS,
  LABEL_MAX_CHARS,
  NAME_MAX_CHARS,
  TRANSLATIONS_MAX,
} from "@ensemble/contract/generated/limits/powerups";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Select } from "@ensemble/ui/fields/Select";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { IconButton } from "@ensemble/ui/IconButton";
import { Trash2 } from "lucide-react";
import type { Definition, Parameter, Translation } from "../operations";
import { FormGroup } from "./FormGroup";
import type { PartProps } from "./PowerupFormPage";

const LANGUAGES = [
  "en",
  "ar",
  "zh-CN",
  "zh-TW",
  "es",
  "fr",
  "de",
  "pt",
  "it",
  "ja",
  "ko",
  "ru",
  "hi",
  "tr",
  "vi",
  "id",
  "fa",
  "he",
  "pl",
  "nl",
];

/** Returns a translation with a place for each text of the parameters. */
const fitted = (translation: Translation, parameters: readonly Parameter[]): Translation => ({
  ...translation,
  parameters: parameters.map(({ options }, at) => ({
    label: translation.parameters[at]?.label ?? "",
    options: options.map((_, place) => translation.parameters[at]?.options[place] ?? ""),
  })),
});

/** The language of the texts, and their translations. Each must be complete (spec §5). */
export function Languages({ fields, change, wrong }: PartProps) {
  const text = useText("powerups");
  const { locale } = useLocale();
  const names = new Intl.DisplayNames([locale], { type: "language" });
  const { language, translations, parameters } = fields;
  const used = [language, ...translations.map((one) => one.language)];
  const options = (own: string | null) =>
    [...new Set([...LANGUAGES, ...used])]
      .filter((tag) => tag === own || !used.includes(tag))
      .map((tag) => ({ value: tag, label: names.of(tag) ?? tag }));
  const put = (at: number, part: Partial<Translation>) =>
    change({
      translations: translations.map((one, place) =>
        place === at ? { ...fitted(one, parameters), ...part } : one,
      ),
    });
  return (
    <FormGroup title={text("languages")} hint={text("languages_hint")}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={text("main_language")}
          value={language}
          options={options(language)}
          onChange={(next) => change({ language: next })}
        />
        {translations.length < TRANSLATIONS_MAX ? (
          <Select
            label={text("add_language")}
            value=""
            options={[{ value: "", label: text("choose") }, ...options(null)]}
            onChange={(next) =>
              next !== "" &&
              change({
                translations: [
                  ...translations,
                  fitted({ language: next, name: "", description: "", parameters: [] }, parameters),
                ],
              })
            }
          />
        ) : null}
      </div>
      {translations.map((translation, at) => (
        <TranslationCard
          key={translation.language}
          name={names.of(translation.language) ?? translation.language}
          fields={fields}
          translation={fitted(translation, parameters)}
          error={wrong(`translations.${at}`)}
          onChange={(part) => put(at, part)}
          onRemove={() => change({ translations: translations.filter((_, place) => place !== at) })}
        />
      ))}
    </FormGroup>
  );
}

function TranslationCard({
  name,
  fields,
  translation,
  error,
  onChange,
  onRemove,
}: {
  name: string;
  fields: Definition;
  translation: Translation;
  error: string | null;
  onChange: (part: Partial<Translation>) => void;
  onRemove: () => void;
}) {
  const text = useText("powerups");
  const common = useText("common");
  const { parameters } = translation;
  const putText = (at: number, part: Partial<Translation["parameters"][number]>) =>
    onChange({ parameters: parameters.map((one, place) => (place === at ? { ...one, ...part } : one)) });
  return (
    <section
      aria-label={name}
      className="flex flex-col gap-3 rounded-md p-3 shadow-[inset_0_0_0_1px_var(--line)]"
    >
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 font-medium text-sm">{name}</h3>
        <IconButton
          size="sm"
          label={text("remove_language", { name })}
          icon={<Trash2 />}
          onClick={onRemove}
        />
      </div>
      {error ? (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      ) : null}
      <TextField
        label={common("name")}
        placeholder={fields.name}
        maxLength={NAME_MAX_CHARS}
        value={translation.name}
        onChange={(value) => onChange({ name: value })}
      />
      {fields.description ? (
        <TextArea
          label={common("description")}
          placeholder={fields.description}
          maxLength={DESCRIPTION_MAX_CHARS}
          value={translation.description}
          onChange={(description) => onChange({ description })}
        />
      ) : null}
      {fields.parameters.map((parameter, at) => (
        <div key={parameter.field} className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={text("display_name_of", { field: parameter.field })}
            placeholder={parameter.label}
            maxLength={LABEL_MAX_CHARS}
            value={parameters[at]?.label ?? ""}
            onChange={(label) => putText(at, { label })}
          />
          {parameter.options.map((option, place) => (
            <TextField
              key={option}
              label={text("option_of", { option })}
              placeholder={option}
              maxLength={LABEL_MAX_CHARS}
              value={parameters[at]?.options[place] ?? ""}
              onChange={(typed) =>
                putText(at, {
                  options: (parameters[at]?.options ?? []).map((one, index) =>
                    index === place ? typed : one,
                  ),
                })
              }
            />
          ))}
        </div>
      ))}
    </section>
  );
}
