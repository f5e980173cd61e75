import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Kbd } from "@ensemble/ui/Kbd";
import { Row, Rows } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { browser } from "wxt/browser";

interface Commands {
  openShortcutSettings?(): Promise<void>;
}

/** Lists the extension's shortcuts, which the browser manages. */
export function ShortcutsPanel() {
  const text = useText("extension");
  const { data: commands = [] } = useQuery({
    queryKey: ["extension", "commands"],
    queryFn: () => browser.commands.getAll(),
    staleTime: 0,
  });
  return (
    <>
      <Rows>
        {commands.map(({ name = "", description, shortcut = "" }) => (
          <Row key={name} title={name === "_execute_action" ? text("shortcut_panel") : description}>
            {shortcut === "" ? (
              <span className="text-faint text-sm">{text("shortcut_none")}</span>
            ) : (
              <Kbd keys={shortcut.toLowerCase()} />
            )}
          </Row>
        ))}
        <Row title={text("shortcut_omnibox")} description={text("shortcut_omnibox_hint")}>
          <kbd dir="ltr" className="rounded-sm bg-sunken px-1.5 font-mono text-muted text-sm">
            ens
          </kbd>
        </Row>
      </Rows>
      <div>
        <Button onClick={() => void changeShortcuts()}>{text("shortcuts_change")}</Button>
      </div>
    </>
  );
}

/** Opens the browser's own page for shortcuts. */
async function changeShortcuts(): Promise<void> {
  const { openShortcutSettings } = browser.commands as Commands;
  if (openShortcutSettings) return openShortcutSettings();
  const scheme = navigator.userAgent.includes("Edg/") ? "edge" : "chrome";
  await browser.tabs.create({ url: `${scheme}://extensions/shortcuts` });
}
