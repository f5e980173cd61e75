import { CopyButton } from "@ensemble/blocks/CopyButton";
import type { TotpSetUp } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { TextField } from "@ensemble/ui/fields/TextField";

/** Modules of white around the code, without which cameras do not find it. */
const QUIET_ZONE = 4;

/** Shows the secret of an authenticator app: as a QR code, and to type. */
export function TotpKey({ setUp }: { setUp: TotpSetUp }) {
  const text = useText("accounts");
  const side = setUp.qr_size + 2 * QUIET_ZONE;
  return (
    <div className="flex flex-col gap-3">
      {/* Dark on white in both themes: many apps read no other codes. */}
      <svg
        role="img"
        aria-label={text("qr_code")}
        viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
        shapeRendering="crispEdges"
        className="mx-auto size-48 rounded-md bg-[#fff]"
      >
        <path d={setUp.qr_path} fill="#000" />
      </svg>
      <div className="flex items-end gap-1">
        <TextField
          label={text("totp_key")}
          readOnly
          dir="ltr"
          value={setUp.key.replaceAll(/(.{4})(?=.)/g, "$1 ")}
          onChange={() => undefined}
        />
        <CopyButton label={text("copy_key")} content={setUp.key} />
      </div>
      <a
        href={setUp.uri}
        className="self-start rounded-sm touch:-my-3 touch:py-3 font-medium text-accent-ink text-sm underline-offset-4 hover:underline"
      >
        {text("open_app")}
      </a>
    </div>
  );
}
