import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Switch } from "@ensemble/ui/fields/Switch";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import type { ReactNode } from "react";
import type { PageFeatureId } from "../../page-features/feature";
import { patternsOf, switchEverywhere, switchOnHost } from "../../page-features/settings";
import { PANEL_SETTINGS } from "../places";
import { usePageSettings } from "./page-settings";

/** Switches a feature on pages on or off, with its options and the sites where it is off. */
export function FeatureSwitch({
  feature,
  title,
  description,
  isFurther = false,
  children,
}: {
  feature: PageFeatureId;
  title: string;
  description: string;
  /** True if it is not the first on its page, where the first already says that nothing runs. */
  isFurther?: boolean;
  /** Further rows. */
  children?: ReactNode;
}) {
  const text = useText("extension");
  const { settings, change } = usePageSettings();
  const isOn = !settings.disabled.includes(feature);
  const offOn = Object.keys(settings.off).filter((host) => settings.off[host]?.includes(feature));
  return (
    <>
      {patternsOf(settings).length === 0 && !isFurther ? (
        <Notice>
          {text("nowhere_yet")}{" "}
          <AppLink to={`${PANEL_SETTINGS}/pages`} className="font-medium text-accent-ink underline">
            {text("settings_pages")}
          </AppLink>
        </Notice>
      ) : null}
      <Rows>
        <Row title={title} description={description}>
          <Switch
            label={title}
            checked={isOn}
            onChange={(on) => change((now) => switchEverywhere(now, feature, on))}
          />
        </Row>
        {isOn ? children : null}
      </Rows>
      {offOn.length > 0 ? (
        <Section title={text("off_on_sites")}>
          <Rows>
            {offOn.map((host) => (
              <Row key={host} title={<bdi dir="ltr">{host}</bdi>}>
                <Button
                  size="sm"
                  aria-label={text("show_again_on", { site: host })}
                  onClick={() => change((now) => switchOnHost(now, { host, feature, on: true }))}
                >
                  {text("show_again")}
                </Button>
              </Row>
            ))}
          </Rows>
        </Section>
      ) : null}
    </>
  );
}
