import type { Receipt as ReceiptData } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Popover } from "@ensemble/ui/popups/Popover";
import { ReceiptText } from "lucide-react";
import { usePriceText } from "../models/use-price-text";

/** Shows the cost of an answer and its reason behind a button. */
export function Receipt({ receipt, modelName }: { receipt: ReceiptData; modelName: string | null }) {
  const text = useText("chat");
  const { locale } = useLocale();
  const priceText = usePriceText();
  const tokens = (count: number) => text("receipt_tokens", { count, number: fullNumber(count, locale) });
  const seconds = (ms: number) =>
    text("receipt_seconds", {
      number: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(ms / 1000),
    });
  const rows: [string, string | null][] = [
    [text("receipt_model"), modelName],
    [
      text("receipt_charged"),
      receipt.charged === 0 ? text("receipt_nothing") : priceText(receipt.meter, receipt.charged),
    ],
    [text("receipt_input"), receipt.input_tokens === null ? null : tokens(receipt.input_tokens)],
    [text("receipt_output"), receipt.output_tokens === null ? null : tokens(receipt.output_tokens)],
    [text("receipt_duration"), receipt.duration_ms === null ? null : seconds(receipt.duration_ms)],
  ];
  return (
    <Popover
      side="top"
      className="p-3"
      trigger={<IconButton size="sm" label={text("receipt")} icon={<ReceiptText />} />}
    >
      <dl className="grid grid-cols-[auto_auto] gap-x-6 gap-y-1 text-sm">
        {rows.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="text-end tabular-nums">{value}</dd>
            </div>
          ),
        )}
      </dl>
      {receipt.meter !== null && receipt.charged === 0 ? (
        <p className="mt-2 border-line border-t pt-2 text-muted text-sm">{text("receipt_none_kept")}</p>
      ) : null}
    </Popover>
  );
}
