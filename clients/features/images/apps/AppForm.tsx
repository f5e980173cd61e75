import { OneOf } from "@ensemble/blocks/images/Choice";
import type { ImageModel } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useState } from "react";
import { IMAGE_PLACES } from "../places";
import { hindranceOf, type SettingName } from "../studio/create-settings";
import { NoImageModel } from "../studio/NoImageModel";
import type { CreateForm } from "../studio/use-create-form";
import { toolAt } from "../tools/tool-table";
import { appHindrance, appPrompt, initialAppValues } from "./app-prompt";
import { CHOICES, type ChoiceName, type QuickApp } from "./app-table";

/** Short form of a quick app: it fills the prompt and the settings of the studio. */
export function AppForm({ app, form, onClose, onFilled }: AppFormProps) {
  const text = useText("image_apps");
  const images = useText("images");
  const [values, setValues] = useState(() => initialAppValues(app));
  const write = (name: string) => (value: string) =>
    setValues({ ...values, texts: { ...values.texts, [name]: value } });
  const subject = values.texts[app.subject] ?? "";
  const hindrance = form.model ? appHindrance(app, form.model, form.references.length) : null;
  // A photo of oneself says what is on it.
  const isReady = subject.trim() !== "" || app.needsReference === true;
  return (
    <FormDialog
      title={text(`app.${app.name}`)}
      cancelLabel={images("cancel")}
      submitLabel={text("fill_form")}
      disabled={!isReady || !form.model || hindrance !== null}
      fieldFirst
      onClose={onClose}
      onSubmit={() => {
        form.setPrompt(appPrompt(app, values, text));
        form.change(app.settings);
        onFilled();
      }}
    >
      <p className="text-pretty text-muted text-sm">{text(`app_hint.${app.name}`)}</p>
      <TextField
        label={text(`app_field.${app.subject}`)}
        required={!app.needsReference}
        value={subject}
        onChange={write(app.subject)}
      />
      {app.details.map((name) => (
        <TextField
          key={name}
          label={text(`app_field.${name}`)}
          value={values.texts[name] ?? ""}
          onChange={write(name)}
        />
      ))}
      {app.choice ? (
        <ChoiceField
          name={app.choice}
          value={values.choice}
          onChange={(choice) => setValues({ ...values, choice })}
        />
      ) : null}
      {form.model ? (
        <Told app={app} model={form.model} hindrance={hindrance} referenceCount={form.references.length} />
      ) : (
        <NoImageModel />
      )}
      {app.tool ? <WithoutModel slug={app.tool} /> : null}
    </FormDialog>
  );
}

interface AppFormProps {
  app: QuickApp;
  form: CreateForm;
  onClose: () => void;
  /** Called when the studio's form has the prompt and the settings. */
  onFilled: () => void;
}

function ChoiceField({
  name,
  value,
  onChange,
}: {
  name: ChoiceName;
  value: string;
  onChange: (value: string) => void;
}) {
  const text = useText("image_apps");
  return (
    <OneOf
      label={text(`app_field.${name}`)}
      value={value}
      options={CHOICES[name].map((one) => ({
        value: one,
        label: text(`app_choice.${name}.${one}` as "app_choice.light.studio"),
      }))}
      onChange={onChange}
    />
  );
}

/** Says what the chosen model cannot do of it, and what is still to be added. */
function Told({
  app,
  model,
  hindrance,
  referenceCount,
}: {
  app: QuickApp;
  model: ImageModel;
  hindrance: ReturnType<typeof appHindrance>;
  referenceCount: number;
}) {
  const text = useText("image_apps");
  const images = useText("images");
  if (hindrance)
    return <Notice tone="warning">{text(`hindrance.${hindrance}`, { model: model.name })}</Notice>;
  const ignored = (Object.keys(app.settings) as SettingName[]).filter(
    (name) => hindranceOf(name, model.abilities, referenceCount) === "model_lacks_it",
  );
  return (
    <div className="flex flex-col gap-1 text-pretty text-muted text-xs empty:hidden">
      {app.needsReference && referenceCount === 0 ? <p>{text("add_photo_next")}</p> : null}
      {ignored.length > 0 ? (
        <p>
          {images("model_lacks", {
            settings: ignored.map((name) => images(`setting.${name}`)).join(images("list_separator")),
          })}
        </p>
      ) : null}
    </div>
  );
}

/** Leads to the image tool that does it without a model. */
function WithoutModel({ slug }: { slug: string }) {
  const text = useText("image_apps");
  const images = useText("images");
  const tool = toolAt(slug);
  if (!tool) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
      {text("without_model")}
      <AppLink to={IMAGE_PLACES.tool(slug)} className={buttonStyle("secondary", "sm")}>
        <tool.icon className="size-4" aria-hidden="true" />
        {images(`tool.${tool.key}`)}
      </AppLink>
    </p>
  );
}
