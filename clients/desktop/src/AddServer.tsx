import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Section } from "@ensemble/ui/Section";
import { useState } from "react";
import { type Attempt, NEW_ADDRESS } from "./attempt";

/** Form to add a server by its address. */
export function AddServer({ attempt, onAdd }: { attempt: Attempt | null; onAdd: (address: string) => void }) {
  const text = useText("desktop");
  const [address, setAddress] = useState("");
  const mine = attempt?.target === NEW_ADDRESS ? attempt : null;
  return (
    <Section title={text("add_title")}>
      <form
        noValidate
        className="flex flex-wrap items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onAdd(address);
        }}
      >
        <TextField
          label={text("add_label")}
          hideLabel
          className="min-w-60 flex-1"
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://ensemble.example.org"
          value={address}
          onChange={setAddress}
          hint={text("add_hint")}
          error={mine?.refusal ? text(mine.refusal) : undefined}
        />
        <Button type="submit" busy={mine !== null && mine.refusal === null}>
          {text("add")}
        </Button>
      </form>
    </Section>
  );
}
