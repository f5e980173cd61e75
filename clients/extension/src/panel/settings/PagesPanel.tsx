import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextField } from "@ensemble/ui/fields/TextField";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { browser } from "wxt/browser";
import { ANY_PAGE } from "../../page-features/settings";
import { hostOfPage, hostTyped } from "../../server-address";
import { currentTab } from "../page/page-store";
import { usePageSettings } from "./page-settings";
import { SiteFeatures } from "./SiteFeatures";

/** Selects the sites on which the extension runs. The browser asks for each; nothing runs before. */
export function PagesPanel() {
  const text = useText("extension");
  const { settings, change } = usePageSettings();
  const { data: beside } = useQuery({
    queryKey: ["extension", "host beside"],
    queryFn: async () => hostOfPage((await currentTab())?.url),
    staleTime: 0,
  });
  const known = [...Object.keys(settings.off), ...(beside ? [beside] : [])];
  const hosts = settings.everywhere ? [...new Set(known)].sort() : settings.hosts;
  const everywhere = async (on: boolean) => {
    const allowed = !on || (await browser.permissions.request({ origins: [...ANY_PAGE] }));
    if (allowed) change((now) => ({ ...now, everywhere: on }));
  };
  return (
    <>
      <p className="text-muted text-sm">{text("pages_hint")}</p>
      <Rows>
        <Row title={text("pages_everywhere")} description={text("pages_everywhere_hint")}>
          <Switch
            label={text("pages_everywhere")}
            checked={settings.everywhere}
            onChange={(on) => void everywhere(on)}
          />
        </Row>
      </Rows>
      <Section title={text(settings.everywhere ? "pages_off_sites" : "pages_sites")}>
        {settings.everywhere ? null : (
          <AddSite
            onAdd={(host) => change((now) => ({ ...now, hosts: [...new Set([...now.hosts, host])].sort() }))}
          />
        )}
        {hosts.map((host) => (
          <Site
            key={host}
            host={host}
            onRemove={
              settings.everywhere
                ? null
                : () => change((now) => ({ ...now, hosts: now.hosts.filter((one) => one !== host) }))
            }
          />
        ))}
      </Section>
    </>
  );
}

/** Shows a site with the features that run there. */
function Site({ host, onRemove }: { host: string; onRemove: (() => void) | null }) {
  const text = useText("extension");
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <Rows>
        <Row title={<bdi dir="ltr">{host}</bdi>}>
          <Button
            size="sm"
            aria-expanded={open}
            aria-label={text("pages_features", { site: host })}
            onClick={() => setOpen(!open)}
          >
            {text("pages_choose")}
          </Button>
          {onRemove ? (
            <Button size="sm" aria-label={text("pages_remove", { site: host })} onClick={onRemove}>
              {text("remove")}
            </Button>
          ) : null}
        </Row>
      </Rows>
      {open ? <SiteFeatures host={host} /> : null}
    </div>
  );
}

function AddSite({ onAdd }: { onAdd: (host: string) => void }) {
  const text = useText("extension");
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<"pages_wrong" | "pages_refused" | null>(null);
  const add = async () => {
    const host = hostTyped(typed);
    if (host === null) return setWrong("pages_wrong");
    // First of all, while the browser counts the click.
    const allowed = await browser.permissions.request({
      origins: [`http://${host}/*`, `https://${host}/*`],
    });
    setWrong(allowed ? null : "pages_refused");
    if (!allowed) return;
    onAdd(host);
    setTyped("");
  };
  return (
    <form
      noValidate
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <TextField
        label={text("pages_add_label")}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="example.org"
        value={typed}
        onChange={setTyped}
        error={wrong ? text(wrong) : undefined}
      />
      <Button type="submit">{text("pages_add")}</Button>
    </form>
  );
}
