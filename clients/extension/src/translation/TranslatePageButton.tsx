import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Row, Rows } from "@ensemble/ui/Section";
import { useMutation } from "@tanstack/react-query";
import { switchedOff } from "../page-features/settings";
import { askBackground } from "../panel/ask-background";
import { currentTab } from "../panel/page/page-store";
import { usePageSettings } from "../panel/settings/page-settings";
import { hostOfPage } from "../server-address";

/** Translates the page beside the panel, or shows its original again. */
export function TranslatePageButton() {
  const text = useText("translation");
  const { settings } = usePageSettings();
  const start = useMutation({
    meta: { ownError: true },
    mutationFn: async () => {
      const tab = await currentTab();
      if (tab?.id === undefined) throw new Error("there is no page beside the panel");
      if (switchedOff(settings, hostOfPage(tab.url), "translation")) return "off";
      await askBackground("panel→background: translate page", { tabId: tab.id });
      return "started";
    },
  });
  return (
    <div className="flex flex-col gap-2">
      <Rows>
        <Row title={text("panel_start")} description={text("panel_start_hint")}>
          <Button size="sm" kind="primary" busy={start.isPending} onClick={() => start.mutate()}>
            {text("menu_page")}
          </Button>
        </Row>
      </Rows>
      {start.data === "off" ? <Notice>{text("panel_off")}</Notice> : null}
      {start.error ? <Notice tone="warning">{text("panel_closed")}</Notice> : null}
    </div>
  );
}
