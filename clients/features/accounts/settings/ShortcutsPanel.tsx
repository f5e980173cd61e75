import { useShell } from "@ensemble/blocks/area/shell";
import { bindingsOf, type Command, commandBoundTo } from "@ensemble/blocks/commands/commands";
import { changeSettingsMutation, useSettings } from "@ensemble/blocks/session-queries";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShortcutRecorder } from "./ShortcutRecorder";

/** Lists all commands with their shortcuts, which can be changed by pressing new keys. */
export function ShortcutsPanel() {
  const text = useText("accounts");
  const frame = useText("frame");
  const { commands } = useShell();
  const { shortcuts } = useSettings();
  const changeSettings = useMutation(changeSettingsMutation(useQueryClient()));
  const bindings = bindingsOf(commands, shortcuts);
  const changed = Object.keys(shortcuts).length > 0;

  const bind = ({ name, keys: initial }: Command, keys: string | null) => {
    const others = Object.entries(shortcuts).filter(([other]) => other !== name);
    const own = keys === initial ? [] : [[name, keys] as const];
    changeSettings.mutate({ shortcuts: Object.fromEntries([...others, ...own]) });
  };
  const resetAll = () => {
    const before = shortcuts;
    changeSettings.mutate(
      { shortcuts: {} },
      {
        onSuccess: () =>
          showToast({
            title: text("shortcuts_reset"),
            action: { label: text("undo"), onPress: () => changeSettings.mutate({ shortcuts: before }) },
          }),
      },
    );
  };

  return (
    <Section
      description={text("shortcuts_description")}
      action={changed ? <Button onClick={resetAll}>{text("reset_all")}</Button> : null}
    >
      <Rows>
        {commands.map((command) => (
          <Row key={command.name} title={frame(`command.${command.name}`)}>
            <ShortcutRecorder
              name={frame(`command.${command.name}`)}
              keys={bindings[command.name] ?? null}
              initial={command.keys}
              takenBy={(keys) => {
                const other = commandBoundTo(bindings, keys, command.name);
                return other ? frame(`command.${other}`) : null;
              }}
              onChange={(keys) => bind(command, keys)}
            />
          </Row>
        ))}
      </Rows>
    </Section>
  );
}
