import { PLACES } from "@ensemble/blocks/places";
import type { NewConnection } from "@ensemble/contract/wire";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { PasswordField } from "@ensemble/ui/fields/PasswordField";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { addConnectionMutation, testConnectionMutation } from "./connection-queries";
import { PresetChips } from "./PresetChips";
import type { Preset } from "./presets";
import { TestOutcome } from "./TestOutcome";

/** Connects a first provider: one click and a pasted key, or a click alone for servers without keys. Nothing is saved that fails. */
export function QuickConnect({
  startAfter,
  onAdded,
  other,
}: {
  /** Opens a new chat as soon as a provider is connected. */
  startAfter: boolean;
  onAdded: (name: string) => void;
  /** Button for any other server. */
  other: ReactNode;
}) {
  const text = useText("models");
  const { navigate } = useNavigation();
  const queryClient = useQueryClient();
  const [preset, setPreset] = useState<Preset | null>(null);
  const [key, setKey] = useState("");
  const test = useMutation(testConnectionMutation());
  const add = useMutation(addConnectionMutation(queryClient));

  const connect = async (chosen: Preset, typed: string) => {
    const { name, protocol, address } = chosen;
    const connection: NewConnection = {
      name,
      protocol,
      ...(address ? { base_url: address } : {}),
      ...(typed.trim() ? { api_key: typed.trim() } : {}),
    };
    const { name: _, ...tested } = connection;
    if (!(await test.mutateAsync(tested)).ok) return;
    await add.mutateAsync(connection);
    showToast({ title: text("quick_done", { name }), kind: "success" });
    if (startAfter) navigate(PLACES.newChat);
    else onAdded(name);
  };
  // Their errors are shown below.
  const begin = (chosen: Preset, typed: string) => void connect(chosen, typed).catch(() => undefined);
  const choose = (chosen: Preset) => {
    setPreset(chosen);
    setKey("");
    test.reset();
    add.reset();
    if (chosen.keys === null) begin(chosen, "");
  };
  const isBusy = test.isPending || add.isPending;

  return (
    <div className="flex flex-col gap-4 rounded-md p-4 shadow-[inset_0_0_0_1px_var(--line)]">
      <div>
        <h3 className="font-medium">{text("quick_title")}</h3>
        <p className="text-pretty text-muted text-sm">{text("quick_hint")}</p>
      </div>
      <PresetChips chosen={preset} onChoose={choose} />
      {preset?.keys ? (
        <form
          key={preset.name}
          noValidate
          className="flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (key.trim() !== "" && !isBusy) begin(preset, key);
          }}
        >
          <PasswordField
            label={text("quick_key", { name: preset.name })}
            showLabel={text("show_key")}
            hideLabel={text("hide_key")}
            autoComplete="off"
            autoFocus
            data-1p-ignore=""
            value={key}
            onChange={setKey}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" kind="primary" busy={isBusy} disabled={key.trim() === ""}>
              {text("quick_connect")}
            </Button>
            <a
              href={preset.keys}
              target="_blank"
              rel="noopener noreferrer"
              className="text-accent-ink text-sm underline underline-offset-4"
            >
              {text("quick_get_key", { name: preset.name })}
            </a>
          </div>
        </form>
      ) : null}
      {isBusy && preset?.keys === null ? (
        <p role="status" className="text-muted text-sm">
          {text("loading")}
        </p>
      ) : null}
      {test.data?.ok && !add.isError ? null : (
        <TestOutcome result={test.data} error={test.error ?? add.error} />
      )}
      <p className="flex flex-wrap items-center gap-3 text-muted text-sm">
        {text("quick_another")} {other}
      </p>
    </div>
  );
}
