import { useHost } from "@ensemble/host/HostContext";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { type PageText, pageFile } from "../../page/page-text";
import { LeftOut } from "./LeftOut";
import { useReceipt } from "./receipts";

/** Privacy receipt: exactly what will and will not be sent, before the first time on a site. */
export function ReceiptDialog() {
  const text = useText("extension");
  const { page, each, decide } = useReceipt();
  return (
    <Dialog
      open={page !== null}
      onOpenChange={(open) => {
        if (!open) decide(false);
      }}
      title={text("receipt_title")}
      description={page && !each ? text("receipt_description", { host: page.host }) : null}
      closeLabel={text("receipt_keep")}
      width="md"
      footer={
        <>
          <Button onClick={() => decide(false)}>{text("receipt_keep")}</Button>
          <Button kind="primary" onClick={() => decide(true)}>
            {text("receipt_send")}
          </Button>
        </>
      }
    >
      {page ? <Contents page={page} each={each} /> : null}
    </Dialog>
  );
}

function Contents({ page, each }: { page: PageText; each: boolean }) {
  const text = useText("extension");
  const { locale } = useLocale();
  const { serverOrigin } = useHost();
  return (
    <div className="flex flex-col gap-3 text-sm">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <dt className="text-muted">{text("receipt_to")}</dt>
        <dd className="min-w-0 break-words">
          <bdi dir="ltr">{serverOrigin}</bdi>
        </dd>
        <dt className="text-muted">{text("receipt_what")}</dt>
        <dd>{text("receipt_words", { count: page.words, words: fullNumber(page.words, locale) })}</dd>
      </dl>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys
        tabIndex={0}
        aria-label={text("receipt_text")}
        dir="auto"
        className="max-h-48 overflow-y-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-3 py-2 text-xs"
      >
        {pageFile(page)}
      </section>
      <LeftOut page={page} />
      {each ? null : <p className="text-muted">{text("receipt_once", { host: page.host })}</p>}
    </div>
  );
}
