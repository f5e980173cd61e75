import type { Prompt } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextArea } from "@ensemble/ui/fields/TextArea";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useState } from "react";
import { type Blank, blanksOf, fillIn } from "./template";

interface PromptRunnerProps {
  prompt: Prompt;
  onInsert: (filled: string) => void;
  onSend: (filled: string) => void;
  onClose: () => void;
}

/** Asks for a prompt's variables and returns the complete text. */
export function PromptRunner({ prompt, onInsert, onSend, onClose }: PromptRunnerProps) {
  const text = useText("prompts");
  const blanks = blanksOf(prompt.content);
  const [values, setValues] = useState<Record<string, string>>(() => initialValues(blanks, text("no")));
  const filled = fillIn(prompt.content, values);
  const put = (name: string, value: string) => setValues({ ...values, [name]: value });
  return (
    <FormDialog
      title={text("fill_title", { name: prompt.name })}
      cancelLabel={text("cancel")}
      submitLabel={text("insert")}
      width="md"
      fieldFirst
      otherAction={<Button onClick={() => onSend(filled)}>{text("send")}</Button>}
      onClose={onClose}
      onSubmit={() => onInsert(filled)}
    >
      {blanks.map((blank) => (
        <BlankField
          key={blank.name}
          blank={blank}
          value={values[blank.name] ?? ""}
          onChange={(value) => put(blank.name, value)}
        />
      ))}
      <Disclosure title={text("preview")}>
        <p className="plain-bidi mt-2 whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2.5">
          {filled}
        </p>
      </Disclosure>
    </FormDialog>
  );
}

function BlankField({
  blank,
  value,
  onChange,
}: {
  blank: Blank;
  value: string;
  onChange: (value: string) => void;
}) {
  const text = useText("prompts");
  const label = blank.name.replaceAll("_", " ");
  switch (blank.kind) {
    case "select":
      return (
        <Select
          label={label}
          value={value}
          onChange={onChange}
          options={blank.options.map((option) => ({ value: option, label: option }))}
        />
      );
    case "checkbox":
      return (
        <span className="flex items-center justify-between gap-4 font-medium text-sm">
          {label}
          <Switch
            label={label}
            checked={value === text("yes")}
            onChange={(checked) => onChange(text(checked ? "yes" : "no"))}
          />
        </span>
      );
    case "number":
    case "date":
      return <TextField label={label} type={blank.kind} value={value} onChange={onChange} />;
    case "text":
      return <TextArea label={label} rows={1} value={value} onChange={onChange} />;
  }
}

function initialValues(blanks: readonly Blank[], no: string): Record<string, string> {
  const initial = (blank: Blank) => {
    if (blank.kind === "select") return blank.options[0] ?? "";
    return blank.kind === "checkbox" ? no : "";
  };
  return Object.fromEntries(blanks.map((blank) => [blank.name, initial(blank)]));
}
